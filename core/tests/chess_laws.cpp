// The laws of the chess core, each a function named by what it holds. Exits with 1 and the broken law.
//
//     chess_laws DATA_DIRECTORY [--nodes N]     counts of the suites up to N nodes a position (1,000,000)
#include <cstdio>
#include <cstring>
#include <fstream>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "games/chess/fen.hpp"
#include "games/chess/movegen.hpp"
#include "games/chess/position.hpp"
#include "games/chess/see.hpp"
#include "games/chess/uci.hpp"
#include "games/chess/verify.hpp"
#include "games/perft.hpp"
#include "zobrist/checks.hpp"

namespace tabiya::chess {

// The tests' hand in a board: to show that verify sees what it is there to see.
struct BoardTamperer {
    static void flip_key(Board& board, int term) { board.key_ ^= kTermKeys[static_cast<std::size_t>(term)]; }
    static void set_en_passant(Board& board, Square square) { board.en_passant_ = square; }
    static void clear_square(Board& board, Square square) {
        board.squares_[static_cast<std::size_t>(square.index())] = kNoPiece;
    }
};

}  // namespace tabiya::chess

namespace {

using namespace tabiya::chess;

constexpr const char* kKiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

[[noreturn]] void broken(const std::string& what) {
    throw std::runtime_error(what);
}

void expect(bool condition, const std::string& what) {
    if (!condition) broken(what);
}

Move move_of(const Board& board, const char* text) {
    const Move move = parse_uci(board, text);
    expect(static_cast<bool>(move), std::string(text) + " is not legal in " + to_fen(board));
    return move;
}

MoveList moves_of(const Board& board) {
    MoveList moves;
    generate(board, moves);
    return moves;
}

struct SuiteLine {
    std::string fen;
    std::vector<std::uint64_t> counts;
};

std::vector<SuiteLine> read_suite(const std::string& path) {
    std::ifstream file(path);
    expect(static_cast<bool>(file), "cannot read " + path);
    std::vector<SuiteLine> result;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line[0] == '#') continue;
        SuiteLine entry;
        std::istringstream parts(line);
        std::getline(parts, entry.fen, ';');
        for (std::string part; std::getline(parts, part, ';');) {
            entry.counts.push_back(std::stoull(part.substr(part.find(' '))));
        }
        result.push_back(entry);
    }
    return result;
}

void perft_counts_are_the_published_ones(const std::string& path, std::uint64_t most) {
    for (const SuiteLine& line : read_suite(path)) {
        const Board board = parse_fen(line.fen);
        for (std::size_t depth = 1; depth <= line.counts.size(); ++depth) {
            const std::uint64_t expected = line.counts[depth - 1];
            if (expected > most) break;
            const std::uint64_t nodes = tabiya::perft(board, static_cast<int>(depth));
            expect(nodes == expected, line.fen + " depth " + std::to_string(depth) + ": " +
                                          std::to_string(nodes) + " instead of " + std::to_string(expected));
        }
    }
}

// Shadow mode: incremental key = key from scratch, key_after = key, gives_check = in_check, counted = listed.
void nothing_drifts_in_perft(const std::string& path, std::uint64_t most) {
    for (const SuiteLine& line : read_suite(path)) {
        const Board board = parse_fen(line.fen);
        for (std::size_t depth = line.counts.size(); depth > 0; --depth) {
            if (line.counts[depth - 1] > most) continue;
            const std::uint64_t nodes = tabiya::perft(board, static_cast<int>(depth), {.verify = true});
            expect(nodes == line.counts[depth - 1], "verify changed the count of " + line.fen);
            break;
        }
    }
}

void every_mode_of_perft_counts_the_same() {
    const Board board = parse_fen(kKiwipete);
    expect(tabiya::perft(board, 4) == 4085603, "Kiwipete, bulk");
    expect(tabiya::perft(board, 4, {.bulk = false}) == 4085603, "Kiwipete, every leaf");
    expect(tabiya::perft(board, 4, {.threads = 3}) == 4085603, "Kiwipete, three threads");
    expect(tabiya::perft(board, 3, {.bulk = false, .verify = true, .threads = 2}) == 97862, "Kiwipete, all");
    std::atomic<bool> stop{true};
    try {
        tabiya::perft(board, 6, {.threads = 2, .stop = &stop});
        broken("a stopped perft returned");
    } catch (const tabiya::PerftStopped&) {
    }
}

