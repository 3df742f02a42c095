// The terms of the evaluation, by name. weights.hpp has their values. Squares and ranks are relative to the
// side that owns the piece.
#pragma once

#include <array>

#include "games/chess/piece.hpp"
#include "games/evaluation.hpp"

namespace tabiya::chess {

using evaluation::Weight;

inline constexpr int kDangerLevels = 48;

struct Weights {
    Weight material[5];
    // Rank by rank from one's own side, four files per rank: the halves of the board mirror each other.
    Weight pawn_square[32];
    Weight knight_square[32];
    Weight bishop_square[32];
    Weight rook_square[32];
    Weight queen_square[32];
    Weight king_square[32];

    // By the number of squares that a piece can reach and no enemy pawn attacks.
    Weight knight_mobility[9];
    Weight bishop_mobility[14];
    Weight rook_mobility[15];
    Weight queen_mobility[28];

    Weight isolated[1];
    Weight isolated_unopposed[1];  // in addition: no pawn in front on its file
    Weight doubled[1];
    Weight backward[1];
    Weight backward_unopposed[1];
    Weight supported[8];  // by rank: protected by a pawn
    Weight phalanx[8];    // by rank: next to another pawn

    Weight passed[8];            // by rank
    Weight passed_connected[8];  // supported or in a phalanx
    Weight passed_blocked[8];    // an enemy piece stands in front of it
    Weight passed_free[8];       // the path to promotion is empty and not attacked
    Weight passed_own_king[1];   // times distance to the square in front, times rank beyond the third
    Weight passed_their_king[1];

    // For the three files near the king: distance of the file from the edge times 8, plus the rank of the
    // nearest pawn in front of the king (0: none). For own pawns, enemy pawns, and enemy pawns blocked by own
    // pawns.
    Weight shelter[32];
    Weight storm[32];
    Weight storm_blocked[8];
    Weight king_danger[kDangerLevels];  // by attack strength, see evaluate_king.hpp
    Weight king_open_file[1];

    Weight bishop_pair[1];
    Weight bishop_pawns[1];  // per own pawn on squares of its colour
    Weight knight_outpost[1];
    Weight bishop_outpost[1];
    Weight minor_behind_pawn[1];
    Weight rook_open[1];
    Weight rook_half_open[1];
    Weight rook_seventh[1];
    Weight rook_behind_passed[1];

    // By the attacked piece.
    Weight threat_by_pawn[5];
    Weight threat_by_minor[5];
    Weight threat_by_rook[5];
    Weight threat_by_king[1];
    Weight threat_by_push[1];  // a pawn push would attack a piece
    Weight hanging[1];         // attacked and not defended

    // Against a bare king: how far it is driven, and how near the other king is.
    Weight lone_king_edge[1];
    Weight lone_king_near[1];
    Weight lone_king_corner[1];  // bishop and knight: the corner of the bishop's colour

    Weight tempo[1];
};

#define TABIYA_GROUP(member)                              \
    evaluation::Group {                                   \
        #member, sizeof(Weights::member) / sizeof(Weight) \
    }
inline constexpr evaluation::Group kWeightGroups[] = {
    TABIYA_GROUP(material),
    TABIYA_GROUP(pawn_square),
    TABIYA_GROUP(knight_square),
    TABIYA_GROUP(bishop_square),
    TABIYA_GROUP(rook_square),
    TABIYA_GROUP(queen_square),
    TABIYA_GROUP(king_square),
    TABIYA_GROUP(knight_mobility),
    TABIYA_GROUP(bishop_mobility),
    TABIYA_GROUP(rook_mobility),
    TABIYA_GROUP(queen_mobility),
    TABIYA_GROUP(isolated),
    TABIYA_GROUP(isolated_unopposed),
    TABIYA_GROUP(doubled),
    TABIYA_GROUP(backward),
    TABIYA_GROUP(backward_unopposed),
    TABIYA_GROUP(supported),
    TABIYA_GROUP(phalanx),
    TABIYA_GROUP(passed),
    TABIYA_GROUP(passed_connected),
    TABIYA_GROUP(passed_blocked),
    TABIYA_GROUP(passed_free),
    TABIYA_GROUP(passed_own_king),
    TABIYA_GROUP(passed_their_king),
    TABIYA_GROUP(shelter),
    TABIYA_GROUP(storm),
    TABIYA_GROUP(storm_blocked),
    TABIYA_GROUP(king_danger),
    TABIYA_GROUP(king_open_file),
    TABIYA_GROUP(bishop_pair),
    TABIYA_GROUP(bishop_pawns),
    TABIYA_GROUP(knight_outpost),
    TABIYA_GROUP(bishop_outpost),
    TABIYA_GROUP(minor_behind_pawn),
    TABIYA_GROUP(rook_open),
    TABIYA_GROUP(rook_half_open),
    TABIYA_GROUP(rook_seventh),
    TABIYA_GROUP(rook_behind_passed),
    TABIYA_GROUP(threat_by_pawn),
    TABIYA_GROUP(threat_by_minor),
    TABIYA_GROUP(threat_by_rook),
    TABIYA_GROUP(threat_by_king),
    TABIYA_GROUP(threat_by_push),
    TABIYA_GROUP(hanging),
    TABIYA_GROUP(lone_king_edge),
    TABIYA_GROUP(lone_king_near),
    TABIYA_GROUP(lone_king_corner),
    TABIYA_GROUP(tempo),
};
#undef TABIYA_GROUP

static_assert(evaluation::cover<Weights>(kWeightGroups));

// The king has no material value: both sides have one.
constexpr const Weight* squares_of(const Weights& weights, PieceType type) {
    const Weight* const tables[] = {weights.pawn_square, weights.knight_square, weights.bishop_square,
                                    weights.rook_square, weights.queen_square,  weights.king_square};
    return tables[index(type)];
}

// The index of a relative square in a table of 32.
constexpr int half_board_index(Square square) {
    const int file = square.file();
    return square.rank() * 4 + (file < 4 ? file : 7 - file);
}

}  // namespace tabiya::chess
