// Reading and writing the words of a slot.
//
// Relaxed 64-bit atomics compile to plain moves on every 64-bit machine. They make races defined behaviour.
// The link (link.hpp) rejects words that do not belong together, so no ordering is needed.
#pragma once

#include <atomic>
#include <cstdint>

#include "table/entry.hpp"
#include "table/preemption.hpp"

namespace tabiya::table {

enum class Sync : std::uint8_t { kLockFree = 0, kBucketLocks = 1, kOneThread = 2 };

struct AtomicWords {
    static std::uint64_t load(const std::uint64_t& word) {
        preemption_point<64>();
        return std::atomic_ref<std::uint64_t>(const_cast<std::uint64_t&>(word))
            .load(std::memory_order_relaxed);
    }
    static void store(std::uint64_t& word, std::uint64_t value) {
        preemption_point<4>();
        std::atomic_ref<std::uint64_t>(word).store(value, std::memory_order_relaxed);
    }
};

// For a table used by one thread: `Sync::kOneThread`.
struct PlainWords {
    static std::uint64_t load(const std::uint64_t& word) { return word; }
    static void store(std::uint64_t& word, std::uint64_t value) { word = value; }
};

template <class Words>
Opened read_slot(const Slot& slot) {
    return open(Slot{Words::load(slot.word0), Words::load(slot.word1)});
}

template <class Words>
void write_slot(Slot& slot, const Slot& value) {
    Words::store(slot.word0, value.word0);
    Words::store(slot.word1, value.word1);
}

}  // namespace tabiya::table
