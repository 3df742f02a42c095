// Perft: the number of move sequences of a given length, to test move generators. Written once for every
// game.
#pragma once

#include <algorithm>
#include <atomic>
#include <concepts>
#include <cstdint>
#include <exception>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "games/differential.hpp"
#include "threads.hpp"

namespace tabiya {

// The requirements on a board. Boards are copied, moves are never unmade. The free functions are found by
// argument-dependent lookup.
template <class Board>
concept PerftBoard =
    std::copyable<Board> && Verifiable<Board, typename Board::Move> &&
    requires(const Board& board, Board& child, typename Board::Move move, typename Board::MoveList& moves) {
        generate(board, moves);
        { count_moves(board) } -> std::convertible_to<std::uint64_t>;
        child.make(move);
        { board.key() } -> std::same_as<std::uint64_t>;
    };

// The requirements on a cache of subtree counts. All threads of a perft call it concurrently.
template <class Cache>
concept PerftCache = requires(Cache& cache, std::uint64_t key, int depth, std::uint64_t nodes) {
    { cache.probe(key, depth) } -> std::same_as<std::optional<std::uint64_t>>;
    cache.store(key, depth, nodes);
};

struct NoPerftCache {
    static std::optional<std::uint64_t> probe(std::uint64_t, int) { return std::nullopt; }
    static void store(std::uint64_t, int, std::uint64_t) {}
};

struct PerftOptions {
    bool bulk = true;     // count the moves of the last ply instead of making them
    bool verify = false;  // shadow mode: check key and board from scratch at every node
    int threads = 1;
    const std::atomic<bool>* stop = nullptr;  // ends the count early, with PerftStopped
};

struct PerftStopped : std::exception {
    const char* what() const noexcept override { return "perft was stopped"; }
};

template <class Move>
struct RootCount {
    Move move;
    std::uint64_t nodes = 0;
};

namespace detail {

template <bool Bulk, bool Verify, PerftBoard Board, PerftCache Cache>
class PerftCounter {
  public:
    PerftCounter(Cache& cache, const std::atomic<bool>* stop) : cache_(cache), stop_(stop) {}

    std::uint64_t count(const Board& board, int depth) {
        if (depth <= 0) return 1;
        if (Bulk && depth == 1) return count_leaves(board);
        if (depth >= kPollDepth && stop_ && stop_->load(std::memory_order_relaxed)) throw PerftStopped();
        if constexpr (!std::same_as<Cache, NoPerftCache>) {
            if (const auto known = cache_.probe(board.key(), depth)) return *known;
        }
        typename Board::MoveList moves;
        generate(board, moves);
        std::uint64_t nodes = 0;
        for (const auto move : moves) nodes += count(child_of(board, move), depth - 1);
        if constexpr (!std::same_as<Cache, NoPerftCache>) cache_.store(board.key(), depth, nodes);
        return nodes;
    }

    Board child_of(const Board& board, typename Board::Move move) {
        Board child = board;
        child.make(move);
        if constexpr (Verify) check_move(board, move, child);
        return child;
    }

  private:
    static constexpr int kPollDepth = 4;  // at most a few milliseconds between two checks of stop

    std::uint64_t count_leaves(const Board& board) {
        const std::uint64_t counted = static_cast<std::uint64_t>(count_moves(board));
        if constexpr (Verify) {
            typename Board::MoveList moves;
            generate(board, moves);
            if (moves.size() != counted) {
                report_drift(board, std::to_string(counted) + " moves counted, " +
                                        std::to_string(moves.size()) + " listed");
            }
            for (const auto move : moves) child_of(board, move);
        }
        return counted;
    }

