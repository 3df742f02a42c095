// Pruning before a node tries its own moves.
#pragma once

#include <algorithm>
#include <utility>

#include "search/worker.hpp"

namespace tabiya::search {

template <Game G, class Access>
bool Worker<G, Access>::improving(int ply) {
    if (ply < 2 || frame(ply).eval == table::kNoEval) return false;
    const int before = frame(ply - 2).eval;
    return before == table::kNoEval || frame(ply).eval > before;
}

// So far above beta that a shallow search will not fall below it, or so far below alpha that only captures
// could help. An evaluation says nothing about mates, so nothing is pruned if the window is about mates.
template <Game G, class Access>
int Worker<G, Access>::prune_by_eval(int ply, int depth, int alpha, int beta, int eval, bool improving) {
    if (is_mate(alpha) || is_mate(beta)) return kNotOver;
    if (config_.reverse_futility && depth <= 8 && eval - 75 * (depth - improving) >= beta)
        return ended(Ending::kReverseFutility, eval);
    if (config_.razoring && config_.quiescence && depth <= 3 && eval + 250 * depth * depth <= alpha) {
        notes_.purpose(Purpose::kRazoring);
        const int score = quiesce<false>(ply, alpha, alpha + 1);
        if (stopped()) return 0;
        if (score <= alpha) return ended(Ending::kRazoring, score);
    }
    return kNotOver;
}

// If even passing is good enough, a move is too. The exception is zugzwang, which is verified by a search
// without passing.
template <Game G, class Access>
int Worker<G, Access>::try_null_move(int ply, int depth, int beta, int eval, bool improving) {
    const Frame<G>& here = frame(ply);
    const bool after_null = ply > 0 && !here.move;
    if (!config_.null_move || depth < 3 || after_null || is_mate(beta) || ply < null_move_from_ ||
        eval < beta || here.eval + 20 * depth - 60 * improving < beta - 60 || !G::may_pass(here.board)) {
        return kNotOver;
    }
    statistics_.add(Count::kNullTries);
    // Leave at least one ply: quiescence does not see mates by quiet moves.
    const int reduced = std::max(depth - (3 + depth / 3 + std::min((eval - beta) / 200, 3)), 1);
    make_null(ply);
    notes_.purpose(Purpose::kNullMove);
    int score = -search<false>(ply + 1, reduced, -beta, -beta + 1, false);
    if (stopped()) return 0;
    if (score < beta) return kNotOver;
    if (is_mate(score)) score = beta;  // not proved, because one side moved twice

    if (config_.null_move_verification && null_move_from_ == 0 &&
        (depth >= 14 || G::zugzwang_prone(here.board))) {
        statistics_.add(Count::kVerifications);
        null_move_from_ = ply + 3 * reduced / 4 + 1;
        notes_.purpose(Purpose::kVerification);
        const int verified = search<false>(ply, reduced, beta - 1, beta, false);
        null_move_from_ = 0;
        if (stopped()) return 0;
        if (verified < beta) return kNotOver;
    }
    statistics_.add(Count::kNullCutoffs);
    if (config_.null_move_entries) store(ply, score, depth, Bound::kLower, Move(), Source::kNullMove, false);
    return ended(Ending::kNullMove, score);
}

// Without a table move, a shallower search of the same node finds one. The node's own entry is overwritten
// when its full search ends, so entries below it carry the source too.
template <Game G, class Access>
typename G::Move Worker<G, Access>::internal_deepening(int ply, int depth, int alpha, int beta,
                                                       bool cut_node) {
    const Frame<G>& here = frame(ply);
    const int shallow = depth - 2 - depth / 4;
    Node node{ply, shallow, alpha, beta, here.eval, false, cut_node, {}};
    notes_.purpose(Purpose::kDeepening);
    notes_.enter(visit_begin(ply, shallow, alpha, beta, false, cut_node, false));
    const Source outer = std::exchange(source_, Source::kIid);
    search_moves<false>(node, false);
    source_ = outer;
    if (!stopped() && node.count > 0)
        store(ply, node.best, shallow, bound_of(node.best, alpha, beta), node.best_move, Source::kIid, false);
    notes_.leave(node.best);
    if (stopped() || node.count == 0) return Move();
    return node.best_move;
}

}  // namespace tabiya::search
