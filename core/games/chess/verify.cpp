#include "games/chess/verify.hpp"

#include "games/chess/fen.hpp"
#include "games/chess/uci.hpp"
#include "games/differential.hpp"

namespace tabiya::chess {

namespace {

std::string describe_piece(Piece piece) {
    if (piece == kNoPiece) return "nothing";
    return std::string(name(piece.colour())) + " " + std::string(name(piece.type()));
}

}  // namespace

std::string describe_term(int term) {
    for (Colour colour : {Colour::kWhite, Colour::kBlack}) {
        for (int type = 0; type < 6; ++type) {
            const Piece piece(colour, static_cast<PieceType>(type));
            const int square = term - piece_term(piece, Square(0));
            if (square >= 0 && square < 64) return describe_piece(piece) + " on " + to_string(Square(square));
        }
        for (int file = 0; file < 8; ++file) {
            const Square rook = Square(file, 0).relative(colour);
            if (term == castling_term(rook)) return "castling right of the rook on " + to_string(rook);
        }
    }
    for (int file = 0; file < 8; ++file) {
        if (term == en_passant_term(file)) {
            return std::string("en passant on the ") + static_cast<char>('a' + file) + "-file";
        }
    }
    if (term == kSideTerm) return "side to move";
    return "fifty-move counter " + std::to_string(term - kGameTerms - 12 + 1);
}

std::optional<std::string> verify(const Board& board) {
    if (auto reason = square_fault<Square>(board, 64, describe_piece)) return reason;
    if (auto wrong = fault(board.setup())) return wrong->field + ": " + wrong->reason;
    const Setup setup = board.setup();
    if (setup.legal_en_passant() != board.en_passant()) {
        return "en passant: " + to_string(board.en_passant()) + " is kept, " +
               to_string(setup.legal_en_passant()) + " is legal";
    }
    return key_fault(kTermKeys, board.key(), setup.key(), describe_term);
}

std::optional<std::string> verify_move(const Board& parent, Move move, const Board& child) {
    return move_fault(parent, move, child, kTermKeys, describe_term);
}

std::string describe(const Board& board) {
    return to_fen(board);
}

std::string describe(Move move) {
    return to_uci(move, true);
}

}  // namespace tabiya::chess
