// The look back for a position that stood on the board before. It is the same for every game; how far it
// goes, and what a repetition means, is for the game to say (chess/repetition.hpp, shogi/repetition.hpp).
//
// `past` holds every position since the game was set up, and ends with the one that stands now. Equal keys
// are equal positions here: a false match would need two positions of one game to collide in 63 bits or more.
#pragma once

#include <span>

#include "games/verdict.hpp"

namespace tabiya {

// Calls visit(plies back) for each earlier occurrence with the same side to move, latest first, until it
// returns true. The look back ends where reaches(plies back), which is asked in steps of two, is false.
template <class Past, class Reaches, class Visit>
constexpr void visit_earlier(std::span<const Past> past, Reaches reaches, Visit visit) {
    const int here = static_cast<int>(past.size()) - 1;
    if (here < 4 || !reaches(2)) return;  // no position comes back in two plies
    for (int back = 4; back <= here && reaches(back); back += 2) {
        if (past[static_cast<std::size_t>(here - back)].same_position(past.back()) && visit(back)) return;
    }
}

// How often the position stood on the board before.
template <class Past, class Reaches>
constexpr int count_earlier(std::span<const Past> past, Reaches reaches) {
    int count = 0;
    visit_earlier(past, reaches, [&](int) {
        ++count;
        return false;
    });
    return count;
}

// judge(plies back) of the occurrence that ends the game: the earlier one of number `enough`, or the first
// within the last `search_plies`, which are a search's own: there the side that chose to repeat can do so
// again.
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
