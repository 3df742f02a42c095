// The endgame search equals minimax, with or without a memory of any size, and stable discs stay stable.
#include <algorithm>
#include <random>
#include <unordered_map>

#include "games/othello/endgame.hpp"
#include "tests/othello_laws.hpp"

namespace othello_laws {

namespace {

int minimax(const Board& board) {
    const MoveList moves = laws::moves_of<Othello>(board);
    if (moves.empty()) return margin(board);
    int best = -kSquares;
    for (const Move move : moves) {
        Board child = board;
        child.make(move);
        best = std::max(best, -minimax(child));
    }
    return best;
}

// A memory of a few slots, where positions evict one another.
class SmallMemory {
  public:
    static constexpr bool kPresent = true;

    explicit SmallMemory(std::size_t slots) : slots_(slots) {}
    void prefetch(std::uint64_t) const {}
    Remembered probe(std::uint64_t key) {
        const auto found = entries_.find(key % slots_);
        if (found == entries_.end() || found->second.first != key) return {};
        ++hits_;
        return found->second.second;
    }
    void store(std::uint64_t key, int, const Remembered& found) { entries_[key % slots_] = {key, found}; }
    int hits() const { return hits_; }

  private:
    std::size_t slots_;
    std::unordered_map<std::uint64_t, std::pair<std::uint64_t, Remembered>> entries_;
    int hits_ = 0;
};

// The end of a random game, with at most this many empty squares.
Board random_ending(std::mt19937_64& random, int empties) {
    Board board;
    while (popcount(board.empty()) > empties) {
        const MoveList moves = laws::moves_of<Othello>(board);
        if (moves.empty()) break;
        board.make(moves[random() % moves.size()]);
    }
    return board;
}

template <class Memory>
void expect_solved(const Board& board, int expected, Memory& memory, const std::string& how) {
    const Solution solution = EndgameSolver(memory, nullptr).solve(board);
    expect(solution.score == expected, "solved with " + std::to_string(solution.score) +
                                           " and not minimax's " + std::to_string(expected) + " " + how +
                                           " in " + to_text(board));
    if (!has_legal_move(board)) {
        expect(!solution.best_move, "a move after the end");
        return;
    }
    expect(is_legal(board, solution.best_move), "an illegal best move in " + to_text(board));
    Board child = board;
    child.make(solution.best_move);
    NoMemory none;
    expect(-EndgameSolver(none, nullptr).solve(child).score == expected, "a best move that is not the best");
}

void the_solution_is_minimax(int positions) {
    std::mt19937_64 random(3);
    NoMemory none;
    SmallMemory small(50), large(1 << 20);
    for (int i = 0; i < positions; ++i) {
        const Board board = random_ending(random, i % 10);
        const int expected = minimax(board);
        expect_solved(board, expected, none, "without a memory");
        expect_solved(board, expected, small, "with a small memory");
        expect_solved(board, expected, large, "with a large memory");
        expect_solved(board, expected, large, "with a warm memory");
    }
    for (int i = 0; i < positions / 10; ++i) {
        const Board board = random_ending(random, 12 + i % 3);
        const int expected = EndgameSolver(none, nullptr).solve(board).score;
        expect_solved(board, expected, small, "with a small memory");
        expect_solved(board, expected, large, "with a large memory");
    }
    expect(small.hits() > 0 && large.hits() > 0, "no memory remembers");
}

void a_stopped_search_says_so() {
    const std::atomic<bool> stop{true};
    NoMemory none;
    try {
        EndgameSolver(none, &stop).solve(Board());
        broken("a stopped search returned");
    } catch (const SolverStopped&) {
    }
}

// Stable discs keep their colour whatever is played.
void stable_discs_are_never_turned(int games) {
    std::mt19937_64 random(8);
    std::uint64_t found = 0;
    for (int game = 0; game < games; ++game) {
        Board board;
        Bitboard stable[2] = {};
        for (MoveList moves = laws::moves_of<Othello>(board); !moves.empty();) {
            board.make(moves[random() % moves.size()]);
            for (const Colour colour : {Colour::kBlack, Colour::kWhite}) {
                Bitboard& known = stable[index(colour)];
                expect((known & ~board.discs(colour)) == 0, "a stable disc was turned in " + to_text(board));
                known |= stable_discs(board.discs(colour), board.discs(~colour));
            }
            moves = laws::moves_of<Othello>(board);
        }
        found += static_cast<std::uint64_t>(popcount(stable[0] | stable[1]));
        expect(popcount(board.empty()) > 0 || (stable[0] | stable[1]) == ~Bitboard{0},
               "a full board is stable");
    }
    expect(found > 0, "no disc is ever stable");
}

}  // namespace

void endings(std::uint64_t nodes) {
    the_solution_is_minimax(nodes < 10'000 ? 60 : 400);
    a_stopped_search_says_so();
    stable_discs_are_never_turned(nodes < 10'000 ? 200 : 5000);
}

}  // namespace othello_laws