void check_node(const Board& board) {
    if (auto reason = verify(board)) broken(to_fen(board) + ": " + *reason);
    expect(parse_fen(to_fen(board)).key() == board.key(), "FEN of " + to_fen(board) + " gives another key");
    expect(to_fen(parse_fen(to_fen(board))) == to_fen(board), "FEN of " + to_fen(board) + " changes");
    expect(to_fen(parse_fen(to_fen(board, CastlingStyle::shredder))) == to_fen(board),
           "Shredder-FEN of " + to_fen(board) + " is another position");
    const MoveList all = moves_of(board);
    expect(static_cast<std::size_t>(count_moves(board)) == all.size(), "count of " + to_fen(board));
    MoveList tactical, quiet;
    generate_tactical(board, tactical);
    generate_quiet(board, quiet);
    expect(tactical.size() + quiet.size() == all.size(), "parts of " + to_fen(board));
    for (Move move : all) {
        const std::string name = to_uci(move, true) + " in " + to_fen(board);
        const bool is_tactical = board.is_capture(move) || move.is_promotion();
        expect((is_tactical ? tactical : quiet).contains(move), name + " is in the wrong part");
        expect(is_legal(board, move), name + " is generated, yet not legal");
        expect(Move::unpack(move.pack()) == move && move.pack() < (1u << 24) && move.pack() != 0, name);
        expect(parse_uci(board, to_uci(move, true)) == move, name + " does not survive its text");
        const int gain = see(board, move);
        expect(see_at_least(board, move, gain) && !see_at_least(board, move, gain + 1), name + " see");
    }
}

void random_games_hold_every_law(std::uint64_t seed, int games, const std::vector<std::string>& starts) {
    std::mt19937_64 random(seed);
    for (int game = 0; game < games; ++game) {
        Position position(parse_fen(starts[random() % starts.size()]));
        std::vector<Board> past;
        while (past.size() < 200) {
            const Board& board = position.board();
            check_node(board);
            const MoveList moves = moves_of(board);
            if (moves.empty()) break;
            past.push_back(board);
            const Move move = moves[random() % moves.size()];
            position.make(move);
            if (auto reason = verify_move(past.back(), move, position.board())) broken(*reason);
        }
        for (; !past.empty(); past.pop_back()) {
            position.unmake();
            expect(position.board() == past.back(), "unmake does not restore " + to_fen(past.back()));
        }
    }
}

// Any 16 bits may come out of a table: is_legal must agree with the list on all of them.
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

void no_four_keys_cancel() {
    expect(tabiya::zobrist::no_four_cancel(kTermKeys), "two to four keys XOR to zero");
    expect(tabiya::zobrist::bits_balanced(kTermKeys), "bits of the keys are not balanced");
}

void collect_keys(const Board& board, int depth, std::set<std::uint64_t>& keys) {
    keys.insert(board.key());
    if (depth == 0) return;
    for (Move move : moves_of(board)) {
        Board child = board;
        child.make(move);
        collect_keys(child, depth - 1, keys);
    }
}

// Of all positions within three plies, in ranges of the key (a table's clusters) and of its low bits.
void keys_of_real_positions_are_evenly_spread() {
    for (const char* fen : {kStartFen.data(), kKiwipete}) {
        std::set<std::uint64_t> found;
        collect_keys(parse_fen(fen), 3, found);
        std::vector<std::uint64_t> keys(found.begin(), found.end());
        for (std::size_t bins : {256, 1000}) {
            const double high = tabiya::zobrist::range_chi_square(keys, bins);
            expect(high > -4 && high < 4, "high bits, " + std::to_string(high) + " standard deviations");
        }
        for (std::uint64_t& key : keys) key = key << 48 | (key & 0xFFFF0000) << 16;
        const double low = tabiya::zobrist::range_chi_square(keys, 1000);
        expect(low > -4 && low < 4, "low bits, " + std::to_string(low) + " standard deviations");
    }
}

// Renewed only with a major version.
void keys_are_the_promised_ones() {
    expect(kTermKeys[0] == 0xC556597D083DCD50, "key of term 0");
    expect(kTermKeys[780] == 0x9022F9AE42AA73AB, "key of term 780");
    expect(kTermKeys[892] == 0x9BBB755A176236E5, "key of term 892");
    expect(Board().key() == 0xFFFFD03EC1537389, "key of the start position");
    expect(parse_fen(kKiwipete).key() == 0x7B82E7D6A874646E, "key of Kiwipete");
}

