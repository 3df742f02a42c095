#include "games/othello/stability.hpp"

namespace tabiya::othello {

namespace {

// The squares on full lines of an axis. The result may have others on the border, which held() includes
// anyway.
template <int kAxis>
Bitboard full_lines(Bitboard occupied) {
    constexpr Bitboard kEnds = border(kAxis);
    // An unbroken row of discs from each square to the border, in both directions.
    Bitboard up = occupied, down = occupied;
    for (int step = 0; step < 7; ++step) {
        up &= kEnds | up << kAxis;
        down &= kEnds | down >> kAxis;
    }
    return up & down;
}

// Next to a stable disc, or at the end of the axis.
template <int kAxis>
Bitboard held(Bitboard stable) {
    constexpr Bitboard kEnds = border(kAxis);
    // A shift across the border gives a false neighbour, but that square is on the border, which is enough.
    return stable << kAxis | stable >> kAxis | kEnds;
}

}  // namespace

Bitboard stable_discs(Bitboard own, Bitboard theirs) {
    const Bitboard occupied = own | theirs;
    const Bitboard rows = full_lines<1>(occupied), columns = full_lines<8>(occupied);
    const Bitboard falling = full_lines<9>(occupied), rising = full_lines<7>(occupied);
    Bitboard stable = 0, before;
    do {
        before = stable;
        stable = own & (rows | held<1>(stable)) & (columns | held<8>(stable)) & (falling | held<9>(stable)) &
                 (rising | held<7>(stable));
    } while (stable != before);
    return stable;
}

}  // namespace tabiya::othello
