// The principal variation of a running search. complete_pv.hpp extends it from the table.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <span>

#include "search/score.hpp"

namespace tabiya::search {

// The principal variation below each ply: the best move followed by the child's variation.
template <class Move>
class PvTable {
  public:
    PvTable() : moves_(std::make_unique<Row[]>(kMaxPly + 2)) {}

    void clear(int ply) { row(ply).length = 0; }
    void update(int ply, Move move) {
        Row& own = row(ply);
        const Row& child = row(ply + 1);
        own.moves[0] = move;
        own.length = 1 + child.length;
        std::copy_n(child.moves.begin(), child.length, own.moves.begin() + 1);
    }
    std::span<const Move> from(int ply) const {
        const Row& own = moves_[static_cast<std::size_t>(ply)];
        return {own.moves.data(), own.length};
    }

  private:
    struct Row {
        std::size_t length = 0;
        std::array<Move, kMaxPly + 2> moves{};
    };
    Row& row(int ply) { return moves_[static_cast<std::size_t>(ply)]; }

    std::unique_ptr<Row[]> moves_;
};

}  // namespace tabiya::search
