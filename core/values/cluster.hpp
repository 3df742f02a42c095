// The slots that a key may be in: a cache line of four entries of 16 bytes or two of 32; two lines of one
// entry each of 64 bytes, which the processor fetches as a pair.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <thread>

#include "table/preemption.hpp"
#include "values/slot.hpp"

namespace tabiya::values {

// What a slot is compared with. `high` is the upper half of a key of 128 bits.
struct Sought {
    std::uint64_t signature;
    std::uint64_t high;
    bool wide;
};

// How much an entry is worth keeping. One of an earlier generation is worth less than any of this one; then
// the priority decides, then the age.
constexpr std::uint32_t worth(Head head, std::uint32_t generation) {
    const std::uint32_t age = (generation - head.generation()) % table::kGenerations;
    return (age == 0 ? 1u << 16 : 0) | std::uint32_t{head.priority()} << 8 | (table::kGenerations - 1 - age);
}

template <int kWords>
class Cluster {
  public:
    static constexpr int kWays = kWords == 2 ? 4 : 2;
    static constexpr int kStride = kWays * kWords;  // words from one cluster to the next

    explicit Cluster(std::uint64_t* words) : words_(words) {}

    // The slot that holds the key, or -1; `found` is what it held.
    int find(const Sought& sought, Opened<kWords>& found) const {
        Heads heads;
        return find(sought, found, heads);
    }

    // The same for readers, which hold no lock: correct while a writer is at work. It waits for a writer that
    // has lost the processor, but not forever, because that writer may have been killed.
    int find_beside_writers(const Sought& sought, Opened<kWords>& found) const {
        for (int attempt = 0;; ++attempt) {
            Heads heads;
            const int way = find(sought, found, heads);
            if (way >= 0) [[likely]]
                return way;
            if (!is_changing(sought.signature, heads) || attempt == kPatience) return -1;
            if (attempt >= kSpins) std::this_thread::yield();
        }
    }

    // The slot that a killed writer left while it wrote this very key, or -1. For holders of the lock.
    int abandoned(std::uint64_t signature) const {
        for (int way = 0; way < kWays; ++way) {
            if (read(way).word0 == being_written(signature)) return way;
        }
        return -1;
    }

    // Where a new key goes: the first empty slot, else the entry worth least. Ties go to the slot with the
    // smallest (slot - signature) modulo the ways, so that no slot is always the victim.
    int victim(std::uint64_t signature, std::uint32_t generation) const {
        int chosen = 0;
        std::uint32_t least = ~std::uint32_t{0};
        for (int way = 0; way < kWays; ++way) {
            const Head head = read(way).head;
            if (!head.live()) return way;
            const std::uint32_t turn =
                (static_cast<std::uint32_t>(way) - static_cast<std::uint32_t>(signature)) % kWays;
            const std::uint32_t rank = worth(head, generation) << 2 | turn;
            if (rank < least) {
                least = rank;
                chosen = way;
            }
        }
        return chosen;
    }

    Opened<kWords> read(int way) const { return Opened<kWords>::read(words_ + way * kWords); }
    void write(int way, Head head, const std::uint64_t* payload) const {
        write_slot<kWords>(words_ + way * kWords, head, payload);
    }

  private:
    static constexpr int kSpins = 16;
    // Test builds that preempt writers everywhere kill none of them: there a key that is present is never
    // missed.
    static constexpr int kPatience = table::kPreempted ? std::numeric_limits<int>::max() : 256;
    using Heads = std::array<std::uint64_t, kWays>;  // word 0 of each slot, as it was read

    int find(const Sought& sought, Opened<kWords>& found, Heads& heads) const {
        if constexpr (kWords == 8) {  // the second line is not read if the first one answers
            for (int way = 0; way < kWays; ++way) {
                found = read(way);
                heads[static_cast<std::size_t>(way)] = found.word0;
                if (matches(found, sought)) return way;
            }
            return -1;
        } else {  // free of branches: an early exit would be mispredicted half of the time
            int hit = -1;
            found = {};
            for (int way = 0; way < kWays; ++way) {
                const Opened<kWords> slot = read(way);
                heads[static_cast<std::size_t>(way)] = slot.word0;
                const bool match = hit < 0 && matches(slot, sought);
                hit = match ? way : hit;
                take_if(match, slot, found);
            }
            return hit;
        }
    }

    // By masks: the compiler would make a branch of a condition, or keep all slots in memory for an index.
    static void take_if(bool wanted, const Opened<kWords>& slot, Opened<kWords>& found) {
        const std::uint64_t mask = -std::uint64_t{wanted};
        found.head.bits |= slot.head.bits & mask;
        found.word0 |= slot.word0 & mask;
        for (int i = 0; i < kWords - 1; ++i) found.payload[i] |= slot.payload[i] & mask;
    }

    bool is_changing(std::uint64_t signature, const Heads& heads) const {
        for (int way = 0; way < kWays; ++way) {
            const std::uint64_t now = table::AtomicWords::load(words_[way * kWords]);
            if (now != heads[static_cast<std::size_t>(way)] || now == being_written(signature)) return true;
        }
        return false;
    }

    static bool matches(const Opened<kWords>& slot, const Sought& sought) {
        return slot.head.is_of(sought.signature) && (!sought.wide || slot.payload[0] == sought.high);
    }

    std::uint64_t* words_;
};

}  // namespace tabiya::values
