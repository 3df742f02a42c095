// The measurements of the lab and the benchmarks, in ticks of the processor's clock. Independent of Python.
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
    kCall = 0,      // the table's probe, which checks its settings
    kFixed = 1,     // layout known at compile time
    kChained = 2,   // the same; each key depends on the last answer, so that none overlap
    kIndex = 3,     // only the cluster's address
    kLoad = 4,      // the cluster's address and a load from it
    kUnpacked = 5,  // layout known, the whole entry decoded
    kChosen = 6,    // layout chosen at run time, once for all probes
};

// Ticks per probe. Like the next three, throws std::invalid_argument unless the layout is cluster4.
double time_probes(const TableAccess& table, Keys keys, Path path);
// Ticks per store.
double time_stores(const TableAccess& table, Keys keys);
// Ticks per node of `work` dependent steps and one probe, whose key is known `distance` nodes earlier. A key
// depends on the answer of the node before, so that no prefetch runs ahead of the search.
// `hint`: -2 neither prefetch nor probe, -1 no prefetch, 0 non-temporal, 1 to 3 towards the nearest cache.
double time_prefetch(const TableAccess& table, Keys keys, std::size_t distance, int work, int hint);
// Ticks from the start of the first of several threads to the end of the last, per key of all of them. The
// threads share the keys evenly: `stores` of 1,000 are stored, the others probed, by the table's own calls.
double time_threads(const TableAccess& table, Keys keys, int threads, int stores);
// How many of the keys first, first + 2, first + 4, … are found.
std::uint64_t count_hits(const TableAccess& table, std::uint64_t first, std::uint64_t count);

// --- cores.cpp -----------------------------------------------------------------------------------------

// Nanoseconds that a cache line takes to another core and back: the least mean of batches of `rounds`.
double time_line(int batches, int rounds);

// --- fronts.cpp ----------------------------------------------------------------------------------------

struct FrontTimes {
    double ticks;            // per operation
    std::uint64_t answered;  // probes that the front answered
};
// Replays a trace through a front of that many entries (0: none), with `work` steps before each probe, whose
// cluster was prefetched before them.
FrontTimes time_front(const TableAccess& table, Keys keys, Keys words, std::size_t entries, int work);
// Ticks per node of `work` steps and one probe, while a share `moved` of the clusters of `old` has moved to
// `next`: 0 is a table that could be resized but is not, -1 one that cannot.
double time_resizing(const TableAccess& old, const TableAccess& next, Keys keys, double moved, int work);

// --- offsets.cpp ---------------------------------------------------------------------------------------

struct OffsetOutcome {
    std::uint64_t lost = 0;  // stores that another thread overwrote before this one stored again
    double ticks = 0;        // per store
};
// Threads store random keys into one table of four-way clusters. `offset`: each thread tries equal slots from
// its own number on, not from the signature's.
OffsetOutcome race_offset(int threads, std::size_t stores, std::size_t clusters, bool offset);

// --- memory.cpp ----------------------------------------------------------------------------------------

// Ticks per step of a pointer chase through all cache lines of a memory block, in random order.
double time_chase(std::size_t bytes, std::size_t steps);
// Ticks per byte of reading memory from end to end.
double time_stream(std::size_t bytes);

// --- locks.cpp -----------------------------------------------------------------------------------------

struct LockTimes {
    double ticks;   // per round, including the work
    double waited;  // share of rounds
};
// `threads` threads take and release one of the locks `count` times each, with `work` steps in between and
// `held` steps under the lock. With `chosen` the lock depends on a cluster number; otherwise it is always the
// first one.
LockTimes time_locks(std::uint32_t buckets, bool robust, int threads, std::size_t count, int work,
                     bool chosen, int held);

// --- keys.cpp ------------------------------------------------------------------------------------------

// Ticks to update a key after a move that changes one count in hand: with a loop over all 7 × 2 kinds, and
// with the changed kind only.
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
// Writers and readers race on slots whose words are protected by a scheme: none, xor, folded_xor, product,
// versioned, swap.
RaceOutcome race_links(const std::string& scheme, int threads, std::size_t operations, std::size_t slots);

// --- replay.cpp ----------------------------------------------------------------------------------------

// Replays recorded operations (core/table/recorder.hpp). For a hit, `found` gets the word1 of the entry, else
// 0. All three spans have the same length.
void replay(const TableAccess& table, Keys keys, Keys words, std::span<std::uint64_t> found);

}  // namespace tabiya::lab