void different_positions_have_different_keys() {
    const std::vector<std::string> fens = {
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1",  "r3k2r/8/8/8/8/8/8/R3K2R w Kkq - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1",    "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
        "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1",     "4k3/8/8/3pP3/8/8/8/4K3 b - - 0 1",
        "4k3/8/8/8/8/8/8/RR1K2RR w GB - 0 1",   "4k3/8/8/8/8/8/8/RR1K2RR w HA - 0 1"};
    std::set<std::uint64_t> keys;
    for (const std::string& fen : fens) keys.insert(parse_fen(fen).key());
    expect(keys.size() == fens.size(), "two of the positions share a key");
}

void equal_positions_have_equal_keys() {
    const auto key = [](const char* fen) { return parse_fen(fen).key(); };
    // No pawn can capture on e3; the capture on e3 is pinned along the rank; on c6 there is nobody to
    // capture.
    expect(key("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1") ==
               key("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"),
           "en passant without a capturer is in the key");
    expect(key("8/8/3p4/KPp4r/1R2Pp1k/8/6P1/8 b - e3 0 1") == key("8/8/3p4/KPp4r/1R2Pp1k/8/6P1/8 b - - 0 1"),
           "an illegal en passant is in the key");
    // Castling by letters of sides and of files is the same right.
    expect(key("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1") == key("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1"),
           "Shredder-FEN has another key");
    // By two orders of moves.
    Board a, b;
    for (const char* text : {"e2e4", "e7e5", "g1f3", "b8c6"}) a.make(move_of(a, text));
    for (const char* text : {"g1f3", "b8c6", "e2e4", "e7e5"}) b.make(move_of(b, text));
    expect(a.key() == b.key() && a.key() == a.setup().key(), "a transposition has two keys");
}

