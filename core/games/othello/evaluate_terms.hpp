// The terms of the evaluation, by name. weights.hpp has their values.
#pragma once

#include "games/evaluation.hpp"

namespace tabiya::othello {

using evaluation::Weight;

struct Weights {
    Weight mobility[1];  // each square on which a disc can be placed
    Weight frontier[1];  // each disc beside an empty square: it can be turned, and gives the other side moves
    Weight corner[1];
    Weight x_square[1];  // each disc diagonally beside an empty corner, which it gives away
    Weight c_square[1];  // each disc on the edge beside an empty corner
    Weight stable[1];    // each disc that is known to stay (stability.hpp)
    Weight discs[1];     // each disc
    Weight parity[1];    // to the side to move, if an odd number of squares is empty: it has the last move
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
