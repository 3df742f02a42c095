// Perft of any game for Python: written once, for every board that games/perft.hpp accepts.
#pragma once

#include <nanobind/nanobind.h>

#include <vector>

#include "bindings/waiting.hpp"
#include "games/perft.hpp"
#include "table/perft_cache.hpp"

namespace tabiya::bindings {

// (packed move, nodes) for each root move, in generation order. `cache` may be null.
template <PerftBoard Board>
nanobind::list divide_for_python(const Board& board, int depth, table::PerftCache* cache,
                                 PerftOptions options) {
    std::vector<RootCount<typename Board::Move>> roots;
    run_stoppable([&](const std::atomic<bool>& stop) {
        options.stop = &stop;
        NoPerftCache none;
        roots =
            cache != nullptr ? divide(board, depth, *cache, options) : divide(board, depth, none, options);
    });
    nanobind::list result;
    for (const auto& [move, nodes] : roots) result.append(nanobind::make_tuple(move.pack(), nodes));
    return result;
}

}  // namespace tabiya::bindings
