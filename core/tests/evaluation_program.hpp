// The laws of a game's evaluation on random games, and what a call costs.
//
//     evaluation_NAME [DATA_DIRECTORY] [--positions N] [--time]
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
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
