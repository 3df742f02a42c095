// Shared by the laws of the search: games, positions, tables, and searches too simple to be wrong.
#pragma once

#include <cstdint>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "games/chess/fen.hpp"
#include "games/chess/game.hpp"
#include "games/chess/uci.hpp"
#include "games/othello/game.hpp"
#include "games/othello/notation.hpp"
#include "games/shogi/game.hpp"
#include "games/shogi/sfen.hpp"
#include "games/shogi/usi.hpp"
#include "search/search.hpp"
#include "tests/program.hpp"

namespace search_laws {

using namespace tabiya;
using search::Config;
using search::ConfigOf;
using search::Limits;
using search::Root;
using search::Search;
template <class G>
using Result = search::Result<typename G::Move>;
using Random = std::mt19937_64;

using program::expect;

// What the laws need from a game beyond the concept of the search.
template <class G>
struct About;

template <>
struct About<chess::Game> {
    static chess::Board parse(const char* text) { return chess::parse_fen(text); }
    static std::string text(const chess::Board& board) { return chess::to_fen(board); }
    // Near the fifty-move limit a value depends on the path.
    static bool is_late(const chess::Board& board) { return board.rule50() >= 80; }
    // The least depth at which a repetition may have another value on another path to the same node.
    static constexpr int kRepetitionDepth = 5;
    // Rules under which only mate wins.
    static constexpr chess::Rules kMatesOnly{};
    // Changes something that does not affect values.
    static void vary_keys(chess::Rules& rules, Random& random) {
        rules.rule50_keys = static_cast<chess::Rule50Keys>(random() % 3);
    }
};

template <>
struct About<shogi::Game> {
    static shogi::Board parse(const char* text) { return shogi::parse_sfen(text); }
    static std::string text(const shogi::Board& board) { return shogi::to_sfen(board); }
    static bool is_late(const shogi::Board&) { return false; }
    // A perpetual check depends on the path from the first repeated position on.
    static constexpr int kRepetitionDepth = 4;
    static constexpr shogi::Rules kMatesOnly{.declaration = std::nullopt};
    static void vary_keys(shogi::Rules&, Random&) {}
};

template <>
struct About<othello::Game> {
    static othello::Board parse(const char* text) { return othello::parse_position(text); }
    static std::string text(const othello::Board& board) { return othello::to_text(board); }
    static bool is_late(const othello::Board&) { return false; }
    // Nothing repeats.
    static constexpr int kRepetitionDepth = 0;
    static constexpr othello::Rules kMatesOnly{};
    static void vary_keys(othello::Rules&, Random&) {}
};

template <class G>
Root<G> root_of(const typename G::Board& board) {
    return Root<G>{board, {G::past(board)}};
}
template <class G>
Root<G> root_of(const char* text) {
    return root_of<G>(About<G>::parse(text));
}

inline std::unique_ptr<table::Table> table_of(std::size_t bytes,
                                              table::Layout layout = table::Layout::kCluster4,
                                              table::Policy policy = table::Policy::kCascade,
                                              table::Sync sync = table::Sync::kLockFree,
                                              table::Validation validation = table::Validation::kRelease,
                                              bool statistics = false) {
    table::Settings settings;
    settings.layout = layout;
    settings.clusters = bytes / (layout == table::Layout::kSingle ? 16 : 64);
    settings.replacement.policy = policy;
    settings.sync = sync;
    settings.validation = validation;
    settings.statistics = statistics;
    settings.huge_pages = table::HugePages::kNone;
    return std::make_unique<table::Table>(settings);
}

inline Limits to_depth(int depth) {
    Limits limits;
    limits.depth = depth;
    return limits;
}

template <class G>
Result<G> run(Search<G>& search, const Root<G>& root, table::Table* table, const Limits& limits,
              const std::type_identity_t<ConfigOf<G>>& config) {
    if (table != nullptr && config.table_mode != search::TableMode::kReadOnly) table->new_search();
    return search.run(root, table, limits, config);
}

// A game of `plies` random moves, or fewer if it ends, with its history.
template <class G>
Root<G> random_root(Random& random, int plies) {
    Root<G> root = root_of<G>(typename G::Board());
    for (int ply = 0; ply < plies; ++ply) {
        typename G::MoveList moves;
        G::generate(root.board, moves);
        typename G::Board next = root.board;
        G::make(next, moves[random() % moves.size()]);
        if (!G::has_legal_move(next) ||
            G::verdict(next, G::in_check(next), About<G>::kMatesOnly) != Verdict::none ||
            About<G>::is_late(next)) {
            break;
        }
        root.board = next;
        root.past.push_back(G::past(next));
    }
    return root;
}

// Every move of a line is legal in its position.
template <class G>
void expect_legal(const typename G::Board& board, const std::vector<typename G::Move>& moves) {
    typename G::Board here = board;
    for (const auto move : moves) {
        expect(G::is_legal(here, move), "an illegal move is played in " + About<G>::text(here));
        G::make(here, move);
    }
}

// Whether the side to move mates within `plies`, by brute force.
template <class G>
bool mates_within(const typename G::Board& board, int plies) {
    typename G::MoveList moves;
    G::generate(board, moves);
    for (const auto move : moves) {
        typename G::Board after = board;
        G::make(after, move);
        if (!G::has_legal_move(after)) {
            if (G::without_moves(after, G::in_check(after)) == Verdict::loss) return true;
            continue;
        }
        if (plies < 3) continue;
        typename G::MoveList replies;
        G::generate(after, replies);
        bool forced = true;
        for (std::size_t i = 0; forced && i < replies.size(); ++i) {
            typename G::Board next = after;
            G::make(next, replies[i]);
            forced = mates_within<G>(next, plies - 2);
        }
        if (forced) return true;
    }
    return false;
}

// The groups of laws. `scale` 1 is the short form; an emulator takes 0.3, below which mates are too few.
void exactness(double scale);
void margins(double scale);
void mates(double scale);
void recordings(double scale);
void running(double scale);
void table_rules(double scale);

}  // namespace search_laws
