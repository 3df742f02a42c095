// Differential validation for every game: compares a board's incremental state with a recomputation. Faults
// are messages. In shadow mode perft and search check every node and throw the first fault.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>

#include "games/drift.hpp"

namespace tabiya {

// Where the piece sets and the list of squares differ. `describe` names a piece.
template <class Square, class Board, class Describe>
std::optional<std::string> square_fault(const Board& board, int squares, Describe describe) {
    for (int s = 0; s < squares; ++s) {
        const Square square(s);
        const auto sets = board.pieces().at(square), listed = board.at(square);
        if (sets != listed) {
            return "square " + to_string(square) + ": the sets have " + describe(sets) +
                   ", the list of squares " + describe(listed);
        }
    }
    return std::nullopt;
}

// The terms by which the incremental key differs from `expected`. `describe` names a term.
template <class Keys, class Describe>
std::optional<std::string> key_fault(const Keys& keys, std::uint64_t found, std::uint64_t expected,
                                     Describe describe) {
    if (found == expected) return std::nullopt;
    return "key " + describe_drift(keys, found, expected, describe);
}

// Whether `parent` predicted `child`, and whether the move survives packing.
template <class Board, class Keys, class Describe>
std::optional<std::string> move_fault(const Board& parent, typename Board::Move move, const Board& child,
                                      const Keys& keys, Describe describe) {
    using Move = typename Board::Move;
    const std::uint64_t foretold = parent.key_after(move);
    if (foretold != child.key()) return "key_after " + describe_drift(keys, foretold, child.key(), describe);
    if (parent.gives_check(move) != child.in_check()) {
        return std::string("gives_check says ") + (child.in_check() ? "no check" : "check");
    }
    if (Move::unpack(move.pack()) != move) return "the move does not survive packing";
    return std::nullopt;
}

// The requirements on a board for shadow mode. The free functions are found by argument-dependent lookup.
template <class Board, class Move>
concept Verifiable = requires(const Board& board, Move move) {
    // Nothing, or a message about an inconsistency: in a position, and between it and the next.
    { verify(board) } -> std::same_as<std::optional<std::string>>;
    { verify_move(board, move, board) } -> std::same_as<std::optional<std::string>>;
    { describe(board) } -> std::same_as<std::string>;  // a FEN, an SFEN
    { describe(move) } -> std::same_as<std::string>;
};

// A key or board that is inconsistent with the pieces: the position, the move that led to it, and the term.
struct KeyDrift : std::logic_error {
    using std::logic_error::logic_error;
};

template <class Board>
[[noreturn]] void report_drift(const Board& board, const std::string& reason) {
    throw KeyDrift("at " + describe(board) + ": " + reason);
}
template <class Board, class Move>
[[noreturn]] void report_drift(const Board& parent, Move move, const std::string& reason) {
    throw KeyDrift("at " + describe(parent) + ", after " + describe(move) + ": " + reason);
}

template <class Board>
void check_position(const Board& board) {
    if (const auto reason = verify(board)) report_drift(board, *reason);
}

template <class Board, class Move>
void check_move(const Board& parent, Move move, const Board& child) {
    if (const auto reason = verify(child)) report_drift(parent, move, *reason);
    if (const auto reason = verify_move(parent, move, child)) report_drift(parent, move, *reason);
}

}  // namespace tabiya
