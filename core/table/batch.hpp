// Batches: prefetches run a fixed distance ahead of the scans, so that memory answers in time.
#pragma once

#include <cstddef>
#include <cstdint>

#include "table/table.hpp"

namespace tabiya::table {

// One result of a batch, as NumPy sees it (src/tabiya/table/batches.py has the same dtype).
struct Record {
    std::uint32_t move;
    std::int32_t score;
    std::int16_t eval;
    std::uint8_t depth;
    std::uint8_t generation;
    std::uint8_t bound;
    std::uint8_t source;
    std::uint8_t pv;
    std::uint8_t hit;
};
static_assert(sizeof(Record) == 16);

// A column of a batch of stores: one value per key, or one for all keys.
template <class T>
struct Column {
    const T* values;
    std::size_t step;  // 1, or 0 if one value serves all keys
    T at(std::size_t index) const { return values[index * step]; }
    bool constant() const { return step == 0; }
};

struct StoreColumns {
    Column<std::uint32_t> moves;
    Column<std::int32_t> scores;
    Column<std::int16_t> evals;
    Column<std::uint8_t> depths;
    Column<std::uint8_t> bounds;
    Column<std::uint8_t> sources;
    Column<std::uint8_t> pvs;

    Entry entry(std::size_t index) const;
};

// `first` and `last` delimit the part of the arrays to work on, so that a caller can stop between parts.
void probe_batch(Table& table, const std::uint64_t* keys, std::size_t first, std::size_t last, Record* out);
// `done`, which begins as `first`, tells after an interrupted wait for a lock how many keys are stored for
// sure. With locks, up to 4,096 after them may be stored as well.
void store_batch(Table& table, const std::uint64_t* keys, std::size_t first, std::size_t last,
                 const StoreColumns& columns, std::size_t& done);

// Writes the table's entries, by the rules of Table::scan, until the arrays are full. Returns their number.
std::size_t export_batch(const Table& table, std::uint64_t* keys, Record* records, std::size_t capacity);

// The lower limit of a probe: the same mix and prefetch, one load of the line, 16 bytes written per key. Only
// used for measurements.
void limit_batch(Table& table, const std::uint64_t* keys, std::size_t first, std::size_t last, Record* out);
// The lower limit of a store: the same, but two words of each line are written again as they are.
void rewrite_batch(Table& table, const std::uint64_t* keys, std::size_t first, std::size_t last);

// Whether batches use wide vector loads, which are faster but undefined behaviour on racing words.
bool wide_scan();

}  // namespace tabiya::table
