// What the lab and the benchmarks measure, in ticks of the processor's clock. No function here knows Python.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include "lab/table_access.hpp"

namespace tabiya::lab {

using Keys = std::span<const std::uint64_t>;

// --- probes.cpp ----------------------------------------------------------------------------------------

// How a probe reaches the table.
enum class Path : int {
    kCall = 0,      // the table's own probe, which looks at its settings
    kFixed = 1,     // the layout known at compile time
    kChained = 2,   // the same, and each key depends on the last answer, so that no two overlap
    kIndex = 3,     // only the cluster's address
    kLoad = 4,      // the cluster's address and a load from it
    kUnpacked = 5,  // the layout known, and the whole entry decoded
    kChosen = 6,    // the layout chosen at run time, once for all probes
};

// Ticks per probe. Like the next two, throws std::invalid_argument unless the layout is cluster4.
double time_probes(const TableAccess& table, Keys keys, Path path);
// Ticks per store.
double time_stores(const TableAccess& table, Keys keys);
// Ticks per node of `work` dependent steps and one probe, whose key is known `distance` nodes before. `hint`:
// -1 no prefetch, 0 non-temporal, 1 to 3 towards the nearest cache.
double time_prefetch(const TableAccess& table, Keys keys, std::size_t distance, int work, int hint);

// --- memory.cpp ----------------------------------------------------------------------------------------

// Ticks per step of a chase through all cache lines of a piece of memory, in random order.
double time_chase(std::size_t bytes, std::size_t steps);
// Ticks per byte of reading memory from end to end.
double time_stream(std::size_t bytes);

// --- locks.cpp -----------------------------------------------------------------------------------------

struct LockTimes {
    double ticks;   // per round, the work included
    double waited;  // share of rounds
};
// `threads` take and release one of the locks `count` times each, `work` steps between; `chosen` picks it by
// a cluster's number, else it is always the first one.
LockTimes time_locks(std::uint32_t buckets, bool robust, int threads, std::size_t count, int work,
                     bool chosen);

// --- keys.cpp ------------------------------------------------------------------------------------------

// Ticks to bring a key up to date after a move that changes one count in hand: by a loop that compares all
// 7 × 2 kinds of hand, and by the changed kind alone.
std::pair<double, double> time_hands(std::size_t count);

// --- packing.cpp ---------------------------------------------------------------------------------------

// The rate of the processor's time stamp counter.
double ticks_per_nanosecond();
// Nanoseconds to pack and to unpack an entry.
std::pair<double, double> time_packing(std::size_t count);

// --- links.cpp -----------------------------------------------------------------------------------------

struct RaceOutcome {
    std::uint64_t reads = 0;
    std::uint64_t wrong = 0;
    std::uint64_t refused = 0;
    double ticks = 0;
};
// Writers and readers race on slots whose words are kept together by a scheme: none, xor, folded_xor,
// product, versioned, swap.
RaceOutcome race_links(const std::string& scheme, int threads, std::size_t operations, std::size_t slots);

// --- replay.cpp ----------------------------------------------------------------------------------------

// Does again what was recorded (core/table/recorder.hpp). Where a probe hits, `found` gets the entry's word1,
// elsewhere 0. All three have one length.
void replay(const TableAccess& table, Keys keys, Keys words, std::span<std::uint64_t> found);

}  // namespace tabiya::lab
