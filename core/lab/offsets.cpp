// Whether threads that prefer different slots of a cluster lose fewer stores to each other.
#include <atomic>
#include <limits>
#include <thread>
#include <vector>

#include "lab/lab.hpp"
#include "lab/ticks.hpp"
#include "table/geometry.hpp"
#include "table/replacement.hpp"
#include "table/sync.hpp"

namespace tabiya::lab {
namespace {

using table::AtomicWords;
using table::Opened;
using table::Slot;

constexpr int kWays = 4;

// The slot of the least valuable entry, or an empty one; equals are tried from `start`.
int victim_of(const Slot* slots, int start) {
    constexpr std::int64_t kEmpty = std::numeric_limits<std::int64_t>::min();
    int chosen = -1;
    std::int64_t lowest = 0;
    for (int step = 0; step < kWays; ++step) {
        const int way = (start + step) % kWays;
        const Opened opened = table::read_slot<AtomicWords>(slots[way]);
        const std::int64_t value = opened.live() ? table::cascade_rank(opened.word1, 0) : kEmpty;
        if (chosen < 0 || value < lowest) {
            chosen = way;
            lowest = value;
        }
    }
    return chosen;
}

// Stores random keys and looks for each one store later: at once, a processor would see its own store buffer.
OffsetOutcome store_and_look(std::vector<Slot>& slots, std::size_t clusters, int thread, std::size_t stores,
                             bool offset) {
    OffsetOutcome outcome;
    std::uint64_t state = static_cast<std::uint64_t>(thread) * 7919 + 1;
    const Slot* last = nullptr;
    std::uint64_t last_signature = 0;
    outcome.ticks = ticks_per_step(stores, [&](std::size_t) {
        const std::uint64_t hash = table::mix(state += 0x9E37'79B9'7F4A'7C15);
        const std::uint64_t signature = hash & table::kSignatureMask;
        Slot* cluster = &slots[table::mul_high(hash, clusters) * kWays];
        table::Entry entry{};
        entry.depth = static_cast<std::uint8_t>(hash >> 60);
        entry.bound = table::Bound::kLower;
        if (last != nullptr) {
            const Opened seen = table::read_slot<AtomicWords>(*last);
            outcome.lost += !seen.live() || seen.signature() != last_signature;
        }
        const int start = offset ? thread % kWays : static_cast<int>(signature % kWays);
        Slot& slot = cluster[victim_of(cluster, start)];
        table::write_slot<AtomicWords>(slot, table::pack(signature, entry));
        last = &slot;
        last_signature = signature;
    });
    return outcome;
}

}  // namespace

OffsetOutcome race_offset(int threads, std::size_t stores, std::size_t clusters, bool offset) {
    std::vector<Slot> slots(clusters * kWays);
    std::vector<OffsetOutcome> outcomes(static_cast<std::size_t>(threads));
    std::atomic<int> ready{0};
    {
        std::vector<std::jthread> crew;
        for (int number = 0; number < threads; ++number) {
            crew.emplace_back([&, number] {
                ready.fetch_add(1);
                while (ready.load() < threads) std::this_thread::yield();
                outcomes[static_cast<std::size_t>(number)] =
                    store_and_look(slots, clusters, number, stores, offset);
            });
        }
    }
    OffsetOutcome sum;
    for (const OffsetOutcome& outcome : outcomes) {
        sum.lost += outcome.lost;
        sum.ticks += outcome.ticks / threads;
    }
    return sum;
}

}  // namespace tabiya::lab
