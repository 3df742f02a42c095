// Perft from the command line, for checks and measurements without Python, for any game as in laws.hpp.
#pragma once

#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <exception>
#include <map>
#include <string>
#include <vector>

#include "games/perft.hpp"

namespace perft_program {

// Positions by name, such as "startpos".
using Named = std::map<std::string, std::string>;

struct Arguments {
    std::string position = "startpos";
    int depth = 0;
    int repeat = 1;
    bool divide = false;
    tabiya::PerftOptions options;
};

inline int number(const char* text) {
    int value = 0;
    const auto [end, error] = std::from_chars(text, text + std::strlen(text), value);
    if (error != std::errc() || *end != '\0' || value < 1) {
        throw std::invalid_argument(std::string("expected a positive number, not '") + text + "'");
    }
    return value;
}

inline Arguments parse(int argc, char** argv) {
    Arguments result;
    std::vector<std::string> positional;
    for (int i = 1; i < argc; ++i) {
        const std::string arg = argv[i];
        const auto value = [&] { return i + 1 < argc ? number(argv[++i]) : number(""); };
        if (arg == "--bulk")
            result.options.bulk = true;
        else if (arg == "--no-bulk")
            result.options.bulk = false;
        else if (arg == "--verify")
            result.options.verify = true;
        else if (arg == "--divide")
            result.divide = true;
        else if (arg == "--threads")
            result.options.threads = value();
        else if (arg == "--repeat")
            result.repeat = value();
        else if (arg.starts_with("--") && arg.find(' ') == std::string::npos)  // a position may begin with --
            throw std::invalid_argument("unknown option " + arg);
        else
            positional.push_back(arg);
    }
    if (positional.empty() || positional.size() > 2) throw std::invalid_argument("expected [POSITION] DEPTH");
    result.depth = number(positional.back().c_str());
    if (positional.size() == 2) result.position = positional[0];
    return result;
}

template <class Game>
void run(const Arguments& arguments, const Named& named) {
    const auto known = named.find(arguments.position);
    const auto board = Game::parse(known != named.end() ? known->second : arguments.position);
    tabiya::NoPerftCache none;
    for (int i = 0; i < arguments.repeat; ++i) {
        const auto start = std::chrono::steady_clock::now();
        std::uint64_t nodes = 0;
        for (const auto& root : tabiya::divide(board, arguments.depth, none, arguments.options)) {
            nodes += root.nodes;
            if (arguments.divide && i == 0) {
                std::printf("%s: %llu\n", Game::move_text(root.move).c_str(),
                            static_cast<unsigned long long>(root.nodes));
            }
        }
        const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
        std::printf("%llu nodes, %.3f s, %.1f Mn/s\n", static_cast<unsigned long long>(nodes), time.count(),
                    static_cast<double>(nodes) / time.count() / 1e6);
    }
}

template <class Game>
int main(int argc, char** argv, const Named& named) {
    try {
        run<Game>(parse(argc, argv), named);
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr,
                     "%s: %s\nusage: %s [POSITION] DEPTH [--bulk | --no-bulk] [--verify] [--divide]\n"
                     "       [--threads N] [--repeat N]\n",
                     argv[0], error.what(), argv[0]);
        return 1;
    }
}

}  // namespace perft_program
