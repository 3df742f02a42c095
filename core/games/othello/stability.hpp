// Discs that can never be turned again.
#pragma once

#include "games/othello/bitboard.hpp"

namespace tabiya::othello {

// A subset of the stable discs of the side that owns `own`: those that no line through them can turn, because
// the line is full, ends there, or continues with a stable disc of the same side.
Bitboard stable_discs(Bitboard own, Bitboard theirs);

}  // namespace tabiya::othello
