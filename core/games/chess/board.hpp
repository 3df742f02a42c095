// One position: pieces, rights, counters and the key, always in step. A value: cheap to copy, knows nothing
// of the moves that led to it (Position does).
#pragma once

#include <array>
#include <cstdint>

#include "games/chess/move.hpp"
#include "games/chess/pieces.hpp"
#include "games/chess/setup.hpp"
#include "games/chess/zobrist.hpp"

namespace tabiya::chess {

class alignas(32) Board {
  public:
    using Move = chess::Move;
    using MoveList = chess::MoveList;

    Board();                             // the usual start
    explicit Board(const Setup& setup);  // throws SetupError
    Setup setup() const;

    Colour turn() const { return turn_; }
    const Pieces& pieces() const { return pieces_; }
    Piece at(Square square) const { return squares_[static_cast<std::size_t>(square.index())]; }
    Square king(Colour colour) const { return pieces_.of(colour, PieceType::kKing).first(); }
    Bitboard occupied() const { return pieces_.occupied(); }
    Bitboard castling_rooks() const { return castling_rooks_; }
    Square en_passant() const { return en_passant_; }  // only where a capture is legal
    // Behind a pawn that was just pushed two squares, captured or not: for notation, not for the key.
    Square pushed_over() const { return pushed_over_; }
    int rule50() const { return rule50_; }
    int fullmove() const { return 1 + ply_ / 2; }
    int ply() const { return ply_; }  // since the start of the game
    // Plies since a capture, a pawn move, castling or a null move: no earlier position can be repeated.
    int reversible_plies() const { return reversible_; }

    // The key without the fifty-move counter: equal for positions that a repetition counts as equal.
    std::uint64_t key() const { return key_; }
    std::uint64_t key(Rule50Keys mode) const { return key_ ^ rule50_key(rule50_, mode); }

    Bitboard checkers() const { return pieces_.attackers_to(king(turn_), occupied()) & pieces_.of(~turn_); }
    bool in_check() const { return checkers().any(); }

    // Moves are legal here, as movegen.hpp gives them; another move breaks the position.
    void make(Move move);
    // The other side moves. Not in check.
    void make_null();

    // The key after the move, without making it: the table's cluster can be fetched before the move is made.
    std::uint64_t key_after(Move move) const;
    bool gives_check(Move move) const;
    // What the move takes; none for castling.
    PieceType captured(Move move) const;
    bool is_capture(Move move) const { return captured(move) != PieceType::kNone; }

    // Neither side could mate by any sequence of legal moves, as far as material shows.
    bool insufficient_material() const;
    // As FIDE 6.9 asks when this side's opponent runs out of time.
    bool insufficient_material(Colour colour) const;

    bool operator==(const Board&) const = default;

  private:
    friend struct BoardTamperer;  // the tests' hand, to show that verify sees a drift

    // The only places where a piece comes or goes: sets, squares and key change together or not at all.
    void put(Piece piece, Square square);
    void remove(Square square);
    void relocate(Square from, Square to);

    template <Colour Us>
    void make(Move move);
    template <Colour Us>
    void castle(Square king, Square rook);
    void count_ply();
    void lose_castling(Bitboard rooks);
    void clear_en_passant();

    Pieces pieces_;
    std::array<Piece, 64> squares_;
    std::uint64_t key_ = 0;
    Bitboard castling_rooks_;
    Square en_passant_;
    Square pushed_over_;
    Colour turn_ = Colour::kWhite;
    std::uint16_t rule50_ = 0;
    std::uint16_t reversible_ = 0;
    std::uint16_t ply_ = 0;
};

static_assert(sizeof(Board) == 160);

// The counters stop at the largest that a FEN can say instead of wrapping around; the ply goes back by one
// then, so that it stays odd where black is to move.
inline void Board::count_ply() {
    constexpr std::uint16_t kLargest = 9999;
    constexpr std::uint16_t kLastPly = 2 * kLargest - 1;
    rule50_ = static_cast<std::uint16_t>(rule50_ + (rule50_ < kLargest));
    reversible_ = static_cast<std::uint16_t>(reversible_ + (reversible_ < kLargest));
    ply_ = static_cast<std::uint16_t>(ply_ < kLastPly ? ply_ + 1 : ply_ - 1);
}

inline void Board::put(Piece piece, Square square) {
    pieces_.toggle(piece, Bitboard(square));
    squares_[static_cast<std::size_t>(square.index())] = piece;
    key_ ^= piece_key(piece, square);
}

inline void Board::remove(Square square) {
    const Piece piece = at(square);
    pieces_.toggle(piece, Bitboard(square));
    squares_[static_cast<std::size_t>(square.index())] = kNoPiece;
    key_ ^= piece_key(piece, square);
}

inline void Board::relocate(Square from, Square to) {
    const Piece piece = at(from);
    pieces_.toggle(piece, Bitboard(from) | Bitboard(to));
    squares_[static_cast<std::size_t>(from.index())] = kNoPiece;
    squares_[static_cast<std::size_t>(to.index())] = piece;
    key_ ^= piece_key(piece, from) ^ piece_key(piece, to);
}

// Where king and rook go: c and d, or g and f, whatever the squares they come from.
constexpr Square castled_king(Square king, Square rook) {
    return Square(rook.index() > king.index() ? 6 : 2, king.rank());
}
constexpr Square castled_rook(Square king, Square rook) {
    return Square(rook.index() > king.index() ? 5 : 3, king.rank());
}

}  // namespace tabiya::chess
