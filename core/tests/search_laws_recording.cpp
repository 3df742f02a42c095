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
    std::vector<bool> has_made_best(visits.size());
    for (const Visit& visit : visits) {
        if (visit.parent < 0) continue;
        const auto parent = static_cast<std::size_t>(visit.parent);
        if (visit.move == visits[parent].best_move) has_made_best[parent] = true;
    }
    for (std::size_t i = 0; i < visits.size(); ++i) {
        expect(!complete || visits[i].best_move == 0 || has_made_best[i], "a best move was never made");
    }
    expect(!complete || static_cast<std::uint64_t>(made) == recording.nodes(), "nodes are not all recorded");
}

// Null windows ask whether a move is better: only the principal variation has open ones. The first move of a
// node that is expected to fail high is expected to fail low, and the other way round.
void windows_fit_their_purposes(const Recording& recording) {
    using search::Purpose;
    const auto visits = recording.visits();
    for (const Visit& visit : visits) {
        if (visit.parent < 0 || visit.purpose == Purpose::kProof ||
            visit.ending == search::Ending::kNotSearched)
            continue;
        const Visit& parent = visits[static_cast<std::size_t>(visit.parent)];
        const bool pv = visit.flags & Visit::kPv, cut_node = visit.flags & Visit::kCutNode;
        const bool is_leaf = visit.depth == 0 && !(visit.flags & Visit::kQuiescence);
        expect(pv || is_leaf || visit.purpose == Purpose::kDeepening || visit.beta == visit.alpha + 1,
               "an open window outside of the principal variation");
        if (is_leaf) continue;
        if (visit.flags & Visit::kQuiescence) {
            expect(visit.depth == 0 && !cut_node, "quiescence has no depth and expects nothing");
            continue;
        }
        switch (visit.purpose) {
            case Purpose::kFull:
                expect(pv == ((parent.flags & Visit::kPv) != 0), "a full window below a null window");
                break;
            case Purpose::kReduced:
                expect(!pv && cut_node && visit.depth <= parent.depth, "a reduced search is not a cheap one");
                break;
            case Purpose::kScout:
                expect(!pv && cut_node == !(parent.flags & Visit::kCutNode), "a scout of the wrong kind");
                break;
            case Purpose::kNullMove:
            case Purpose::kVerification:
                expect(!pv && !cut_node && visit.depth < parent.depth, "a test of a node costs more than it");
                break;
            case Purpose::kSingular:
            case Purpose::kDeepening:
                expect(
                    !pv && cut_node == ((parent.flags & Visit::kCutNode) != 0) && visit.depth < parent.depth,
                    "a test of a node costs more than it");
                break;
            default:
                break;
        }
    }
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
    if (config.pvs) windows_fit_their_purposes(recording);
}

// A search without the best move says nothing about the node with it: it is neither answered by the table nor
// stored there.
template <class G>
void an_excluded_search_leaves_the_table_alone(const Root<G>& root, int depth) {
    const auto table = table_of(1 << 22);
    Search<G> search;
    Recording recording(1'000'000);
    const Limits limits = to_depth(depth);
    search.control().begin(limits);
    search.run_recorded(root, *table, limits, Config(), {}, recording);
    int excluded = 0;
    for (const Visit& visit : recording.visits()) {
        if (visit.purpose != search::Purpose::kSingular) continue;
        ++excluded;
        expect(visit.probe < 0 && visit.store < 0, "an excluded search used the table");
    }
    expect(excluded > 5, "too few moves were excluded: " + std::to_string(excluded));
}

std::uint32_t table_move_of(const Recording& recording, const Visit& visit) {
    if (visit.probe < 0) return 0;
    const search::Operation& probe = recording.operations()[static_cast<std::size_t>(visit.probe)];
    return probe.result == search::Operation::kHit ? static_cast<std::uint32_t>(probe.other & table::kMaxMove)
                                                   : 0;
}

