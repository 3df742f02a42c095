// Piece terms: placement, mobility, attacks.
#pragma once

#include "games/chess/board.hpp"
#include "games/chess/pawns.hpp"

namespace tabiya::chess {

// Facts about one side, collected during an evaluation.
struct SideFacts {
    std::array<Bitboard, 6> attacked_by;
    Bitboard attacked, attacked_twice;
    Bitboard roaming;  // squares that count for mobility
    Bitboard ring;     // the king's neighbourhood
    int assault = 0;   // strength of its attack on the other king's ring
};

struct Situation {
    Situation(const Board& b, const PawnFacts& f)
        : board(b), pieces(b.pieces()), occupied(b.occupied()), pawns(f) {}

    template <Colour Us>
    SideFacts& side() {
        return sides[index(Us)];
    }

    const Board& board;
    const Pieces& pieces;
    Bitboard occupied;
    PawnFacts pawns;
    std::array<SideFacts, 2> sides;
};

// Attack strength on the king's ring by piece type, and for each square next to the king.
inline constexpr int kAssault[] = {0, 3, 2, 3, 4, 0};

template <Colour Us>
void prepare_side(Situation& s) {
    SideFacts& us = s.side<Us>();
    const Bitboard pawns = s.pieces.of(Us, PieceType::kPawn), king = s.pieces.of(Us, PieceType::kKing);
    const Bitboard by_king = king_attacks(king.first());
    const Bitboard west = shift<kForwardWest<Us>>(pawns), east = shift<kForwardEast<Us>>(pawns);
    us.attacked_by[index(PieceType::kPawn)] = west | east;
    us.attacked_by[index(PieceType::kKing)] = by_king;
    us.attacked = west | east | by_king;
    us.attacked_twice = (west & east) | ((west | east) & by_king);
    us.ring = by_king | king | shift<kForward<Us>>(by_king);
    const Bitboard stuck = pawns & shift<kForward<~Us>>(s.occupied);
    const Bitboard their_pawns = pawn_attacks<~Us>(s.pieces.of(~Us, PieceType::kPawn));
    us.roaming = ~(their_pawns | stuck | king);
}

template <Colour Us, PieceType Type>
Bitboard sight(const Situation& s, Square from) {
    // Aligned sliders see through each other, because they work together.
    if constexpr (Type == PieceType::kBishop) {
        return bishop_attacks(from, s.occupied ^ s.pieces.of(Us, PieceType::kQueen));
    } else if constexpr (Type == PieceType::kRook) {
        return rook_attacks(from, s.occupied ^ (s.pieces.of(Us) & s.pieces.straight_sliders()));
    } else {
        return attacks(Type, from, s.occupied);
    }
}

template <PieceType Type>
constexpr const Weight* mobility_of() {
    if constexpr (Type == PieceType::kKnight) return kWeights.knight_mobility;
    if constexpr (Type == PieceType::kBishop) return kWeights.bishop_mobility;
    if constexpr (Type == PieceType::kRook) return kWeights.rook_mobility;
    if constexpr (Type == PieceType::kQueen) return kWeights.queen_mobility;
}

template <Colour Us, class Sum>
void rook_terms(const Situation& s, Square rook, Sum& sum) {
    const auto add = adder<Us>(sum);
    const Bitboard file = file_of(rook.file()), pawns = s.pieces.of(PieceType::kPawn) & file;
    if (pawns.empty()) {
        add(kWeights.rook_open[0]);
    } else if (!pawns.intersects(s.pieces.of(Us))) {
        add(kWeights.rook_half_open[0]);
    } else if ((fill_forward<Us>(Bitboard(rook)) & s.pawns.passed).intersects(pawns & s.pieces.of(Us))) {
        add(kWeights.rook_behind_passed[0]);
    }
    const Bitboard seventh = relative_rank(Us, 6), eighth = relative_rank(Us, 7);
    const bool targets = s.pieces.of(~Us, PieceType::kKing).intersects(eighth) ||
                         s.pieces.of(~Us, PieceType::kPawn).intersects(seventh);
    if (seventh.has(rook) && targets) add(kWeights.rook_seventh[0]);
}

template <Colour Us, PieceType Type, class Sum>
void minor_terms(const Situation& s, Bitboard minors, Sum& sum) {
    const auto add = adder<Us>(sum);
    constexpr Bitboard kOutpostRanks = relative_rank(Us, 3) | relative_rank(Us, 4) | relative_rank(Us, 5);
    const Bitboard outposts = kOutpostRanks & s.sides[index(Us)].attacked_by[index(PieceType::kPawn)] &
                              ~s.pawns.attack_spans[index(~Us)];
    constexpr bool kKnight = Type == PieceType::kKnight;
    add(kKnight ? kWeights.knight_outpost[0] : kWeights.bishop_outpost[0], (minors & outposts).count());
    const Bitboard covered = shift<kForward<~Us>>(s.pieces.of(PieceType::kPawn));
    add(kWeights.minor_behind_pawn[0], (minors & covered).count());
}

template <Colour Us, class Sum>
void bishop_terms(const Situation& s, Bitboard bishops, Sum& sum) {
    const Bitboard pawns = s.pieces.of(Us, PieceType::kPawn);
    const int dark = (bishops & kDarkSquares).count(), light = bishops.count() - dark;
    const int dark_pawns = (pawns & kDarkSquares).count(), light_pawns = pawns.count() - dark_pawns;
    adder<Us>(sum)(kWeights.bishop_pawns[0], dark * dark_pawns + light * light_pawns);
    if (dark > 0 && light > 0) adder<Us>(sum)(kWeights.bishop_pair[0]);
}

template <Colour Us, PieceType Type, class Sum>
void pieces_of(Situation& s, Sum& sum) {
    SideFacts& us = s.side<Us>();
    const SideFacts& them = s.side<~Us>();
    const Bitboard pieces = s.pieces.of(Us, Type);
    const Bitboard near_king = them.attacked_by[index(PieceType::kKing)];
    Bitboard all;
    for (Square from : pieces) {
        const Bitboard seen = sight<Us, Type>(s, from);
        us.attacked_twice |= us.attacked & seen;
        us.attacked |= seen;
        all |= seen;
        add_piece<Us, Type>(from, sum);
        adder<Us>(sum)(mobility_of<Type>()[(seen & us.roaming).count()]);
        if (seen.intersects(them.ring)) us.assault += kAssault[index(Type)] + (seen & near_king).count();
        if constexpr (Type == PieceType::kRook) rook_terms<Us>(s, from, sum);
    }
    us.attacked_by[index(Type)] = all;
    if constexpr (Type == PieceType::kKnight || Type == PieceType::kBishop) {
        if (pieces.any()) minor_terms<Us, Type>(s, pieces, sum);
    }
    if constexpr (Type == PieceType::kBishop) {
        if (pieces.any()) bishop_terms<Us>(s, pieces, sum);
    }
}

template <Colour Us, class Sum>
void passed_pawns(const Situation& s, Sum& sum) {
    for (Square pawn : s.pawns.passed & s.pieces.of(Us)) {
        const Bitboard stop = shift<kForward<Us>>(Bitboard(pawn));
        const int rank = relative_rank_of<Us>(pawn);
        if (s.pieces.of(~Us).intersects(stop)) {
            adder<Us>(sum)(kWeights.passed_blocked[rank]);
        } else if (!fill_forward<Us>(stop).intersects(s.occupied | s.sides[index(~Us)].attacked)) {
            adder<Us>(sum)(kWeights.passed_free[rank]);
        }
    }
}

template <Colour Us, class Sum>
void threats(Situation& s, Sum& sum) {
    constexpr Colour Them = ~Us;
    const auto add = adder<Us>(sum);
    const SideFacts &us = s.side<Us>(), &them = s.side<Them>();
    const Bitboard pawns = s.pieces.of(PieceType::kPawn);
    const Bitboard targets = s.pieces.of(Them) & ~s.pieces.of(PieceType::kKing);
    const auto count_victims = [&](const Weight* weights, Bitboard attacked) {
        for (Square square : attacked) add(weights[index(s.board.at(square).type())]);
    };
    // Guarded by a pawn, or guarded twice and attacked once. Such pieces only count as threatened if they are
    // more valuable than the attacker.
    const Bitboard guarded =
        them.attacked_by[index(PieceType::kPawn)] | (them.attacked_twice & ~us.attacked_twice);
    const Bitboard weak = targets & ~guarded & us.attacked;
    const Bitboard pieces = targets & ~pawns;
    const Bitboard by_minors =
        us.attacked_by[index(PieceType::kKnight)] | us.attacked_by[index(PieceType::kBishop)];

    count_victims(kWeights.threat_by_pawn, pieces & us.attacked_by[index(PieceType::kPawn)]);
    count_victims(kWeights.threat_by_minor, (weak | pieces) & by_minors);
    count_victims(kWeights.threat_by_rook, (weak | (pieces & s.pieces.of(PieceType::kQueen))) &
                                               us.attacked_by[index(PieceType::kRook)]);
    add(kWeights.threat_by_king[0], (weak & us.attacked_by[index(PieceType::kKing)]).count());
    add(kWeights.hanging[0], (weak & ~them.attacked).count());

    const Bitboard own_pawns = pawns & s.pieces.of(Us);
    Bitboard pushed = shift<kForward<Us>>(own_pawns) & ~s.occupied;
    pushed |= shift<kForward<Us>>(pushed & relative_rank(Us, 2)) & ~s.occupied;
    pushed &= ~them.attacked_by[index(PieceType::kPawn)] & (us.attacked | ~them.attacked);
    add(kWeights.threat_by_push[0], (pawn_attacks<Us>(pushed) & pieces).count());
}

}  // namespace tabiya::chess
