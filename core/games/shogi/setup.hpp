// A position as somebody describes it (an SFEN, another library's board), and what makes it impossible.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "games/fault.hpp"
#include "games/shogi/pieces.hpp"

namespace tabiya::shogi {

struct Setup {
    Pieces pieces;
    std::array<Hand, 2> hands;  // by Colour
    Colour turn = Colour::kBlack;
    int move_number = 1;  // of the move to come

    // The key that a Board of this setup has. Needs no valid position, and never throws.
    std::uint64_t key() const;
};

// What would break a move generator, or could never arise: two kings of a side or none of either, more pieces
// than a set has, pieces that could never move, two pawns of a side on a file, a king that could be captured.
// Fewer pieces are fine, and so is one king less: problems (tsume) leave out what they do not need, and the
// attacker's king is usually among it.
// Fields: "pieces", "hands", "move number".
std::optional<Fault> fault(const Setup& setup);

}  // namespace tabiya::shogi
