#include "games/shogi/attacks.hpp"

namespace tabiya::shogi {

namespace detail {

namespace {

void fill_between(Tables& tables) {
    for (int a = 0; a < kSquares; ++a) {
        for (const auto& steps : {kRookSteps, kBishopSteps}) {
            for (const Step step : steps) {
                Bitboard path;
                int f = Square(a).file() + step.file, r = Square(a).rank() + step.rank;
                for (; on_board(f, r); f += step.file, r += step.rank) {
                    tables.between[static_cast<std::size_t>(a)][at(Square(f, r))] = path;
                    path |= Bitboard(Square(f, r));
                }
            }
        }
    }
}

#ifdef TABIYA_SHOGI_PEXT

// The rays without their last squares, whose occupancy does not change the attacks.
Bitboard relevant_squares(Square from) {
    const Bitboard edge = rank_of(0) | rank_of(8) | file_of(0) | file_of(8);
    return walk_all(from, kBishopSteps, Bitboard()) - edge;
}

// Fills one square's part of the table. Returns the start of the next part.
Bitboard* fill(Tables::Slider& slider, Bitboard* attacks, Square from) {
    const Bitboard mask = relevant_squares(from);
    slider = {mask.low(), mask.high(), attacks, popcount(mask.low())};
    for (std::uint64_t subset = 0; subset < std::uint64_t{1} << mask.count(); ++subset) {
        const Bitboard occupied(_pdep_u64(subset, mask.low()),
                                _pdep_u64(subset >> slider.low_count, mask.high()));
        attacks[subset] = walk_all(from, kBishopSteps, occupied);
    }
    return attacks + (std::size_t{1} << mask.count());
}

#else

// Upwards in square order is towards higher files.
Tables::Rays rays(Square from, int rank_step) {
    return {walk(from, {1, rank_step}, Bitboard()), bytes_reversed(walk(from, {-1, -rank_step}, Bitboard()))};
}

#endif

}  // namespace

Tables::Tables() {
    fill_between(*this);
#ifdef TABIYA_SHOGI_PEXT
    Bitboard* part = bishop_attacks_.data();
    for (int s = 0; s < kSquares; ++s) part = fill(bishop[static_cast<std::size_t>(s)], part, Square(s));
#else
    for (int s = 0; s < kSquares; ++s) {
        rank[static_cast<std::size_t>(s)] = rays(Square(s), 0);
        diagonals[static_cast<std::size_t>(s)] = {rays(Square(s), 1), rays(Square(s), -1)};
    }
#endif
}

const Tables kTables;

}  // namespace detail

Bitboard attacks(PieceType type, Colour colour, Square from, Bitboard occupied) {
    switch (type) {
        case PieceType::kPawn:
            return pawn_attacks(colour, from);
        case PieceType::kLance:
            return lance_attacks(colour, from, occupied);
        case PieceType::kKnight:
            return knight_attacks(colour, from);
        case PieceType::kSilver:
            return silver_attacks(colour, from);
        case PieceType::kBishop:
            return bishop_attacks(from, occupied);
        case PieceType::kRook:
            return rook_attacks(from, occupied);
        case PieceType::kKing:
            return king_attacks(from);
        case PieceType::kHorse:
            return horse_attacks(from, occupied);
        case PieceType::kDragon:
            return dragon_attacks(from, occupied);
        case PieceType::kNone:
            return Bitboard();
        default:
            return gold_attacks(colour, from);
    }
}

}  // namespace tabiya::shogi
