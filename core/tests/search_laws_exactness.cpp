// Without pruning, a search is minimax: with a table of any kind, without one, and with several threads.
#include <algorithm>

#include "tests/search_laws.hpp"

namespace search_laws {

namespace {

// The definition. Like the search it lets the rules speak before the moves, except at the root.
class Minimax {
  public:
    Minimax(const Root& root, bool repetition) : line_(root.line), repetition_(repetition) {}

    int value(const Board& board, int ply, int depth) {
        if (ply > 0) {
            line_.push_back(Game::past(board));
            const int score = inner(board, ply, depth);
            line_.pop_back();
            return score;
        }
        return inner(board, ply, depth);
    }

  private:
    int inner(const Board& board, int ply, int depth) {
        const bool in_check = board.in_check();
        if (ply > 0) {
            if (repetition_ && Game::repetition(board, line_, ply) != search::Verdict::none) return 0;
            if (Game::verdict(board, in_check, 0) != search::Verdict::none) return 0;
        }
        chess::MoveList moves;
        chess::generate(board, moves);
        if (moves.empty()) return in_check ? search::mated_in(ply) : 0;
        if (depth == 0) return evaluate_(board);
        int best = -search::kInfinite;
        for (const Move move : moves) {
            Board child = board;
            child.make(move);
            best = std::max(best, -value(child, ply + 1, depth - 1));
        }
        return best;
    }

    chess::Evaluator evaluate_;
    std::vector<Game::Past> line_;
    bool repetition_;
};

std::uint64_t leaves(const Board& board, int depth) {
    chess::MoveList moves;
    chess::generate(board, moves);
    if (depth <= 1) return moves.size();
    std::uint64_t sum = 0;
    for (const Move move : moves) {
        Board child = board;
        child.make(move);
        sum += leaves(child, depth - 1);
        if (sum > 10'000'000) break;
    }
    return sum;
}

struct Kind {
    table::Layout layout;
    table::Policy policy;
    table::Sync sync;
    table::Validation validation;
    bool statistics;
};

std::vector<Kind> kinds() {
    using table::Layout, table::Policy, table::Sync, table::Validation;
    std::vector<Kind> result;
    for (const Layout layout : {Layout::kSingle, Layout::kCluster3, Layout::kCluster4}) {
        for (int policy = 0; policy < 6; ++policy) {
            result.push_back({layout, static_cast<Policy>(policy), Sync::kLockFree, Validation::kRelease,
                              policy % 2 == 1});
        }
        result.push_back({layout, Policy::kCascade, Sync::kBucketLocks, Validation::kRelease, false});
        result.push_back({layout, Policy::kCascade, Sync::kLockFree, Validation::kParanoid, false});
    }
    return result;
}

// Positions may not repeat below depth 5, where a draw by repetition can depend on the path to a node that
// two paths reach; from there on repetition is off on both sides.
void expect_exact(Random& random, const Root& root, int depth, const std::vector<Kind>& kinds,
                  std::size_t how_many) {
    Config config = Config::plain();
    config.repetition = depth < 5;
    const int expected = Minimax(root, config.repetition).value(root.board, 0, depth);
    const auto hold = [&](table::Table* table, const std::string& how) {
        Search search;
        const Result result = run(search, root, table, to_depth(depth), config);
        expect(result.score == expected, "depth " + std::to_string(depth) + " is " +
                                             std::to_string(result.score) + " and not minimax's " +
                                             std::to_string(expected) + " " + how + " in " +
                                             chess::to_fen(root.board));
    };
    hold(nullptr, "without a table");
    for (std::size_t i = 0; i < how_many; ++i) {
        const Kind& kind = kinds[random() % kinds.size()];
        const std::size_t bytes = std::size_t{1} << (random() % 3 == 0 ? 12 : 20);
        const auto table =
            table_of(bytes, kind.layout, kind.policy, kind.sync, kind.validation, kind.statistics);
        config.rule50_keys = static_cast<int>(random() % 3);
        config.threads = 1 + static_cast<int>(random() % 2);
        hold(table.get(), "with a cold table");
        hold(table.get(), "with a warm table");
    }
}

// The same with quiescence, whose value is a function of the position too.
void expect_quiescence_is_exact(Random& random, const Root& root, int depth) {
    Config config = Config::plain();
    config.quiescence = true;
    config.repetition = false;
    Search search;
    const int expected = run(search, root, nullptr, to_depth(depth), config).score;
    const auto table = table_of(1 << 20);
    config.quiescence_table = random() % 4 != 0;
    config.pvs = random() % 2 == 0;
    for (const char* how : {" from a cold table", " from a warm one"}) {
        const int score = run(search, root, table.get(), to_depth(depth), config).score;
        expect(score == expected, "quiescence is " + std::to_string(score) + " and not " +
                                      std::to_string(expected) + how + " in " + chess::to_fen(root.board));
    }
}

}  // namespace

void exactness(int scale) {
    Random random(2);
    const std::vector<Kind> all = kinds();
    for (int i = 0; i < 150 * scale; ++i) {
        const Root root = random_root(random, static_cast<int>(random() % 150));
        int depth = 1;
        while (depth < 5 && leaves(root.board, depth + 1) < 60'000) ++depth;
        expect_exact(random, root, depth, all, 3);
        expect_quiescence_is_exact(random, root, 1 + static_cast<int>(random() % 3));
    }
    // Endings, where transpositions are many and depth 5 is near.
    for (const char* fen : {"8/8/4k3/8/8/3K4/4P3/8 w - - 0 1", "8/1p6/1P1k4/8/8/3K4/8/8 w - - 0 1",
                            "8/8/8/4k3/8/8/2Q5/1K6 w - - 0 1", "4k3/8/8/8/8/8/4P1p1/4K3 b - - 0 1"}) {
        for (int depth = 1; depth <= 5; ++depth) expect_exact(random, root_of(fen), depth, all, 6);
    }
}

}  // namespace search_laws
