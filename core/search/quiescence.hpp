// Quiescence: captures and promotions until the position is quiet, and all check evasions.
#pragma once

#include <algorithm>

#include "search/worker.hpp"

namespace tabiya::search {

template <Game G, class Access>
template <bool kPv>
int Worker<G, Access>::quiesce(int ply, int alpha, int beta) {
    notes_.enter(visit_begin(ply, 0, alpha, beta, kPv, false, true));
    const int score = quiesce_node<kPv>(ply, alpha, beta);
    notes_.leave(score);
    return score;
}

template <Game G, class Access>
template <bool kPv>
int Worker<G, Access>::quiesce_node(int ply, int alpha, int beta) {
    if (stopped()) return 0;
    statistics_.add(Count::kQnodes);
    if constexpr (kPv) {
        state_.pv.clear(ply);
        seldepth_ = std::max(seldepth_, ply + 1);
    }
    if (const int over = rules(ply); over != kNotOver) return ended(Ending::kRule, over);

    Frame<G>& here = frame(ply);
    const int original_alpha = alpha;
    const bool with_table = config_.quiescence_table;
    Remembered<Move> remembered;
    if (with_table) remembered = probe(ply, 0, alpha, beta, !kPv || !config_.pvs);
    if (remembered.cut_off) return ended(Ending::kTable, remembered.score);
    static_eval(ply, remembered);
    notes_.evaluated(here.eval);

    // Stand pat: captures are optional. A cutoff by it is a lower bound of depth 0.
    int best = -kInfinite;
    if (!here.in_check) {
        best = config_.futility ? refined_eval(ply, remembered) : here.eval;
        if (best >= beta) {
            if (with_table && !remembered.hit)
                store(ply, best, 0, Bound::kLower, Move(), Source::kQuiescence, false);
            return ended(Ending::kStandPat, best);
        }
        alpha = std::max(alpha, best);
    }

    const int floor = best + 150;
    Move best_move;
    int count = 0, quiet_evasions = 0;
    const bool usable = remembered.move && (here.in_check || G::is_tactical(here.board, remembered.move));
    Picker<G> picker(here.board, state_.history, config_, usable ? remembered.move : Move(), here.in_check);
    while (const Move move = picker.next()) {
        ++count;
        if (!here.in_check) {
            // Even the captured piece does not bring the score near alpha, or the capture loses material.
            if (config_.futility) {
                const int hoped = floor + G::tactical_gain(here.board, move);
                if (hoped <= alpha && !picker.checks().gives(move)) {
                    best = std::max(best, hoped);
                    notes_.pruned(Pruned::kFutile);
                    continue;
                }
            }
            if (config_.see_pruning && !G::see_at_least(here.board, move, 0)) {
                notes_.pruned(Pruned::kExchange);
                continue;
            }
        } else if (best > -kMateBound) {
            // The check is not mate, so only evasions that win something are needed now. Otherwise
            // interposing drops, captured with the next check, could go on forever.
            if (config_.late_move_pruning && !G::is_tactical(here.board, move) && ++quiet_evasions > 1) {
                notes_.pruned(Pruned::kLate);
                continue;
            }
            if (config_.see_pruning && !G::see_at_least(here.board, move, 0)) {
                notes_.pruned(Pruned::kExchange);
                continue;
            }
        }
        make(ply, move);
        const int score = -quiesce<kPv>(ply + 1, -beta, -alpha);
        if (stopped()) return 0;
        if (score > best) {
            best = score;
            if (score > alpha) {
                best_move = move;
                alpha = score;
                if constexpr (kPv) state_.pv.update(ply, move);
                if (score >= beta) break;
            }
        }
    }
    if (here.in_check && count == 0)
        return ended(Ending::kNoMoves, score_of(G::without_moves(here.board, true), ply));
    notes_.moves(count, best_move.pack());
    notes_.ended(best >= beta ? Ending::kBetaCutoff : Ending::kMovesDone);
    if (with_table) {
        store(ply, best, 0, bound_of(best, original_alpha, beta), best_move, Source::kQuiescence, kPv);
    }
    return best;
}

}  // namespace tabiya::search
