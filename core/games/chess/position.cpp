#include "games/chess/position.hpp"

#include <algorithm>

namespace tabiya::chess {

// Only positions with the same side to move, and none behind a move that cannot be undone. Equal keys are
// equal positions here: a false match would need two positions of one game to collide in 64 bits.
int Position::count_earlier(std::size_t first, int enough) const {
    const std::size_t here = height();
    const std::size_t reach = static_cast<std::size_t>(board().reversible_plies());
    const std::size_t oldest = std::max(first, here - std::min(here, reach));
    int count = 0;
    for (std::size_t back = 4; back <= here - oldest && count < enough; back += 2) {
        if (boards()[here - back].key() == key()) ++count;
    }
    return count;
}

}  // namespace tabiya::chess