void rule50_keys_are_kept_apart() {
    const Board board = parse_fen("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    const Board later = parse_fen("4k3/8/8/8/8/8/8/R3K3 w Q - 70 80");
    expect(board.key() == later.key(), "the counter is in the plain key");
    for (Rule50Keys mode : {Rule50Keys::off, Rule50Keys::bucketed, Rule50Keys::full}) {
        expect(board.key(mode) == board.key(), "a counter of 0 has a key");
        expect((later.key(mode) == later.key()) == (mode == Rule50Keys::off), "a counter of 70 has none");
    }
    std::set<std::uint64_t> full, bucketed;
    for (int counter = 0; counter <= 100; ++counter) {
        full.insert(rule50_key(counter, Rule50Keys::full));
        bucketed.insert(rule50_key(counter, Rule50Keys::bucketed));
    }
    expect(full.size() == 101 && bucketed.size() == 7, "number of fifty-move keys");
}

void verify_names_the_term_that_drifted() {
    const auto report = [](auto tamper) {
        Board board = parse_fen(kKiwipete);
        tamper(board);
        return verify(board).value_or("nothing");
    };
    const auto has = [&](int term, const char* text) {
        const std::string found = report([&](Board& board) { BoardTamperer::flip_key(board, term); });
        expect(found.find(text) != std::string::npos, found + " does not name " + text);
    };
    has(piece_term(Piece(Colour::white, PieceType::knight), Square(5, 2)), "white knight on f3");
    has(piece_term(Piece(Colour::black, PieceType::king), Square(4, 7)), "black king on e8");
    has(castling_term(Square(7, 0)), "castling right of the rook on h1");
    has(castling_term(Square(1, 7)), "castling right of the rook on b8");
    has(en_passant_term(2), "en passant on the c-file");
    has(kSideTerm, "side to move");
    has(kTerms - 1, "fifty-move counter 100");
    expect(report([](Board& b) {
               BoardTamperer::flip_key(b, 8);
               BoardTamperer::flip_key(b, 16);
           }).find("white pawn on a2 and white pawn on a3") != std::string::npos,
           "two terms");
    expect(report([](Board& b) { BoardTamperer::clear_square(b, Square(4, 4)); }).find("square e5") == 0,
           "e5");
    expect(report([](Board& b) { BoardTamperer::set_en_passant(b, Square(0, 5)); }).find("en passant") == 0,
           "ep");
    expect(report([](Board&) {}) == "nothing", "a sound board is reported");
}

void repetition_and_fifty_moves_are_seen() {
    Position position;
    const auto play = [&](std::initializer_list<const char*> moves) {
        for (const char* text : moves) position.make(move_of(position.board(), text));
    };
    play({"g1f3", "g8f6", "f3g1", "f6g8"});
    expect(position.repetitions() == 1, "the start stands for the second time");
    expect(position.is_repetition(4) && !position.is_repetition(3),
           "repeated within the search or before it");
    play({"g1f3", "g8f6", "f3g1", "f6g8"});
    expect(position.repetitions() == 2 && position.is_repetition(0), "the start stands for the third time");
    play({"e2e4"});
    expect(position.repetitions() == 0, "a pawn move cannot be repeated");
    for (int i = 0; i < 9; ++i) position.unmake();
    expect(position.board() == Board() && position.height() == 0, "unmaking nine moves");

    // A castling right that is lost makes another position, though the pieces stand as before.
    Position rights(parse_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"));
    for (const char* text : {"e1e2", "e8e7", "e2e1", "e7e8"}) rights.make(move_of(rights.board(), text));
    expect(rights.repetitions() == 0, "rights lost, position equal");

    Position fifty(parse_fen("7k/8/8/8/8/8/8/KR6 w - - 99 120"));
    fifty.make(move_of(fifty.board(), "b1b2"));
    expect(fifty.is_fifty_moves(), "a hundred plies");
    Position mate(parse_fen("7k/6pp/8/8/8/8/8/KR6 w - - 99 120"));
    mate.make(move_of(mate.board(), "b1b8"));
    expect(!mate.is_fifty_moves() && !has_legal_move(mate.board()), "mate comes before the fiftieth move");

    Position null(parse_fen("4k3/8/8/8/8/8/8/R3K3 w Q - 5 9"));
    null.make_null();
    expect(null.board().key() == (null.board().setup().key()), "key after a null move");
    expect(!verify(null.board()), "null move");
}

void insufficient_material_is_what_fide_says() {
    const auto draw = [](const char* pieces) {
        return parse_fen(std::string(pieces) + " w - - 0 1").insufficient_material();
    };
    expect(draw("4k3/8/8/8/8/8/8/4K3") && draw("4k3/8/8/8/8/8/8/4KN2") && draw("4k3/8/8/8/8/8/8/4KB2"),
           "few");
    expect(draw("4kb2/8/8/8/8/8/8/2B1K3"), "bishops of one shade");
    expect(!draw("4kb2/8/8/8/8/8/8/4KB2"), "bishops of two shades");
    expect(!draw("4k3/8/8/8/8/8/8/3NKN2") && !draw("4kn2/8/8/8/8/8/8/4KN2"), "two knights");
    expect(!draw("4k3/8/8/8/8/8/P7/4K3") && !draw("4k3/8/8/8/8/8/8/4KR2"), "pawn or rook");
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

void impossible_positions_are_refused_with_the_field() {
    const std::vector<std::pair<const char*, const char*>> bad = {
        {"", "fen"},
        {"8/8/8/8/8/8/8/8", "fen"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1 x", "fen"},
        {"4k3/8/8/8/8/8/4K3 w - - 0 1", "pieces"},
        {"4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", "pieces"},
        {"4k4/8/8/8/8/8/8/4K3 w - - 0 1", "pieces"},
        {"4k2/8/8/8/8/8/8/4K3 w - - 0 1", "pieces"},
        {"4k12/8/8/8/8/8/8/4K3 w - - 0 1", "pieces"},
        {"4kx2/8/8/8/8/8/8/4K3 w - - 0 1", "pieces"},
        {"8/8/8/8/8/8/8/4K3 w - - 0 1", "pieces"},
        {"4k3/8/8/8/8/8/8/8 w - - 0 1", "pieces"},
        {"4k3/8/8/8/8/8/8/3KK3 w - - 0 1", "pieces"},
        {"4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "pieces"},
        {"p3k3/8/8/8/8/8/8/4K3 w - - 0 1", "pieces"},
        {"4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "pieces"},
        {"4k3/8/8/8/QQ6/QQQQQQQQ/PPPPPPPP/4K3 w - - 0 1", "pieces"},
        {"QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQKQQQk w - - 0 1", "pieces"},
        {"4k3/8/8/8/8/8/QQ6/4K2R w - - 0 x", "fullmove number"},
        {"4k3/8/8/8/8/4R3/8/4K3 w - - 0 1", "pieces"},
        {"8/8/8/8/8/8/4k3/4K3 w - - 0 1", "pieces"},
        {"8/8/8/8/1k6/8/1K6/4Q3 w - - 0 1", "pieces"},
        {"8/2P5/8/8/8/8/2p5/8 w - - 0 1", "pieces"},
        {"4k3/8/8/8/8/8/8/4K3 x - - 0 1", "side"},
        {"4k3/8/8/8/8/8/8/4K3 W - - 0 1", "side"},
        {"4k3/8/8/8/8/8/8/4K3 w K - 0 1", "castling"},
        {"4k3/8/8/8/8/8/8/4K2R w Q - 0 1", "castling"},
        {"4k3/8/8/8/8/8/4K3/7R w K - 0 1", "castling"},
        {"4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "castling"},
        {"4k3/8/8/8/8/8/8/4K2R w KH - 0 1", "castling"},
        {"4k3/8/8/8/8/8/8/4K1RR w GH - 0 1", "castling"},
        {"4k3/8/8/8/8/8/8/4K2R w Kx - 0 1", "castling"},
        {"4k3/8/8/8/8/8/8/4K2R w E - 0 1", "castling"},
        {"4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "en passant"},
        {"4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "en passant"},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d3 0 1", "en passant"},
        {"4k3/3p4/8/3pP3/8/8/8/4K3 w - d6 0 1", "en passant"},
        {"4k3/8/3n4/3pP3/8/8/8/4K3 w - d6 0 1", "en passant"},
        {"4k3/8/8/8/8/8/8/4K3 w - - -1 1", "halfmove clock"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 1.5 1", "halfmove clock"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 99999999999999 1", "halfmove clock"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 10000", "fullmove number"},
    };
    for (const auto& [fen, field] : bad) {
        try {
            parse_fen(fen);
            broken(std::string("accepted: ") + fen);
        } catch (const FenError& error) {
            expect(error.fault().field == field, std::string(error.what()) + ", expected " + field);
        }
    }
}

// Random damage to good FENs: refused with a FenError, or a position that generates sound moves.
void damaged_fens_never_break_the_generator() {
    std::mt19937_64 random(11);
    const std::string alphabet = "pnbrqkPNBRQK12345678/ wb-KQkqAHahe36x0";
    for (int i = 0; i < 100000; ++i) {
        std::string fen = i % 2 ? kKiwipete : "8/2p5/3p4/KP5r/1R2Pp1k/8/6P1/8 b - e3 0 1";
        for (std::uint64_t edits = 1 + random() % 4; edits > 0; --edits) {
            fen[random() % fen.size()] = alphabet[random() % alphabet.size()];
        }
        try {
            const Board board = parse_fen(fen);
            tabiya::perft(board, 2, {.verify = i % 20 == 0});
        } catch (const FenError&) {
        }
    }
}

int run(const std::string& data, std::uint64_t nodes) {
    const std::string suite = data + "/chess.perft", suite960 = data + "/chess960.perft";
    const std::vector<std::string> starts = {
        std::string(kStartFen),
        kKiwipete,
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq - 0 1",
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        "1rk4r/pppppppp/8/8/8/8/PPPPPPPP/1RK4R w HBhb - 0 1"};
    sliders_attack_as_the_walk_says();
    no_four_keys_cancel();
    keys_of_real_positions_are_evenly_spread();
    keys_are_the_promised_ones();
    different_positions_have_different_keys();
    equal_positions_have_equal_keys();
    rule50_keys_are_kept_apart();
    verify_names_the_term_that_drifted();
    repetition_and_fifty_moves_are_seen();
    insufficient_material_is_what_fide_says();
    exchanges_have_their_known_values();
    impossible_positions_are_refused_with_the_field();
    damaged_fens_never_break_the_generator();
    legality_of_any_16_bits_is_that_of_the_list();
    every_mode_of_perft_counts_the_same();
    random_games_hold_every_law(1, 60, starts);
    perft_counts_are_the_published_ones(suite, nodes);
    perft_counts_are_the_published_ones(suite960, nodes / 10);
    nothing_drifts_in_perft(suite, nodes / 50);
    nothing_drifts_in_perft(suite960, nodes / 500);
    std::puts("all laws of chess hold");
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        if (argc != 2 && !(argc == 4 && std::strcmp(argv[2], "--nodes") == 0)) {
            std::fprintf(stderr, "usage: chess_laws DATA_DIRECTORY [--nodes N]\n");
            return 2;
        }
        return run(argv[1], argc == 4 ? std::stoull(argv[3]) : 1'000'000);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "chess_laws: %s\n", error.what());
        return 1;
    }
}
