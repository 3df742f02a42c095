// The weights of othello's evaluation: {middle game, end game}. evaluate_terms.hpp says what each is for.
// Written by `tabiya tune --game othello --write`.
#pragma once

#include "games/othello/evaluate_terms.hpp"

namespace tabiya::othello {

// clang-format off
inline constexpr Weights kWeights = {
    .mobility = {{-62, 281}},
    .frontier = {{-29, -127}},
    .corner = {{1372, 362}},
    .x_square = {{-1060, -461}},
    .c_square = {{-143, -147}},
    .stable = {{241, 152}},
    .discs = {{13, 46}},
    .parity = {{-52, 149}},
};
// clang-format on

}  // namespace tabiya::othello
