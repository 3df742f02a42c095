// What a search reports while it runs and at its end.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "search/statistics.hpp"
#include "table/entry.hpp"

namespace tabiya::search {

using table::Bound;

template <class Move>
struct Info {
    int depth = 0;
    int seldepth = 0;
    int multipv = 1;
    int score = 0;
    Bound bound = Bound::kExact;
    std::uint64_t nodes = 0;
    std::uint64_t probes = 0;  // of the table; `hits` found their position
    std::uint64_t hits = 0;
    double ms = 0;
    std::uint32_t hashfull = 0;
    std::vector<Move> pv;
    // Only for the report of a root move about to be searched:
    Move current_move{};
    int current_number = 0;
};

// Called on the search's first thread; must not throw.
template <class Move>
using OnInfo = std::function<void(Info<Move>&&)>;

// One of the best root moves (MultiPV), with its variation.
template <class Move>
struct Variation {
    int score = 0;
    Bound bound = Bound::kExact;
    int depth = 0;
    std::vector<Move> pv;
};

// How far a running search has come.
struct Progress {
    std::uint64_t nodes = 0;
    std::uint64_t probes = 0;
    std::uint64_t hits = 0;
    // By the depth that was asked for, of the first thread.
    std::array<std::uint64_t, kDepthClasses> probes_by_depth{};
    std::array<std::uint64_t, kDepthClasses> hits_by_depth{};
};

template <class Move>
struct Result {
    Move best_move{};  // none if the game is over
    int score = 0;
    Bound bound = Bound::kExact;
    int depth = 0;  // of the last completed iteration
    int seldepth = 0;
    std::uint64_t nodes = 0;
    double ms = 0;
    std::vector<Variation<Move>> variations;  // best first; if the game is over, one without moves
    bool stopped = false;                     // within an iteration
    Statistics statistics;
};

}  // namespace tabiya::search
