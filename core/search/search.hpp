// The front of the search: one search of one game, on any number of threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "search/access.hpp"
#include "search/recorded_access.hpp"
#include "search/worker.hpp"
#include "threads.hpp"

namespace tabiya::search {

// Keeps what threads have learned between searches. One search at a time. Any thread may use control().
template <Game G>
class Search {
  public:
    using Move = typename G::Move;

    // Throws what a checked table throws. `table` may be null. The caller has begun a new generation.
    Result<Move> run(const Root<G>& root, table::Table* table, const Limits& limits,
                     const ConfigOf<G>& config, const OnInfo<Move>& on_info = {}) {
        control_.begin(limits);
        return run_begun(root, table, limits, config, on_info);
    }
    // The same for callers that control it: call control().begin() first.
    Result<Move> run_begun(const Root<G>& root, table::Table* table, const Limits& limits,
                           const ConfigOf<G>& config, const OnInfo<Move>& on_info);
    // The same on one thread, with a table that does not check its calls; the tree goes to `recording`.
    Result<Move> run_recorded(const Root<G>& root, table::Table& table, const Limits& limits,
                              const ConfigOf<G>& config, const OnInfo<Move>& on_info, Recording& recording);

    Control& control() { return control_; }
    std::uint64_t nodes() const;
    // Of the running search, or the last one. From any thread; up to a thousand nodes per thread behind.
    Progress progress() const;
    // Forgets what was learned. Done at once, so that it takes no time from the next search's clock.
    void clear() {
        for (auto& state : states_) state = std::make_unique<ThreadState<G>>();
    }

    template <class Access>
    Result<Move> run_with(const Access& access, const Root<G>& root, table::Table* table,
                          const Limits& limits, const ConfigOf<G>& config, const OnInfo<Move>& on_info);

  private:
    static std::vector<Move> moves_to_search(const Root<G>& root, const Limits& limits);
    Result<Move> game_over(const Root<G>& root) const;
    void wait_for_stop() const;
    void prepare(int threads);

    Control control_;
    std::vector<std::unique_ptr<ThreadState<G>>> states_;
    std::unique_ptr<Published[]> published_ = std::make_unique<Published[]>(kMaxThreads);
    PublishedDepths depths_;
};

}  // namespace tabiya::search
