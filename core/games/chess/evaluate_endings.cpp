#include "games/chess/evaluate_endings.hpp"

#include <algorithm>

namespace tabiya::chess {

namespace {

// The usual material count in pawns, to judge whether it suffices to win.
int points(const Pieces& pieces, Colour colour) {
    const Bitboard own = pieces.of(colour);
    const auto count = [&](PieceType type) { return (own & pieces.of(type)).count(); };
    return 3 * (count(PieceType::kKnight) + count(PieceType::kBishop)) + 5 * count(PieceType::kRook) +
           9 * count(PieceType::kQueen);
}

bool opposite_bishops(const Pieces& pieces) {
    const Bitboard bishops = pieces.of(PieceType::kBishop), white = bishops & pieces.of(Colour::kWhite);
    return bishops.count() == 2 && white.count() == 1 && (bishops & kDarkSquares).count() == 1;
}

// Pawns on one rook file, no other pieces but bishops of the wrong colour, and the enemy king in the corner.
bool wrong_rook_pawn(const Pieces& pieces, Colour strong) {
    const Bitboard own = pieces.of(strong), pawns = own & pieces.of(PieceType::kPawn);
    const Bitboard bishops = own & pieces.of(PieceType::kBishop);
    if ((own & ~pawns & ~bishops & ~pieces.of(PieceType::kKing)).any()) return false;
    if (pawns.empty() || ((pawns & ~kFileA).any() && (pawns & ~kFileH).any())) return false;
    const Square corner = Square(pawns.first().file(), 7).relative(strong);
    const bool dark_corner = kDarkSquares.has(corner);
    if (bishops.intersects(dark_corner ? kDarkSquares : ~kDarkSquares)) return false;
    return distance(pieces.of(~strong, PieceType::kKing).first(), corner) <= 1;
}

// Without pawns, an advantage of a minor piece usually does not win.
int without_pawns(const Pieces& pieces, Colour strong) {
    const int own = points(pieces, strong), other = points(pieces, ~strong);
    const bool other_has_pawns = pieces.of(~strong, PieceType::kPawn).any();
    if (own <= 3) return 0;
    if (own == 6 && pieces.of(strong, PieceType::kKnight).count() == 2 && !other_has_pawns)
        return other == 0 ? 0 : 2;
    if (own - other <= 3) return other == 0 ? kFullScale : 8;
    return kFullScale;
}

}  // namespace

int game_phase(const Pieces& pieces) {
    const int phase = pieces.of(PieceType::kKnight, PieceType::kBishop).count() +
                      2 * pieces.of(PieceType::kRook).count() + 4 * pieces.of(PieceType::kQueen).count();
    return std::min(phase, kPhases);
}

int winnable(const Pieces& pieces, Colour strong, Bitboard passed, int phase) {
    const int pawns = pieces.of(strong, PieceType::kPawn).count();
    if (pawns == 0) return without_pawns(pieces, strong);
    if (phase <= 6 && wrong_rook_pawn(pieces, strong)) return 0;
    // Fewer pawns mean more draws, gradually towards the endgame.
    int missing = std::max(0, 20 - 5 * pawns);
    if (opposite_bishops(pieces)) {
        if (phase == 2) return 16 + 8 * std::min((passed & pieces.of(strong)).count(), 4);
        missing = 20 - pawns;
    }
    return kFullScale - missing * (kPhases - phase) / kPhases;
}

}  // namespace tabiya::chess
