#include "games/chess/uci.hpp"

#include "games/chess/movegen.hpp"

namespace tabiya::chess {

std::string to_uci(Move move, bool chess960) {
    if (!move) return "0000";
    const Square to = move.is_castling() && !chess960 ? castled_king(move.from(), move.to()) : move.to();
    std::string text = to_string(move.from()) + to_string(to);
    if (move.is_promotion()) text += to_char(Piece(Colour::kBlack, move.promotion()));
    return text;
}

Move parse_uci(const Board& board, std::string_view text) {
    MoveList moves;
    generate(board, moves);
    for (Move move : moves) {
        if (text == to_uci(move, true)) return move;
    }
    // A Chess960 king may also reach the castled king's square by an ordinary step, which was tried above.
    for (Move move : moves) {
        if (move.is_castling() && text == to_uci(move, false)) return move;
    }
    return kNoMove;
}

}  // namespace tabiya::chess
