// A node of the main search, from top to bottom: rules, table, static evaluation, pruning, moves, store.
#pragma once

#include <algorithm>

#include "search/worker.hpp"

namespace tabiya::search {

// Returns the score for the side to move, fail-soft: at most alpha it is an upper bound, at least beta a
// lower bound. kPv: on the principal variation, with an open window. Meaningless once stopped() is true.
template <Game G, class Access>
template <bool kPv>
int Worker<G, Access>::search(int ply, int depth, int alpha, int beta, bool cut_node) {
    if (depth <= 0) return config_.quiescence ? quiesce<kPv>(ply, alpha, beta) : leaf(ply, alpha, beta);
    notes_.enter(visit_begin(ply, depth, alpha, beta, kPv, cut_node, false));
    const int score = search_node<kPv>(ply, depth, alpha, beta, cut_node);
    notes_.leave(score);
    return score;
}

template <Game G, class Access>
template <bool kPv>
int Worker<G, Access>::search_node(int ply, int depth, int alpha, int beta, bool cut_node) {
    if (stopped()) return 0;
    if constexpr (kPv) {
        state_.pv.clear(ply);
        seldepth_ = std::max(seldepth_, ply + 1);
    }

    // Rules first: the table knows neither the path nor the counter.
    if (const int over = rules(ply); over != kNotOver) return ended(Ending::kRule, over);
    if (config_.mate_distance) {
        alpha = std::max(alpha, mated_in(ply));
        beta = std::min(beta, mate_in(ply + 1));
        if (alpha >= beta) return ended(Ending::kMateDistance, alpha);
    }
    const int original_alpha = alpha;

    // An excluded search asks for the node's value without its best move. The entry is about the node with
    // that move, so it is neither read nor written.
    Frame<G>& here = frame(ply);
    const bool excluding = static_cast<bool>(here.excluded);
    Remembered<Move> remembered;
    if (!excluding) {
        const bool may_cut_off = !kPv || !config_.pvs;
        remembered = probe(ply, depth, alpha, beta, may_cut_off);
        if (remembered.cut_off) return ended(Ending::kTable, remembered.score);
        static_eval(ply, remembered);
        notes_.evaluated(here.eval);
    }
    const int eval = refined_eval(ply, remembered);
    const bool is_improving = improving(ply);

    if (!kPv && !here.in_check && !excluding && !is_mate(beta)) {
        if (const int score = prune_by_eval(ply, depth, alpha, beta, eval, is_improving); score != kNotOver) {
            return score;
        }
        if (const int score = try_null_move(ply, depth, beta, eval, is_improving); score != kNotOver) {
            return score;
        }
        if (stopped()) return 0;
    }
    // No table move yet; the next visit will have one.
    if (!remembered.move && !excluding && config_.table_mode == TableMode::kUse && Access::kPresent) {
        if (config_.iid && depth >= 5) {
            remembered.move = internal_deepening(ply, depth, alpha, beta, cut_node);
            if (stopped()) return 0;
        } else if (config_.iir && depth >= config_.iir_depth && (kPv || cut_node)) {
            --depth;
        }
    }

    Node node{ply, depth, alpha, beta, eval, is_improving, cut_node, remembered};
    search_moves<kPv>(node, true);
    if (stopped()) return 0;
    if (node.count == 0) {
        const int score = excluding ? alpha : score_of(G::without_moves(here.board, here.in_check), ply);
        return ended(Ending::kNoMoves, score);
    }
    if (!excluding) {
        const Bound bound = bound_of(node.best, original_alpha, beta);
        store(ply, node.best, depth, bound, node.best_move, source_, kPv);
    }
    return node.best;
}

template <Game G, class Access>
int Worker<G, Access>::rules(int ply) const {
    const Frame<G>& here = stack_.frame(ply);
    if (config_.repetition) {
        const Verdict verdict = G::repetition(here.board, stack_.past(ply), ply);
        if (verdict != Verdict::none) return score_of(verdict, ply);
    }
    const Verdict verdict = G::verdict(here.board, here.in_check, config_.rules);
    if (verdict != Verdict::none) return score_of(verdict, ply);
    if (ply >= kMaxPly - 1) return here.in_check ? kDraw : state_.evaluator(here.board);
    return kNotOver;
}

// The end of a search without quiescence: rules, mate and stalemate, and the evaluation.
template <Game G, class Access>
int Worker<G, Access>::leaf(int ply, int alpha, int beta) {
    notes_.enter(visit_begin(ply, 0, alpha, beta, false, false, false));
    const int score = leaf_node(ply);
    notes_.leave(score);
    return score;
}

template <Game G, class Access>
int Worker<G, Access>::leaf_node(int ply) {
    if (stopped()) return 0;
    state_.pv.clear(ply);
    if (const int over = rules(ply); over != kNotOver) return ended(Ending::kRule, over);
    if (!G::has_legal_move(frame(ply).board)) {
        const Verdict verdict = G::without_moves(frame(ply).board, frame(ply).in_check);
        return ended(Ending::kNoMoves, score_of(verdict, ply));
    }
    return ended(Ending::kLeaf, evaluate(ply));
}

template <Game G, class Access>
int Worker<G, Access>::evaluate(int ply) {
    statistics_.add(Count::kEvaluations);
    return state_.evaluator(frame(ply).board);
}

}  // namespace tabiya::search
