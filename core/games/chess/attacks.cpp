#include "games/chess/attacks.hpp"

#include <bit>

#ifndef TABIYA_CHESS_PEXT
#include "games/chess/magics.hpp"
#endif

namespace tabiya::chess::detail {

namespace {

// The rays without their last squares, whose occupancy does not change the attacks.
Bitboard relevant_squares(Square from, const int (&steps)[4][2]) {
    Bitboard result;
    for (const auto& [file, rank] : steps) {
        const Bitboard ray = walk(from, file, rank, Bitboard());
        if (ray.empty()) continue;
        result |= ray & ~Bitboard(file + 8 * rank > 0 ? ray.last() : ray.first());
    }
    return result;
}

// Fills `slider` and its part of the table. Returns the start of the next part.
Bitboard* fill(Slider& slider, Bitboard* attacks, Square from, const int (&steps)[4][2]) {
    slider.attacks = attacks;
    std::uint64_t subset = 0;
    do {  // all subsets of the mask (Carry-Rippler)
        const Bitboard occupied(subset);
        attacks[slider.index(occupied)] = walk_all(from, steps, occupied);
        subset = (subset - slider.mask) & slider.mask;
    } while (subset != 0);
    return attacks + (std::size_t{1} << std::popcount(slider.mask));
}

}  // namespace

Sliders::Sliders() {
    Bitboard* rook_part = rook_attacks_.data();
    Bitboard* bishop_part = bishop_attacks_.data();
    for (std::size_t s = 0; s < 64; ++s) {
        const Square from(static_cast<int>(s));
        rook[s].mask = relevant_squares(from, kRookSteps).bits();
        bishop[s].mask = relevant_squares(from, kBishopSteps).bits();
#ifndef TABIYA_CHESS_PEXT
        rook[s].magic = kRookMagics[s];
        rook[s].shift = 64 - std::popcount(rook[s].mask);
        bishop[s].magic = kBishopMagics[s];
        bishop[s].shift = 64 - std::popcount(bishop[s].mask);
#endif
        rook_part = fill(rook[s], rook_part, from, kRookSteps);
        bishop_part = fill(bishop[s], bishop_part, from, kBishopSteps);
    }
}

const Sliders kSliders;

}  // namespace tabiya::chess::detail
