// What a game has to offer to be searched: a struct of static functions and types, so that nothing in a node
// is called through a pointer.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

namespace tabiya::search {

// How the rules end a game at a node, for the side to move there. A win or a loss by the rules (a
// declaration, a perpetual check) counts as a mate at this node.
enum class Verdict : std::uint8_t { none, draw, win, loss };

template <class G>
concept Game = requires(typename G::Board& board, const typename G::Board& before, typename G::Move move,
                        typename G::MoveList& moves, typename G::Evaluator& evaluator, std::uint32_t bits,
                        std::span<const typename G::Past> line, const typename G::Checks& checks, int number,
                        bool flag) {
    requires std::copyable<typename G::Board>;
    requires std::copyable<typename G::Past>;  // what the rules ask of an earlier position
    requires std::movable<typename G::Evaluator>;

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
    // Prepared once for all moves of a position.
    requires std::constructible_from<typename G::Checks, const typename G::Board&>;
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
    // What only the path knows: repetition, perpetual check. `line` holds every position of the game and the
    // search; its last one is `board`, and the last `number` before it are the search's own.
    { G::repetition(before, line, number) } -> std::same_as<Verdict>;
    // What the position knows: fifty moves, too little material, a declaration. `flag`: in check; `number`:
    // the configuration's declaration.
    { G::verdict(before, flag, number) } -> std::same_as<Verdict>;
    // The side to move has no legal move.
    { G::without_moves(flag) } -> std::same_as<Verdict>;
    // Whether passing tells something here, and whether that must be verified (zugzwang).
    { G::may_pass(before) } -> std::same_as<bool>;
    { G::zugzwang_prone(before) } -> std::same_as<bool>;

    // --- the table: `number` is the configuration's rule50_keys
    { G::table_key(before, number) } -> std::same_as<std::uint64_t>;
    { G::table_key_after(before, move, number) } -> std::same_as<std::uint64_t>;
    // Whether a score that was found on another path may be believed here; a mate `number` plies away.
    { G::may_cut_off(before, number) } -> std::same_as<bool>;
    { G::believes_mate(before, number) } -> std::same_as<bool>;

    { evaluator(before) } -> std::same_as<int>;
};

}  // namespace tabiya::search
