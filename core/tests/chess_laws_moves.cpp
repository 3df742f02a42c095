// Moves: counts, legality, packing and exchange values.
#include <random>

#include "tests/chess_laws.hpp"

namespace chess_laws {

namespace {

// A table may return any 16 bits: is_legal must agree with the move list on all of them.
void legality_of_any_16_bits_is_that_of_the_list() {
    for (const char* fen :
         {kKiwipete, "8/2p5/3p4/KP5r/1R2Pp1k/8/6P1/8 b - e3 0 1",
          "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq - 0 1", "4k3/8/8/8/8/8/8/5KRr w G - 0 1"}) {
        const Board board = parse_fen(fen);
        const MoveList moves = moves_of(board);
        for (std::uint32_t bits = 0; bits < 65536; ++bits) {
            const Move move = Move::unpack(bits);
            expect(is_legal(board, move) == moves.contains(move),
                   "bits " + std::to_string(bits) + " in " + fen);
        }
    }
}

void sliders_attack_as_the_walk_says() {
    std::mt19937_64 random(7);
    for (int i = 0; i < 200000; ++i) {
        const Square square(static_cast<int>(random() % 64));
        const Bitboard occupied(random() & (i % 2 ? ~std::uint64_t{0} : random()));
        expect(rook_attacks(square, occupied) == detail::walk_all(square, detail::kRookSteps, occupied),
               "rook");
        expect(bishop_attacks(square, occupied) == detail::walk_all(square, detail::kBishopSteps, occupied),
               "bishop");
        Bitboard knights;
        for (Square s : occupied) knights |= knight_attacks(s);
        expect(knight_attacks(occupied) == knights, "knights together");
    }
}

void exchanges_have_their_known_values() {
    const auto value = [](const char* fen, const char* text) {
        const Board board = parse_fen(fen);
        return see(board, move_of(board, text));
    };
    expect(value("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5") == 100, "a pawn for nothing");
    expect(value("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5") == -200, "x-rays");
    expect(value("4k3/8/4p3/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5") == 0, "pawns");
    expect(value("4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1", "d1d5") == -400, "rook for pawn");
    expect(value("3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5") == 100, "two rooks against one");
    expect(value("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q") == 800, "promotion");
    expect(value("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q") == -100, "promotion that is taken");
    expect(value("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6") == 100, "en passant");
    expect(value("4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6") == 0, "en passant, taken back");
    expect(value("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1") == 0, "castling");
    expect(value("4k3/8/8/3r4/4p3/4K3/8/3R4 w - - 0 1", "d1d5") == 500, "a rook");
    expect(value("4k3/4r3/8/3p4/4B3/8/8/R3K3 b - - 0 1", "d5e4") == 300, "a pinned bishop is taken");
    // The knight on e6 is pinned by the rook on e1 and does not recapture.
    expect(value("4k3/8/4n3/8/3p4/8/8/3RR1K1 w - - 0 1", "d1d4") == 100, "a pinned recapture");
}

}  // namespace

void moves(const std::string& data_directory, std::uint64_t nodes) {
    const std::string suite = data_directory + "/chess.perft", suite960 = data_directory + "/chess960.perft";
    sliders_attack_as_the_walk_says();
    exchanges_have_their_known_values();
    legality_of_any_16_bits_is_that_of_the_list();
    laws::every_mode_of_perft_counts_the_same<Chess>(parse_fen(kKiwipete), 4, 4085603, 97862);
    laws::random_games_hold_every_law<Chess>(
        1, 60, 200,
        {std::string(kStartFen), kKiwipete, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
         "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq - 0 1",
         "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
         "1rk4r/pppppppp/8/8/8/8/PPPPPPPP/1RK4R w HBhb - 0 1"});
    laws::perft_counts_are_the_published_ones<Chess>(suite, nodes);
    laws::perft_counts_are_the_published_ones<Chess>(suite960, nodes / 10);
    laws::nothing_drifts_in_perft<Chess>(suite, nodes / 50);
    laws::nothing_drifts_in_perft<Chess>(suite960, nodes / 500);
}

}  // namespace chess_laws
