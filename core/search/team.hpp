// Lazy SMP: threads that share only the table. Included by the files that compile a search.
#pragma once

#include "search/complete_pv.hpp"
#include "search/moves.hpp"
#include "search/node.hpp"
#include "search/polling.hpp"
#include "search/proof.hpp"
#include "search/pruning.hpp"
#include "search/quiescence.hpp"
#include "search/root.hpp"
#include "search/search.hpp"
#include "search/table_rules.hpp"
#include "threads.hpp"

namespace tabiya::search {

template <Game G>
void Search<G>::prepare(int threads) {
    if (states_.size() < static_cast<std::size_t>(threads)) {
        states_.resize(static_cast<std::size_t>(threads));
    }
    for (int i = 0; i < kMaxThreads; ++i) {
        for (auto count : {&Published::nodes, &Published::probes, &Published::hits}) {
            (published_[static_cast<std::size_t>(i)].*count).store(0, std::memory_order_relaxed);
        }
    }
    for (auto* counts : {&depths_.probes, &depths_.hits}) {
        for (auto& count : *counts) count.store(0, std::memory_order_relaxed);
    }
}

template <Game G>
Progress Search<G>::progress() const {
    const std::span<const Published> all{published_.get(), kMaxThreads};
    Progress progress{sum_of(all, &Published::nodes), sum_of(all, &Published::probes),
                      sum_of(all, &Published::hits)};
    for (std::size_t i = 0; i < kDepthClasses; ++i) {
        progress.probes_by_depth[i] = depths_.probes[i].load(std::memory_order_relaxed);
        progress.hits_by_depth[i] = depths_.hits[i].load(std::memory_order_relaxed);
    }
    return progress;
}

template <Game G>
std::uint64_t Search<G>::nodes() const {
    return sum_of({published_.get(), kMaxThreads}, &Published::nodes);
}

template <Game G>
std::vector<typename G::Move> Search<G>::moves_to_search(const Root<G>& root, const Limits& limits) {
    typename G::MoveList legal;
    G::generate(root.board, legal);
    std::vector<Move> moves;
    for (const Move move : legal) {
        const bool wanted = limits.moves.empty() || std::find(limits.moves.begin(), limits.moves.end(),
                                                              move.pack()) != limits.moves.end();
        if (wanted) moves.push_back(move);
    }
    return moves;
}

template <Game G>
Result<typename G::Move> Search<G>::game_over(const Root<G>& root) const {
    Result<Move> result;
    result.score = score_of(G::without_moves(root.board, G::in_check(root.board)), 0);
    result.variations.push_back({result.score, Bound::kExact, 0, {}});
    return result;
}

// An infinite search that has finished: waits until it is stopped, if another thread can do that.
template <Game G>
void Search<G>::wait_for_stop() const {
    if (!kHasThreads) return;
    while (!control_.stopped() && !control_.soft_deadline_passed() && !control_.end_wanted()) {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
}

template <Game G>
Result<typename G::Move> Search<G>::run_begun(const Root<G>& root, table::Table* table, const Limits& limits,
                                              const ConfigOf<G>& config, const OnInfo<Move>& on_info) {
    if (table == nullptr || !table->enabled()) {
        return run_with(NoTable(), root, table, limits, config, on_info);
    }
    return run_with(TableAccess(*table), root, table, limits, config, on_info);
}

template <Game G>
Result<typename G::Move> Search<G>::run_recorded(const Root<G>& root, table::Table& table,
                                                 const Limits& limits, const ConfigOf<G>& config,
                                                 const OnInfo<Move>& on_info, Recording& recording) {
    ConfigOf<G> alone = config;
    alone.threads = 1;
    return run_with(RecordedAccess(table, recording), root, &table, limits, alone, on_info);
}

// The result of the first thread, unless a helper searched deeper and has at least as good a score.
template <class Worker>
const Worker& best_worker(const std::vector<std::unique_ptr<Worker>>& workers, const Limits& limits) {
    const Worker* best = workers[0].get();
    if (limits.multipv > 1 || limits.depth > 0) return *best;
    for (const auto& worker : workers) {
        const int score = worker->root_moves()[0].score, so_far = best->root_moves()[0].score;
        // Only the first thread has proved its mate to be the shortest.
        const bool likes_it = is_mate(so_far) ? score > so_far : score >= so_far;
        if (worker->completed_depth() > best->completed_depth() && likes_it) best = worker.get();
    }
    return *best;
}

// The best lines as infos, for a listener whose last best move is not the one that is played: the search was
// cut off within an iteration, or a helper found it.
template <class Move>
void tell_result(const Result<Move>& result, const Progress& progress, const table::Table* table,
                 const OnInfo<Move>& on_info) {
    int rank = 0;
    for (const Variation<Move>& variation : result.variations) {
        Info<Move> info;
        info.depth = variation.depth;
        info.seldepth = result.seldepth;
        info.multipv = ++rank;
        info.score = variation.score;
        info.bound = variation.bound;
        info.nodes = result.nodes;
        info.probes = progress.probes;
        info.hits = progress.hits;
        info.ms = result.ms;
        info.hashfull = table != nullptr ? table->hashfull() : 0;
        info.pv = variation.pv;
        on_info(std::move(info));
    }
}

template <Game G>
template <class Access>
Result<typename G::Move> Search<G>::run_with(const Access& access, const Root<G>& root, table::Table* table,
                                             const Limits& limits, const ConfigOf<G>& config,
                                             const OnInfo<Move>& on_info) {
    using OneWorker = Worker<G, Access>;
    const int threads = config.threads;
    check_threads(threads, kMaxThreads);
    prepare(threads);
    const std::vector<Move> root_moves = moves_to_search(root, limits);
    if (root_moves.empty()) {
        if (limits.infinite) wait_for_stop();
        return game_over(root);
    }
    std::atomic<int> depth = 1;
    Iteration<G> by_helper;
    const std::span<Published> published{published_.get(), static_cast<std::size_t>(threads)};
    const Team<G> team{limits, config, control_, published, depths_, depth, by_helper};
    std::vector<std::unique_ptr<OneWorker>> workers(static_cast<std::size_t>(threads));
    std::mutex mutex;
    std::exception_ptr failure;
    const auto work = [&](int number, const OnInfo<Move>& tell) {
        try {
            const auto slot = static_cast<std::size_t>(number);
            // Megabytes of history: each thread sets up its own while others already search.
            if (!states_[slot]) states_[slot] = std::make_unique<ThreadState<G>>();
            workers[slot] = std::make_unique<OneWorker>(number, team, *states_[slot], access, table);
            OneWorker& worker = *workers[slot];
            worker.begin(root, root_moves);
            worker.iterate(tell);
            worker.finish();
        } catch (...) {
            control_.stop();
            const std::lock_guard guard(mutex);
            if (!failure) failure = std::current_exception();
        }
    };
    bool stopped = false;
    Move told{};  // the best move of the last info
    const OnInfo<Move> tell = [&](Info<Move>&& info) {
        if (info.multipv == 1 && !info.pv.empty()) told = info.pv[0];
        on_info(std::move(info));
    };
    {
        std::vector<Thread> helpers;
        for (int number = 1; number < threads; ++number) {
            helpers.emplace_back([&, number] { work(number, {}); });
        }
        work(0, on_info ? tell : on_info);
        stopped = workers[0] && workers[0]->was_stopped();
        if (limits.infinite) wait_for_stop();
        control_.stop();
    }
    if (failure) std::rethrow_exception(failure);

    const OneWorker& best = best_worker(workers, limits);
    Result<Move> result;
    result.depth = best.completed_depth();
    result.nodes = nodes();
    result.ms = control_.elapsed_ms();
    result.stopped = stopped;
    for (const auto& worker : workers) result.statistics += worker->statistics();
    const std::size_t variations =
        std::min(root_moves.size(), static_cast<std::size_t>(std::max(limits.multipv, 1)));
    for (std::size_t i = 0; i < variations; ++i) {
        const RootMove<G>& move = best.root_moves()[i];
        // A stop in the first iteration leaves moves without any score.
        const int score = move.score != -kInfinite ? move.score : move.previous;
        result.variations.push_back({score != -kInfinite ? score : 0, move.bound, move.depth, move.pv});
        result.seldepth = std::max(result.seldepth, move.seldepth);
    }
    result.best_move = best.root_moves()[0].move;
    result.score = result.variations[0].score;
    result.bound = result.variations[0].bound;
    if (on_info && told != result.best_move) tell_result(result, progress(), table, on_info);
    return result;
}

}  // namespace tabiya::search
