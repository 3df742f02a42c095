// The move loop of a node: which moves are pruned, how deep the others are searched, and what is learned.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "search/worker.hpp"

namespace tabiya::search {

namespace detail {

// The reduction of late moves in plies, logarithmic in depth and move number.
inline const std::array<std::array<std::int8_t, 64>, 64> kReductions = [] {
    std::array<std::array<std::int8_t, 64>, 64> table{};
    for (std::size_t depth = 1; depth < 64; ++depth) {
        for (std::size_t count = 1; count < 64; ++count) {
            const double plies =
                0.4 + std::log(static_cast<double>(depth)) * std::log(static_cast<double>(count)) / 2.1;
            table[depth][count] = static_cast<std::int8_t>(plies);
        }
    }
    return table;
}();

inline int base_reduction(int depth, int count) {
    return kReductions[static_cast<std::size_t>(std::min(depth, 63))]
                      [static_cast<std::size_t>(std::min(count, 63))];
}

}  // namespace detail

template <Game G, class Access>
template <bool kPv>
void Worker<G, Access>::search_moves(Node& node, bool learns) {
    const int ply = node.ply;
    Frame<G>& here = frame(ply);
    if (ply + 2 <= kMaxPly) frame(ply + 2).killers = {};
    Picker<G> picker(here.board, state_.history, config_, node.remembered.move, hints(ply), here.in_check);
    constexpr int kMaxTried = 64;
    std::array<Move, kMaxTried> tried;  // before the one that cut off
    int tried_count = 0;

    while (const Move move = picker.next()) {
        if (move == here.excluded) continue;
        ++node.count;
        const bool tactical = G::is_tactical(here.board, move);
        if (node.best > -kMateBound && is_futile(node, move, tactical, picker)) continue;
        if (node.count == 1 && move == node.remembered.move) statistics_.add(Count::kTableMovesFirst);

        const int longer = extension(node, move);
        if (stopped()) return;
        if (node.best >= node.beta)
            return notes_.ended(Ending::kMultiCut);  // the singular search found several cutoffs
        const int shorter = node.depth >= 2 && node.count > 1 ? reduction(node, move, tactical, kPv) : 0;
        make(ply, move);
        const int score = search_child<kPv>(node, longer, shorter);
        if (stopped()) return;

        if (score > node.best) {
            node.best = score;
            if (score > node.alpha) {
                node.best_move = move;
                node.alpha = score;
                if constexpr (kPv) state_.pv.update(ply, move);
                if (score >= node.beta) {
                    statistics_.add(Count::kBetaCutoffs);
                    if (node.count == 1) statistics_.add(Count::kFirstMoveCutoffs);
                    if (node.count == 1 && move == node.remembered.move)
                        statistics_.add(Count::kTableMoveCutoffs);
                    if (learns) learn(node, tried.data(), tried_count);
                    notes_.moves(node.count, move.pack());
                    return notes_.ended(Ending::kBetaCutoff);
                }
            }
        }
        if (tried_count < kMaxTried) tried[static_cast<std::size_t>(tried_count++)] = move;
    }
    notes_.moves(node.count, node.best_move.pack());
    notes_.ended(Ending::kMovesDone);
}

template <Game G, class Access>
typename Picker<G>::Hints Worker<G, Access>::hints(int ply) {
    Frame<G>& here = frame(ply);
    typename Picker<G>::Hints hints;
    if (config_.killers) {
        hints.refutations[0] = here.killers[0];
        hints.refutations[1] = here.killers[1];
    }
    if (config_.counter_moves && here.move) hints.refutations[2] = state_.history.counter[here.piece_slot];
    hints.after_last = here.continuation;
    hints.after_before = ply > 0 ? frame(ply - 1).continuation : here.continuation;
    return hints;
}

// Whether to prune a move: too late, too hopeless or too costly for the remaining depth.
template <Game G, class Access>
bool Worker<G, Access>::is_futile(const Node& node, Move move, bool tactical, Picker<G>& picker) {
    const Frame<G>& here = frame(node.ply);
    if (tactical) {
        const bool loses =
            config_.see_pruning && node.depth <= 7 && !G::see_at_least(here.board, move, -100 * node.depth);
        if (loses) notes_.pruned(Pruned::kExchange);
        return loses;
    }
    if (here.in_check || !G::may_reduce(here.board)) return false;
    const int left = std::max(node.depth - detail::base_reduction(node.depth, node.count), 1);
    const bool late = config_.late_move_pruning && node.depth <= 8 &&
                      node.count > (4 + node.depth * node.depth) / (node.improving ? 1 : 2);
    const bool hopeless =
        config_.futility && left <= 7 && !is_mate(node.alpha) && node.eval + 100 + 90 * left <= node.alpha;
    if (late) picker.skip_quiets();
    if ((late || hopeless) && !picker.checks().gives(move)) {
        notes_.pruned(late ? Pruned::kLate : Pruned::kFutile);
        return true;
    }
    const bool loses =
        config_.see_pruning && left <= 7 && !G::see_at_least(here.board, move, -25 * left * left);
    if (loses) notes_.pruned(Pruned::kExchange);
    return loses;
}

// Extends a table move that is much better than all others by one ply. If other moves are good enough too,
// node.best says so and the node is finished.
template <Game G, class Access>
int Worker<G, Access>::extension(Node& node, Move move) {
    if (node.ply >= 2 * root_depth_) return 0;
    Frame<G>& here = frame(node.ply);
    const Remembered<Move>& remembered = node.remembered;
    if (config_.singular_extension && node.depth >= 7 && move == remembered.move && remembered.hit &&
        !here.excluded && remembered.bound != Bound::kUpper && remembered.depth >= node.depth - 3 &&
        !is_mate(remembered.score)) {
        const int margin = remembered.score - 2 * node.depth;
        here.excluded = move;
        notes_.purpose(Purpose::kSingular);
        const int others = search<false>(node.ply, (node.depth - 1) / 2, margin - 1, margin, node.cut_node);
        here.excluded = Move();
        if (stopped()) return 0;
        if (others < margin) {
            statistics_.add(Count::kSingularExtensions);
            return 1;
        }
        if (margin >= node.beta) node.best = margin;
    }
    return config_.check_extension && here.in_check ? 1 : 0;
}

template <Game G, class Access>
int Worker<G, Access>::reduction(const Node& node, Move move, bool tactical, bool pv) {
    if (!config_.lmr || node.depth < 3 || node.count < 2 + 2 * pv) return 0;
    if (!G::may_reduce(frame(node.ply).board)) return 0;
    int plies = detail::base_reduction(node.depth, node.count);
    if (tactical) {
        plies = plies / 2;
    } else {
        plies -= quiet_history(node.ply, move) / 8192;
        plies += !node.improving;
    }
    plies += node.cut_node;
    plies -= pv;
    plies -= frame(node.ply).in_check;
    return std::clamp(plies, 0, node.depth - 2);
}

template <Game G, class Access>
int Worker<G, Access>::quiet_history(int ply, Move move) {
    const Frame<G>& here = frame(ply);
    int sum = config_.history ? 2 * state_.history.quiet[G::route_slot(here.board, move)].value() : 0;
    if (config_.continuation_history) {
        const std::size_t slot = G::piece_slot(here.board, move);
        sum += (*here.continuation)[slot].value();
        if (ply > 0) sum += (*frame(ply - 1).continuation)[slot].value();
    }
    return sum;
}

// Searches the move that was made. Null windows prove that later moves are no better. A better one gets its
// full depth, and on the principal variation its full window.
template <Game G, class Access>
template <bool kPv>
int Worker<G, Access>::search_child(const Node& node, int extension, int reduction) {
    const int ply = node.ply + 1;
    const int alpha = node.alpha;
    const int depth = node.depth - 1 + extension;
    if (!config_.pvs) return -search<kPv>(ply, depth, -node.beta, -alpha, !node.cut_node);
    int score = 0;
    if (reduction > 0) {
        const int reduced = frame(ply).in_check ? depth - std::max(reduction - 1, 0) : depth - reduction;
        notes_.purpose(Purpose::kReduced);
        score = -search<false>(ply, reduced, -alpha - 1, -alpha, true);
        if (stopped() || score <= alpha) return score;
    }
    if (!kPv || node.count > 1) {
        notes_.purpose(Purpose::kScout);
        score = -search<false>(ply, depth, -alpha - 1, -alpha, !node.cut_node);
        if (!kPv || stopped() || score <= alpha) return score;
    }
    return -search<true>(ply, depth, -node.beta, -alpha, false);
}

template <Game G, class Access>
void Worker<G, Access>::make(int ply, Move move) {
    const Frame<G>& here = frame(ply);
    Frame<G>& child = frame(ply + 1);
    if constexpr (Access::kPresent) {
        child.hash = access_.hash_of(G::table_key_after(here.board, move, config_.rules));
        if (config_.prefetch) access_.prefetch(child.hash);
    }
    child.piece_slot = G::piece_slot(here.board, move);
    child.continuation = &state_.history.continuation[child.piece_slot];
    child.move = move;
    child.board = here.board;
    G::make(child.board, move);
    child.in_check = G::in_check(child.board);
    stack_.remember(ply + 1);
    if (config_.verify_keys) verify_child(ply, move);
    notes_.made(ply + 1, move.pack(), true);
    count_node();
}

template <Game G, class Access>
void Worker<G, Access>::make_null(int ply) {
    Frame<G>& child = frame(ply + 1);
    child.continuation = &state_.history.after_none();
    child.move = Move();
    child.board = frame(ply).board;
    G::make_null(child.board);
    child.in_check = false;
    child.hash = access_.hash_of(G::table_key(child.board, config_.rules));
    if (config_.prefetch) access_.prefetch(child.hash);
    stack_.remember(ply + 1);
    if (config_.verify_keys) check_position(child.board);
    notes_.made(ply + 1, 0, false);
}

// The key foretold for the table must be the key of the board, which must be the key of the pieces.
template <Game G, class Access>
void Worker<G, Access>::verify_child(int ply, Move move) const {
    const Board& parent = frame(ply).board;
    const Board& child = frame(ply + 1).board;
    check_move(parent, move, child);
    const std::uint64_t foretold = G::table_key_after(parent, move, config_.rules);
    const std::uint64_t found = G::table_key(child, config_.rules);
    if (foretold != found)
        report_drift(parent, move, "table key " + hex(foretold) + " instead of " + hex(found));
}

// After a cutoff: rewards the move that caused it and penalises those tried before.
template <Game G, class Access>
void Worker<G, Access>::learn(const Node& node, const Move* tried, int tried_count) {
    Frame<G>& here = frame(node.ply);
    History<G>& history = state_.history;
    const int bonus = history_bonus(node.depth);
    const Move best = node.best_move;
    const bool best_is_tactical = G::is_tactical(here.board, best);
    const auto update_quiet = [&](Move move, int amount) {
        history.quiet[G::route_slot(here.board, move)].update(amount);
        const std::size_t slot = G::piece_slot(here.board, move);
        (*here.continuation)[slot].update(amount);
        if (node.ply > 0) (*frame(node.ply - 1).continuation)[slot].update(amount);
    };
    if (best_is_tactical) {
        history.tactical[G::tactical_slot(here.board, best)].update(bonus);
    } else {
        if (here.killers[0] != best) here.killers = {best, here.killers[0]};
        if (here.move) history.counter[here.piece_slot] = best;
        update_quiet(best, bonus);
    }
    for (int i = 0; i < tried_count; ++i) {
        if (G::is_tactical(here.board, tried[i])) {
            history.tactical[G::tactical_slot(here.board, tried[i])].update(-bonus);
        } else if (!best_is_tactical) {
            update_quiet(tried[i], -bonus);
        }
    }
}

}  // namespace tabiya::search
