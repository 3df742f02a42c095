// The root: iterative deepening, aspiration windows, and root moves.
#pragma once

#include <algorithm>

#include "search/worker.hpp"

namespace tabiya::search {

template <Game G, class Access>
void Worker<G, Access>::begin(const Root<G>& root, const std::vector<Move>& root_moves) {
    stack_.begin(root.board, root.past);
    Frame<G>& here = frame(0);
    here.continuation = &state_.history.after_none();
    here.hash = access_.hash_of(G::table_key(root.board, config_.rules));
    if (config_.verify_keys) check_position(root.board);
    static_eval(0, Remembered<Move>{});
    root_moves_.clear();
    for (const Move move : root_moves) {
        root_moves_.emplace_back().move = move;
        root_moves_.back().pv = {move};
    }
    // The table's move first. Its score is ignored: the root is never cut off.
    const Remembered<Move> remembered = probe(0, 0, -kInfinite, kInfinite, false);
    const auto known = std::find_if(root_moves_.begin(), root_moves_.end(),
                                    [&](const RootMove<G>& m) { return m.move == remembered.move; });
    if (known != root_moves_.end()) std::rotate(root_moves_.begin(), known, known + 1);
    if (is_main()) claimed_mate_ = claimed_mate(remembered);
}

// Helpers search the same depths out of step, so that they are ahead in other parts of the tree. A depth
// is complete for all threads as soon as one has completed it: the first thread goes on from a helper's
// result, and a helper that fell behind skips the depths that are done.
template <Game G, class Access>
void Worker<G, Access>::iterate(const OnInfo<Move>& on_info) {
    const int last = team_.limits.depth > 0 ? std::min(team_.limits.depth, kMaxPly - 1) : kMaxPly - 1;
    const std::size_t variations =
        std::min(root_moves_.size(), static_cast<std::size_t>(std::max(team_.limits.multipv, 1)));
    poll();
    const int ahead = number_ % 2;
    for (int depth = 1 + ahead; depth <= last && !stopped(); depth = completed_depth_ + 1) {
        if (is_main()) {
            team_.depth.store(depth, std::memory_order_relaxed);
        } else {
            depth = std::min(std::max(depth, team_.depth.load(std::memory_order_relaxed) + ahead), last);
        }
        root_depth_ = depth;
        for (RootMove<G>& move : root_moves_) move.previous = move.score;
        for (pv_index_ = 0; pv_index_ < variations && !stopped(); ++pv_index_) search_variation(on_info);
        pv_index_ = 0;
        sort_root_moves();
        if (overtaken_) take_over_iteration();
        if (stopped()) break;
        completed_depth_ = root_depth_;
        if (!is_main()) {
            team_.by_helper.complete(root_depth_, root_moves_);
            continue;
        }
        publish_nodes();
        restore_mate();
        prove_mate();
        store_root();
        for (std::size_t i = 0; i < variations; ++i) {
            complete_pv(root_moves_[i].pv);
            tell(i, on_info);
        }
        if (should_end()) break;
    }
    // An iteration that was cut off may have a new best move, or one whose line is only in the table.
    if (stopped()) {
        for (std::size_t i = 0; i < variations; ++i) complete_pv(root_moves_[i].pv);
    }
}

// The mates that only this thread has proved are restored with the new root moves.
template <Game G, class Access>
void Worker<G, Access>::take_over_iteration() {
    overtaken_ = false;
    stopped_ = team_.control.stopped();
    if (!stopped_) root_depth_ = team_.by_helper.copy_to(root_moves_);
}

// A narrow window around the last score, widened on the side where it fails.
template <Game G, class Access>
void Worker<G, Access>::search_variation(const OnInfo<Move>& on_info) {
    for (std::size_t i = pv_index_; i < root_moves_.size(); ++i) root_moves_[i].score = -kInfinite;
    const int previous = root_moves_[pv_index_].previous;
    seldepth_ = 0;
    int width = 18;
    int alpha = -kInfinite, beta = kInfinite;
    if (config_.aspiration && root_depth_ >= 5 && previous != -kInfinite) {
        alpha = std::max(previous - width, -kInfinite);
        beta = std::min(previous + width, kInfinite);
    }
    while (true) {
        const int score = search_root(alpha, beta, on_info);
        if (stopped()) return;
        sort_root_moves();
        if (score <= alpha) {
            beta = (alpha + beta) / 2;
            alpha = std::max(score - width, -kInfinite);
        } else if (score >= beta) {
            beta = std::min(score + width, kInfinite);
        } else {
            return;
        }
        if (is_main() && is_long_search()) tell(pv_index_, on_info);
        width += width / 2;
        if (width > 1500) alpha = -kInfinite, beta = kInfinite;
    }
}

template <Game G, class Access>
int Worker<G, Access>::search_root(int alpha, int beta, const OnInfo<Move>& on_info) {
    state_.pv.clear(0);
    Node node{0, root_depth_, alpha, beta, frame(0).eval, true, false, {}};
    frame(2).killers = {};
    notes_.purpose(Purpose::kRoot);
    notes_.enter(visit_begin(0, root_depth_, alpha, beta, true, false, false));
    notes_.evaluated(node.eval);
    search_root_moves(node, on_info);
    if (!stopped()) {
        notes_.moves(node.count, node.best_move.pack());
        notes_.ended(node.best >= beta ? Ending::kBetaCutoff : Ending::kMovesDone);
    }
    notes_.leave(stopped() ? 0 : node.best);
    return stopped() ? 0 : node.best;
}

template <Game G, class Access>
void Worker<G, Access>::search_root_moves(Node& node, const OnInfo<Move>& on_info) {
    for (std::size_t i = pv_index_; i < root_moves_.size(); ++i) {
        RootMove<G>& root_move = root_moves_[i];
        if (is_main() && is_long_search()) tell_current(root_move.move, i + 1, on_info);
        ++node.count;
        const bool tactical = G::is_tactical(frame(0).board, root_move.move);
        const int shorter = node.count > 1 ? reduction(node, root_move.move, tactical, true) : 0;
        const int longer = config_.check_extension && frame(0).in_check ? 1 : 0;
        make(0, root_move.move);
        const int score = search_child<true>(node, longer, shorter);
        if (stopped()) return;
        keep(root_move, score, node);
        if (score > node.best) {
            node.best = score;
            node.best_move = root_move.move;
            node.alpha = std::max(node.alpha, score);
            if (score >= node.beta) break;
        }
    }
}

// Only the score of the first move and scores above alpha are meaningful: the others are bounds.
template <Game G, class Access>
void Worker<G, Access>::keep(RootMove<G>& root_move, int score, const Node& node) {
    if (node.count > 1 && score <= node.alpha) {
        root_move.score = -kInfinite;
        return;
    }
    root_move.score = score;
    root_move.bound = bound_of(score, node.alpha, node.beta);
    root_move.depth = root_depth_;
    root_move.seldepth = seldepth_;
    const auto rest = score > node.alpha ? state_.pv.from(1) : std::span<const Move>();
    // A window that failed may leave no line. The last one stays: the search may end before there is another.
    if (rest.empty() && root_move.bound != Bound::kExact) return;
    root_move.pv.assign(1, root_move.move);
    root_move.pv.insert(root_move.pv.end(), rest.begin(), rest.end());
}

template <Game G, class Access>
void Worker<G, Access>::sort_root_moves() {
    std::stable_sort(root_moves_.begin() + static_cast<std::ptrdiff_t>(pv_index_), root_moves_.end(),
                     [](const RootMove<G>& a, const RootMove<G>& b) {
                         return a.score != b.score ? a.score > b.score : a.previous > b.previous;
                     });
}

template <Game G, class Access>
bool Worker<G, Access>::should_end() {
    const Limits& limits = team_.limits;
    return team_.control.soft_deadline_passed() || (limits.mate > 0 && mate_is_decided());
}

// Whether the requested mate is found and the shortest, or there is none. Proving that it is the shortest may
// take very long, so it gets as many nodes again as the mate took.
template <Game G, class Access>
bool Worker<G, Access>::mate_is_decided() {
    const int score = root_moves_[0].score;
    if (score < mate_in(team_.limits.mate)) return disproved_[0] >= team_.limits.mate;
    if (mate_nodes_ == 0) mate_nodes_ = nodes_;
    constexpr std::uint64_t kAtLeast = 500'000;
    return !config_.prove_mates || proved_ || disproved_[0] >= kMate - score - 2 ||
           nodes_ >= 2 * mate_nodes_ + kAtLeast;
}

// Kept when an iteration is complete, unless it skipped moves.
template <Game G, class Access>
void Worker<G, Access>::store_root() {
    const RootMove<G>& best = root_moves_[0];
    if (team_.limits.moves.empty() && best.bound == Bound::kExact) {
        store(0, best.score, root_depth_, best.bound, best.move, Source::kMain, true);
    }
}

template <Game G, class Access>
bool Worker<G, Access>::is_long_search() const {
    constexpr double kMilliseconds = 3000;
    return root_depth_ > 5 && team_.control.elapsed_ms() > kMilliseconds;
}

template <Game G, class Access>
Info<typename G::Move> Worker<G, Access>::news() const {
    publish();
    Info<Move> info;
    info.depth = root_depth_;
    info.nodes = team_.total(&Published::nodes);
    info.probes = team_.total(&Published::probes);
    info.hits = team_.total(&Published::hits);
    info.ms = team_.control.elapsed_ms();
    info.hashfull = table_ != nullptr ? table_->hashfull() : 0;
    return info;
}

template <Game G, class Access>
void Worker<G, Access>::tell(std::size_t index, const OnInfo<Move>& on_info) const {
    if (!on_info) return;
    const RootMove<G>& root_move = root_moves_[index];
    Info<Move> info = news();
    info.seldepth = root_move.seldepth;
    info.multipv = static_cast<int>(index) + 1;
    info.score = root_move.score;
    info.bound = root_move.bound;
    info.pv = root_move.pv;
    on_info(std::move(info));
}

template <Game G, class Access>
void Worker<G, Access>::tell_current(Move move, std::size_t number, const OnInfo<Move>& on_info) const {
    if (!on_info) return;
    Info<Move> info = news();
    info.current_move = move;
    info.current_number = static_cast<int>(number);
    on_info(std::move(info));
}

}  // namespace tabiya::search
