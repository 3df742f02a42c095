// Paranoid validation: a second copy of the table with full hashes, compared with every probe and store.
//
// Probes and stores in the same stripe of clusters exclude each other, so that a difference is a fault and
// not a race. It costs more than half of the table's memory in addition, and most of its speed.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

#include "table/cluster.hpp"
#include "table/fork.hpp"
#include "table/geometry.hpp"

namespace tabiya::table {

struct ValidationError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

class Shadow {
  public:
    Shadow(const Geometry& geometry, const Slot* slots, bool random_keys);

    std::mutex& stripe(std::uint64_t cluster) {
        after_fork();
        return (*stripes_)[cluster % kStripes];
    }

    // All stripes, for operations on the whole table. Like a single stripe, taken before any bucket lock.
    using Held = std::vector<std::unique_lock<std::mutex>>;
    [[nodiscard]] Held hold_all() {
        after_fork();
        return Held(stripes_->begin(), stripes_->end());
    }

    // Copies the current memory, as after clear, resize or merge.
    void copy_from(const Slot* slots);

    // All throw ValidationError with a message that names the first difference.
    void check_probe(std::uint64_t hash, const Found& found, const Slot* slots) const;
    void check_store(std::uint64_t hash, const Stored& stored, const Slot* slots);
    void check_all(const Slot* slots) const;

  private:
    struct Copy {
        std::uint64_t hash = 0;
        std::uint64_t word1 = 0;
        std::int16_t eval = 0;
        bool whole_hash = false;  // false if only the signature is known
    };
    // A store may have been between the table and its shadow during the fork.
    void after_fork() {
        remade_.after_fork([this] {
            static_cast<void>(stripes_.release());  // not destroyed: threads of the parent hold some
            stripes_ = std::make_unique<Stripes>();
            copy_from(slots_);
        });
    }
    std::string key_text(const Copy& copy) const;
    std::string key_text(std::uint64_t hash) const;
    void check_cluster(std::uint64_t cluster, const Slot* slots) const;
    // A slot as it is compared. A dense line keeps only the low bits of a generation, so that only these
    // count.
    Opened read(std::uint64_t cluster, int way, const Slot* slots) const;
    std::uint64_t kept(std::uint64_t word1) const;
    Copy* copies_of(std::uint64_t cluster) {
        return &copies_[cluster * static_cast<unsigned>(geometry_.ways())];
    }
    const Copy* copies_of(std::uint64_t cluster) const {
        return &copies_[cluster * static_cast<unsigned>(geometry_.ways())];
    }

    Geometry geometry_;
    bool random_keys_;
    std::vector<Copy> copies_;
    static constexpr std::size_t kStripes = 64;
    using Stripes = std::array<std::mutex, kStripes>;
    const Slot* slots_;
    std::unique_ptr<Stripes> stripes_ = std::make_unique<Stripes>();
    Remade remade_;
};

}  // namespace tabiya::table
