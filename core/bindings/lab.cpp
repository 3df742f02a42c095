// What the lab measures in ticks of the processor's clock: probes, stores, prefetch, locks, memory.
#include <nanobind/ndarray.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <numeric>
#include <random>
#include <stdexcept>
#include <thread>
#include <vector>

#include "bindings/gil.hpp"
#include "bindings/py_table.hpp"
#include "bindings/ticks.hpp"
#include "table/locks.hpp"

namespace tabiya::bindings {
namespace {

using Keys = nb::ndarray<const std::uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using View4 = table::View<4, table::AtomicWords>;

View4 view_of(PyTable& table) {
    if (table.settings().layout != table::Layout::kCluster4) {
        throw std::invalid_argument("the lab's timings are for cluster4");
    }
    return View4(table.slots(), table.geometry().clusters(), table.header(), table.settings().replacement,
                 nullptr, table.settings().random_keys);
}

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

double time_probes(PyTable& table, const Keys& keys, int path) {
    const table::UseGuard use(table);
    const View4 view = view_of(table);
    table::NoCounts none;
    const std::uint64_t* const key = keys.data();
    const std::size_t count = keys.shape(0);
    const WithoutGil released;
    std::uint64_t chain = 0;
    switch (static_cast<Path>(path)) {
        case Path::kCall:
            return ticks_per_step(count, [&](std::size_t i) { keep(table.probe(key[i]).opened.word1); });
        case Path::kFixed:
            return ticks_per_step(
                count, [&](std::size_t i) { keep(view.probe(view.hash_of(key[i]), none).opened.word1); });
        case Path::kChained:
            return ticks_per_step(count, [&](std::size_t i) {
                const table::Found found = view.probe(view.hash_of(key[i] + chain), none);
                chain = found.opened.word1 & static_cast<std::uint64_t>(-static_cast<std::int64_t>(chain));
                asm volatile("" : "+r"(chain));
            });
        case Path::kIndex:
            return ticks_per_step(count, [&](std::size_t i) { keep(view.slots_of(view.hash_of(key[i]))); });
        case Path::kLoad:
            return ticks_per_step(count, [&](std::size_t i) {
                keep(table::AtomicWords::load(view.slots_of(view.hash_of(key[i]))->word1));
            });
        case Path::kChosen:
            break;
        case Path::kUnpacked:
            return ticks_per_step(count, [&](std::size_t i) {
                const table::Entry entry = view.probe(view.hash_of(key[i]), none).opened.entry();
                asm volatile("" : : "m"(entry));
            });
    }
    return table.visit([&](const auto& chosen) {
        return ticks_per_step(
            count, [&](std::size_t i) { keep(chosen.probe(chosen.hash_of(key[i]), none).opened.word1); });
    });
}

double time_stores(PyTable& table, const Keys& keys) {
    const table::UseGuard use(table);
    const std::uint64_t* const key = keys.data();
    const WithoutGil released;
    return ticks_per_step(keys.shape(0), [&](std::size_t i) {
        table.store(key[i], table::Entry{7, 12, 3, 5, 0, table::Bound::kLower, table::Source::kMain, false});
    });
}

template <int kHint>
void prefetch_slots(const void* place) {
    if constexpr (kHint >= 0) __builtin_prefetch(place, 0, kHint);
}

// Probes in the order of a search: a key is known `distance` nodes of `work` dependent steps before its
// probe.
template <int kHint>
double time_ahead(const View4& view, const std::uint64_t* keys, std::size_t count, std::size_t distance,
                  int work) {
    table::NoCounts none;
    std::uint64_t chain = 1;
    return ticks_per_step(count - distance, [&](std::size_t i) {
        prefetch_slots<kHint>(view.slots_of(view.hash_of(keys[i + distance])));
        for (int step = 0; step < work; ++step) {
            chain = chain * 6364136223846793005u + 1442695040888963407u;
            asm volatile("" : "+r"(chain));
        }
        const table::Found found = view.probe(view.hash_of(keys[i] + (chain == 0)), none);
        chain += found.opened.word1 & 1;  // the next node's work waits for this node's answer
    });
}

// `hint`: -1 none, 0 non-temporal, 1 to 3 towards the nearest cache.
double time_prefetch(PyTable& table, const Keys& keys, int distance, int work, int hint) {
    const table::UseGuard use(table);
    const View4 view = view_of(table);
    const std::size_t count = keys.shape(0), ahead = static_cast<std::size_t>(std::max(distance, 0));
    if (count <= ahead) throw std::invalid_argument("there must be more keys than the distance");
    const WithoutGil released;
    switch (hint) {
        case -1:
            return time_ahead<-1>(view, keys.data(), count, ahead, work);
        case 0:
            return time_ahead<0>(view, keys.data(), count, ahead, work);
        case 1:
            return time_ahead<1>(view, keys.data(), count, ahead, work);
        case 2:
            return time_ahead<2>(view, keys.data(), count, ahead, work);
        default:
            return time_ahead<3>(view, keys.data(), count, ahead, work);
    }
}

// Ticks a step of a chase through all cache lines of a piece of memory, in random order.
double time_chase(std::size_t bytes, std::size_t steps) {
    constexpr std::size_t kWords = 8;
    const std::size_t lines = std::max<std::size_t>(bytes / 64, 2);
    std::vector<std::uint32_t> order(lines);
    std::iota(order.begin(), order.end(), 0u);
    std::shuffle(order.begin() + 1, order.end(), std::mt19937_64(1));
    std::vector<std::uint64_t> memory(lines * kWords);
    for (std::size_t i = 0; i < lines; ++i) memory[order[i] * kWords] = order[(i + 1) % lines] * kWords;
    const WithoutGil released;
    std::uint64_t at = 0;
    const auto step = [&](std::size_t) { at = memory[at]; };
    ticks_per_step(lines, step);
    const double ticks = ticks_per_step(steps, step);
    keep(at);
    return ticks;
}

// Ticks a byte of reading memory from end to end.
double time_stream(std::size_t bytes) {
    std::vector<std::uint64_t> memory(bytes / 8, 1);
    const WithoutGil released;
    std::uint64_t sum = 0;
    const double ticks =
        ticks_per_step(1, [&](std::size_t) { sum = std::accumulate(memory.begin(), memory.end(), sum); });
    keep(sum);
    return ticks / static_cast<double>(bytes);
}

// --- locks
// ---------------------------------------------------------------------------------------------------

class Mutexes {
  public:
    Mutexes(std::uint32_t buckets, bool robust) : locks_(buckets) {
        pthread_mutexattr_t attributes;
        pthread_mutexattr_init(&attributes);
        if (robust) {
            pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
            pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
        }
        for (auto& lock : locks_) pthread_mutex_init(&lock.mutex, &attributes);
        pthread_mutexattr_destroy(&attributes);
    }
    ~Mutexes() {
        for (auto& lock : locks_) pthread_mutex_destroy(&lock.mutex);
    }
    pthread_mutex_t* operator[](std::uint64_t bucket) { return &locks_[bucket].mutex; }

