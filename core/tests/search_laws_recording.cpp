// A recorded search is the search itself, and its recording is a tree of its nodes.
#include <algorithm>
#include <string>

#include "tests/search_laws.hpp"

namespace search_laws {

namespace {

using search::Recording;
using search::Visit;

void is_a_tree(const Recording& recording, std::size_t capacity) {
    const auto visits = recording.visits();
    expect(visits.size() <= capacity, "a recording is larger than its capacity");
    for (std::size_t i = 0; i < visits.size(); ++i) {
        const Visit& visit = visits[i];
        if (visit.parent < 0) {
            expect(visit.ply == 0, "a visit without a parent is not the root's");
            continue;
        }
        const auto parent = static_cast<std::size_t>(visit.parent);
        expect(parent < i && visits[parent].ply <= visit.ply && visit.ply <= visits[parent].ply + 1,
               "a parent comes after its child or is not above it");
        expect(recording.deepest_ply() < 0 || visit.ply <= recording.deepest_ply(), "a dropped ply is there");
    }
    for (const search::Operation& operation : recording.operations()) {
        expect(operation.visit < static_cast<std::int32_t>(visits.size()), "an operation has no visit");
    }
    const bool complete = recording.dropped_visits() == 0;
    const auto made = std::ranges::count_if(visits, [](const Visit& v) { return v.flags & Visit::kMade; });
    expect(!complete || static_cast<std::uint64_t>(made) == recording.nodes(), "nodes are not all recorded");
}

template <class G>
void a_recorded_search_is_the_same(Random& random) {
    const Root<G> root = random_root<G>(random, static_cast<int>(random() % 60));
    ConfigOf<G> config;
    for (bool Config::* const option : {&Config::null_move, &Config::lmr, &Config::pvs, &Config::quiescence,
                                        &Config::iid, &Config::iir, &Config::razoring, &Config::futility}) {
        if (random() % 4 == 0) config.*option = !(config.*option);
    }
    Limits limits;
    limits.nodes = 1 + random() % 15'000;
    limits.depth = 12;
    limits.multipv = 1 + static_cast<int>(random() % 2);
    limits.mate = random() % 8 == 0 ? 5 : 0;
    const std::size_t capacity = random() % 2 == 0 ? 1'000'000 : 50 + random() % 2000;
    const auto layout = static_cast<table::Layout>(random() % 3);
    const std::size_t bytes = std::size_t{4096} << random() % 8;

    Search<G> plain, recorded;
    const auto table = table_of(bytes, layout), other = table_of(bytes, layout);
    const Result<G> expected = run(plain, root, table.get(), limits, config);
    Recording recording(capacity);
    other->new_search();
    recorded.control().begin(limits);
    const Result<G> result = recorded.run_recorded(root, *other, limits, config, {}, recording);
    expect(result.nodes == expected.nodes && result.best_move == expected.best_move &&
               result.score == expected.score && recording.nodes() == result.nodes,
           "a recorded search differs in " + About<G>::text(root.board));
    is_a_tree(recording, capacity);
}

}  // namespace

void recordings(double scale) {
    Random random(5);
    for (int i = 0; i < 30 * scale; ++i) {
        a_recorded_search_is_the_same<chess::Game>(random);
        a_recorded_search_is_the_same<shogi::Game>(random);
        a_recorded_search_is_the_same<othello::Game>(random);
    }
}

}  // namespace search_laws
