// The table at a node: what may be read from it, and what is written.
//
// An entry is about a position, but a score may depend on the path to it, by repetition and by the fifty-move
// counter (the graph-history problem). Protected: repetition and counter at the node itself are judged before
// the probe. No entry cuts off at a high counter, nor a mate that the counter might not allow (unless
// rule50_keys separates such positions). The root is never cut off. Not protected: a draw by repetition below
// a node enters its score and is believed on other paths, and so is the absence of one.
#pragma once

#include "search/worker.hpp"
#include "table/window.hpp"

namespace tabiya::search {

template <Game G, class Access>
Remembered<typename G::Move> Worker<G, Access>::probe(int ply, int depth, int alpha, int beta,
                                                      bool may_cut_off) {
    Remembered<Move> result;
    if constexpr (!Access::kPresent) return result;
    const Frame<G>& here = frame(ply);
    const std::size_t level = depth_class(depth);
    statistics_.add(Count::kProbes);
    ++statistics_.probes_by_depth[level];
    const Found found = access_.probe(here.hash);
    if (!found.hit) return result;
    statistics_.add(Count::kHits);
    ++statistics_.hits_by_depth[level];
    const table::Opened& opened = found.opened;
    const int entry_depth = opened.depth();
    const bool deep = config_.exact_depth ? entry_depth == depth : entry_depth >= depth;
    if (deep) statistics_.add(Count::kDeepHits);
    if (!acts_on_table()) return result;

    if (const std::uint32_t bits = opened.move(); bits != 0) {
        result.move = G::move_from_table(here.board, bits);
        if (!result.move) {  // entry of another position or program: nothing in it is about this one
            statistics_.add(Count::kIllegalTableMoves);
            return result;
        }
        if (!config_.table_move_first) result.move = Move();
    }
    result.score = from_table(opened.score(), ply);
    result.bound = opened.bound();
    result.depth = entry_depth;
    result.eval = opened.eval();
    const bool decides = table::decides(result.bound, result.score, table::Window<int>{alpha, beta});
    if (may_cut_off && deep && decides && G::may_cut_off(here.board, config_.rules) &&
        believes(here.board, opened.score())) {
        statistics_.cutoffs.add(result.bound, opened.source());
        result.cut_off = true;
        return result;
    }
    result.hit = true;
    return result;
}

// Whether a mate in the entry, counted from the node, can still be reached here.
template <Game G, class Access>
bool Worker<G, Access>::believes(const Board& board, int score) const {
    if (score >= kMateBound) return G::believes_mate(board, kMate - score);
    if (score <= -kMateBound) return G::believes_mate(board, kMate + score);
    return true;
}

template <Game G, class Access>
void Worker<G, Access>::store(int ply, int score, int depth, Bound bound, Move move, Source source, bool pv) {
    if constexpr (!Access::kPresent) return;
    if (stopped() || !writes_table()) return;
    if (score == kDraw && !config_.draw_entries) return;
    const Frame<G>& here = frame(ply);
    Entry entry;
    entry.move = move.pack();
    entry.score = to_table(score, ply);
    entry.eval = static_cast<std::int16_t>(here.eval);
    entry.depth = static_cast<std::uint8_t>(std::clamp(depth, 0, 255));
    entry.bound = bound;
    entry.source = source;
    entry.pv = pv;
    access_.store(here.hash, entry);
    statistics_.stores.add(bound, source);
}

template <Game G, class Access>
Bound Worker<G, Access>::bound_of(int score, int original_alpha, int beta) {
    return table::bound_in(score, table::Window<int>{original_alpha, beta});
}

// The evaluation is a function of the position: that of an entry is as good as a new one.
template <Game G, class Access>
void Worker<G, Access>::static_eval(int ply, const Remembered<Move>& remembered) {
    Frame<G>& here = frame(ply);
    if (here.in_check) {
        here.eval = table::kNoEval;
    } else if (remembered.hit && remembered.eval != table::kNoEval) {
        statistics_.add(Count::kTableEvaluations);
        here.eval = remembered.eval;
    } else {
        here.eval = evaluate(ply);
    }
}

// A bound from an earlier search of any depth corrects the evaluation if it contradicts it.
template <Game G, class Access>
int Worker<G, Access>::refined_eval(int ply, const Remembered<Move>& remembered) const {
    const int eval = stack_.frame(ply).eval;
    if (eval == table::kNoEval || !remembered.hit || is_mate(remembered.score)) return eval;
    const bool above = remembered.score > eval;
    const Bound needed = above ? Bound::kLower : Bound::kUpper;
    return remembered.bound == Bound::kExact || remembered.bound == needed ? remembered.score : eval;
}

}  // namespace tabiya::search
