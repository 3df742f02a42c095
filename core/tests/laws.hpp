// Laws of every game, and code that their programs share. A broken law throws, and main prints it.
//
// A game is a struct of types and static functions: Board, Move, MoveList, Position, parse(text),
// text(board), move_text(move), parse_move(board, text), is_tactical(board, move), and own_laws(board, move)
// for the laws of this game alone. Exchanges are tested if the game has see().
#pragma once

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <map>
#include <mutex>
#include <random>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "games/perft.hpp"
#include "tests/program.hpp"
#include "zobrist/checks.hpp"

namespace laws {

[[noreturn]] inline void broken(const std::string& what) {
    throw std::runtime_error(what);
}

using program::expect;

// A line of a perft suite: a position and the counts at depth 1, 2, ...
struct SuiteLine {
    std::string position;
    std::vector<std::uint64_t> counts;
};

inline std::vector<SuiteLine> read_suite(const std::string& path) {
    std::ifstream file(path);
    expect(static_cast<bool>(file), "cannot read " + path);
    std::vector<SuiteLine> result;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line[0] == '#') continue;
        SuiteLine entry;
        std::istringstream parts(line);
        std::getline(parts, entry.position, ';');
        for (std::string part; std::getline(parts, part, ';');) {
            entry.counts.push_back(std::stoull(part.substr(part.find(' '))));
        }
        result.push_back(entry);
    }
    return result;
}

template <class Game>
typename Game::Move move_of(const typename Game::Board& board, const char* text) {
    const auto move = Game::parse_move(board, text);
    expect(static_cast<bool>(move), std::string(text) + " is not legal in " + Game::text(board));
    return move;
}

template <class Game>
typename Game::MoveList moves_of(const typename Game::Board& board) {
    typename Game::MoveList moves;
    generate(board, moves);
    return moves;
}

// ---- counts -----------------------------------------------------------------------------------------------

template <class Game>
void perft_counts_are_the_published_ones(const std::string& path, std::uint64_t most) {
    for (const SuiteLine& line : read_suite(path)) {
        const auto board = Game::parse(line.position);
        for (std::size_t depth = 1; depth <= line.counts.size(); ++depth) {
            const std::uint64_t expected = line.counts[depth - 1];
            if (expected > most) break;
            const std::uint64_t nodes = tabiya::perft(board, static_cast<int>(depth));
            expect(nodes == expected, line.position + " depth " + std::to_string(depth) + ": " +
                                          std::to_string(nodes) + " instead of " + std::to_string(expected));
        }
    }
}

// Shadow mode: incremental key = key from scratch, key_after = key, gives_check = in_check, counted = listed.
template <class Game>
void nothing_drifts_in_perft(const std::string& path, std::uint64_t most) {
    for (const SuiteLine& line : read_suite(path)) {
        const auto board = Game::parse(line.position);
        for (std::size_t depth = line.counts.size(); depth > 0; --depth) {
            if (line.counts[depth - 1] > most) continue;
            const std::uint64_t nodes = tabiya::perft(board, static_cast<int>(depth), {.verify = true});
            expect(nodes == line.counts[depth - 1], "verify changed the count of " + line.position);
            break;
        }
    }
}

// A cache as perft.hpp needs it. The real one is a table.
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

// Checks `nodes` at `depth`, and one ply less in shadow mode.
template <class Game>
void every_mode_of_perft_counts_the_same(const typename Game::Board& board, int depth, std::uint64_t nodes,
                                         std::uint64_t nodes_before) {
    expect(tabiya::perft(board, depth) == nodes, "bulk");
    expect(tabiya::perft(board, depth, {.bulk = false}) == nodes, "every leaf");
    expect(tabiya::perft(board, depth, {.threads = 3}) == nodes, "three threads");
    expect(tabiya::perft(board, depth - 1, {.bulk = false, .verify = true, .threads = 2}) == nodes_before,
           "all options");
    MapCache cache;
    for (int run = 0; run < 2; ++run) {
        expect(tabiya::perft(board, depth, cache, {.threads = 2}) == nodes, "cached");
    }
    expect(cache.hits() > 20, "the second run finds what the first stored");
    std::atomic<bool> stop{true};
    try {
        tabiya::perft(board, depth + 3, {.threads = 2, .stop = &stop});
        broken("a stopped perft returned");
    } catch (const tabiya::PerftStopped&) {
    }
}

