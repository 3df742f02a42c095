// Extends the principal variation from the table.
#pragma once

#include <algorithm>
#include <vector>

#include "search/worker.hpp"

namespace tabiya::search {

// Follows table moves from the end of the variation. Stops at a repeated position, at an illegal move, or
// where the rules or the table end it. Only between iterations, when the frames are free.
template <Game G, class Access>
void Worker<G, Access>::complete_pv(std::vector<Move>& pv) {
    if (!acts_on_table()) return;
    const std::size_t longest = std::min<std::size_t>(static_cast<std::size_t>(root_depth_), kMaxPly - 2);
    const auto step = [&](int ply, Move move) {
        frame(ply + 1).board = frame(ply).board;
        G::make(frame(ply + 1).board, move);
        frame(ply + 1).in_check = G::in_check(frame(ply + 1).board);
        stack_.remember(ply + 1);
    };
    int ply = 0;
    for (; ply < static_cast<int>(std::min(pv.size(), longest)); ++ply)
        step(ply, pv[static_cast<std::size_t>(ply)]);
    while (static_cast<std::size_t>(ply) == pv.size() && pv.size() < longest) {
        const Board& board = frame(ply).board;
        if (G::repetition(board, stack_.past(ply), ply) != Verdict::none ||
            G::verdict(board, frame(ply).in_check, config_.rules) != Verdict::none) {
            return;
        }
        const Found found = access_.probe(access_.hash_of(G::table_key(board, config_.rules)));
        const Move move = found.hit ? G::move_from_table(board, found.opened.move()) : Move();
        if (!move) return;
        step(ply++, move);
        pv.push_back(move);
    }
}

}  // namespace tabiya::search
