// Without pruning, the search equals minimax: with any table, without one, and with several threads.
#include <algorithm>

#include "tests/search_laws.hpp"

namespace search_laws {

namespace {

// The definition. Like the search, it applies the rules before the moves, except at the root.
template <class G>
class Minimax {
  public:
    using Board = typename G::Board;

    Minimax(const Root<G>& root, const ConfigOf<G>& config) : past_(root.past), config_(config) {}

    int value(const Board& board, int ply, int depth) {
        if (ply > 0) {
            past_.push_back(G::past(board));
            const int score = inner(board, ply, depth);
            past_.pop_back();
            return score;
        }
        return inner(board, ply, depth);
    }

  private:
    int inner(const Board& board, int ply, int depth) {
        using search::score_of;
        const bool in_check = G::in_check(board);
        if (ply > 0) {
            const Verdict by_path = config_.repetition ? G::repetition(board, past_, ply) : Verdict::none;
            if (by_path != Verdict::none) return score_of(by_path, ply);
            const Verdict by_position = G::verdict(board, in_check, config_.rules);
            if (by_position != Verdict::none) return score_of(by_position, ply);
        }
        typename G::MoveList moves;
        G::generate(board, moves);
        if (moves.empty()) return score_of(G::without_moves(board, in_check), ply);
        if (depth == 0) return evaluate_(board);
        int best = -search::kInfinite;
        for (const auto move : moves) {
            Board child = board;
            G::make(child, move);
            best = std::max(best, -value(child, ply + 1, depth - 1));
        }
        return best;
    }

    typename G::Evaluator evaluate_;
    std::vector<typename G::Past> past_;
    const ConfigOf<G>& config_;
};

template <class G>
std::uint64_t leaves(const typename G::Board& board, int depth) {
    typename G::MoveList moves;
    G::generate(board, moves);
    if (depth <= 1) return moves.size();
    std::uint64_t sum = 0;
    for (const auto move : moves) {
        typename G::Board child = board;
        G::make(child, move);
        sum += leaves<G>(child, depth - 1);
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

// From the depth at which the value of a repetition can depend on the path to a transposition, repetition is
// off on both sides.
template <class G>
void expect_exact(Random& random, const Root<G>& root, int depth, const std::vector<Kind>& kinds,
                  std::size_t how_many) {
    ConfigOf<G> config = Config::plain();
    config.repetition = depth < About<G>::kRepetitionDepth;
    const int expected = Minimax<G>(root, config).value(root.board, 0, depth);
    const auto hold = [&](table::Table* table, const std::string& how) {
        Search<G> search;
        const Result<G> result = run(search, root, table, to_depth(depth), config);
        expect(result.score == expected, "depth " + std::to_string(depth) + " is " +
                                             std::to_string(result.score) + " and not minimax's " +
                                             std::to_string(expected) + " " + how + " in " +
                                             About<G>::text(root.board));
    };
    hold(nullptr, "without a table");
    for (std::size_t i = 0; i < how_many; ++i) {
        const Kind& kind = kinds[random() % kinds.size()];
        const std::size_t bytes = std::size_t{1} << (random() % 3 == 0 ? 12 : 20);
        const auto table =
            table_of(bytes, kind.layout, kind.policy, kind.sync, kind.validation, kind.statistics);
        About<G>::vary_keys(config.rules, random);
        config.threads = 1 + static_cast<int>(random() % 2);
        hold(table.get(), "with a cold table");
        hold(table.get(), "with a warm table");
    }
}

// The same with quiescence, whose value is also a function of the position. Without pruning it never ends
// where pieces in hand can be sacrificed forever: such positions are skipped.
template <class G>
bool expect_quiescence_is_exact(Random& random, const Root<G>& root, int depth) {
    Config config = Config::plain();
    config.quiescence = true;
    config.repetition = false;
    Search<G> search;
    Limits limits = to_depth(depth);
    limits.nodes = 400'000;
    const Result<G> without = run(search, root, nullptr, limits, config);
    if (without.stopped) return false;
    const int expected = without.score;
    const auto table = table_of(1 << 20);
    config.quiescence_table = random() % 4 != 0;
    config.pvs = random() % 2 == 0;
    for (const char* how : {" from a cold table", " from a warm one"}) {
        const int score = run(search, root, table.get(), to_depth(depth), config).score;
        expect(score == expected, "quiescence is " + std::to_string(score) + " and not " +
                                      std::to_string(expected) + how + " in " + About<G>::text(root.board));
    }
    return true;
}

template <class G>
void exactness_of(int positions, std::initializer_list<const char*> endings) {
    Random random(2);
    const std::vector<Kind> all = kinds();
    int quiet = 0;
    for (int i = 0; i < positions; ++i) {
        const Root<G> root = random_root<G>(random, static_cast<int>(random() % 150));
        int depth = 1;
        while (depth < 5 && leaves<G>(root.board, depth + 1) < 60'000) ++depth;
        expect_exact(random, root, depth, all, 3);
        quiet += expect_quiescence_is_exact(random, root, 1 + static_cast<int>(random() % 3));
    }
    expect(3 * quiet > positions, "too few positions have a quiescence that ends");
    // Many transpositions, and depth 5 is cheap.
    for (const char* text : endings) {
        for (int depth = 1; depth <= 5; ++depth) expect_exact(random, root_of<G>(text), depth, all, 6);
    }
}

}  // namespace

void exactness(double scale) {
    exactness_of<chess::Game>(static_cast<int>(60 * scale),
                              {"8/8/4k3/8/8/3K4/4P3/8 w - - 0 1", "8/1p6/1P1k4/8/8/3K4/8/8 w - - 0 1",
                               "8/8/8/4k3/8/8/2Q5/1K6 w - - 0 1", "4k3/8/8/8/8/8/4P1p1/4K3 b - - 0 1"});
    exactness_of<shogi::Game>(static_cast<int>(60 * scale),
                              {"4k4/9/4P4/9/9/9/9/9/4K4 b - 1", "4k4/4+P4/9/9/9/9/9/4L4/4K4 w - 1",
                               "8k/9/8P/9/4N4/9/9/9/8K b - 1", "k8/2S6/9/9/9/9/9/6s2/8K w - 1"});
    // The second ends with passes, before the last depth.
    exactness_of<othello::Game>(static_cast<int>(60 * scale),
                                {"O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X",
                                 "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOOOXXXXXXXO-- X"});
}

}  // namespace search_laws
