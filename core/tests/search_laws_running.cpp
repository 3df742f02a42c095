// How a search runs: modes of the table, determinism, limits, stops, lines.
#include <chrono>
#include <thread>

#include "tests/search_laws.hpp"

namespace search_laws {

namespace {

constexpr const char* kPositions[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
};

void probing_without_use_changes_no_node() {
    for (const char* fen : kPositions) {
        Config config;
        Search without, with, empty;
        const Result expected = run(without, root_of(fen), nullptr, to_depth(9), config);
        const auto table = table_of(1 << 20);
        config.table_mode = search::TableMode::probe_only;
        const Result probed = run(with, root_of(fen), table.get(), to_depth(9), config);
        expect(probed.nodes == expected.nodes && probed.best_move == expected.best_move &&
                   probed.score == expected.score,
               std::string("a table that is not used changes the search of ") + fen);
        expect(table->live_entries() > 0, "a search that probes without use stores");

        config.table_mode = search::TableMode::read_only;
        const auto untouched = table_of(1 << 20);
        const Result read = run(empty, root_of(fen), untouched.get(), to_depth(9), config);
        expect(untouched->live_entries() == 0, "a search that only reads writes");
        expect(read.nodes == expected.nodes,
               std::string("reading an empty table changes the search of ") + fen);
    }
}

void one_thread_is_deterministic() {
    for (const char* fen : kPositions) {
        std::uint64_t nodes = 0;
        Search search;
        for (int time = 0; time < 3; ++time) {
            search.clear();
            const auto table = table_of(1 << 20);
            const Result result = run(search, root_of(fen), table.get(), to_depth(10), Config());
            expect(time == 0 || result.nodes == nodes, std::string("node counts differ in ") + fen);
            nodes = result.nodes;
        }
    }
}

void a_limit_of_nodes_is_exact(Random& random) {
    Search search;
    const auto table = table_of(1 << 20);
    for (int i = 0; i < 100; ++i) {
        Limits limits;
        limits.nodes = 1 + random() % 20'000;
        const Root root = random_root(random, static_cast<int>(random() % 80));
        const Result result = run(search, root, table.get(), limits, Config());
        expect(
            result.nodes == limits.nodes || !result.stopped,
            "a limit of " + std::to_string(limits.nodes) + " nodes ended at " + std::to_string(result.nodes));
        expect(chess::is_legal(root.board, result.best_move), "a stopped search has no legal move");
    }
}

void a_stop_ends_it(int threads) {
    using Clock = std::chrono::steady_clock;
    Search search;
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
        const Result result = search.run_begun(root_of(kPositions[1]), table.get(), limits, config, {});
        const auto ended = Clock::now();
        stopper.join();
        const double late = std::chrono::duration<double, std::milli>(ended - stopped).count();
        expect(late < 500,
               "a stop took " + std::to_string(late) + " ms");  // a busy machine; 1 ms on an idle one
        expect(static_cast<bool>(result.best_move), "a stopped search has no move");
    }
}

void several_lines_differ() {
    Search search;
    const auto table = table_of(1 << 20);
    Limits limits = to_depth(8);
    limits.multipv = 4;
    const Root root = root_of(kPositions[1]);
    const Result result = run(search, root, table.get(), limits, Config());
    expect(result.lines.size() == 4, "four lines were asked for");
    for (std::size_t i = 0; i < 4; ++i) {
        expect_legal(root.board, result.lines[i].pv);
        for (std::size_t j = 0; j < i; ++j) {
            expect(result.lines[i].pv[0] != result.lines[j].pv[0], "two lines begin alike");
            expect(result.lines[j].score >= result.lines[i].score, "lines are not in order");
        }
    }
    limits.moves = {result.lines[2].pv[0].pack()};
    expect(run(search, root, table.get(), limits, Config()).best_move == result.lines[2].pv[0],
           "only the wanted root move is searched");
}

void fine_70_is_solved() {
    Search search;
    const auto table = table_of(16 << 20);
    Limits limits = to_depth(20);
    limits.nodes = 5'000'000;
    const Result result = run(search, root_of(kPositions[2]), table.get(), limits, Config());
    expect(chess::to_uci(result.best_move) == "a1b1" && result.score > 100,
           "Fine #70: " + chess::to_uci(result.best_move) + " " + std::to_string(result.score));
}

// Every switch alone, on a table too small: nothing but legal moves.
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
    Search search;
    for (const auto option : kSwitches) {
        Config config;
        config.*option = !(config.*option);
        Limits limits = to_depth(8);
        limits.nodes = 50'000;
        for (int i = 0; i < 4; ++i) {
            const Root root = random_root(random, static_cast<int>(random() % 100));
            const Result result = run(search, root, table.get(), limits, config);
            expect_legal(root.board, result.lines[0].pv);
        }
    }
}

void checks_are_foretold(Random& random) {
    for (int i = 0; i < 3000; ++i) {
        const Board board = random_root(random, static_cast<int>(random() % 150)).board;
        const Game::Checks checks(board);
        chess::MoveList moves;
        chess::generate(board, moves);
        for (const Move move : moves) {
            expect(checks.gives(move) == board.gives_check(move),
                   "whether " + chess::to_uci(move) + " gives check in " + chess::to_fen(board));
        }
    }
}

void a_finished_game_has_no_move() {
    Search search;
    const Result mated =
        run(search, root_of("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"), nullptr, to_depth(3), Config());
    expect(!mated.best_move && mated.score == search::mated_in(0), "mate at the root");
    const Result stale =
        run(search, root_of("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), nullptr, to_depth(3), Config());
    expect(!stale.best_move && stale.score == 0, "stalemate at the root");
}

}  // namespace

void running(int scale) {
    Random random(4);
    probing_without_use_changes_no_node();
    one_thread_is_deterministic();
    for (int i = 0; i < scale; ++i) a_limit_of_nodes_is_exact(random);
    for (const int threads : {1, 2, 4}) a_stop_ends_it(threads);
    several_lines_differ();
    fine_70_is_solved();
    each_technique_can_be_switched_off(random);
    checks_are_foretold(random);
    a_finished_game_has_no_move();
}

}  // namespace search_laws
