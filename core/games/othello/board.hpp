// One position: the discs, the side to move and the incremental key. A value, cheap to copy. Position adds
// the moves that led to it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "games/othello/bitboard.hpp"
#include "games/othello/move.hpp"
#include "games/othello/zobrist.hpp"

namespace tabiya::othello {

class Board {
  public:
    using Move = othello::Move;
    using MoveList = othello::MoveList;

    Board();  // the usual start
    // The two sides must not share a square.
    Board(Bitboard black, Bitboard white, Colour turn);

    Colour turn() const { return turn_; }
    Bitboard discs(Colour colour) const { return discs_[static_cast<std::size_t>(index(colour))]; }
    Bitboard own() const { return discs(turn_); }
    Bitboard theirs() const { return discs(~turn_); }
    Bitboard empty() const { return ~(discs_[0] | discs_[1]); }
    std::uint64_t key() const { return key_; }
    // The key computed from scratch.
    std::uint64_t recomputed_key() const;

    // The move must be legal (movegen.hpp); another one breaks the position.
    void make(Move move);
    // The same for a placement with known turned discs.
    void place(Square square, Bitboard turned);
    // Passes, whether or not this side has a move.
    void make_null() { pass_turn(); }

    // The key after the move, without making it, so that the table's cluster can be prefetched.
    std::uint64_t key_after(Move move) const;

    // Othello has neither.
    static constexpr bool in_check() { return false; }
    static constexpr bool gives_check(Move) { return false; }
    static constexpr bool is_capture(Move) { return false; }

    bool operator==(const Board&) const = default;

  private:
    friend struct BoardTamperer;  // for tests that verify() detects a wrong key

    void pass_turn() {
        turn_ = ~turn_;
        key_ ^= kSideKey;
    }

    std::array<Bitboard, 2> discs_;
    std::uint64_t key_;
    Colour turn_;
};

static_assert(sizeof(Board) == 32);

inline void Board::place(Square square, Bitboard turned) {
    discs_[static_cast<std::size_t>(index(turn_))] |= turned | bit(square);
    discs_[static_cast<std::size_t>(index(~turn_))] &= ~turned;
    key_ ^= disc_key(turn_, square) ^ turn_key(turned);
    pass_turn();
}

inline void Board::make(Move move) {
    if (move.is_pass()) {
        pass_turn();
    } else {
        place(move.square(), turned(move.square(), own(), theirs()));
    }
}

inline std::uint64_t Board::key_after(Move move) const {
    if (move.is_pass()) return key_ ^ kSideKey;
    const Square square = move.square();
    return key_ ^ kSideKey ^ disc_key(turn_, square) ^ turn_key(turned(square, own(), theirs()));
}

}  // namespace tabiya::othello
