// What static exchange evaluation is in any game: who is bound by a pin, and what is left when both sides
// stop where going on does not pay. What a piece is worth, and which may capture next, is the game's.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

namespace tabiya {

// What a side cannot use in an exchange, and the sliders that forbid it.
template <class Bitboard>
struct Pins {
    Bitboard pinned, pinners;
};

// `snipers` would attack the king on an empty board. One that aims along the target's line binds nobody: what
// captures there stays on the line. `between` gives the squares between the king and a sniper.
template <class Bitboard, class Square, class Between>
Pins<Bitboard> pins_away_from(Square target, Bitboard snipers, Bitboard own, Bitboard occupied,
                              Between between) {
    Pins<Bitboard> pins;
    for (Square sniper : snipers) {
        const Bitboard line = between(sniper);
        const Bitboard blockers = line & occupied;
        const bool pins_one = blockers.any() && !blockers.more_than_one() && blockers.intersects(own);
        if (!pins_one || sniper == target || line.has(target)) continue;
        pins.pinned |= blockers;
        pins.pinners |= Bitboard(sniper);
    }
    return pins;
}

// What the first capture is worth in the end. `next(side)` takes the cheapest capturer of a side off the
// board and says what is lost with it; nothing (0) ends the exchange. `Most` is how many pieces there can be.
template <std::size_t Most, class Colour, class Next>
int settle_exchange(int first_gain, int at_risk, Colour side, Next next) {
    // gains[i]: what the side of capture i has won if the exchange ends after it.
    std::array<int, Most + 1> gains;
    std::size_t last = 0;
    gains[0] = first_gain;
    for (int risked = next(side); risked != 0; risked = next(side)) {
        gains[last + 1] = at_risk - gains[last];
        ++last;
        at_risk = risked;
        side = ~side;
    }
    // From the end: each side captures only where that is better than to have stopped.
    for (; last > 0; --last) gains[last - 1] = std::min(gains[last - 1], -gains[last]);
    return gains[0];
}

}  // namespace tabiya
