// What a game of chess leaves to choose.
#pragma once

#include "games/chess/zobrist.hpp"

namespace tabiya::chess {

struct Rules {
    // Whether the table keeps positions apart by their fifty-move counter.
    Rule50Keys rule50_keys = Rule50Keys::kOff;
};

}  // namespace tabiya::chess
