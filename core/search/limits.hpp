// The limits of a search.
#pragma once

#include <cstdint>
#include <vector>

namespace tabiya::search {

struct Limits {
    int depth = 0;  // 0 = none, here and below
    std::uint64_t nodes = 0;
    int mate = 0;  // plies: a mate within this distance ends the search
    double soft_ms = 0;
    double hard_ms = 0;
    bool infinite = false;             // only stop() ends it
    std::vector<std::uint32_t> moves;  // packed root moves; empty = all
    int multipv = 1;
};

}  // namespace tabiya::search
