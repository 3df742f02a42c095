// Mates are found, and counted correctly from any table.
#include <algorithm>
#include <utility>

#include "tests/search_laws.hpp"

namespace search_laws {

namespace {

// A few pieces on random squares; the side to move is stronger.
chess::Board random_ending(Random& random) {
    constexpr const char* kPieces[] = {"Q", "R", "RR", "QR", "RN", "QP", "BB", "QB"};
    while (true) {
        chess::Setup setup;
        const auto put = [&](char letter) {
            const chess::Square square(static_cast<int>(random() % 64));
            if (setup.pieces.occupied().has(square)) return;
            setup.pieces.toggle(chess::piece_from(letter), chess::Bitboard(square));
        };
        put('K');
        put('k');
        for (const char* letter = kPieces[random() % std::size(kPieces)]; *letter != 0; ++letter)
            put(*letter);
        if (random() % 2 == 0) put('p');
        if (!chess::fault(setup)) return chess::Board(setup);
    }
}

template <class G>
int shortest_mate(const typename G::Board& board, int longest) {
    for (int plies = 1; plies <= longest; plies += 2) {
        if (mates_within<G>(board, plies)) return plies;
    }
    return 0;
}

template <class G>
void expect_mate(Search<G>& search, const typename G::Board& board, table::Table* table, int plies,
                 const char* how) {
    Limits limits;
    limits.mate = plies;
    limits.nodes = 30'000'000;  // a quiescence full of drops may take millions
    const Result<G> result = run(search, root_of<G>(board), table, limits, Config());
    expect(result.score == search::mate_in(plies), std::string("mate in ") + std::to_string(plies) +
                                                       " plies is " + std::to_string(result.score) + how +
                                                       " in " + About<G>::text(board));
    expect_legal<G>(board, result.variations[0].pv);
}

// Runs until there are enough mates of each length in `wanted`. `next` returns a position and the longest
// mate to look for.
template <class G, class Next>
void mates_of(double scale, std::initializer_list<int> wanted, const Next& next) {
    Random random(3);
    const auto table = table_of(1 << 20);
    Search<G> search;
    int found[8] = {};
    const auto enough = [&](int plies) { return found[plies] >= 40 * scale; };
    for (int i = 0; i < 6000 * scale && !std::all_of(wanted.begin(), wanted.end(), enough); ++i) {
        const auto [board, longest] = next(random);
        const int plies = shortest_mate<G>(board, longest);
        if (plies == 0 || enough(plies)) continue;
        ++found[plies];
        expect_mate<G>(search, board, nullptr, plies, " without a table");
        const auto cold = table_of(1 << 18);
        expect_mate<G>(search, board, cold.get(), plies, " from a cold table");
        expect_mate<G>(search, board, cold.get(), plies, " from a warm table");
        expect_mate<G>(search, board, table.get(), plies, " from a table of other positions");
    }
    for (const int plies : wanted) {
        expect(found[plies] > 10, "too few mates in " + std::to_string(plies) + " plies to be a test");
    }
}

}  // namespace

void mates(double scale) {
    mates_of<chess::Game>(scale, {1, 3, 5}, [](Random& random) {
        if (random() % 3 != 0) return std::pair(random_ending(random), 5);
        return std::pair(random_root<chess::Game>(random, 20 + static_cast<int>(random() % 100)).board, 3);
    });
    mates_of<shogi::Game>(scale, {1, 3}, [](Random& random) {
        return std::pair(random_root<shogi::Game>(random, 40 + static_cast<int>(random() % 200)).board, 3);
    });
}

}  // namespace search_laws
