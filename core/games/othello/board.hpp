// One position: the discs, the side to move and the key, always in step. A value: cheap to copy, knows
// nothing of the moves that led to it (Position does).
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
    // Any discs, of which no two share a square.
    Board(Bitboard black, Bitboard white, Colour turn);

    Colour turn() const { return turn_; }
    Bitboard discs(Colour colour) const { return discs_[static_cast<std::size_t>(index(colour))]; }
    Bitboard own() const { return discs(turn_); }
    Bitboard theirs() const { return discs(~turn_); }
    Bitboard empty() const { return ~(discs_[0] | discs_[1]); }
    std::uint64_t key() const { return key_; }
    // The key computed from the discs.
    std::uint64_t recomputed_key() const;

    // Moves are legal here, as movegen.hpp gives them; another move breaks the position.
    void make(Move move);
    // The same for a placement whose turned discs are known.
    void place(Square square, Bitboard turned);
    // The other side moves, whether this one could or not.
    void make_null() { pass_turn(); }

    // The key after the move, without making it: the table's cluster can be fetched before the move is made.
    std::uint64_t key_after(Move move) const;

    // Othello knows neither.
    static constexpr bool in_check() { return false; }
    static constexpr bool gives_check(Move) { return false; }
    static constexpr bool is_capture(Move) { return false; }

    bool operator==(const Board&) const = default;

  private:
    friend struct BoardTamperer;  // the tests' hand, to show that verify sees a drift

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
