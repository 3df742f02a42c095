// The exact endgame search: who wins by how many discs with perfect play.
//
// A null-window search with a memory. Games do not depend on the table (docs/architecture.md), so the memory
// is a parameter: the bindings pass the package's table, the laws a map, and NoMemory stores nothing.
#pragma once

#include <algorithm>
#include <atomic>
#include <concepts>
#include <cstdint>
#include <exception>
#include <utility>

#include "games/othello/endgame_last.hpp"
#include "games/othello/movegen.hpp"
#include "games/othello/outcome.hpp"
#include "games/othello/stability.hpp"

namespace tabiya::othello {

// A memory's entry for a position, in discs for the side to move.
struct Remembered {
    enum class Kind : std::uint8_t { kNothing, kAtMost, kAtLeast, kExactly };

    Kind kind = Kind::kNothing;
    int score = 0;
    Move move;  // the best known one

    bool decides(int alpha, int beta) const {
        return kind == Kind::kExactly || (kind == Kind::kAtLeast && score >= beta) ||
               (kind == Kind::kAtMost && score <= alpha);
    }
};

// Takes the key and the number of empty squares, which measures the work behind an entry.
template <class M>
concept EndgameMemory = requires(M& memory, std::uint64_t key, int empties, const Remembered& found) {
    { M::kPresent } -> std::convertible_to<bool>;
    memory.prefetch(key);
    { memory.probe(key) } -> std::same_as<Remembered>;
    memory.store(key, empties, found);
};

struct NoMemory {
    static constexpr bool kPresent = false;
    static void prefetch(std::uint64_t) {}
    static Remembered probe(std::uint64_t) { return {}; }
    static void store(std::uint64_t, int, const Remembered&) {}
};

struct Solution {
    int score = 0;  // in discs for the side to move
    Move best_move;
    std::uint64_t nodes = 0;
};

struct SolverStopped : std::exception {
    const char* what() const noexcept override { return "the endgame search was stopped"; }
};

// The solver, with its results in `Memory`.
template <EndgameMemory Memory>
class EndgameSolver {
  public:
    // `stop` ends the search early with SolverStopped. It may be null.
    EndgameSolver(Memory& memory, const std::atomic<bool>* stop) : memory_(memory), stop_(stop) {}

    Solution solve(const Board& board) {
        const Best best = search<true>(board, -kSquares, kSquares);
        return {best.score, best.move, nodes_ + last_.nodes()};
    }

  private:
    // With fewer empty squares, ordering moves costs more than it saves.
    static constexpr int kLeastEmpties = 6;
    // With fewer empty squares, a probe costs more than it saves.
    static constexpr int kMemoryEmpties = 7;
    // Stable discs give an upper bound. Below this alpha it rarely cuts off.
    static constexpr int kStabilityAlpha = -20;
    // From here on all children are probed before one is searched (enhanced transposition cutoff).
    static constexpr int kLookAheadEmpties = 9;

    struct Child {
        Board board;
        Move move;
        int order;  // smallest first
    };
    using Children = MoveListOf<Child, kSquares>;
    struct Best {
        int score = -kSquares - 1;
        Move move;
    };

    int search(const Board& board, int alpha, int beta) { return search<false>(board, alpha, beta).score; }
    // The root is searched even if the memory has its score, to get the move.
    template <bool kRoot>
    Best search(const Board& board, int alpha, int beta);
    Best search_moves(const Board& board, int empties, int alpha, int beta, Move first);
    Best search_children(Children& children, int alpha, int beta);
    Best without_placement(const Board& board, int alpha, int beta);
    Best cut_off_by_child(const Children& children, int beta);
    void list_children(const Board& board, Bitboard squares, Move first, Children& children);

