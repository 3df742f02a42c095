#include "games/shogi/verify.hpp"

#include "games/differential.hpp"
#include "games/shogi/sfen.hpp"
#include "games/shogi/usi.hpp"

namespace tabiya::shogi {

namespace {

std::string describe_piece(Piece piece) {
    if (piece == kNoPiece) return "nothing";
    return std::string(name(piece.colour())) + " " + std::string(name(piece.type()));
}

std::optional<std::string> king_fault(const Board& board) {
    for (Colour colour : {Colour::kBlack, Colour::kWhite}) {
        const Square found = board.pieces().king(colour);
        if (found != board.king(colour)) {
            return std::string(name(colour)) + "'s king: " + to_string(board.king(colour)) +
                   " is kept, it stands on " + to_string(found);
        }
    }
    return std::nullopt;
}

}  // namespace

std::string describe_term(int term) {
    if (term < kPieceTerms) {
        const int piece = term / kSquares;
        return describe_piece(
                   Piece(static_cast<Colour>(piece / 14), static_cast<PieceType>(piece % 14 + 1))) +
               " on " + to_string(Square(term % kSquares));
    }
    if (term < kSideTerm) {
        const int hand = (term - kPieceTerms) / (kMostInHand + 1);
        const int count = (term - kPieceTerms) % (kMostInHand + 1);
        const PieceType type = kHandOrder[static_cast<std::size_t>(hand % kHandTypes)];
        return std::to_string(count) + " " + std::string(name(type)) + (count == 1 ? "" : "s") + " in " +
               std::string(name(static_cast<Colour>(hand / kHandTypes))) + "'s hand";
    }
    if (term == kSideTerm) return "side to move";
    return std::to_string(term - kGameTerms) + " earlier occurrences";
}

std::optional<std::string> verify(const Board& board) {
    if (auto reason = square_fault<Square>(board, kSquares, describe_piece)) return reason;
    if (auto reason = king_fault(board)) return reason;
    const Setup setup = board.setup();
    if (auto wrong = fault(setup)) return wrong->field + ": " + wrong->reason;
    return key_fault(kTermKeys, board.key(), setup.key(), describe_term);
}

std::optional<std::string> verify_move(const Board& parent, Move move, const Board& child) {
    if (move.pack() >> 23 != 0) return "the move takes more than 23 bits";
    return move_fault(parent, move, child, kTermKeys, describe_term);
}

std::string describe(const Board& board) {
    return to_sfen(board);
}

std::string describe(Move move) {
    return to_usi(move);
}

}  // namespace tabiya::shogi
