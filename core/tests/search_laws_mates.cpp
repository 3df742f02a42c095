// Mates are counted right from any table, and found.
#include <algorithm>

#include "tests/search_laws.hpp"

namespace search_laws {

namespace {

// Few pieces on random squares, the mover's the stronger.
Board random_ending(Random& random) {
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
        if (!chess::fault(setup)) return Board(setup);
    }
}

int shortest_mate(const Board& board, int longest) {
    for (int plies = 1; plies <= longest; plies += 2) {
        if (mates_within(board, plies)) return plies;
    }
    return 0;
}

void expect_mate(Search& search, const Board& board, table::Table* table, int plies, const char* how) {
    Limits limits;
    limits.mate = plies;
    limits.nodes = 3'000'000;
    const Result result = run(search, root_of(board), table, limits, Config());
    expect(result.score == search::mate_in(plies), std::string("mate in ") + std::to_string(plies) +
                                                       " plies is " + std::to_string(result.score) + how +
                                                       " in " + chess::to_fen(board));
    expect_legal(board, result.lines[0].pv);
}

}  // namespace

void mates(int scale) {
    Random random(3);
    const auto table = table_of(1 << 20);
    Search search;
    int found[8] = {};
    for (int i = 0; i < 3000 * scale; ++i) {
        const Board board = i % 3 != 0 ? random_ending(random)
                                       : random_root(random, 20 + static_cast<int>(random() % 100)).board;
        const int plies = shortest_mate(board, i % 3 != 0 ? 5 : 3);
        if (plies == 0 || (plies == 1 && found[1] > 40 * scale)) continue;
        ++found[plies];
        expect_mate(search, board, nullptr, plies, " without a table");
        const auto cold = table_of(1 << 18);
        expect_mate(search, board, cold.get(), plies, " from a cold table");
        expect_mate(search, board, cold.get(), plies, " from a warm table");
        expect_mate(search, board, table.get(), plies, " from a table of other positions");
        if (found[3] >= 40 * scale && found[5] >= 40 * scale) break;
    }
    expect(found[1] > 5 && found[3] > 10 && found[5] > 10, "too few mates were found to be a test");
}

}  // namespace search_laws
