#include "games/shogi/usi.hpp"

#include "games/shogi/movegen.hpp"

namespace tabiya::shogi {

namespace {

// kNoSquare if the text is not a square.
Square parse_square(std::string_view text) {
    if (text[0] < '1' || text[0] > '9' || text[1] < 'a' || text[1] > 'i') return kNoSquare;
    return Square(text[0] - '1', text[1] - 'a');
}

Move parse_drop(std::string_view text) {
    const Piece piece = piece_from(text[0]);
    const Square to = parse_square(text.substr(2));
    if (piece == kNoPiece || piece.colour() != Colour::kBlack || piece.type() == PieceType::kKing ||
        !to.valid()) {
        return kNoMove;
    }
    return Move::drop(piece.type(), to);
}

// A board move without the types of mover and captured piece.
Move parse_step(std::string_view text) {
    const Square from = parse_square(text), to = parse_square(text.substr(2));
    if (!from.valid() || !to.valid()) return kNoMove;
    return Move(from, to, PieceType::kNone, PieceType::kNone, text.size() == 5);
}

}  // namespace

std::string to_usi(Move move) {
    if (!move) return "0000";
    if (!move.is_drop()) {
        return to_string(move.from()) + to_string(move.to()) + (move.is_promotion() ? "+" : "");
    }
    const int place = move.drop_index();
    const std::string letter =
        place < kHandTypes ? to_string(Piece(Colour::kBlack, kHandOrder[static_cast<std::size_t>(place)]))
                           : "?";
    return letter + "*" + to_string(move.to());
}

Move parse_usi(const Board& board, std::string_view text) {
    const bool step = text.size() == 4 || (text.size() == 5 && text[4] == '+');
    if (!step) return kNoMove;
    const Move move = text[1] == '*' ? (text.size() == 4 ? parse_drop(text) : kNoMove) : parse_step(text);
    return move ? resolve(board, move) : kNoMove;
}

Move resolve(const Board& board, Move move) {
    if (!move.to().valid()) return kNoMove;
    Move whole = move;
    if (!move.is_drop()) {
        whole = Move(move.from(), move.to(), board.at(move.from()).type(), board.at(move.to()).type(),
                     move.is_promotion());
    } else if (move.drop_index() < kHandTypes && !move.is_promotion()) {
        whole = Move::drop(kHandOrder[static_cast<std::size_t>(move.drop_index())], move.to());
    }
    return is_legal(board, whole) ? whole : kNoMove;
}

}  // namespace tabiya::shogi
