// What a search keeps for each ply between root and current node. Allocated once per thread.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "games/game.hpp"
#include "search/history.hpp"
#include "search/score.hpp"
#include "table/entry.hpp"

namespace tabiya::search {

// One node of the current path. Boards are copied, moves are never unmade.
template <Game G>
struct Frame {
    typename G::Board board{};
    std::uint64_t hash = 0;                            // hash of the table's key
    typename History<G>::Row* continuation = nullptr;  // of the move that led here
    typename G::Move move{};      // the move that led here; none at the root and after a null move
    std::size_t piece_slot = 0;   // of that move, for the counter move
    typename G::Move excluded{};  // not searched here, to test for another good move
    std::array<typename G::Move, 2> killers{};
    int eval = table::kNoEval;  // static; none in check
    bool in_check = false;
};

// The frames, and the past of every position since the game began, for repetitions.
template <Game G>
class Stack {
  public:
    Stack() : frames_(std::make_unique<Frame<G>[]>(kMaxPly + 2)) {}

    // `past` ends with the root.
    void begin(const typename G::Board& root, const std::vector<typename G::Past>& past) {
        root_ = past.size() - 1;
        past_ = past;
        past_.resize(past.size() + kMaxPly + 2, past.back());
        for (int ply = 0; ply < kMaxPly + 2; ++ply) {
            frame(ply).killers = {};
            frame(ply).excluded = {};
        }
        frame(0).board = root;
        frame(0).in_check = G::in_check(root);
        frame(0).move = {};
    }

    Frame<G>& frame(int ply) { return frames_[static_cast<std::size_t>(ply)]; }
    const Frame<G>& frame(int ply) const { return frames_[static_cast<std::size_t>(ply)]; }
    void remember(int ply) { past_[root_ + static_cast<std::size_t>(ply)] = G::past(frame(ply).board); }
    // Every position of the game and the search, up to the one at `ply`.
    std::span<const typename G::Past> past(int ply) const {
        return {past_.data(), root_ + static_cast<std::size_t>(ply) + 1};
    }

  private:
    std::unique_ptr<Frame<G>[]> frames_;
    std::vector<typename G::Past> past_;
    std::size_t root_ = 0;
};

}  // namespace tabiya::search