// Every counter of a search is the number of visits and operations of its kind.
template <class G>
void a_recording_explains_the_counters(const Root<G>& root, int depth) {
    using search::Count;
    using search::Ending;
    using search::Operation;
    using search::Purpose;
    const auto table = table_of(1 << 18);
    Search<G> search;
    Recording recording(2'000'000);
    Config config;
    config.prove_mates = false;
    const Limits limits = to_depth(depth);
    search.control().begin(limits);
    const Result<G> result = search.run_recorded(root, *table, limits, config, {}, recording);
    expect(recording.dropped_visits() == 0, "the recording is too small");
    const auto visits = [&](auto of_kind) {
        return static_cast<std::uint64_t>(std::ranges::count_if(recording.visits(), of_kind));
    };
    const auto cutoffs = [&](auto of_kind) {
        return visits([&](const Visit& v) {
            return v.ending == Ending::kBetaCutoff && v.purpose != Purpose::kRoot &&
                   !(v.flags & Visit::kQuiescence) && of_kind(v);
        });
    };
    const auto operations = [&](auto of_kind) {
        return static_cast<std::uint64_t>(std::ranges::count_if(
            recording.operations(), [&](const Operation& o) { return o.visit >= 0 && of_kind(o.result); }));
    };
    const auto is = [&](std::uint64_t counted, std::uint64_t found, const char* name) {
        expect(counted == found, std::string(name) + ": " + std::to_string(counted) + " counted, " +
                                     std::to_string(found) + " recorded in " + About<G>::text(root.board));
        expect(counted > 0, std::string("no ") + name);
    };
    const search::Statistics& counted = result.statistics;
    // The root is probed and evaluated once, before its first visit.
    is(counted[Count::kProbes], operations([](int r) { return r <= Operation::kHit; }) + 1, "probes");
    is(counted[Count::kHits], operations([](int r) { return r == Operation::kHit; }), "hits");
    is(counted.cutoffs.total(), visits([](const Visit& v) { return v.ending == Ending::kTable; }),
       "cutoffs by the table");
    is(counted[Count::kQnodes], visits([](const Visit& v) { return (v.flags & Visit::kQuiescence) != 0; }),
       "nodes of quiescence");
    is(counted[Count::kBetaCutoffs], cutoffs([](const Visit&) { return true; }), "beta cutoffs");
    is(counted[Count::kFirstMoveCutoffs], cutoffs([](const Visit& v) { return v.moves == 1; }),
       "cutoffs by the first move");
    is(counted[Count::kTableMoveCutoffs], cutoffs([&](const Visit& v) {
           return v.moves == 1 && v.purpose != Purpose::kSingular &&
                  v.best_move == table_move_of(recording, v);
       }),
       "cutoffs by the table's move");
    // After a cutoff by several moves, the node's moves are not counted.
    is(counted[Count::kTableMovesFirst], visits([&](const Visit& v) {
           return (v.moves > 0 || v.ending == Ending::kMultiCut) && v.purpose != Purpose::kRoot &&
                  !(v.flags & Visit::kQuiescence) && table_move_of(recording, v) != 0;
       }),
       "table moves that came first");
    is(counted[Count::kNullTries], visits([](const Visit& v) { return v.purpose == Purpose::kNullMove; }),
       "null moves");
    is(counted[Count::kNullCutoffs], visits([](const Visit& v) { return v.ending == Ending::kNullMove; }),
       "cutoffs by null moves");
    is(counted[Count::kSingularExtensions],
       visits([](const Visit& v) { return v.purpose == Purpose::kSingular && v.score < v.beta; }),
       "singular extensions");
    is(counted[Count::kEvaluations] + counted[Count::kTableEvaluations],
       visits([](const Visit& v) { return v.purpose != Purpose::kRoot && v.eval != table::kNoEval; }) + 1,
       "evaluations");
}

}  // namespace

void recordings(double scale) {
    Random random(5);
    a_recording_explains_the_counters<chess::Game>(root_of<chess::Game>(chess::Board()), 10);
    a_recording_explains_the_counters<shogi::Game>(root_of<shogi::Game>(shogi::Board()), 10);
    an_excluded_search_leaves_the_table_alone<chess::Game>(root_of<chess::Game>(chess::Board()), 10);
    an_excluded_search_leaves_the_table_alone<shogi::Game>(root_of<shogi::Game>(shogi::Board()), 10);
    for (int i = 0; i < 30 * scale; ++i) {
        a_recorded_search_is_the_same<chess::Game>(random);
        a_recorded_search_is_the_same<shogi::Game>(random);
        a_recorded_search_is_the_same<othello::Game>(random);
    }
}

}  // namespace search_laws
