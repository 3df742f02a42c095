// Ways to keep the two words of an entry together, in a race: wrong reads and ticks.
#include <atomic>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "lab/lab.hpp"
#include "lab/stores.hpp"
#include "lab/ticks.hpp"
#include "table/geometry.hpp"
#include "table/link.hpp"
#include "table/sync.hpp"

namespace tabiya::lab {
namespace {

using table::AtomicWords;

// A slot with room for a version next to its two words. Two slots share a cache line.
struct alignas(32) RacedSlot {
    std::uint64_t word0 = 0;
    std::uint64_t word1 = 0;
    std::atomic<std::uint64_t> version{0};
};

struct Read {
    std::uint64_t word0;
    std::uint64_t word1;
    bool believed;
};

template <class Link>
struct Linked {
    static void write(RacedSlot& slot, std::uint64_t word0, std::uint64_t word1) {
        AtomicWords::store(slot.word0, word0 ^ Link::of(word1));
        AtomicWords::store(slot.word1, word1);
    }
    static Read read(RacedSlot& slot) {
        const std::uint64_t word1 = AtomicWords::load(slot.word1);
        return {AtomicWords::load(slot.word0) ^ Link::of(word1), word1, true};
    }
};
struct NoLink {
    static std::uint64_t of(std::uint64_t) { return 0; }
};
struct XorLink {
    static std::uint64_t of(std::uint64_t word1) { return word1; }
};
struct FoldedLink {
    static std::uint64_t of(std::uint64_t word1) { return word1 ^ (word1 << 16); }
};
struct ProductLink {
    static std::uint64_t of(std::uint64_t word1) { return table::link(word1); }
};

// Odd during a write. A reader believes what it read between two equal even versions.
struct Versioned {
    static void write(RacedSlot& slot, std::uint64_t word0, std::uint64_t word1) {
        std::uint64_t version = slot.version.load(std::memory_order_relaxed);
        do {
            version &= ~std::uint64_t{1};
        } while (!slot.version.compare_exchange_weak(version, version + 1, std::memory_order_acquire));
        std::atomic_thread_fence(std::memory_order_release);
        AtomicWords::store(slot.word0, word0);
        AtomicWords::store(slot.word1, word1);
        slot.version.store(version + 2, std::memory_order_release);
    }
    static Read read(RacedSlot& slot) {
        const std::uint64_t before = slot.version.load(std::memory_order_acquire);
        const Read read{AtomicWords::load(slot.word0), AtomicWords::load(slot.word1), true};
        std::atomic_thread_fence(std::memory_order_acquire);
        const bool whole = (before & 1) == 0 && slot.version.load(std::memory_order_relaxed) == before;
        return {read.word0, read.word1, whole};
    }
};

#if defined(__x86_64__)
// Both words at once. A read is a compare-and-swap too: x86 does not guarantee plain 16-byte loads.
struct Swapped {
    static bool swap(RacedSlot& slot, std::uint64_t& low, std::uint64_t& high, std::uint64_t new_low,
                     std::uint64_t new_high) {
        bool done;
        asm volatile("lock cmpxchg16b %1"
                     : "=@ccz"(done), "+m"(*reinterpret_cast<unsigned __int128*>(&slot)), "+a"(low),
                       "+d"(high)
                     : "b"(new_low), "c"(new_high)
                     : "memory");
        return done;
    }
    static void write(RacedSlot& slot, std::uint64_t word0, std::uint64_t word1) {
        std::uint64_t low = AtomicWords::load(slot.word0), high = AtomicWords::load(slot.word1);
        while (!swap(slot, low, high, word0, word1)) {
        }
    }
    static Read read(RacedSlot& slot) {
        std::uint64_t low = 0, high = 0;
        swap(slot, low, high, 0, 0);
        return {low, high, true};
    }
};
#endif

// Half of the operations write, half read, on `slots` slots with one key each. Stores of one key differ in
// their move and thus in the checksum that is stored as the eval.
template <class Scheme>
RaceOutcome race(int threads, std::size_t operations, std::size_t slots) {
    std::vector<RacedSlot> memory(slots);
    std::vector<RaceOutcome> outcomes(static_cast<std::size_t>(threads));
    std::atomic<int> ready{0};
    {
        std::vector<std::jthread> crew;
        for (int number = 0; number < threads; ++number) {
            crew.emplace_back([&, number] {
                RaceOutcome mine;
                std::uint64_t state = static_cast<std::uint64_t>(number) * 7919 + 1;
                ready.fetch_add(1);
                while (ready.load() < threads) std::this_thread::yield();
                mine.ticks = ticks_per_step(operations, [&](std::size_t) {
                    const std::uint64_t dice = table::mix(state += 0x9E37'79B9'7F4A'7C15);
                    const std::uint64_t key = dice % slots;
                    if (dice >> 63 == 0) {
                        const std::uint64_t word1 = race::make_word1(race::Scenario::kMoveAndEval, key, dice);
                        const auto eval = static_cast<std::uint16_t>(race::checksum(key, word1));
                        Scheme::write(memory[key], (key << 16) | eval, word1);
                        return;
                    }
                    const Read read = Scheme::read(memory[key]);
                    if (!table::is_live(read.word1)) return;
                    if (!read.believed || read.word0 >> 16 != key) {
                        ++mine.refused;
                        return;
                    }
                    ++mine.reads;
                    mine.wrong += static_cast<std::int16_t>(read.word0) != race::checksum(key, read.word1);
                });
                outcomes[static_cast<std::size_t>(number)] = mine;
            });
        }
    }
    RaceOutcome sum;
    for (const RaceOutcome& outcome : outcomes) {
        sum.reads += outcome.reads;
        sum.wrong += outcome.wrong;
        sum.refused += outcome.refused;
        sum.ticks += outcome.ticks / threads;
    }
    return sum;
}

}  // namespace

RaceOutcome race_links(const std::string& scheme, int threads, std::size_t operations, std::size_t slots) {
    if (threads < 1 || slots < 1) throw std::invalid_argument("threads and slots must be at least 1");
    if (scheme == "none") return race<Linked<NoLink>>(threads, operations, slots);
    if (scheme == "xor") return race<Linked<XorLink>>(threads, operations, slots);
    if (scheme == "folded_xor") return race<Linked<FoldedLink>>(threads, operations, slots);
    if (scheme == "product") return race<Linked<ProductLink>>(threads, operations, slots);
    if (scheme == "versioned") return race<Versioned>(threads, operations, slots);
#if defined(__x86_64__)
    if (scheme == "swap") return race<Swapped>(threads, operations, slots);
#endif
    throw std::invalid_argument("no such scheme here: " + scheme);
}

}  // namespace tabiya::lab
