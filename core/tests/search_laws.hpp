// What the laws of the search share: positions, tables, and a search that nobody could get wrong.
#pragma once

#include <cstdint>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "games/chess/fen.hpp"
#include "games/chess/uci.hpp"
#include "search/instance.hpp"

namespace search_laws {

using namespace tabiya;
using chess::Board;
using chess::Game;
using chess::Move;
using search::Config;
using search::Limits;
using Search = search::Search<Game>;
using Root = search::Root<Game>;
using Result = search::Result<Move>;
using Random = std::mt19937_64;

inline void expect(bool condition, const std::string& what) {
    if (!condition) throw std::runtime_error(what);
}

inline Root root_of(const Board& board) {
    return Root{board, {Game::past(board)}};
}
inline Root root_of(const char* fen) {
    return root_of(chess::parse_fen(fen));
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

inline Result run(Search& search, const Root& root, table::Table* table, const Limits& limits,
                  const Config& config) {
    if (table != nullptr && config.table_mode != search::TableMode::read_only) table->new_search();
    return search.run(root, table, limits, config);
}

// A game of random moves with its past, of `plies` or as long as it lasts.
Root random_root(Random& random, int plies);
// Every move of every line that was told is legal where it stands.
void expect_legal(const Board& board, const std::vector<Move>& moves);
// Whether the side to move mates within `plies`, by trying everything.
bool mates_within(const Board& board, int plies);

// The groups of laws. `scale` 1 is the short form.
void exactness(int scale);
void mates(int scale);
void running(int scale);

}  // namespace search_laws
