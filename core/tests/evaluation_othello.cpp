// The laws of Othello's evaluation on random games, and what a call costs.
//   evaluation_othello [--positions N] [--time]
#include <chrono>
#include <cstdio>
#include <cstring>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "games/othello/evaluate.hpp"
#include "games/othello/movegen.hpp"
#include "games/othello/notation.hpp"

namespace {

using namespace tabiya::othello;

void expect(bool condition, const std::string& what) {
    if (!condition) throw std::runtime_error(what);
}

Board colours_swapped(const Board& board) {
    return Board(board.discs(Colour::kWhite), board.discs(Colour::kBlack), ~board.turn());
}

template <class Map>
Board mapped(const Board& board, Map map) {
    const auto moved = [&](Colour colour) {
        Bitboard result = 0;
        each(board.discs(colour), [&](Square s) { result |= bit(Square(map(s.column(), s.row()))); });
        return result;
    };
    return Board(moved(Colour::kBlack), moved(Colour::kWhite), board.turn());
}

void check_position(const Board& board) {
    const Evaluator evaluate;
    const int score = evaluate(board);
    const std::string where = " in " + to_text(board);
    expect(score == evaluate(colours_swapped(board)), "colours swapped, the score differs" + where);
    expect(score == evaluate(mapped(board, [](int x, int y) { return 8 * y + 7 - x; })), "mirrored" + where);
    expect(score == evaluate(mapped(board, [](int x, int y) { return 8 * x + y; })), "turned" + where);
    expect(score <= 6400 && score >= -6400, "more than all discs" + where);
    const int traced = trace_evaluation(board).score;
    expect(score == traced,
           "trace times weights is " + std::to_string(traced) + ", not " + std::to_string(score) + where);
}

std::vector<Board> random_positions(std::size_t count) {
    std::mt19937_64 random(1);
    std::vector<Board> result;
    while (result.size() < count) {
        Board board;
        MoveList moves;
        generate(board, moves);
        while (!moves.empty() && result.size() < count) {
            result.push_back(board);
            board.make(moves[random() % moves.size()]);
            moves.clear();
            generate(board, moves);
        }
    }
    return result;
}

void a_corner_is_worth_more_than_the_square_beside_it() {
    const Evaluator evaluate;
    Board corner(0x0000000810000001, 0x0000001008000000, Colour::kBlack);
    Board beside(0x0000000810000200, 0x0000001008000000, Colour::kBlack);
    expect(evaluate(corner) > evaluate(Board()) && evaluate(Board()) > evaluate(beside), "corners");
}

void time_calls(const std::vector<Board>& boards) {
    const Evaluator evaluate;
    double best = 1e9;
    long sum = 0;
    for (int round = 0; round < 20; ++round) {
        const auto begin = std::chrono::steady_clock::now();
        for (const Board& board : boards) sum += evaluate(board);
        const std::chrono::duration<double, std::nano> spent = std::chrono::steady_clock::now() - begin;
        best = std::min(best, spent.count() / static_cast<double>(boards.size()));
    }
    std::printf("%.0f ns a call, of %zu positions (sum %ld)\n", best, boards.size(), sum);
}

}  // namespace

int main(int argc, char** argv) {
    std::size_t count = 20'000;
    bool timed = false;
    for (int i = 1; i < argc; ++i) {
        if (std::strcmp(argv[i], "--time") == 0) timed = true;
        if (std::strcmp(argv[i], "--positions") == 0 && i + 1 < argc) count = std::stoull(argv[++i]);
    }
    try {
        const std::vector<Board> boards = random_positions(count);
        if (timed) return time_calls(boards), 0;
        for (const Board& board : boards) check_position(board);
        a_corner_is_worth_more_than_the_square_beside_it();
        std::puts("all laws of the evaluation hold");
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "evaluation_othello: %s\n", error.what());
        return 1;
    }
}