    Cache& cache_;
    const std::atomic<bool>* stop_;
};

// A subtree for one thread: two plies below the root if possible, so that the threads end together.
template <class Board>
struct PerftTask {
    Board board;
    int depth;
    std::size_t root;  // the root move that it belongs to
};

template <class Counter, class Board>
std::vector<PerftTask<Board>> perft_tasks(Counter& counter, const Board& board,
                                          const typename Board::MoveList& moves, int depth, bool split) {
    std::vector<PerftTask<Board>> tasks;
    for (std::size_t root = 0; root < moves.size(); ++root) {
        const Board child = counter.child_of(board, moves[root]);
        if (!split || depth < 3) {
            tasks.push_back({child, depth - 1, root});
            continue;
        }
        typename Board::MoveList replies;
        generate(child, replies);
        for (const auto reply : replies) tasks.push_back({counter.child_of(child, reply), depth - 2, root});
    }
    return tasks;
}

// Threads take tasks until none is left. The first exception stops all of them and is rethrown here.
template <class Counter, class Board, class Cache>
void perft_run(const std::vector<PerftTask<Board>>& tasks, std::vector<std::uint64_t>& sums, Cache& cache,
               const PerftOptions& options) {
    std::atomic<std::size_t> next{0};
    std::mutex mutex;
    std::exception_ptr error;
    const auto work = [&] {
        Counter counter(cache, options.stop);
        std::vector<std::uint64_t> own(sums.size(), 0);
        try {
            for (std::size_t i = next++; i < tasks.size(); i = next++) {
                own[tasks[i].root] += counter.count(tasks[i].board, tasks[i].depth);
            }
        } catch (...) {
            next = tasks.size();
            const std::lock_guard lock(mutex);
            if (!error) error = std::current_exception();
        }
        const std::lock_guard lock(mutex);
        for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += own[i];
    };
    {
        std::vector<Thread> helpers;
        for (int i = 1; i < options.threads; ++i) helpers.emplace_back(work);
        work();
    }
    if (error) std::rethrow_exception(error);
}

template <bool Bulk, bool Verify, class Board, class Cache>
std::vector<RootCount<typename Board::Move>> divide(const Board& board, int depth, Cache& cache,
                                                    const PerftOptions& options) {
    using Counter = PerftCounter<Bulk, Verify, Board, Cache>;
    Counter counter(cache, options.stop);
    if constexpr (Verify) check_position(board);
    typename Board::MoveList moves;
    generate(board, moves);
    std::vector<std::uint64_t> sums(moves.size(), 0);
    perft_run<Counter>(perft_tasks(counter, board, moves, depth, options.threads > 1), sums, cache, options);
    std::vector<RootCount<typename Board::Move>> result;
    for (std::size_t i = 0; i < sums.size(); ++i) result.push_back({moves[i], sums[i]});
    return result;
}

}  // namespace detail

// The count below each root move, in generation order. Depth is at least 1.
template <PerftBoard Board, PerftCache Cache>
std::vector<RootCount<typename Board::Move>> divide(const Board& board, int depth, Cache& cache,
                                                    const PerftOptions& options = {}) {
    check_threads(options.threads, kMaxPerftThreads);
    if (options.verify) {
        return options.bulk ? detail::divide<true, true>(board, depth, cache, options)
                            : detail::divide<false, true>(board, depth, cache, options);
    }
    return options.bulk ? detail::divide<true, false>(board, depth, cache, options)
                        : detail::divide<false, false>(board, depth, cache, options);
}

template <PerftBoard Board, PerftCache Cache>
std::uint64_t perft(const Board& board, int depth, Cache& cache, const PerftOptions& options = {}) {
    if (depth <= 0) return 1;
    // One ply needs no tree, but shadow mode must visit its leaves.
    if (depth == 1 && options.bulk && !options.verify) return static_cast<std::uint64_t>(count_moves(board));
    std::uint64_t nodes = 0;
    for (const auto& root : divide(board, depth, cache, options)) nodes += root.nodes;
    return nodes;
}

template <PerftBoard Board>
std::uint64_t perft(const Board& board, int depth, const PerftOptions& options = {}) {
    NoPerftCache none;
    return perft(board, depth, none, options);
}

}  // namespace tabiya
