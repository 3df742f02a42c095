// Moves: counts, legality, packing and exchange values.
#include <random>

#include "tests/shogi_laws.hpp"

namespace shogi_laws {

namespace {

// Moves that are nearly legal in a position: a legal move with some bits changed, and a move of another
// position.
std::uint32_t nearly_legal(std::mt19937_64& random, const MoveList& here, const MoveList& there) {
    const MoveList& moves = random() % 2 && !here.empty() ? here : there;
    std::uint32_t bits = moves[random() % moves.size()].pack();
    for (std::uint64_t flips = random() % 3; flips > 0; --flips) bits ^= 1u << random() % 24;
    return bits;
}

// A table may return any 24 bits: is_legal must agree with the move list on all of them.
void legality_of_any_24_bits_is_that_of_the_list() {
    for (const char* sfen : {kStartSfen.data(), kDrops, "4k4/9/9/9/9/4r4/9/3bGP3/4KS3 b RBGSNLP 1",
                             "7nk/9/8G/9/9/9/9/9/K8 b P 1", "k8/9/9/9/9/9/g8/1G7/KN7 w p 1"}) {
        const Board board = parse_sfen(sfen);
        const MoveList moves = moves_of(board);
        std::size_t found = 0;
        for (std::uint32_t bits = 0; bits < 1u << 24; ++bits) found += is_legal(board, Move::unpack(bits));
        expect(found == moves.size(), "legal ones among all 24 bits in " + std::string(sfen));
        for (Move move : moves) expect(is_legal(board, move), to_usi(move) + " in " + sfen);
    }
}

// A table may keep the low 16 bits of a move: on its board they name it, and nothing else is legal.
void sixteen_bits_name_a_legal_move(const std::string& path) {
    std::mt19937_64 random(11);
    for (const laws::SuiteLine& line : laws::read_suite(path)) {
        Board board = parse_sfen(line.position);
        for (int ply = 0; ply < 3; ++ply) {
            const MoveList moves = moves_of(board);
            std::size_t found = 0;
            for (std::uint32_t bits = 1; bits <= 0xFFFF; ++bits) {
                found += static_cast<bool>(Game::move_from_table(board, bits));
            }
            expect(found == moves.size(), "legal ones among all 16 bits in " + to_sfen(board));
            for (Move move : moves) {
                expect(Game::move_from_table(board, move.pack() & 0xFFFF) == move,
                       to_usi(move) + " from 16 bits in " + to_sfen(board));
            }
            if (moves.empty()) break;
            board.make(moves[random() % moves.size()]);
        }
    }
}

void legality_of_nearly_legal_moves_is_that_of_the_list(const std::string& path) {
    std::mt19937_64 random(5);
    const MoveList elsewhere = moves_of(parse_sfen(kDrops));
    for (const laws::SuiteLine& line : laws::read_suite(path)) {
        Board board = parse_sfen(line.position);
        for (int ply = 0; ply < 20; ++ply) {
            const MoveList moves = moves_of(board);
            for (int i = 0; i < 300; ++i) {
                const Move move = Move::unpack(nearly_legal(random, moves, elsewhere));
                expect(is_legal(board, move) == moves.contains(move),
                       "bits " + std::to_string(move.pack()) + " in " + to_sfen(board));
            }
            if (moves.empty()) break;
            board.make(moves[random() % moves.size()]);
        }
    }
}

void sliders_attack_as_the_walk_says() {
    std::mt19937_64 random(7);
    for (int i = 0; i < 200000; ++i) {
        const Square square(static_cast<int>(random() % kSquares));
        const std::uint64_t thin = i % 2 ? ~std::uint64_t{0} : random();
        const Bitboard occupied = Bitboard(random() & thin, random() & thin) & kAll;
        expect(rook_attacks(square, occupied) == detail::walk_all(square, detail::kRookSteps, occupied),
               "rook");
        expect(bishop_attacks(square, occupied) == detail::walk_all(square, detail::kBishopSteps, occupied),
               "bishop");
        expect(lance_attacks(Colour::kBlack, square, occupied) == detail::walk(square, {0, -1}, occupied),
               "black lance");
        expect(lance_attacks(Colour::kWhite, square, occupied) == detail::walk(square, {0, 1}, occupied),
               "white lance");
        Bitboard files;
        for (Square s : occupied) files |= file_of(s.file());
        expect(files_of(occupied) == files, "files");
    }
}

// White's steps are Black's on the rotated board; between is symmetric.
void tables_are_sound() {
    for (int a = 0; a < kSquares; ++a) {
        const Square from(a);
        for (int type = 1; type < kTypes; ++type) {
            const PieceType kind = static_cast<PieceType>(type);
            const Bitboard black = attacks(kind, Colour::kBlack, from, Bitboard());
            const Bitboard white = attacks(kind, Colour::kWhite, from.relative(Colour::kWhite), Bitboard());
            expect(detail::turned(black) == white, std::string(name(kind)) + " turned around");
            expect(!black.has(from), "a piece attacks its own square");
        }
        for (int b = 0; b < kSquares; ++b) {
            const Square to(b);
            expect(between(from, to) == between(to, from), "between");
            expect(!between(from, to).any() || (rook_attacks(from) | bishop_attacks(from)).has(to), "line");
        }
    }
}

void exchanges_have_their_known_values() {
    const auto value = [](const char* sfen, const char* text) {
        const Board board = parse_sfen(sfen);
        return see(board, move_of(board, text));
    };
    expect(value("4k4/9/9/9/4p4/9/9/4R4/4K4 b - 1", "5h5e") == 200, "a pawn for nothing");
    expect(value("4k4/9/9/4l4/4p4/9/9/4R4/K8 b - 1", "5h5e") == 200 - 2000, "a rook for a pawn");
    expect(value("k8/9/9/4l4/4p4/4P4/9/9/K8 b - 1", "5f5e") == 0, "pawns");
    expect(value("k8/9/9/4l4/4p4/4P4/4L4/9/K8 b - 1", "5f5e") == 200, "pawns, a lance behind");
    expect(value("k8/9/9/4s4/9/9/9/9/K8 b G 1", "G*5e") == -1100, "a gold dropped where it is taken");
    expect(value("k8/9/9/4s4/9/4P4/9/9/K8 b G 1", "G*5e") == -100, "the same, taken back");
    expect(value("k8/9/4+p4/4P4/9/9/9/9/K8 b - 1", "5d5c") == 700, "a promoted pawn is a pawn in hand");
    expect(value("k8/9/4+p4/4P4/9/9/9/9/K8 b - 1", "5d5c+") == 1200, "and promotes");
    expect(value("k8/4g4/4+p4/4P4/9/9/9/9/K8 b - 1", "5d5c+") == 1200 - 700, "and is taken");
    expect(value("k8/9/9/9/9/4P4/9/9/K8 b - 1", "5f5e") == 0, "nothing");
    // The gold on 5b is pinned by the rook on 5f and does not recapture on 6c.
    expect(value("4k4/4g4/3p5/9/9/4R4/3L5/9/K8 b - 1", "6g6c") == 200, "a pinned recapture");
    // A king does not capture a defended piece.
    expect(value("4k4/3p5/9/9/9/9/3L5/3R5/K8 b - 1", "6g6b") == 200, "a king's recapture");
}

}  // namespace

void moves(const std::string& data_directory, std::uint64_t nodes) {
    const std::string suite = data_directory + "/shogi.perft";
    sliders_attack_as_the_walk_says();
    tables_are_sound();
    exchanges_have_their_known_values();
    legality_of_any_24_bits_is_that_of_the_list();
    legality_of_nearly_legal_moves_is_that_of_the_list(suite);
    sixteen_bits_name_a_legal_move(suite);
    expect(moves_of(parse_sfen(kMostMoves)).size() == 593, "the most moves");
    laws::every_mode_of_perft_counts_the_same<Shogi>(Board(), 4, 719731, 25470);
    laws::random_games_hold_every_law<Shogi>(
        1, 40, 250,
        {std::string(kStartSfen), kDrops, kMostMoves, "4k4/9/9/9/9/9/9/9/4K4 b 2R2B4G4S4N4L18P 1",
         "4k4/9/9/9/9/9/9/9/4K4 w 2r2b4g4s4n4l18p 1", "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"});
    laws::perft_counts_are_the_published_ones<Shogi>(suite, nodes);
    laws::nothing_drifts_in_perft<Shogi>(suite, nodes / 50);
}

}  // namespace shogi_laws