// ---- nodes ------------------------------------------------------------------------------------------------

template <class Game>
void check_node(const typename Game::Board& board) {
    using MoveList = typename Game::MoveList;
    const std::string text = Game::text(board);
    if (auto reason = verify(board)) broken(text + ": " + *reason);
    expect(Game::parse(text).key() == board.key(), "the text of " + text + " gives another key");
    expect(Game::text(Game::parse(text)) == text, "the text of " + text + " changes");
    const MoveList all = moves_of<Game>(board);
    expect(static_cast<std::size_t>(count_moves(board)) == all.size(), "count of " + text);
    expect(has_legal_move(board) == !all.empty(), "has_legal_move of " + text);
    MoveList tactical, quiet;
    generate_tactical(board, tactical);
    generate_quiet(board, quiet);
    expect(tactical.size() + quiet.size() == all.size(), "parts of " + text);
    for (const auto move : all) {
        const std::string name = Game::move_text(move) + " in " + text;
        expect((Game::is_tactical(board, move) ? tactical : quiet).contains(move),
               name + " is in the wrong part");
        expect(is_legal(board, move), name + " is generated, yet not legal");
        expect(Game::Move::unpack(move.pack()) == move && move.pack() < (1u << 24) && move.pack() != 0, name);
        expect(Game::parse_move(board, Game::move_text(move)) == move, name + " does not survive its text");
        if constexpr (requires { see(board, move); }) {
            const int gain = see(board, move);
            expect(see_at_least(board, move, gain) && !see_at_least(board, move, gain + 1), name + " see");
        }
        Game::own_laws(board, move);
    }
}

template <class Game>
void random_games_hold_every_law(std::uint64_t seed, int games, std::size_t plies,
                                 const std::vector<std::string>& starts) {
    std::mt19937_64 random(seed);
    for (int game = 0; game < games; ++game) {
        typename Game::Position position(Game::parse(starts[random() % starts.size()]));
        std::vector<typename Game::Board> past;
        while (past.size() < plies) {
            const auto& board = position.board();
            check_node<Game>(board);
            const auto moves = moves_of<Game>(board);
            if (moves.empty()) break;
            past.push_back(board);
            const auto move = moves[random() % moves.size()];
            position.make(move);
            if (auto reason = verify_move(past.back(), move, position.board())) broken(*reason);
        }
        for (; !past.empty(); past.pop_back()) {
            position.unmake();
            expect(position.board() == past.back(), "unmake does not restore " + Game::text(past.back()));
        }
    }
}

// ---- impossible positions ---------------------------------------------------------------------------------

// Each text is refused, and the error names the field.
template <class Game>
void impossible_positions_are_refused_with_the_field(
    const std::vector<std::pair<const char*, const char*>>& bad) {
    for (const auto& [text, field] : bad) {
        try {
            Game::parse(text);
            broken(std::string("accepted: ") + text);
        } catch (const typename Game::ParseError& error) {
            expect(error.fault().field == field, std::string(error.what()) + ", expected " + field);
        }
    }
}