  private:
    std::vector<table::BucketLock> locks_;
};

// `threads` take and release one of the locks `count` times each, `work` steps between; `chosen` picks it by
// a cluster's number, else it is always the thread's own first one. Returns the ticks a round (the work
// included) and the share of rounds that had to wait.
nb::tuple time_locks(std::uint32_t buckets, bool robust, int threads, std::size_t count, int work,
                     bool chosen) {
    if (buckets == 0 || (buckets & (buckets - 1)) != 0 || threads < 1) {
        throw std::invalid_argument("buckets must be a power of two, threads at least 1");
    }
    Mutexes mutexes(buckets, robust);
    std::atomic<std::uint64_t> waits{0};
    std::atomic<int> ready{0};
    std::vector<double> ticks(static_cast<std::size_t>(threads));
    {
        const WithoutGil released;
        std::vector<std::jthread> crew;
        for (int number = 0; number < threads; ++number) {
            crew.emplace_back([&, number] {
                std::uint64_t chain = static_cast<std::uint64_t>(number) * 7919 + 1, mine = 0;
                ready.fetch_add(1);
                while (ready.load() < threads) std::this_thread::yield();
                ticks[static_cast<std::size_t>(number)] = ticks_per_step(count, [&](std::size_t) {
                    for (int step = 0; step <= work; ++step) {
                        chain = chain * 6364136223846793005u + 1442695040888963407u;
                        asm volatile("" : "+r"(chain));
                    }
                    pthread_mutex_t* const mutex = mutexes[chosen ? (chain >> 33) & (buckets - 1) : 0];
                    if (pthread_mutex_trylock(mutex) != 0) {
                        ++mine;
                        pthread_mutex_lock(mutex);
                    }
                    asm volatile("" : "+r"(chain));
                    pthread_mutex_unlock(mutex);
                });
                waits.fetch_add(mine);
            });
        }
    }
    const double sum = std::accumulate(ticks.begin(), ticks.end(), 0.0);
    return nb::make_tuple(sum / threads, static_cast<double>(waits.load()) /
                                             (static_cast<double>(count) * static_cast<double>(threads)));
}

// Ticks to bring a key up to date after a move that changes one count in hand: by all 7 × 2 kinds of hand,
// as a loop that compares them, and by the changed kind alone.
nb::tuple time_hands(std::size_t count) {
    constexpr int kHands = 14, kCounts = 19;
    static const auto keys = [] {
        std::array<std::array<std::uint64_t, kCounts>, kHands> result;
        std::mt19937_64 random(1);
        for (auto& row : result) std::generate(row.begin(), row.end(), std::ref(random));
        return result;
    }();
    std::array<int, kHands> hands{}, before{};
    std::uint64_t key = 0;
    const auto move = [&](std::size_t i) {
        const std::size_t kind = (i * 5) % kHands;
        hands[kind] = hands[kind] == kCounts - 1 ? 0 : hands[kind] + 1;
        return kind;
    };
    const double loop = ticks_per_step(count, [&](std::size_t i) {
        before = hands;
        move(i);
        for (std::size_t kind = 0; kind < kHands; ++kind) {
            if (before[kind] != hands[kind]) {
                key ^= keys[kind][static_cast<std::size_t>(before[kind])] ^
                       keys[kind][static_cast<std::size_t>(hands[kind])];
            }
        }
        asm volatile("" : "+r"(key));
    });
    const double changed = ticks_per_step(count, [&](std::size_t i) {
        const std::size_t kind = (i * 5) % kHands;
        const auto old = static_cast<std::size_t>(hands[kind]);
        move(i);
        key ^= keys[kind][old] ^ keys[kind][static_cast<std::size_t>(hands[kind])];
        asm volatile("" : "+r"(key));
    });
    return nb::make_tuple(loop, changed);
}

}  // namespace

void bind_lab(nb::module_& module) {
    using nb::literals::operator""_a;
    module.def(
        "lab_time_probes", time_probes, "table"_a, "keys"_a.noconvert(), "path"_a,
        "Ticks a probe: 0 by the table's call, 1 with the layout fixed, 2 each after the last,\n"
        "3 only the index, 4 index and load, 5 with the entry decoded, 6 with the layout chosen once.");
    module.def("lab_time_stores", time_stores, "table"_a, "keys"_a.noconvert(), "Ticks a store.");
    module.def("lab_time_prefetch", time_prefetch, "table"_a, "keys"_a.noconvert(), "distance"_a, "work"_a,
               "hint"_a, "Ticks a node of so much work with one probe; hint -1 is no prefetch.");
    module.def("lab_time_chase", time_chase, "bytes"_a, "steps"_a, "Ticks a dependent load.");
    module.def("lab_time_stream", time_stream, "bytes"_a, "Ticks a byte read in order.");
    module.def("lab_time_locks", time_locks, "buckets"_a, "robust"_a, "threads"_a, "count"_a, "work"_a,
               "chosen"_a, "Ticks a round of lock and unlock, and the share of rounds that waited.");
    module.def("lab_time_hands", time_hands, "count"_a,
               "Ticks a key update by a loop over hands, and by one.");
}

}  // namespace tabiya::bindings