    Memory& memory_;
    const std::atomic<bool>* stop_;
    LastMoves last_;
    std::uint64_t nodes_ = 0;
};

// The score for the side to move, fail-soft.
template <EndgameMemory Memory>
template <bool kRoot>
EndgameSolver<Memory>::Best EndgameSolver<Memory>::search(const Board& board, int alpha, int beta) {
    const int empties = popcount(board.empty());
    if (!kRoot && empties < kLeastEmpties)
        return {last_.search(board.own(), board.theirs(), alpha, beta), {}};
    if (stop_ && stop_->load(std::memory_order_relaxed)) throw SolverStopped();
    ++nodes_;
    // Discs that they can never lose are never ours.
    if (!kRoot && alpha >= kStabilityAlpha) {
        const int most = kSquares - 2 * popcount(stable_discs(board.theirs(), board.own()));
        if (most <= alpha) return {most, {}};
    }
    const bool remembers = Memory::kPresent && empties >= kMemoryEmpties;
    const std::uint64_t key = board.key() ^ kExactKey;
    Remembered found;
    if (remembers) found = memory_.probe(key);
    if (!kRoot && found.decides(alpha, beta)) return {found.score, found.move};

    const Best best = search_moves(board, kRoot ? 0 : empties, alpha, beta, found.move);
    if (remembers) {
        using enum Remembered::Kind;
        const auto kind = best.score >= beta ? kAtLeast : best.score > alpha ? kExactly : kAtMost;
        memory_.store(key, empties, {kind, best.score, best.move});
    }
    return best;
}

template <EndgameMemory Memory>
EndgameSolver<Memory>::Best EndgameSolver<Memory>::search_moves(const Board& board, int empties, int alpha,
                                                                int beta, Move first) {
    const Bitboard squares = placements(board.own(), board.theirs());
    if (squares == 0) return without_placement(board, alpha, beta);
    Children children;
    list_children(board, squares, first, children);
    if (Memory::kPresent && empties >= kLookAheadEmpties) {
        const Best known = cut_off_by_child(children, beta);
        if (known.move) return known;
    }
    return search_children(children, alpha, beta);
}

// The first move gets the full window. The others must prove with a null window that they are better.
template <EndgameMemory Memory>
EndgameSolver<Memory>::Best EndgameSolver<Memory>::search_children(Children& children, int alpha, int beta) {
    const auto sooner = [](const Child& a, const Child& b) { return a.order < b.order; };
    Best best;
    for (Child* child = children.begin(); child != children.end() && best.score < beta; ++child) {
        std::swap(*child, *std::min_element(child, children.end(), sooner));
        const int floor = std::max(alpha, best.score);
        const bool is_first = child == children.begin();
        int score = -search(child->board, is_first ? -beta : -floor - 1, -floor);
        if (!is_first && score > floor && score < beta) score = -search(child->board, -beta, -score);
        if (score > best.score) best = {score, child->move};
    }
    return best;
}

template <EndgameMemory Memory>
EndgameSolver<Memory>::Best EndgameSolver<Memory>::without_placement(const Board& board, int alpha,
                                                                     int beta) {
    if (!has_legal_move(board)) return {margin(board), kNoMove};
    Board child = board;
    child.make(Move::pass());
    return {-search(child, -beta, -alpha), Move::pass()};
}

// A move after which the memory's bound is enough for a cutoff; no move if there is none.
template <EndgameMemory Memory>
EndgameSolver<Memory>::Best EndgameSolver<Memory>::cut_off_by_child(const Children& children, int beta) {
    using enum Remembered::Kind;
    for (const Child& child : children) {
        const Remembered reply = memory_.probe(child.board.key() ^ kExactKey);
        if ((reply.kind == kAtMost || reply.kind == kExactly) && -reply.score >= beta) {
            return {-reply.score, child.move};
        }
    }
    return {};
}

// The memory's move comes first, then moves that leave the other side few replies, because they are searched
// faster. Corners count too: ours, and those that the other side could take.
template <EndgameMemory Memory>
void EndgameSolver<Memory>::list_children(const Board& board, Bitboard squares, Move first,
                                          Children& children) {
    each(squares, [&](Square square) {
        Child child{board, Move(square), 0};
        child.board.place(square, turned(square, board.own(), board.theirs()));
        memory_.prefetch(child.board.key() ^ kExactKey);
        const Bitboard replies = placements(child.board.own(), child.board.theirs());
        child.order = 2 * popcount(replies) + 2 * popcount(replies & kCorners);
        if (bit(square) & kCorners) child.order -= 5;
        if (child.move == first) child.order = -kSquares;
        children.push(child);
    });
}

}  // namespace tabiya::othello
