#include "games/shogi/declaration.hpp"

namespace tabiya::shogi {

DeclarationCount declaration_count(const Board& board, Colour colour) {
    const Pieces& pieces = board.pieces();
    const Bitboard camp = camp_of_enemy(colour) & pieces.of(colour);
    const Bitboard others = camp - pieces.family(PieceType::kKing);
    DeclarationCount result;
    result.king_in_camp = camp.intersects(pieces.family(PieceType::kKing));
    result.pieces = others.count();
    result.points = others.count() + 4 * (others & pieces.big()).count();
    for (int place = 0; place < kHandTypes; ++place) {
        const bool big = kHandOrder[static_cast<std::size_t>(place)] == PieceType::kBishop ||
                         kHandOrder[static_cast<std::size_t>(place)] == PieceType::kRook;
        result.points += board.hand(colour).count(place) * (big ? 5 : 1);
    }
    return result;
}

Declaration declaration(const Board& board, DeclarationRule rule) {
    const DeclarationCount count = declaration_count(board, board.turn());
    if (!count.king_in_camp || count.pieces < 10 || board.in_check()) return Declaration::kNone;
    if (rule == DeclarationRule::kPoints27) {
        const int needed = board.turn() == Colour::kBlack ? 28 : 27;
        return count.points >= needed ? Declaration::kWin : Declaration::kNone;
    }
    if (count.points >= 31) return Declaration::kWin;
    return count.points >= 24 ? Declaration::kDraw : Declaration::kNone;
}

}  // namespace tabiya::shogi
