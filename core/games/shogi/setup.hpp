// An unchecked position (from an SFEN or another library's board), and the reasons why it may be impossible.
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
    int move_number = 1;  // of the next move

    // The key of a Board of this setup. Works for invalid positions too and never throws.
    std::uint64_t key() const;
};

// Faults that would break the move generator or can never arise: two kings of a side or none at all, more
// pieces than in a set, pieces that could never move, two pawns of a side on a file, a king that could be
// captured. Missing pieces are fine, including one king: problems (tsume) omit what they do not need, usually
// also the attacker's king. Fields: "pieces", "hands", "move number".
std::optional<Fault> fault(const Setup& setup);

}  // namespace tabiya::shogi
