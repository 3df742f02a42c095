// When a thread checks its limits.
#pragma once

#include <algorithm>

#include "search/worker.hpp"

namespace tabiya::search {

template <Game G, class Access>
void Worker<G, Access>::publish() const {
    Published& own = team_.published[static_cast<std::size_t>(number_)];
    own.nodes.store(nodes_, std::memory_order_relaxed);
    own.probes.store(statistics_[Count::kProbes], std::memory_order_relaxed);
    own.hits.store(statistics_[Count::kHits], std::memory_order_relaxed);
    if (!is_main()) return;
    for (std::size_t i = 0; i < kDepthClasses; ++i) {
        team_.depths.probes[i].store(statistics_.probes_by_depth[i], std::memory_order_relaxed);
        team_.depths.hits[i].store(statistics_.hits_by_depth[i], std::memory_order_relaxed);
    }
}

template <Game G, class Access>
void Worker<G, Access>::publish_nodes() {
    publish();
    if (writes_table()) access_.add_nodes(nodes_ - aged_nodes_);
    aged_nodes_ = nodes_;
}

// The first thread checks clock and nodes for all. A node limit is exact with one thread.
template <Game G, class Access>
void Worker<G, Access>::poll() {
    publish_nodes();
    // Often at first: the first access to a part of the table waits until the kernel has cleared a huge page.
    next_poll_ = nodes_ + std::clamp<std::uint64_t>(nodes_ / 64, 4, kPollInterval);
    if (is_main()) {
        const std::uint64_t limit = team_.limits.nodes;
        if (limit != 0) {
            const std::uint64_t total = team_.total(&Published::nodes);
            if (total >= limit) team_.control.stop();
            next_poll_ =
                std::min(next_poll_, nodes_ + std::max<std::uint64_t>(1, limit - std::min(limit, total)));
        }
        if (has_answer() && team_.control.end_wanted()) team_.control.stop();
        if (is_overtaken()) stopped_ = overtaken_ = true;
    }
    if (team_.control.stopped()) stopped_ = true;
}

template <Game G, class Access>
void Worker<G, Access>::finish() {
    publish_nodes();
    access_.finish();
}

}  // namespace tabiya::search
