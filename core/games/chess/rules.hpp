// The optional rules of chess.
#pragma once

#include "games/chess/zobrist.hpp"

namespace tabiya::chess {

struct Rules {
    // Whether table keys include the fifty-move counter.
    Rule50Keys rule50_keys = Rule50Keys::kOff;
};

}  // namespace tabiya::chess
