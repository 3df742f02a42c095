#include <stdexcept>

#include "lab/lab.hpp"
#include "lab/ticks.hpp"
#include "table/view.hpp"

namespace tabiya::lab {
namespace {

using View4 = table::View<4, table::AtomicWords>;

View4 view_of(const TableAccess& table) {
    if (table.layout != table::Layout::kCluster4) {
        throw std::invalid_argument("the lab's timings are for cluster4");
    }
    return View4(table.slots, table.clusters, table.header, table.rule, nullptr, table.random_keys);
}

// Ticks per key of one call for all keys.
template <class Call>
double ticks_per_key(Keys keys, const Call& call) {
    return ticks_per_step(1, [&](std::size_t) { call(keys.data(), keys.size()); }) /
           static_cast<double>(keys.empty() ? 1 : keys.size());
}

template <int kHint>
void prefetch_slots(const void* place) {
    if constexpr (kHint >= 0) __builtin_prefetch(place, 0, kHint);
}

constexpr int kNoPrefetch = -1;
constexpr int kNoProbe = -2;

// Probes as in a search: a key is known `distance` nodes of `work` dependent steps before its probe, and not
// before the answer of the last node. Its value does not change: the chain is never 0.
template <int kHint>
double time_ahead(const View4& view, Keys keys, std::size_t distance, int work) {
    table::NoCounts none;
    std::uint64_t chain = 1;
    return ticks_per_step(keys.size() - distance, [&](std::size_t i) {
        prefetch_slots<kHint>(view.slots_of(view.hash_of(keys[i + distance] + (chain == 0))));
        for (int step = 0; step < work; ++step) {
            chain = chain * 6364136223846793005u + 1442695040888963407u;
            asm volatile("" : "+r"(chain));
        }
        if constexpr (kHint == kNoProbe) {
            chain += keys[i] & 1;
        } else {
            const table::Found found = view.probe(view.hash_of(keys[i] + (chain == 0)), none);
            chain += found.opened.word1 & 1;  // the next node depends on this answer
        }
    });
}

}  // namespace

double time_probes(const TableAccess& table, Keys keys, Path path) {
    const View4 view = view_of(table);
    table::NoCounts none;
    std::uint64_t chain = 0;
    switch (path) {
        case Path::kCall:
            return ticks_per_key(keys, [&](const std::uint64_t* first, std::size_t count) {
                table.probe_all(table.handle, first, count);
            });
        case Path::kFixed:
            return ticks_per_step(keys.size(), [&](std::size_t i) {
                keep(view.probe(view.hash_of(keys[i]), none).opened.word1);
            });
        case Path::kChained:
            return ticks_per_step(keys.size(), [&](std::size_t i) {
                const table::Found found = view.probe(view.hash_of(keys[i] + chain), none);
                chain = found.opened.word1 & static_cast<std::uint64_t>(-static_cast<std::int64_t>(chain));
                asm volatile("" : "+r"(chain));
            });
        case Path::kIndex:
            return ticks_per_step(keys.size(),
                                  [&](std::size_t i) { keep(view.slots_of(view.hash_of(keys[i]))); });
        case Path::kLoad:
            return ticks_per_step(keys.size(), [&](std::size_t i) {
                keep(table::AtomicWords::load(view.slots_of(view.hash_of(keys[i]))->word1));
            });
        case Path::kUnpacked:
            return ticks_per_step(keys.size(), [&](std::size_t i) {
                const table::Entry entry = view.probe(view.hash_of(keys[i]), none).opened.entry();
                asm volatile("" : : "m"(entry));
            });
        case Path::kChosen:
            return ticks_per_key(keys, [&](const std::uint64_t* first, std::size_t count) {
                table.probe_all_chosen(table.handle, first, count);
            });
    }
    throw std::invalid_argument("path must be between 0 and 6");
}

double time_stores(const TableAccess& table, Keys keys) {
    const table::Entry entry{7, 12, 3, 5, 0, table::Bound::kLower, table::Source::kMain, false};
    return ticks_per_key(keys, [&](const std::uint64_t* first, std::size_t count) {
        table.store_all(table.handle, first, count, entry);
    });
}

double time_prefetch(const TableAccess& table, Keys keys, std::size_t distance, int work, int hint) {
    const View4 view = view_of(table);
    if (keys.size() <= distance) throw std::invalid_argument("there must be more keys than the distance");
    switch (hint) {
        case kNoProbe:
            return time_ahead<kNoProbe>(view, keys, distance, work);
        case kNoPrefetch:
            return time_ahead<kNoPrefetch>(view, keys, distance, work);
        case 0:
            return time_ahead<0>(view, keys, distance, work);
        case 1:
            return time_ahead<1>(view, keys, distance, work);
        case 2:
            return time_ahead<2>(view, keys, distance, work);
        default:
            return time_ahead<3>(view, keys, distance, work);
    }
}

std::uint64_t count_hits(const TableAccess& table, std::uint64_t first, std::uint64_t count) {
    const View4 view = view_of(table);
    table::NoCounts none;
    std::uint64_t hits = 0;
    for (std::uint64_t i = 0; i < count; ++i) hits += view.probe(view.hash_of(first + 2 * i), none).hit;
    return hits;
}

}  // namespace tabiya::lab
