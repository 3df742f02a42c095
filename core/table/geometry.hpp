// From key to hash, from hash to cluster, and back again.
//
// h = mix(key) is a bijection. The cluster is the high part of h * clusters, the signature the low 48 bits of
// h. With 65,536 clusters or more, both together determine h and thus the key: 16 bytes lose no bit of it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "table/dense.hpp"
#include "table/entry.hpp"

namespace tabiya::table {

__extension__ using Uint128 = unsigned __int128;

constexpr std::uint64_t mul_high(std::uint64_t a, std::uint64_t b) {
    return static_cast<std::uint64_t>((Uint128{a} * b) >> 64);
}

// The finaliser of splitmix64. Python users pass small or shifted integers as keys; weaker mixes lose them.
constexpr std::uint64_t mix(std::uint64_t key) {
    key = (key ^ (key >> 30)) * 0xBF58'476D'1CE4'E5B9;
    key = (key ^ (key >> 27)) * 0x94D0'49BB'1331'11EB;
    return key ^ (key >> 31);
}

constexpr std::uint64_t unmix(std::uint64_t hash) {
    // Inverse multipliers, and repeated xor-shifts.
    hash = (hash ^ (hash >> 31) ^ (hash >> 62)) * 0x3196'42B2'D24D'8EC3;
    hash = (hash ^ (hash >> 27) ^ (hash >> 54)) * 0x96DE'1B17'3F11'9089;
    return hash ^ (hash >> 30) ^ (hash >> 60);
}
static_assert(unmix(mix(0x0123'4567'89AB'CDEF)) == 0x0123'4567'89AB'CDEF && unmix(mix(1)) == 1);

// The hash of a key, and back. Keys that are random already, such as Zobrist keys, need no mixing.
constexpr std::uint64_t hash_of_key(std::uint64_t key, bool random_keys) {
    return random_keys ? key : mix(key);
}
constexpr std::uint64_t key_of_hash(std::uint64_t hash, bool random_keys) {
    return random_keys ? hash : unmix(hash);
}

enum class Layout : std::uint8_t { kSingle = 0, kCluster3 = 1, kCluster4 = 2, kDense = 3 };

constexpr int ways_of(Layout layout) {
    constexpr int kWays[] = {1, 3, 4, kDenseWays};
    return kWays[static_cast<int>(layout)];
}
// Slots of 16 bytes per cluster in memory: three-way clusters leave the fourth slot of their line unused, and
// dense lines have six entries in the same bytes.
constexpr int stride_of(int ways) {
    return ways == 1 ? 1 : 4;
}
static_assert(stride_of(3) * sizeof(Slot) == 64 && stride_of(kDenseWays) * sizeof(Slot) == sizeof(DenseLine));

// Maps hashes to the clusters of a table.
class Geometry {
  public:
    static constexpr std::uint64_t kFullKeyClusters = 65536;

    Geometry() = default;
    Geometry(Layout layout, std::uint64_t clusters)
        : clusters_(clusters),
          quotient_(static_cast<std::uint64_t>((Uint128{1} << 64) / clusters)),
          remainder_(static_cast<std::uint64_t>((Uint128{1} << 64) % clusters)),
          layout_(layout) {}

    Layout layout() const { return layout_; }
    int ways() const { return ways_of(layout_); }
    int stride() const { return stride_of(ways()); }
    std::uint64_t clusters() const { return clusters_; }
    std::uint64_t slots() const { return clusters_ * static_cast<std::uint64_t>(ways()); }
    // May exceed what can be addressed.
    std::uint64_t bytes() const { return clusters_ * static_cast<std::uint64_t>(stride()) * sizeof(Slot); }
    bool dense() const { return layout_ == Layout::kDense; }
    bool full_keys() const { return !dense() && clusters_ >= kFullKeyClusters; }
    // The bits of a hash that a slot keeps, and the generations that its entries tell apart.
    std::uint64_t signature_mask() const { return dense() ? dense::kSignatureMask : kSignatureMask; }
    std::uint32_t generations() const { return dense() ? dense::kGenerations : kGenerations; }
    bool operator==(const Geometry&) const = default;

    std::uint64_t cluster_of(std::uint64_t hash) const { return mul_high(hash, clusters_); }

    // The smallest hash of a cluster: ceil(cluster * 2^64 / clusters). Scans need it for every cluster, and a
    // 64-bit division is several times faster than a 128-bit one.
    std::uint64_t lowest_hash(std::uint64_t cluster) const {
        if (clusters_ <= 0xFFFF'FFFF) {
            return cluster * quotient_ + (cluster * remainder_ + (clusters_ - 1)) / clusters_;
        }
        const Uint128 rest = Uint128{cluster} * remainder_ + (clusters_ - 1);
        return cluster * quotient_ + static_cast<std::uint64_t>(rest / clusters_);
    }

    // The first hash from the cluster's lowest on with `signature` as its low 48 bits. With full keys it is
    // the stored one if it maps back to the cluster; otherwise the slot is torn.
    std::uint64_t recover_hash(std::uint64_t cluster, std::uint64_t signature) const {
        return recover_above(lowest_hash(cluster), signature);
    }
    // The same for scans, which know the lowest hash of their cluster.
    static std::uint64_t recover_above(std::uint64_t lowest, std::uint64_t signature) {
        return lowest + ((signature - lowest) & kSignatureMask);
    }

  private:
    std::uint64_t clusters_ = 1;
    std::uint64_t quotient_ = 0;  // of 2^64 / clusters
    std::uint64_t remainder_ = 0;
    Layout layout_ = Layout::kCluster4;
};

}  // namespace tabiya::table
