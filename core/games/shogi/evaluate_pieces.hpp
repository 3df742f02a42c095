// Piece terms: placement, mobility, attacks.
#pragma once

#include "games/shogi/evaluate_side.hpp"

namespace tabiya::shogi {

// Facts about one side, collected during an evaluation.
struct SideFacts {
    Bitboard attacked;  // by its pieces except the king
    Bitboard attacked_by_pawn;
    Bitboard zone;  // the king's neighbourhood
    Kings kings;
    int assault = 0;  // strength of its attack on the other king's zone
};

struct Situation {
    explicit Situation(const Board& b) : board(b), pieces(b.pieces()), occupied(b.occupied()) {}

    template <Colour Us>
    SideFacts& side() {
        return sides[index(Us)];
    }

    const Board& board;
    const Pieces& pieces;
    Bitboard occupied;
    std::array<SideFacts, 2> sides;
};

// Attack strength on the king's zone, by PieceType. Each square of the zone adds one.
inline constexpr int kAssault[kTypes] = {0, 0, 1, 1, 2, 2, 3, 3, 0, 3, 3, 3, 3, 4, 5};

// The squares next to the king, and two ranks in front of it.
template <Colour Us>
Bitboard king_zone(Square king) {
    if (!king.valid()) return Bitboard();
    const Bitboard next = king_attacks(king);
    return next | Bitboard(king) | forward<Us>(next - relative_rank(Us, 0));
}

template <Colour Us>
void prepare_side(Situation& s) {
    SideFacts& us = s.side<Us>();
    us.kings = Kings::of<Us>(s.board);
    us.zone = king_zone<Us>(s.board.king(Us));
}

template <Colour Us, PieceType Type>
Bitboard sight(const Situation& s, Square from) {
    using enum PieceType;
    if constexpr (Type == kLance) return lance_attacks(Us, from, s.occupied);
    if constexpr (Type == kKnight) return knight_attacks(Us, from);
    if constexpr (Type == kSilver) return silver_attacks(Us, from);
    if constexpr (Type == kBishop) return bishop_attacks(from, s.occupied);
    if constexpr (Type == kRook) return rook_attacks(from, s.occupied);
    if constexpr (Type == kHorse) return horse_attacks(from, s.occupied);
    if constexpr (Type == kDragon) return dragon_attacks(from, s.occupied);
    return gold_attacks(Us, from);
}

constexpr bool has_mobility(PieceType type) {
    using enum PieceType;
    return type == kLance || type == kBishop || type == kRook || type == kHorse || type == kDragon;
}

template <PieceType Type>
constexpr const Weight* mobility_of() {
    using enum PieceType;
    if constexpr (Type == kLance) return kWeights.lance_mobility;
    if constexpr (Type == kBishop) return kWeights.bishop_mobility;
    if constexpr (Type == kRook) return kWeights.rook_mobility;
    if constexpr (Type == kHorse) return kWeights.horse_mobility;
    if constexpr (Type == kDragon) return kWeights.dragon_mobility;
    return nullptr;
}

template <Colour Us, class Sum>
void rook_terms(const Situation& s, Square rook, Sum& sum) {
    const Bitboard own_pawns = s.pieces.of(Us, PieceType::kPawn);
    if (!own_pawns.intersects(file_of(rook.file()))) adder<Us>(sum)(kWeights.rook_open[0]);
    const Square king = s.board.king(Us);
    if (king.valid()) adder<Us>(sum)(kWeights.rook_king_files[std::abs(king.file() - rook.file())]);
}

template <Colour Us, PieceType Type, class Sum>
void pieces_of(Situation& s, Bitboard pieces, Sum& sum) {
    SideFacts& us = s.side<Us>();
    const Bitboard zone = s.side<~Us>().zone;
    pieces.each([&](Square from) {
        const Bitboard seen = sight<Us, Type>(s, from);
        us.attacked |= seen;
        add_piece<Us, Type>(from, us.kings, sum);
        const Bitboard pressed = seen & zone;
        if (pressed.any()) us.assault += kAssault[index(Type)] + pressed.count();
        if constexpr (has_mobility(Type)) {
            adder<Us>(sum)(mobility_of<Type>()[(seen - s.pieces.of(Us)).count()]);
        }
        if constexpr (Type == PieceType::kRook || Type == PieceType::kDragon) rook_terms<Us>(s, from, sum);
    });
}

template <Colour Us, class Sum>
void pawns_of(Situation& s, Sum& sum) {
    SideFacts& us = s.side<Us>();
    const Bitboard pawns = s.pieces.of(Us, PieceType::kPawn);
    pawns.each([&](Square from) { add_piece<Us, PieceType::kPawn>(from, us.kings, sum); });
    us.attacked_by_pawn = forward<Us>(pawns);
    us.attacked |= us.attacked_by_pawn;
    us.assault += (us.attacked_by_pawn & s.side<~Us>().zone).count();
    if (s.board.hand(Us).has(hand_index(PieceType::kPawn))) {
        const int taken = (files_of(pawns) & rank_of(0)).count();
        adder<Us>(sum)(kWeights.pawn_drop_files[9 - taken]);
    }
}

template <Colour Us, class Sum>
void all_pieces(Situation& s, Sum& sum) {
    using enum PieceType;
    const Pieces& p = s.pieces;
    const Bitboard plain = p.of(Us) - p.promoted, promoted = p.of(Us) & p.promoted;
    pawns_of<Us>(s, sum);
    pieces_of<Us, kLance>(s, plain & p.family(kLance), sum);
    pieces_of<Us, kKnight>(s, plain & p.family(kKnight), sum);
    pieces_of<Us, kSilver>(s, plain & p.family(kSilver), sum);
    pieces_of<Us, kGold>(s, plain & p.family(kGold), sum);
    pieces_of<Us, kBishop>(s, plain & p.family(kBishop), sum);
    pieces_of<Us, kRook>(s, plain & p.family(kRook), sum);
    if (promoted.empty()) return;
    pieces_of<Us, kPromotedPawn>(s, promoted & p.family(kPawn), sum);
    pieces_of<Us, kPromotedLance>(s, promoted & p.family(kLance), sum);
    pieces_of<Us, kPromotedKnight>(s, promoted & p.family(kKnight), sum);
    pieces_of<Us, kPromotedSilver>(s, promoted & p.family(kSilver), sum);
    pieces_of<Us, kHorse>(s, promoted & p.family(kBishop), sum);
    pieces_of<Us, kDragon>(s, promoted & p.family(kRook), sum);
}

template <Colour Us, class Sum>
void hand_terms(const Board& board, Sum& sum) {
    const auto add = adder<Us>(sum);
    const Hand hand = board.hand(Us);
    add(kWeights.hand_pawns[std::min(hand.count(hand_index(PieceType::kPawn)), 3)]);
    if (hand.empty()) return;
    for (int place = 0; place < kHandTypes; ++place) {
        const int count = hand.count(place);
        if (count == 0) continue;
        add(kWeights.hand[place], count);
        add(kWeights.hand_first[place]);
    }
}

template <Colour Us, class Sum>
void threats(Situation& s, Sum& sum) {
    const SideFacts &us = s.side<Us>(), &them = s.side<~Us>();
    const Bitboard targets = s.pieces.of(~Us) - s.pieces.family(PieceType::kKing);
    const Bitboard guarded = them.attacked | king_attacks(s.board.king(~Us));
    const auto victims = [&](const Weight* weights, Bitboard attacked) {
        attacked.each([&](Square square) { adder<Us>(sum)(weights[index(s.board.at(square).type())]); });
    };
    victims(kWeights.hanging, (targets & us.attacked) - guarded);
    victims(kWeights.attacked_by_pawn, targets & us.attacked_by_pawn);
}

}  // namespace tabiya::shogi