// Random damage to good texts: refused with the parser's error, or a position with sound moves.
template <class Game>
void damaged_texts_never_break_the_generator(const std::vector<std::string>& good,
                                             const std::string& alphabet, int times) {
    std::mt19937_64 random(11);
    for (int i = 0; i < times; ++i) {
        std::string text = good[static_cast<std::size_t>(i) % good.size()];
        for (std::uint64_t edits = 1 + random() % 4; edits > 0; --edits) {
            text[random() % text.size()] = alphabet[random() % alphabet.size()];
        }
        try {
            tabiya::perft(Game::parse(text), 2, {.verify = i % 20 == 0});
        } catch (const typename Game::ParseError&) {
        }
    }
}

// ---- keys -------------------------------------------------------------------------------------------------

template <class Game>
void collect_keys(const typename Game::Board& board, int depth, std::set<std::uint64_t>& keys) {
    keys.insert(board.key());
    if (depth == 0) return;
    for (const auto move : moves_of<Game>(board)) {
        auto child = board;
        child.make(move);
        collect_keys<Game>(child, depth - 1, keys);
    }
}

// For all positions within a few plies, by ranges of the key (a table's clusters) and by its low bits. Keys
// may spread more evenly than by chance: they are sums of few terms, and so not independent.
template <class Game>
void keys_of_real_positions_are_evenly_spread(const std::string& text, int plies) {
    std::set<std::uint64_t> found;
    collect_keys<Game>(Game::parse(text), plies, found);
    std::vector<std::uint64_t> keys(found.begin(), found.end());
    for (std::size_t bins : {256, 1000}) {
        const double high = tabiya::zobrist::range_chi_square(keys, bins);
        expect(high < 4, "high bits, " + std::to_string(high) + " standard deviations");
    }
    for (std::uint64_t& key : keys) key = key << 48 | (key & 0xFFFF0000) << 16;
    const double low = tabiya::zobrist::range_chi_square(keys, 1000);
    expect(low < 4, "low bits, " + std::to_string(low) + " standard deviations");
}

inline void no_four_terms_cancel(tabiya::zobrist::KeySpan terms) {
    namespace zobrist = tabiya::zobrist;
    expect(zobrist::all_distinct(terms), "two keys are equal");
    expect(zobrist::rank(terms) == 64, "the keys do not span 64 bits");
    expect(zobrist::no_four_cancel(terms), "two to four keys XOR to zero");
    expect(zobrist::bits_balanced(terms), "bits of the keys are not balanced");
}

// A position in which faults are planted. Verify must name each of them, and none in a sound board.
template <class Game>
class Faulty {
  public:
    explicit Faulty(const char* text) : sound_(Game::parse(text)) {
        expect(!verify(sound_), "a sound board is reported");
    }

    template <class Tamper>
    std::string report(const Tamper& tamper) const {
        auto board = sound_;
        tamper(board);
        return verify(board).value_or("nothing");
    }
    template <class Tamper>
    void is_named(const Tamper& tamper, const char* fault) const {
        const std::string found = report(tamper);
        expect(found.find(fault) != std::string::npos, found + " does not name " + fault);
    }

  private:
    typename Game::Board sound_;
};

template <class Game>
void different_positions_have_different_keys(const std::vector<std::string>& texts) {
    std::set<std::uint64_t> keys;
    for (const std::string& text : texts) keys.insert(Game::parse(text).key());
    expect(keys.size() == texts.size(), "two of the positions share a key");
}

// ---- main -------------------------------------------------------------------------------------------------

// PROGRAM DATA_DIRECTORY [--nodes N]
template <class Laws>
int run_laws(int argc, char** argv, const char* game, Laws all) {
    if (argc != 2 && !(argc == 4 && std::strcmp(argv[2], "--nodes") == 0)) {
        std::fprintf(stderr, "usage: %s_laws DATA_DIRECTORY [--nodes N]\n", game);
        return 2;
    }
    return program::run((std::string(game) + "_laws").c_str(), [&] {
        all(std::string(argv[1]), argc == 4 ? std::stoull(argv[3]) : std::uint64_t{1'000'000});
        std::printf("all laws of %s hold\n", game);
    });
}

}  // namespace laws
