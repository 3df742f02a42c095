// Fourfold repetition (sennichite). Unlike in chess, captures do not end the look back, because captured
// pieces can be dropped and captured back. A null move ends it.
#pragma once

#include <span>

#include "games/repetition.hpp"
#include "games/shogi/perpetual_check.hpp"

namespace tabiya::shogi {

// Whether no null move was made in the two plies after the position `back` plies ago.
inline auto no_null_move_since(std::span<const Past> past) {
    return [past](int back) {
        const std::size_t at = past.size() - 1 - static_cast<std::size_t>(back);
        return !past[at + 1].passed_to(past[at + 2]) && !past[at].passed_to(past[at + 1]);
    };
}

// How often the position occurred before, in this game or search.
inline int repetitions(std::span<const Past> past) {
    return count_earlier(past, no_null_move_since(past));
}

// The result of the fourth occurrence for the side to move (after later ones, the last four count).
// `search_plies` from the root of a search, already of the second one if both are within the search.
inline Verdict repetition(std::span<const Past> past, int search_plies) {
    return judge_repetition(past, search_plies, 3, no_null_move_since(past),
                            [past](int back) { return judge_perpetual_check(past, back); });
}

}  // namespace tabiya::shogi
