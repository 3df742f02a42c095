// What two designs that were left out would cost a probe: a small table per thread in front of the shared
// one, and a table that is resized while it is probed.
#include <atomic>
#include <stdexcept>
#include <vector>

#include "lab/lab.hpp"
#include "lab/ticks.hpp"
#include "table/view.hpp"

namespace tabiya::lab {
namespace {

using View4 = table::View<4, table::AtomicWords>;

View4 view_of_clusters(const TableAccess& table) {
    if (table.layout != table::Layout::kCluster4) {
        throw std::invalid_argument("the lab's timings are for cluster4");
    }
    return View4(table.slots, table.clusters, table.header, table.rule, nullptr, table.random_keys);
}

// The work of a node, which waits for the last answer.
std::uint64_t node_of(std::uint64_t chain, int work) {
    for (int step = 0; step < work; ++step) {
        chain = chain * 6364136223846793005u + 1442695040888963407u;
        asm volatile("" : "+r"(chain));
    }
    return chain;
}

// Directly mapped, written through: every store and every hit of the shared table goes here too.
class Front {
  public:
    explicit Front(std::size_t entries) : entries_(entries) {}

    const table::Opened* find(std::uint64_t hash) {
        const Kept& kept = entries_[hash % entries_.size()];
        const bool hit = kept.hash == hash && kept.opened.live();
        answered += hit;
        return hit ? &kept.opened : nullptr;
    }
    void keep(std::uint64_t hash, const table::Opened& opened) {
        entries_[hash % entries_.size()] = {hash, opened};
    }

    std::uint64_t answered = 0;

  private:
    struct Kept {
        std::uint64_t hash = 0;
        table::Opened opened{};
    };
    std::vector<Kept> entries_;
};

// Probes and stores of a trace. kFronted: through `front`.
template <bool kFronted>
double time_operations(const View4& view, const table::VictimRule& rule, Keys keys, Keys words, Front& front,
                       int work) {
    constexpr auto no_eval = static_cast<std::uint16_t>(table::kNoEval);
    table::NoCounts none;
    std::uint64_t chain = 1;
    return ticks_per_step(keys.size(), [&](std::size_t i) {
        const std::uint64_t hash = view.hash_of(keys[i] + (chain == 0));
        if (table::is_live(words[i])) {
            // Not through the view: its store uses locks, which live in _core.
            const table::Opened next{(hash & table::kSignatureMask) << 16 | no_eval, words[i]};
            const table::Stored stored = view.cluster(hash).store(next, rule, none);
            if constexpr (kFronted) front.keep(hash, stored.written);
            return;
        }
        view.prefetch(hash);
        chain = node_of(chain, work);
        if constexpr (kFronted) {
            if (const table::Opened* kept = front.find(hash)) {
                chain += kept->word1 & 1;
                return;
            }
        }
        const table::Found found = view.probe(hash, none);
        if constexpr (kFronted) {
            if (found.hit) front.keep(hash, found.opened);
        }
        chain += found.opened.word1 & 1;
    });
}

}  // namespace

FrontTimes time_front(const TableAccess& table, Keys keys, Keys words, std::size_t entries, int work) {
    const View4 view = view_of_clusters(table);
    if (words.size() != keys.size()) throw std::invalid_argument("keys and words must have the same length");
    Front front(entries ? entries : 1);
    const double ticks = entries ? time_operations<true>(view, table.rule, keys, words, front, work)
                                 : time_operations<false>(view, table.rule, keys, words, front, work);
    return {ticks, front.answered};
}

double time_resizing(const TableAccess& old, const TableAccess& next, Keys keys, double moved, int work) {
    const View4 from = view_of_clusters(old), to = view_of_clusters(next);
    table::NoCounts none;
    std::uint64_t chain = 1;
    if (moved < 0) {
        return ticks_per_step(keys.size(), [&](std::size_t i) {
            const std::uint64_t hash = to.hash_of(keys[i] + (chain == 0));
            to.prefetch(hash);
            chain = node_of(chain, work);
            chain += to.probe(hash, none).opened.word1 & 1;
        });
    }
    // Clusters of the old table below the mark have moved; 0 is no resize. Other threads advance it.
    std::atomic<std::uint64_t> mark{static_cast<std::uint64_t>(moved * static_cast<double>(old.clusters))};
    return ticks_per_step(keys.size(), [&](std::size_t i) {
        const std::uint64_t hash = to.hash_of(keys[i] + (chain == 0));
        const std::uint64_t limit = mark.load(std::memory_order_acquire);
        const View4& holder = limit != 0 && from.cluster_of(hash) >= limit ? from : to;
        holder.prefetch(hash);
        chain = node_of(chain, work);
        chain += holder.probe(hash, none).opened.word1 & 1;
    });
}

}  // namespace tabiya::lab
