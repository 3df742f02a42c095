// The terms of the evaluation, by name. weights.hpp has their values. Squares are relative to the side that
// owns the piece, from its last rank (0) to its first (8).
#pragma once

#include <array>

#include "games/evaluation.hpp"
#include "games/shogi/piece.hpp"

namespace tabiya::shogi {

using evaluation::Weight;

inline constexpr int kDangerLevels = 64;

// The place of a piece relative to a king: file distance (0 to 3 or more) and ranks ahead, from 3 or more
// behind to 3 or more in front. Left and right are equal. Golds and silvers around their king make its
// castle.
inline constexpr int kCells = 4 * 7;

struct Weights {
    Weight material[kTypes];        // by PieceType, on the board; none and king are zero
    Weight hand[kHandTypes];        // each piece in hand, in the order of kHandOrder
    Weight hand_first[kHandTypes];  // in addition, for the first one
    Weight hand_pawns[4];           // in addition: 0, 1, 2, 3 or more pawns

    Weight rank[kTypes * 9];  // by PieceType and rank
    Weight file[kTypes * 5];  // by PieceType and distance from the edge
    Weight king_square[81];
    Weight near_own_king[kTypes * kCells];
    Weight near_their_king[kTypes * kCells];

    // By the number of reachable squares without own pieces.
    Weight lance_mobility[9];
    Weight bishop_mobility[17];
    Weight rook_mobility[17];
    Weight horse_mobility[21];
    Weight dragon_mobility[21];
    Weight rook_open[1];        // no own pawn on the file
    Weight rook_king_files[9];  // files between a rook and its own king

    Weight king_danger[kDangerLevels];  // by attack strength, see evaluate_king.hpp
    Weight king_escapes[9];             // squares that it could go to
    Weight king_guards[9];              // squares next to it guarded by own pieces

    Weight hanging[kTypes];  // by PieceType: attacked and not defended
    Weight attacked_by_pawn[kTypes];
    Weight pawn_drop_files[10];  // files without an own pawn, with a pawn in hand

    Weight tempo[1];
};

#define TABIYA_GROUP(member)                              \
    evaluation::Group {                                   \
        #member, sizeof(Weights::member) / sizeof(Weight) \
    }
inline constexpr evaluation::Group kWeightGroups[] = {
    TABIYA_GROUP(material),
    TABIYA_GROUP(hand),
    TABIYA_GROUP(hand_first),
    TABIYA_GROUP(hand_pawns),
    TABIYA_GROUP(rank),
    TABIYA_GROUP(file),
    TABIYA_GROUP(king_square),
    TABIYA_GROUP(near_own_king),
    TABIYA_GROUP(near_their_king),
    TABIYA_GROUP(lance_mobility),
    TABIYA_GROUP(bishop_mobility),
    TABIYA_GROUP(rook_mobility),
    TABIYA_GROUP(horse_mobility),
    TABIYA_GROUP(dragon_mobility),
    TABIYA_GROUP(rook_open),
    TABIYA_GROUP(rook_king_files),
    TABIYA_GROUP(king_danger),
    TABIYA_GROUP(king_escapes),
    TABIYA_GROUP(king_guards),
    TABIYA_GROUP(hanging),
    TABIYA_GROUP(attacked_by_pawn),
    TABIYA_GROUP(pawn_drop_files),
    TABIYA_GROUP(tempo),
};
#undef TABIYA_GROUP

static_assert(evaluation::cover<Weights>(kWeightGroups));

}  // namespace tabiya::shogi
