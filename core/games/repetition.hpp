// Searches the past for repetitions of a position, for every game. The game decides how far to look and what
// a repetition means (chess/repetition.hpp, shogi/repetition.hpp).
//
// `past` has every position since the initial one and ends with the current one. Equal keys count as equal
// positions: a false match would need two positions of one game to collide in 63 bits or more.
#pragma once

#include <span>

#include "games/verdict.hpp"

namespace tabiya {

// Calls visit(plies back) for each earlier occurrence with the same side to move, latest first, until it
// returns true. Stops where reaches(plies back), which is called in steps of two, is false.
template <class Past, class Reaches, class Visit>
constexpr void visit_earlier(std::span<const Past> past, Reaches reaches, Visit visit) {
    const int here = static_cast<int>(past.size()) - 1;
    if (here < 4 || !reaches(2)) return;  // no position repeats after two plies
    for (int back = 4; back <= here && reaches(back); back += 2) {
        if (past[static_cast<std::size_t>(here - back)].same_position(past.back()) && visit(back)) return;
    }
}

// How often the position occurred before.
template <class Past, class Reaches>
constexpr int count_earlier(std::span<const Past> past, Reaches reaches) {
    int count = 0;
    visit_earlier(past, reaches, [&](int) {
        ++count;
        return false;
    });
    return count;
}

// Returns judge(plies back) for the occurrence that ends the game: earlier occurrence number `enough`, or the
// first one within the last `search_plies`, which belong to the search. There the side that chose to repeat
// can do so again.
template <class Past, class Reaches, class Judge>
constexpr Verdict judge_repetition(std::span<const Past> past, int search_plies, int enough, Reaches reaches,
                                   Judge judge) {
    Verdict verdict = Verdict::none;
    int earlier = 0;
    visit_earlier(past, reaches, [&](int back) {
        if (back > search_plies && ++earlier < enough) return false;
        verdict = judge(back);
        return true;
    });
    return verdict;
}

}  // namespace tabiya
