// The requirements on a searchable game: a struct of static functions and types, so that a node calls nothing
// through a pointer.
//
// Missing features cost nothing: a function with a constant result is constexpr. Without checks, in_check()
// and gives() are false. Without captures, no move is tactical and every exchange is good enough. If a null
// move proves nothing, may_pass() is false. A side that must pass has a legal passing move.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

#include "games/differential.hpp"
#include "games/evaluation.hpp"
#include "games/verdict.hpp"

namespace tabiya {

template <class G>
concept Game = requires(typename G::Board& board, const typename G::Board& before, typename G::Move move,
                        typename G::MoveList& moves, typename G::Evaluator& evaluator, std::uint32_t bits,
                        std::span<const typename G::Past> past, const typename G::CheckFinder& checks,
                        const typename G::Rules& rules, int number, bool in_check) {
    requires std::copyable<typename G::Board>;
    requires Verifiable<typename G::Board, typename G::Move>;
    requires std::copyable<typename G::Past>;  // what the rules need from earlier positions
    requires std::movable<typename G::Evaluator>;
    // What players agree on before a game; may be empty.
    requires std::copyable<typename G::Rules> && std::default_initializable<typename G::Rules>;

    // --- moves: all legal. Tactical moves (captures, promotions) and quiet ones together are all moves.
    G::generate(before, moves);
    G::generate_tactical(before, moves);
    G::generate_quiet(before, moves);
    { G::has_legal_move(before) } -> std::same_as<bool>;
    { G::is_legal(before, move) } -> std::same_as<bool>;
    // The move encoded in a table's 24 bits, or none if it is not legal here. Any bits may come.
    { G::move_from_table(before, bits) } -> std::same_as<typename G::Move>;
    { move.pack() } -> std::convertible_to<std::uint32_t>;
    { G::is_tactical(before, move) } -> std::same_as<bool>;
    // The checks of the side to move, prepared once for all moves of a position.
    requires std::constructible_from<typename G::CheckFinder, const typename G::Board&>;
    { checks.gives(move) } -> std::same_as<bool>;
    { G::in_check(before) } -> std::same_as<bool>;
    G::make(board, move);
    G::make_null(board);

    // --- ordering
    // Higher is better: the value of the captured piece, then the cheapness of the capturer.
    { G::tactical_order(before, move) } -> std::same_as<int>;
    { G::see_at_least(before, move, number) } -> std::same_as<bool>;
    // The most that a tactical move can win, in units of the evaluation.
    { G::tactical_gain(before, move) } -> std::same_as<int>;
    // Indices of a move in the history tables: by side, origin and target; by piece and target; for tactical
    // moves also by the captured piece.
    { G::route_slot(before, move) } -> std::same_as<std::size_t>;
    { G::piece_slot(before, move) } -> std::same_as<std::size_t>;
    { G::tactical_slot(before, move) } -> std::same_as<std::size_t>;
    requires std::same_as<decltype(G::kRouteSlots), const std::size_t>;
    requires std::same_as<decltype(G::kPieceSlots), const std::size_t>;
    requires std::same_as<decltype(G::kTacticalSlots), const std::size_t>;

    // --- rules
    { G::past(before) } -> std::same_as<typename G::Past>;
    // Results that depend on the path: repetition, perpetual check. `past` has every position of the game and
    // the search. Its last one is `before`, and the `number` before that belong to the search.
    { G::repetition(before, past, number) } -> std::same_as<Verdict>;
    // Results of the position alone: fifty moves, insufficient material, a declaration, a full board. Game
    // ends without a check belong here, because quiescence does not look for quiet moves.
    { G::verdict(before, in_check, rules) } -> std::same_as<Verdict>;
    // The side to move has no legal move.
    { G::without_moves(before, in_check) } -> std::same_as<Verdict>;
    // Whether a null move is meaningful here, and whether it must be verified (zugzwang).
    { G::may_pass(before) } -> std::same_as<bool>;
    { G::zugzwang_prone(before) } -> std::same_as<bool>;
    // Whether late quiet moves may be reduced or pruned.
    { G::may_reduce(before) } -> std::same_as<bool>;

    // --- the table
    { G::table_key(before, rules) } -> std::same_as<std::uint64_t>;
    { G::table_key_after(before, move, rules) } -> std::same_as<std::uint64_t>;
    // Whether a score from another path may be trusted here; a mate is `number` plies away.
    { G::may_cut_off(before, rules) } -> std::same_as<bool>;
    { G::believes_mate(before, number) } -> std::same_as<bool>;

    // For the side to move, within +-kMaxEvaluation.
    { evaluator(before) } -> std::same_as<int>;
};

}  // namespace tabiya
