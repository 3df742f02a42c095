// Random searches of all games on random tables, stopped at random: no illegal move, wrong mate or race.
// Made for sanitizers. Prints what was wrong and exits with 1.
//
//     search_chaos [ROUNDS [SEED]]
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <thread>

#include "table/regions.hpp"
#include "tests/search_laws.hpp"

namespace search_laws {

namespace {

std::unique_ptr<table::Table> random_table(Random& random) {
    using table::Layout, table::Policy, table::Sync, table::Validation;
    if (random() % 8 == 0) return nullptr;
    const std::size_t bytes = std::size_t{1024} << (random() % 11);
    const auto layout = static_cast<Layout>(random() % 3);
    const auto policy = static_cast<Policy>(random() % 6);
    const Sync sync = random() % 3 == 0 ? Sync::kBucketLocks : Sync::kLockFree;
    const auto validation = random() % 6 == 0 ? Validation::kParanoid : Validation::kRelease;
    return table_of(bytes, layout, policy, sync, validation, random() % 2 == 0);
}

template <class G>
ConfigOf<G> random_config(Random& random) {
    ConfigOf<G> config(random() % 8 == 0 ? Config::plain() : Config(), About<G>::kMatesOnly);
    config.quiescence = true;
    config.threads = 1 + static_cast<int>(random() % 4);
    config.table_mode = random() % 5 == 0 ? search::TableMode(random() % 3) : search::TableMode::kUse;
    About<G>::vary_keys(config.rules, random);
    config.iid = random() % 4 == 0;
    return config;
}

// Ends by nodes, by the clock, by depth, or by another thread.
Limits random_limits(Random& random) {
    Limits limits;
    limits.multipv = random() % 4 == 0 ? 3 : 1;
    switch (random() % 4) {
        case 0:
            limits.nodes = 1 + random() % 5000;
            break;
        case 1:
            limits.hard_ms = static_cast<double>(1 + random() % 10);
            break;
        case 2:
            limits.depth = 1 + static_cast<int>(random() % 4);
            break;
        default:
            limits.infinite = true;
    }
    return limits;
}

template <class G>
void expect_sound(const Root<G>& root, const Result<G>& result) {
    const std::string where = " in " + About<G>::text(root.board);
    expect(G::is_legal(root.board, result.best_move), "an illegal move" + where);
    for (const auto& line : result.variations) expect_legal<G>(root.board, line.pv);
    const int plies = search::kMate - result.score;
    if (plies <= 3 && result.bound == table::Bound::kExact) {
        expect(mates_within<G>(root.board, plies), "no mate in " + std::to_string(plies) + " plies" + where);
    }
}

// What a view of a running search reads.
template <class G>
void watch(const Search<G>& search, const table::Table* table) {
    (void)search.progress();
    if (table == nullptr) return;
    std::array<table::Region, 4> regions;
    const auto clusters = static_cast<std::size_t>(table->geometry().clusters());
    table::summarize(*table, 100, std::span(regions).first(std::min(clusters, regions.size())));
}

template <class G>
void one_round(Random& random, Search<G>& search, std::unique_ptr<table::Table>& table) {
    if (random() % 4 == 0) table = random_table(random);
    if (table && random() % 6 == 0) table->clear();
    if (random() % 6 == 0) search.clear();
    const auto root = random_root<G>(random, static_cast<int>(random() % 120));
    const Limits limits = random_limits(random);
    const ConfigOf<G> config = random_config<G>(random);
    if (table) table->new_search();
    search.control().begin(limits);
    std::jthread stopper([&, us = random() % 5000] {
        if (!limits.infinite && us % 2 == 0) return;
        std::this_thread::sleep_for(std::chrono::microseconds(us));
        watch(search, table.get());
        search.control().stop();
    });
    const bool recorded =
        table && table->settings().validation == table::Validation::kRelease && random() % 4 == 0;
    search::Recording recording(100 + random() % 5000);
    const auto result = recorded ? search.run_recorded(
                                       root, *table, limits, config, [](auto&&) {}, recording)
                                 : search.run_begun(root, table.get(), limits, config, [](auto&&) {});
    expect_sound(root, result);
    expect(!recorded || recording.nodes() == result.nodes, "a recording has missed a node");
}

}  // namespace

}  // namespace search_laws

int main(int argc, char** argv) {
    using namespace search_laws;
    const int rounds = argc > 1 ? std::atoi(argv[1]) : 100;
    Random random(argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1);
    return program::run("search_chaos", [&] {
        Search<chess::Game> chess_search;
        Search<shogi::Game> shogi_search;
        Search<othello::Game> othello_search;
        // One table for all games: a game never believes another's entries.
        std::unique_ptr<table::Table> table = random_table(random);
        for (int round = 0; round < rounds; ++round) {
            switch (round % 3) {
                case 0:
                    one_round(random, chess_search, table);
                    break;
                case 1:
                    one_round(random, shogi_search, table);
                    break;
                default:
                    one_round(random, othello_search, table);
            }
        }
        std::printf("%d searches were sound\n", rounds);
    });
}
