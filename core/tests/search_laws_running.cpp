// How a search runs: modes of the table, determinism, limits, stops, lines.
#include <chrono>
#include <thread>

#include "tests/search_laws.hpp"

// Access to a board's internals: drops the term of the first piece or disc from the key.
namespace tabiya::chess {
struct BoardTamperer {
    static void flip_first_term(Board& board) { board.key_ ^= kTermKeys[0]; }
    static std::string first_term() { return describe_term(0); }
};
}  // namespace tabiya::chess
namespace tabiya::shogi {
struct BoardTamperer {
    static void flip_first_term(Board& board) { board.key_ ^= kTermKeys[0]; }
    static std::string first_term() { return describe_term(0); }
};
}  // namespace tabiya::shogi
namespace tabiya::othello {
struct BoardTamperer {
    static void flip_first_term(Board& board) { board.key_ ^= kTermKeys[0]; }
    static std::string first_term() { return describe_term(0); }
};
}  // namespace tabiya::othello

namespace search_laws {

namespace {

// A few positions and the depths that take no time.
template <class G>
struct Sample;

template <>
struct Sample<chess::Game> {
    static constexpr const char* kPositions[] = {
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    };
    static constexpr int kDepth = 9;
};

template <>
struct Sample<shogi::Game> {
    static constexpr const char* kPositions[] = {
        "lnksn4/1r7/1ppG1+R3/p3p3p/2PpbP1p1/2S2p3/PPLPP1P1P/3SG4/LN1G1K1NL b GSPbp 97",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        "4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1",
    };
    static constexpr int kDepth = 6;
};

template <class G>
void probing_without_use_changes_no_node() {
    for (const char* text : Sample<G>::kPositions) {
        Config config;
        Search<G> without, with, empty;
        const Result<G> expected =
            run(without, root_of<G>(text), nullptr, to_depth(Sample<G>::kDepth), config);
        const auto table = table_of(1 << 20);
        config.table_mode = search::TableMode::kProbeOnly;
        const Result<G> probed =
            run(with, root_of<G>(text), table.get(), to_depth(Sample<G>::kDepth), config);
        expect(probed.nodes == expected.nodes && probed.best_move == expected.best_move &&
                   probed.score == expected.score,
               std::string("a table that is not used changes the search of ") + text);
        expect(table->live_entries() > 0, "a search that probes without use stores");

        config.table_mode = search::TableMode::kReadOnly;
        const auto untouched = table_of(1 << 20);
        const Result<G> read =
            run(empty, root_of<G>(text), untouched.get(), to_depth(Sample<G>::kDepth), config);
        expect(untouched->live_entries() == 0, "a search that only reads writes");
        expect(read.nodes == expected.nodes,
               std::string("reading an empty table changes the search of ") + text);
    }
}

template <class G>
void one_thread_is_deterministic() {
    for (const char* text : Sample<G>::kPositions) {
        std::uint64_t nodes = 0;
        Search<G> search;
        for (int time = 0; time < 3; ++time) {
            search.clear();
            const auto table = table_of(1 << 20);
            const Result<G> result =
                run(search, root_of<G>(text), table.get(), to_depth(Sample<G>::kDepth), Config());
            expect(time == 0 || result.nodes == nodes, std::string("node counts differ in ") + text);
            nodes = result.nodes;
        }
    }
}

template <class G>
void a_limit_of_nodes_is_exact(Random& random) {
    Search<G> search;
    const auto table = table_of(1 << 20);
    for (int i = 0; i < 100; ++i) {
        Limits limits;
        limits.nodes = 1 + random() % 20'000;
        const Root<G> root = random_root<G>(random, static_cast<int>(random() % 80));
        const Result<G> result = run(search, root, table.get(), limits, Config());
        expect(
            result.nodes == limits.nodes || !result.stopped,
            "a limit of " + std::to_string(limits.nodes) + " nodes ended at " + std::to_string(result.nodes));
        expect(G::is_legal(root.board, result.best_move), "a stopped search has no legal move");
    }
}

template <class G>
void a_stop_ends_it(int threads) {
    using Clock = std::chrono::steady_clock;
    Search<G> search;
    const auto table = table_of(1 << 20);
    Config config;
    config.threads = threads;
    Limits limits;
    limits.infinite = true;
    for (const int ms : {0, 1, 30}) {
        search.control().begin(limits);
        Clock::time_point stopped;
        std::jthread stopper([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(ms));
            stopped = Clock::now();
            search.control().stop();
        });
        const Result<G> result =
            search.run_begun(root_of<G>(Sample<G>::kPositions[0]), table.get(), limits, config, {});
        const auto ended = Clock::now();
        stopper.join();
        const double late = std::chrono::duration<double, std::milli>(ended - stopped).count();
        expect(late < 500,
               "a stop took " + std::to_string(late) + " ms");  // a busy machine; 1 ms on an idle one
        expect(static_cast<bool>(result.best_move), "a stopped search has no move");
    }
}

// After the soft deadline no iteration begins, but one that has begun is completed. The hard one ends it.
template <class G>
void only_the_hard_deadline_ends_an_iteration() {
    Search<G> search;
    const Root<G> root = root_of<G>(Sample<G>::kPositions[0]);
    Limits soft, hard;
    soft.soft_ms = hard.hard_ms = 20;
    const Result<G> whole = run(search, root, nullptr, soft, Config());
    expect(!whole.stopped && whole.ms >= 20, "the soft deadline ended an iteration, or came too early");
    const Result<G> cut = run(search, root, nullptr, hard, Config());
    expect(cut.stopped && cut.ms >= 20, "the hard deadline waited for an iteration, or came too early");
}

// A line that the last iteration had no time for keeps its score from the one before.
template <class G>
void a_stop_keeps_the_lines_of_the_last_iteration() {
    const Root<G> root = root_of<G>(Sample<G>::kPositions[0]);
    Limits whole = to_depth(Sample<G>::kDepth - 2), cut;
    whole.multipv = cut.multipv = 3;
    Search<G> search;
    const Result<G> expected = run(search, root, nullptr, whole, Config());
    cut.nodes = expected.nodes + 1;
    search.clear();
    const Result<G> stopped = run(search, root, nullptr, cut, Config());
    expect(stopped.stopped && stopped.depth == whole.depth,
           "the search was not stopped in the next iteration");
    expect(stopped.score == expected.score, "a stop changed the score");
    for (std::size_t i = 0; i < 3; ++i) {
        const auto& line = stopped.variations[i];
        expect(line.score == expected.variations[i].score && line.pv[0] == expected.variations[i].pv[0],
               "a stop lost line " + std::to_string(i + 1) + " of the last iteration");
    }
}

// Whichever thread completes a depth, it is reported once, with lines that can be played, and none is deeper
// than the limit.
template <class G>
void a_team_tells_depths_in_order(int threads) {
    Config config;
    config.threads = threads;
    Limits limits = to_depth(Sample<G>::kDepth - 1);
    limits.multipv = 2;
    for (const char* text : Sample<G>::kPositions) {
        const Root<G> root = root_of<G>(text);
        const auto table = table_of(1 << 20);
        Search<G> search;
        search.control().begin(limits);
        std::vector<search::Info<typename G::Move>> told;
        const Result<G> result = search.run_begun(root, table.get(), limits, config, [&](auto&& info) {
            if (info.current_number == 0 && info.bound == search::Bound::kExact) told.push_back(info);
        });
        expect(result.depth == limits.depth, "a team ended at depth " + std::to_string(result.depth));
        expect(!told.empty() && told.back().depth == limits.depth, "the last depth was not reported");
        for (std::size_t i = 0; i < told.size(); ++i) {
            const int before = i < 2 ? 0 : told[i - 2].depth;
            expect(told[i].multipv == static_cast<int>(i % 2) + 1 && told[i].depth > before,
                   "depth " + std::to_string(told[i].depth) + " after " + std::to_string(before));
            expect_legal<G>(root.board, told[i].pv);
        }
        expect(result.variations[1].pv == told.back().pv, "the result is not what was reported last");
    }
}

template <class G>
void several_lines_differ() {
    Search<G> search;
    const auto table = table_of(1 << 20);
    Limits limits = to_depth(Sample<G>::kDepth - 1);
    limits.multipv = 4;
    const Root<G> root = root_of<G>(Sample<G>::kPositions[0]);
    const Result<G> result = run(search, root, table.get(), limits, Config());
    expect(result.variations.size() == 4, "four lines were asked for");
    for (std::size_t i = 0; i < 4; ++i) {
        expect_legal<G>(root.board, result.variations[i].pv);
        for (std::size_t j = 0; j < i; ++j) {
            expect(result.variations[i].pv[0] != result.variations[j].pv[0], "two lines begin alike");
            expect(result.variations[j].score >= result.variations[i].score, "lines are not in order");
        }
    }
    limits.moves = {result.variations[2].pv[0].pack()};
    expect(run(search, root, table.get(), limits, Config()).best_move == result.variations[2].pv[0],
           "only the wanted root move is searched");
}

void fine_70_is_solved() {
    Search<chess::Game> search;
    const auto table = table_of(16 << 20);
    Limits limits = to_depth(20);
    limits.nodes = 5'000'000;
    const auto result =
        run(search, root_of<chess::Game>(Sample<chess::Game>::kPositions[2]), table.get(), limits, Config());
    expect(chess::to_uci(result.best_move) == "a1b1" && result.score > 100,
           "Fine #70: " + chess::to_uci(result.best_move) + " " + std::to_string(result.score));
}

// Each switch alone, on a table that is too small: all moves are legal.
template <class G>
void each_technique_can_be_switched_off(Random& random) {
    constexpr bool Config::* kSwitches[] = {&Config::aspiration,
                                            &Config::pvs,
                                            &Config::quiescence,
                                            &Config::mate_distance,
                                            &Config::null_move,
                                            &Config::null_move_verification,
                                            &Config::futility,
                                            &Config::lmr,
                                            &Config::reverse_futility,
                                            &Config::razoring,
                                            &Config::see_pruning,
                                            &Config::late_move_pruning,
                                            &Config::iir,
                                            &Config::iid,
                                            &Config::check_extension,
                                            &Config::killers,
                                            &Config::history,
                                            &Config::singular_extension,
                                            &Config::counter_moves,
                                            &Config::prefetch,
                                            &Config::continuation_history,
                                            &Config::capture_history,
                                            &Config::exact_depth,
                                            &Config::table_move_first,
                                            &Config::repetition,
                                            &Config::quiescence_table};
    const auto table = table_of(1 << 14);
    Search<G> search;
    for (const auto option : kSwitches) {
        Config config;
        config.*option = !(config.*option);
        Limits limits = to_depth(Sample<G>::kDepth - 1);
        limits.nodes = 50'000;
        for (int i = 0; i < 4; ++i) {
            const Root<G> root = random_root<G>(random, static_cast<int>(random() % 100));
            const Result<G> result = run(search, root, table.get(), limits, config);
            expect_legal<G>(root.board, result.variations[0].pv);
        }
    }
}

template <class G>
void checks_are_foretold(Random& random) {
    for (int i = 0; i < 3000; ++i) {
        const auto board = random_root<G>(random, static_cast<int>(random() % 150)).board;
        const typename G::CheckFinder checks(board);
        typename G::MoveList moves;
        G::generate(board, moves);
        for (const auto move : moves) {
            expect(checks.gives(move) == board.gives_check(move), "a check in " + About<G>::text(board));
        }
    }
}

template <class G, class Tamperer>
void shadow_mode_names_the_term_of_a_wrong_key(int threads) {
    Config config;
    config.verify_keys = true;
    config.threads = threads;
    typename G::Board board;
    Search<G> search;
    const auto table = table_of(1 << 16);
    run(search, root_of<G>(board), table.get(), to_depth(4), config);
    Tamperer::flip_first_term(board);
    try {
        run(search, root_of<G>(board), table.get(), to_depth(4), config);
    } catch (const KeyDrift& drift) {
        const std::string term = Tamperer::first_term();
        expect(std::string(drift.what()).find(term) != std::string::npos,
               std::string(drift.what()) + " does not name " + term);
        return;
    }
    throw std::runtime_error("a wrong key is searched in shadow mode");
}

void a_finished_game_has_no_move() {
    Search<chess::Game> chess;
    const auto mated =
        run(chess, root_of<chess::Game>("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"), nullptr, to_depth(3), Config());
    expect(!mated.best_move && mated.score == search::mated_in(0), "mate at the root");
    const auto stale =
        run(chess, root_of<chess::Game>("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), nullptr, to_depth(3), Config());
    expect(!stale.best_move && stale.score == 0, "stalemate at the root");
    Search<shogi::Game> shogi;
    const auto lost =
        run(shogi, root_of<shogi::Game>("4k4/4G4/4G4/9/9/9/9/9/4K4 w - 1"), nullptr, to_depth(3), Config());
    expect(!lost.best_move && lost.score == search::mated_in(0), "mate at the root in shogi");
}

template <class G>
void running_of(double scale) {
    Random random(4);
    probing_without_use_changes_no_node<G>();
    one_thread_is_deterministic<G>();
    for (int i = 0; i < scale; ++i) a_limit_of_nodes_is_exact<G>(random);
    for (const int threads : {1, 2, 4}) a_stop_ends_it<G>(threads);
    for (const int threads : {1, 2, 16}) a_team_tells_depths_in_order<G>(threads);
    only_the_hard_deadline_ends_an_iteration<G>();
    a_stop_keeps_the_lines_of_the_last_iteration<G>();
    several_lines_differ<G>();
    each_technique_can_be_switched_off<G>(random);
    checks_are_foretold<G>(random);
}

}  // namespace

void running(double scale) {
    running_of<chess::Game>(scale);
    running_of<shogi::Game>(scale);
    for (const int threads : {1, 3}) {
        shadow_mode_names_the_term_of_a_wrong_key<chess::Game, chess::BoardTamperer>(threads);
        shadow_mode_names_the_term_of_a_wrong_key<shogi::Game, shogi::BoardTamperer>(threads);
        shadow_mode_names_the_term_of_a_wrong_key<othello::Game, othello::BoardTamperer>(threads);
    }
    fine_70_is_solved();
    a_finished_game_has_no_move();
}

}  // namespace search_laws
