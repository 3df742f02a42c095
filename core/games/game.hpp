// What a game has to offer to be searched: a struct of static functions and types, so that nothing in a node
// is called through a pointer.
//
// What a game does not have costs nothing: a function that always gives the same is constexpr. Without
// checks, in_check() and gives() are false; without captures, nothing is tactical and every exchange is good
// enough; where a null move proves nothing, may_pass() is false. A side that has to pass has a legal move
// that passes.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

#include "games/evaluation.hpp"
#include "games/verdict.hpp"

namespace tabiya {

template <class G>
concept Game = requires(typename G::Board& board, const typename G::Board& before, typename G::Move move,
                        typename G::MoveList& moves, typename G::Evaluator& evaluator, std::uint32_t bits,
                        std::span<const typename G::Past> past, const typename G::CheckFinder& checks,
                        const typename G::Rules& rules, int number, bool in_check) {
    requires std::copyable<typename G::Board>;
    requires std::copyable<typename G::Past>;  // what the rules ask of an earlier position
    requires std::movable<typename G::Evaluator>;
    // What players agree on before a game; empty where there is nothing to agree on.
    requires std::copyable<typename G::Rules> && std::default_initializable<typename G::Rules>;

    // --- moves: all legal. Tactical ones (captures, promotions) and quiet ones make up all of them.
    G::generate(before, moves);
    G::generate_tactical(before, moves);
    G::generate_quiet(before, moves);
    { G::has_legal_move(before) } -> std::same_as<bool>;
    { G::is_legal(before, move) } -> std::same_as<bool>;
    // The move that a table's 24 bits mean here, none if it is not legal: any bits may come.
    { G::move_from_table(before, bits) } -> std::same_as<typename G::Move>;
    { move.pack() } -> std::convertible_to<std::uint32_t>;
    { G::is_tactical(before, move) } -> std::same_as<bool>;
    // The checks that the side to move can give, prepared once for all moves of a position.
    requires std::constructible_from<typename G::CheckFinder, const typename G::Board&>;
    { checks.gives(move) } -> std::same_as<bool>;
    { G::in_check(before) } -> std::same_as<bool>;
    G::make(board, move);
    G::make_null(board);

    // --- ordering
    // The greater the better: the value of what is won, then the cheapness of what wins it.
    { G::tactical_order(before, move) } -> std::same_as<int>;
    { G::see_at_least(before, move, number) } -> std::same_as<bool>;
    // What a tactical move wins at most, in the units of the evaluation.
    { G::tactical_gain(before, move) } -> std::same_as<int>;
    // Where the histories keep a move: by side, origin and target; by moving piece and
    // target; tactical ones by what they take, too.
    { G::route_slot(before, move) } -> std::same_as<std::size_t>;
    { G::piece_slot(before, move) } -> std::same_as<std::size_t>;
    { G::tactical_slot(before, move) } -> std::same_as<std::size_t>;
    requires std::same_as<decltype(G::kRouteSlots), const std::size_t>;
    requires std::same_as<decltype(G::kPieceSlots), const std::size_t>;
    requires std::same_as<decltype(G::kTacticalSlots), const std::size_t>;

    // --- rules
    { G::past(before) } -> std::same_as<typename G::Past>;
    // What only the path knows: repetition, perpetual check. `past` holds every position of the game and the
    // search; its last one is `before`, and the last `number` before it are the search's own.
    { G::repetition(before, past, number) } -> std::same_as<Verdict>;
    // What the position knows: fifty moves, too little material, a declaration, a full board. The end of a
    // game that no check announces belongs here: quiescence does not look whether there are quiet moves.
    { G::verdict(before, in_check, rules) } -> std::same_as<Verdict>;
    // The side to move has no legal move.
    { G::without_moves(before, in_check) } -> std::same_as<Verdict>;
    // Whether a null move tells something here, and whether that must be verified (zugzwang).
    { G::may_pass(before) } -> std::same_as<bool>;
    { G::zugzwang_prone(before) } -> std::same_as<bool>;
    // Whether late quiet moves may be searched less deeply or left out.
    { G::may_reduce(before) } -> std::same_as<bool>;

    // --- the table
    { G::table_key(before, rules) } -> std::same_as<std::uint64_t>;
    { G::table_key_after(before, move, rules) } -> std::same_as<std::uint64_t>;
    // Whether a score that was found on another path may be believed here; a mate `number` plies away.
    { G::may_cut_off(before, rules) } -> std::same_as<bool>;
    { G::believes_mate(before, number) } -> std::same_as<bool>;

    // For the side to move, within +-kMaxEvaluation.
    { evaluator(before) } -> std::same_as<int>;
};

}  // namespace tabiya
