// Finds a mate in one thread, with a table of one megabyte.
//
//     mate chess|shogi POSITION PLIES      prints the shortest mate within PLIES; exits with 1 if there is
//     none
#include <cstdio>
#include <cstdlib>
#include <string>

#include "tests/search_laws.hpp"

namespace {

template <class G>
int find_mate(const char* position, int plies) {
    using namespace search_laws;
    const Root<G> root = root_of<G>(position);
    const auto table = table_of(1 << 20);
    Limits limits;
    limits.mate = plies;
    limits.nodes = 10'000'000;
    Search<G> search;
    const Result<G> result = run(search, root, table.get(), limits, Config());
    if (result.score < search::mate_in(plies)) {
        std::puts("no mate");
        return 1;
    }
    expect_legal<G>(root.board, result.variations[0].pv);
    std::printf("mate in %d plies:", search::kMate - result.score);
    for (const auto move : result.variations[0].pv) std::printf(" %s", describe(move).c_str());
    std::printf(" (%llu nodes)\n", static_cast<unsigned long long>(result.nodes));
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        const std::string game = argc == 4 ? argv[1] : "";
        if (game == "chess") return find_mate<tabiya::chess::Game>(argv[2], std::atoi(argv[3]));
        if (game == "shogi") return find_mate<tabiya::shogi::Game>(argv[2], std::atoi(argv[3]));
        throw std::invalid_argument("usage: mate chess|shogi POSITION PLIES");
    } catch (const std::exception& error) {
        std::fprintf(stderr, "mate: %s\n", error.what());
        return 2;
    }
}
