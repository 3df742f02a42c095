// King danger: an attack strength that indexes a weight. The strength is a fixed count; the weights of its
// levels are tuned.
#pragma once

#include "games/shogi/evaluate_pieces.hpp"

namespace tabiya::shogi {

// What a piece in the attacker's hand adds if there are unguarded squares near the king, in the order of
// kHandOrder.
inline constexpr int kDropStrength[kHandTypes] = {1, 1, 1, 3, 3, 2, 3};
inline constexpr int kWeakZoneSquare = 2;  // attacked, and guarded only by the king

template <Colour Us>
int danger_of_king(Situation& s, Bitboard open) {
    const SideFacts &us = s.side<Us>(), &them = s.side<~Us>();
    int danger = them.assault + kWeakZoneSquare * ((us.zone & them.attacked) - us.attacked).count();
    if (open.any()) {
        const Hand hand = s.board.hand(~Us);
        for (int place = 0; place < kHandTypes; ++place) {
            if (hand.has(place)) danger += kDropStrength[place];
        }
    }
    return std::min(danger, kDangerLevels - 1);
}

template <Colour Us, class Sum>
void king_terms(Situation& s, Sum& sum) {
    const Square king = s.board.king(Us);
    if (!king.valid()) return;
    const auto add = adder<Us>(sum);
    const SideFacts &us = s.side<Us>(), &them = s.side<~Us>();
    const Bitboard next = king_attacks(king);
    add(kWeights.king_square[king.relative(Us).index()]);
    add(kWeights.king_escapes[(next - them.attacked - s.pieces.of(Us)).count()]);
    add(kWeights.king_guards[(next & us.attacked).count()]);
    add(kWeights.king_danger[danger_of_king<Us>(s, next - us.attacked - s.occupied)]);
}

}  // namespace tabiya::shogi
