// Many keys at once: hashes run ahead of the scans by a fixed distance, so that memory answers in time.
#pragma once

#include <cstddef>
#include <cstdint>

#include "table/table.hpp"

namespace tabiya::table {

// One result of a batch, as NumPy sees it (src/tabiya/batches.py has the same as a dtype).
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

// A column of a batch of stores: one value for each key, or one for all of them.
template <class T>
struct Column {
    const T* values;
    std::size_t step;  // 1, or 0 where a single value serves all keys
    T at(std::size_t index) const { return values[index * step]; }
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

// `first` and `last` bound the part of the arrays to work on, so that a caller can stop between parts.
void probe_batch(Table& table, const std::uint64_t* keys, std::size_t first, std::size_t last, Record* out);
void store_batch(Table& table, const std::uint64_t* keys, std::size_t first, std::size_t last,
                 const StoreColumns& columns);

// Writes the table's entries, by the rules of Table::scan, until the arrays are full; returns how many.
std::size_t export_batch(const Table& table, std::uint64_t* keys, Record* records, std::size_t capacity);

// What no probe can beat: the same mix and prefetch, one load of the cluster, 16 bytes written a key. Only
// for measuring how near a batch comes to it.
void limit_batch(Table& table, const std::uint64_t* keys, std::size_t first, std::size_t last, Record* out);

// Whether batches use wide vector loads, which are faster but not defined for racing words.
bool wide_scan();

}  // namespace tabiya::table
