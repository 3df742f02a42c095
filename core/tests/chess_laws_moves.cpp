// Counts, legality, packing, exchange values: what moves a position has.
#include <atomic>
#include <map>
#include <mutex>
#include <random>

#include "games/chess/see.hpp"
#include "tests/chess_laws.hpp"

namespace chess_laws {

namespace {

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

// A cache as perft.hpp asks for one; the real one is the table's.
class MapCache {
  public:
    std::optional<std::uint64_t> probe(std::uint64_t key, int depth) {
        const std::lock_guard lock(mutex_);
        const auto found = counts_.find({key, depth});
        if (found == counts_.end()) return std::nullopt;
        ++hits_;
        return found->second;
    }
    void store(std::uint64_t key, int depth, std::uint64_t nodes) {
        const std::lock_guard lock(mutex_);
        counts_[{key, depth}] = nodes;
    }
    int hits() const { return hits_; }

  private:
    std::mutex mutex_;
    std::map<std::pair<std::uint64_t, int>, std::uint64_t> counts_;
    int hits_ = 0;
};

void every_mode_of_perft_counts_the_same() {
    const Board board = parse_fen(kKiwipete);
    expect(tabiya::perft(board, 4) == 4085603, "Kiwipete, bulk");
    expect(tabiya::perft(board, 4, {.bulk = false}) == 4085603, "Kiwipete, every leaf");
    expect(tabiya::perft(board, 4, {.threads = 3}) == 4085603, "Kiwipete, three threads");
    expect(tabiya::perft(board, 3, {.bulk = false, .verify = true, .threads = 2}) == 97862, "Kiwipete, all");
    MapCache cache;
    for (int run = 0; run < 2; ++run) {
        expect(tabiya::perft(board, 4, cache, {.threads = 2}) == 4085603, "Kiwipete, cached");
    }
    expect(cache.hits() > 2000, "the second run finds what the first stored");
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
    every_mode_of_perft_counts_the_same();
    random_games_hold_every_law(
        1, 60,
        {std::string(kStartFen), kKiwipete, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
         "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq - 0 1",
         "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
         "1rk4r/pppppppp/8/8/8/8/PPPPPPPP/1RK4R w HBhb - 0 1"});
    perft_counts_are_the_published_ones(suite, nodes);
    perft_counts_are_the_published_ones(suite960, nodes / 10);
    nothing_drifts_in_perft(suite, nodes / 50);
    nothing_drifts_in_perft(suite960, nodes / 500);
}

}  // namespace chess_laws
