// The perft cache: the table's clusters with another payload, because node counts do not fit into a score and
// belong to one depth only.
//
//   word1  nodes 56 bits << 8 | depth 8 bits     0 = empty (a stored depth is at least 1)
//   word0  hash XOR word1
//
// The full hash is stored, so a hit means that all 64 bits of the key match. Plain XOR is a sufficient link:
// words of two stores of one key never give that key's hash, words of two keys do with probability 2^-64.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>

#include "table/geometry.hpp"
#include "table/memory.hpp"
#include "table/sync.hpp"

namespace tabiya::table {

// Counters of a cache. A collision is another position in the probed cluster whose hash agrees in the low 32
// or 48 bits. A table with such signatures would have taken it for a hit.
struct PerftCounts {
    std::uint64_t probes = 0;
    std::uint64_t hits = 0;
    std::uint64_t stores = 0;
    std::uint64_t collisions32 = 0;
    std::uint64_t collisions48 = 0;
};

class PerftCache {
  public:
    static constexpr int kWays = 4;

    PerftCache(std::uint64_t clusters, bool huge_pages);

    std::optional<std::uint64_t> probe(std::uint64_t key, int depth);
    void store(std::uint64_t key, int depth, std::uint64_t nodes);

    void clear();
    std::uint64_t live_entries() const;
    std::size_t bytes() const { return geometry_.bytes(); }
    PerftCounts counts() const;
    void reset_counts();

  private:
    // Threads count in stripes on separate cache lines. Sharing a stripe only costs time.
    struct alignas(64) Stripe {
        std::atomic<std::uint64_t> values[5];
    };
    static constexpr std::size_t kStripes = 16;
    Stripe& my_stripe();
    Slot* slots_of(std::uint64_t hash) const { return slots_ + geometry_.cluster_of(hash) * kWays; }

    Geometry geometry_;
    Memory memory_;
    Slot* slots_;
    std::array<Stripe, kStripes> stripes_{};
};

}  // namespace tabiya::table
