#include "games/othello/verify.hpp"

#include "games/differential.hpp"
#include "games/othello/notation.hpp"

namespace tabiya::othello {

std::string describe_term(int term) {
    if (term == kSideTerm) return "side to move";
    if (term == kExactTerm) return "exact score";
    return std::string(name(static_cast<Colour>(term / kSquares))) + " disc on " +
           to_string(Square(term % kSquares));
}

std::optional<std::string> verify(const Board& board) {
    const Bitboard shared = board.discs(Colour::kBlack) & board.discs(Colour::kWhite);
    if (shared != 0) return "square " + to_string(first(shared)) + ": a disc of either side";
    return key_fault(kTermKeys, board.key(), board.recomputed_key(), describe_term);
}

std::optional<std::string> verify_move(const Board& parent, Move move, const Board& child) {
    return move_fault(parent, move, child, kTermKeys, describe_term);
}

std::string describe(const Board& board) {
    return to_text(board);
}

std::string describe(Move move) {
    return to_text(move);
}

}  // namespace tabiya::othello
