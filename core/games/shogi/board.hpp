// One position: pieces, hands, the side to move and the key, always in step. A value: cheap to copy, knows
// nothing of the moves that led to it (Position does).
#pragma once

#include <array>
#include <cstdint>

#include "games/shogi/move.hpp"
#include "games/shogi/pieces.hpp"
#include "games/shogi/setup.hpp"
#include "games/shogi/zobrist.hpp"

namespace tabiya::shogi {

class alignas(32) Board {
  public:
    using Move = shogi::Move;
    using MoveList = shogi::MoveList;

    Board();                             // the usual start
    explicit Board(const Setup& setup);  // throws SetupError
    Setup setup() const;

    Colour turn() const { return turn_; }
    const Pieces& pieces() const { return pieces_; }
    Piece at(Square square) const { return squares_[static_cast<std::size_t>(square.index())]; }
    // kNoSquare where a problem leaves the king out.
    Square king(Colour colour) const { return kings_[static_cast<std::size_t>(index(colour))]; }
    Bitboard occupied() const { return pieces_.occupied(); }
    Hand hand(Colour colour) const { return hands_[static_cast<std::size_t>(index(colour))]; }
    int move_number() const { return move_number_; }

    // The position without its past: equal for positions that a repetition counts as equal.
    std::uint64_t key() const { return key_; }

    Bitboard checkers() const { return pieces_.attackers_to(~turn_, king(turn_), occupied()); }
    bool in_check() const { return checkers().any(); }

    // Moves are legal here, as movegen.hpp gives them; another move breaks the position.
    void make(Move move);
    // The other side moves. Not in check.
    void make_null();

    // The key after the move, without making it: the table's cluster can be fetched before the move is made.
    std::uint64_t key_after(Move move) const;
    bool gives_check(Move move) const;
    // What the move takes: the move itself knows.
    static PieceType captured(Move move) { return move.captured(); }
    static bool is_capture(Move move) { return move.captured() != PieceType::kNone; }

    bool operator==(const Board&) const = default;

  private:
    friend struct BoardTamperer;  // the tests' hand, to show that verify sees a drift

    // The only places where a piece comes or goes, or a hand changes: sets, squares, hands and key change
    // together or not at all.
    void put(Piece piece, Square square);
    void remove(Piece piece, Square square);
    void add_to_hand(Colour colour, int place);
    void remove_from_hand(Colour colour, int place);

    template <Colour Us>
    void make(Move move);
    void pass_turn();

    Pieces pieces_;
    std::array<Piece, kSquares> squares_;
    std::array<Square, 2> kings_;
    Colour turn_ = Colour::kBlack;
    std::array<Hand, 2> hands_;
    std::uint64_t key_ = 0;
    std::uint16_t move_number_ = 1;
};

static_assert(sizeof(Board) == 288);

inline void Board::put(Piece piece, Square square) {
    pieces_.toggle(piece, Bitboard(square));
    squares_[static_cast<std::size_t>(square.index())] = piece;
    if (piece.type() == PieceType::kKing) kings_[static_cast<std::size_t>(index(piece.colour()))] = square;
    key_ ^= piece_key(piece, square);
}

// A king that is removed is put again elsewhere.
inline void Board::remove(Piece piece, Square square) {
    pieces_.toggle(piece, Bitboard(square));
    squares_[static_cast<std::size_t>(square.index())] = kNoPiece;
    key_ ^= piece_key(piece, square);
}

inline void Board::add_to_hand(Colour colour, int place) {
    Hand& hand = hands_[static_cast<std::size_t>(index(colour))];
    const int count = hand.count(place);
    hand.add(place);
    key_ ^= hand_key(colour, place, count) ^ hand_key(colour, place, count + 1);
}

inline void Board::remove_from_hand(Colour colour, int place) {
    Hand& hand = hands_[static_cast<std::size_t>(index(colour))];
    const int count = hand.count(place);
    hand.remove(place);
    key_ ^= hand_key(colour, place, count) ^ hand_key(colour, place, count - 1);
}

// The number stops at the largest that an SFEN can say instead of wrapping around.
inline void Board::pass_turn() {
    constexpr std::uint16_t kLargest = 9999;
    move_number_ = static_cast<std::uint16_t>(move_number_ + (move_number_ < kLargest));
    turn_ = ~turn_;
    key_ ^= kSideKey;
}

}  // namespace tabiya::shogi
