// The terms of the evaluation, by name. weights.hpp has their values.
#pragma once

#include "games/evaluation.hpp"

namespace tabiya::othello {

using evaluation::Weight;

struct Weights {
    Weight mobility[1];  // each square on which a disc can be placed
    Weight frontier[1];  // each disc next to an empty square, which gives the other side moves
    Weight corner[1];
    Weight x_square[1];  // each disc diagonally next to an empty corner, which gives the corner away
    Weight c_square[1];  // each disc on the edge next to an empty corner
    Weight stable[1];    // each disc that is known to stay (stability.hpp)
    Weight discs[1];     // each disc
    Weight parity[1];    // for the side to move if the number of empty squares is odd: it has the last move
};

#define TABIYA_GROUP(member)                              \
    evaluation::Group {                                   \
        #member, sizeof(Weights::member) / sizeof(Weight) \
    }
inline constexpr evaluation::Group kWeightGroups[] = {
    TABIYA_GROUP(mobility), TABIYA_GROUP(frontier), TABIYA_GROUP(corner), TABIYA_GROUP(x_square),
    TABIYA_GROUP(c_square), TABIYA_GROUP(stable),   TABIYA_GROUP(discs),  TABIYA_GROUP(parity),
};
#undef TABIYA_GROUP

static_assert(evaluation::cover<Weights>(kWeightGroups));

}  // namespace tabiya::othello
