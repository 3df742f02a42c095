// Static exchange evaluation for any game: pins, and the result if both sides stop when continuing does not
// pay. The game provides piece values and the next capturer.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

namespace tabiya {

// The pieces that a side cannot use in an exchange, and the sliders that pin them.
template <class Bitboard>
struct Pins {
    Bitboard pinned, pinners;
};

// `snipers` would attack the king on an empty board. A sniper aligned with the target pins nothing: capturers
// there stay on its line. `between` returns the squares between the king and a sniper.
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

// The final value of the first capture. `next(side)` removes a side's cheapest capturer from the board and
// returns its value; 0 ends the exchange. `Most` is the largest number of pieces.
template <std::size_t Most, class Colour, class Next>
int settle_exchange(int first_gain, int at_risk, Colour side, Next next) {
    // gains[i]: the gain of the side that makes capture i if the exchange ends after it.
    std::array<int, Most + 1> gains;
    std::size_t last = 0;
    gains[0] = first_gain;
    for (int risked = next(side); risked != 0; risked = next(side)) {
        gains[last + 1] = at_risk - gains[last];
        ++last;
        at_risk = risked;
        side = ~side;
    }
    // From the end: each side only captures if that is better than stopping.
    for (; last > 0; --last) gains[last - 1] = std::min(gains[last - 1], -gains[last]);
    return gains[0];
}

}  // namespace tabiya
