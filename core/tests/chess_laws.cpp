// The laws of the chess core, each a function named by what it holds. Exits with 1 and the broken law.
//
//     chess_laws DATA_DIRECTORY [--nodes N]     counts of the suites up to N nodes a position (1,000,000)
#include <cstdio>
#include <cstring>

#include "tests/chess_laws.hpp"

int main(int argc, char** argv) {
    if (argc != 2 && !(argc == 4 && std::strcmp(argv[2], "--nodes") == 0)) {
        std::fprintf(stderr, "usage: chess_laws DATA_DIRECTORY [--nodes N]\n");
        return 2;
    }
    try {
        chess_laws::keys();
        chess_laws::rules();
        chess_laws::moves(argv[1], argc == 4 ? std::stoull(argv[3]) : 1'000'000);
        std::puts("all laws of chess hold");
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "chess_laws: %s\n", error.what());
        return 1;
    }
}
