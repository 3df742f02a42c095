// The paranoid tier: a second copy of the table, with whole hashes, that every probe and store is held
// against.
//
// Probes and stores of one stripe of clusters exclude each other here, so that a difference is a fault and
// not a race. It costs more than half again the table's memory and most of its speed.
#pragma once

#include <array>
#include <cstdint>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

#include "table/cluster.hpp"
#include "table/geometry.hpp"

namespace tabiya::table {

struct ValidationError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

class Shadow {
  public:
    Shadow(const Geometry& geometry, const Slot* slots, bool mixed_keys);

    std::mutex& stripe(std::uint64_t cluster) { return stripes_[cluster % stripes_.size()]; }

    // All stripes at once, for what changes or checks the whole table. Taken before any bucket lock, as a
    // stripe is.
    using Held = std::vector<std::unique_lock<std::mutex>>;
    [[nodiscard]] Held hold_all() { return Held(stripes_.begin(), stripes_.end()); }

    // Takes over what is in memory now, as after clear, resize or merge.
    void copy_from(const Slot* slots);

    // All throw ValidationError with a sentence that names the first difference.
    void check_probe(std::uint64_t hash, const Found& found, const Slot* slots) const;
    void check_store(std::uint64_t hash, const Stored& stored, const Slot* slots);
    void check_all(const Slot* slots) const;

  private:
    struct Copy {
        std::uint64_t hash = 0;
        std::uint64_t word1 = 0;
        std::int16_t eval = 0;
        bool whole_hash = false;  // false where only the signature could be taken over
    };
    std::string key_text(const Copy& copy) const;
    std::string key_text(std::uint64_t hash) const;
    void check_cluster(std::uint64_t cluster, const Slot* slots) const;
    Copy* copies_of(std::uint64_t cluster) {
        return &copies_[cluster * static_cast<unsigned>(geometry_.ways())];
    }
    const Copy* copies_of(std::uint64_t cluster) const {
        return &copies_[cluster * static_cast<unsigned>(geometry_.ways())];
    }

    Geometry geometry_;
    bool mixed_keys_;
    std::vector<Copy> copies_;
    std::array<std::mutex, 64> stripes_;
};

}  // namespace tabiya::table
