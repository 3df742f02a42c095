// The laws of a game's evaluation on random games, and what a call costs.
//
//     evaluation_NAME [DATA_DIRECTORY] [--positions N] [--time]
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "tests/program.hpp"

namespace evaluation_program {

using program::expect;

struct Arguments {
    std::string data;
    std::size_t positions = 20'000;
    bool timed = false;
};

inline Arguments parse(int argc, char** argv) {
    Arguments result;
    for (int i = 1; i < argc; ++i) {
        if (std::strcmp(argv[i], "--time") == 0)
            result.timed = true;
        else if (std::strcmp(argv[i], "--positions") == 0 && i + 1 < argc)
            result.positions = std::stoull(argv[++i]);
        else
            result.data = argv[i];
    }
    return result;
}

// The positions of random games, each from the next of the starts, of at most `plies` plies.
template <class MoveList, class Board>
std::vector<Board> random_positions(const Arguments& arguments, const std::vector<Board>& starts, int plies) {
    std::mt19937_64 random(1);
    std::vector<Board> result;
    for (std::size_t game = 0; result.size() < arguments.positions; ++game) {
        Board board = starts[game % starts.size()];
        for (int ply = 0; ply < plies && result.size() < arguments.positions; ++ply) {
            result.push_back(board);
            MoveList moves;
            generate(board, moves);
            if (moves.size() == 0) break;
            board.make(moves[random() % moves.size()]);
        }
    }
    return result;
}

inline void trace_gives_the_score(int traced, int score, const std::string& where) {
    expect(score == traced,
           "trace times weights is " + std::to_string(traced) + ", not " + std::to_string(score) + where);
}

template <class Board, class Evaluator>
void time_calls(const std::vector<Board>& boards, Evaluator evaluate) {
    double best = 1e9;
    long sum = 0;
    for (int round = 0; round < 20; ++round) {
        const auto begin = std::chrono::steady_clock::now();
        for (const Board& board : boards) sum += evaluate(board);
        const std::chrono::duration<double, std::nano> spent = std::chrono::steady_clock::now() - begin;
        best = std::min(best, spent.count() / static_cast<double>(boards.size()));
    }
    std::printf("%.0f ns per call, of %zu positions (sum %ld)\n", best, boards.size(), sum);
}

// `random_positions` takes the arguments and returns boards; `check_all` takes these.
template <class Evaluator, class RandomPositions, class CheckAll>
int main(int argc, char** argv, const char* name, const RandomPositions& random_positions,
         const CheckAll& check_all) {
    return program::run(name, [&] {
        const Arguments arguments = parse(argc, argv);
        const auto boards = random_positions(arguments);
        if (arguments.timed) return time_calls(boards, Evaluator());
        check_all(boards);
        std::puts("all laws of the evaluation hold");
    });
}

}  // namespace evaluation_program
