// The terms of the evaluation, by name. weights.hpp has their values. Squares and ranks are relative: as the
// side whose piece it is sees the board.
#pragma once

#include <array>

#include "games/chess/piece.hpp"
#include "games/evaluation.hpp"

namespace tabiya::chess {

using evaluation::Weight;

inline constexpr int kDangerLevels = 48;

struct Weights {
    Weight material[5];
    // Rank by rank from one's own side, four files a rank: the board's halves mirror each other.
    Weight pawn_square[32];
    Weight knight_square[32];
    Weight bishop_square[32];
    Weight rook_square[32];
    Weight queen_square[32];
    Weight king_square[32];

    // By the number of squares a piece may go to without being taken by a pawn.
    Weight knight_mobility[9];
    Weight bishop_mobility[14];
    Weight rook_mobility[15];
    Weight queen_mobility[28];

    Weight isolated[1];
    Weight isolated_unopposed[1];  // beside the former: no pawn in front on its file
    Weight doubled[1];
    Weight backward[1];
    Weight backward_unopposed[1];
    Weight supported[8];  // by rank: a pawn protected by a pawn
    Weight phalanx[8];    // by rank: a pawn with another at its side

    Weight passed[8];            // by rank
    Weight passed_connected[8];  // supported or in a phalanx
    Weight passed_blocked[8];    // a piece of the opponent's stands before it
    Weight passed_free[8];       // nothing attacks or stands on the way to promotion
    Weight passed_own_king[1];   // times distance to the square in front, times rank beyond the third
    Weight passed_their_king[1];

    // Of the three files at the king: file's distance from the edge times 8, plus the rank of the pawn that
    // is nearest in front of the king (0: none): one's own, the opponent's, the opponent's that stands before
    // it.
    Weight shelter[32];
    Weight storm[32];
    Weight storm_blocked[8];
    Weight king_danger[kDangerLevels];  // by the attack's strength, see evaluate_king.hpp
    Weight king_open_file[1];

    Weight bishop_pair[1];
    Weight bishop_pawns[1];  // own pawns on squares of its colour
    Weight knight_outpost[1];
    Weight bishop_outpost[1];
    Weight minor_behind_pawn[1];
    Weight rook_open[1];
    Weight rook_half_open[1];
    Weight rook_seventh[1];
    Weight rook_behind_passed[1];

    // By the piece that is attacked.
    Weight threat_by_pawn[5];
    Weight threat_by_minor[5];
    Weight threat_by_rook[5];
    Weight threat_by_king[1];
    Weight threat_by_push[1];  // a pawn could step forward and attack a piece
    Weight hanging[1];         // attacked and not defended

    // Against a king without anything: how far it is driven, how near the other king is.
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

// Of a relative square, in a table of 32.
constexpr int half_board_index(Square square) {
    const int file = square.file();
    return square.rank() * 4 + (file < 4 ? file : 7 - file);
}

}  // namespace tabiya::chess
