// The rules about the table. Each law plants the entry that its rule is there for, as a collision, another
// path or another search might leave it. Where the rule says "not used", a search that only reads must visit
// the very nodes of a search with an empty table.
#include <set>

#include "search/proof.hpp"
#include "tests/search_laws.hpp"

namespace search_laws {

namespace {

using search::Bound;
using search::Count;
using table::Entry;

constexpr int kDeep = 200;

Entry entry_of(int score, Bound bound, int depth, std::uint32_t move = 0) {
    Entry entry;
    entry.move = move;
    entry.score = score;
    entry.eval = table::kNoEval;
    entry.depth = static_cast<std::uint8_t>(depth);
    entry.bound = bound;
    entry.source = table::Source::kMain;
    return entry;
}

// Visits every position within `plies` of the board, except the board itself, once.
template <class G, class Visit>
void around(const typename G::Board& board, int plies, const Visit& visit) {
    std::set<std::uint64_t> seen{G::table_key(board, {})};
    const auto go = [&](const auto& self, const typename G::Board& from, int left) -> void {
        if (left == 0) return;
        typename G::MoveList moves;
        G::generate(from, moves);
        for (const auto move : moves) {
            typename G::Board next = from;
            G::make(next, move);
            if (seen.insert(G::table_key(next, {})).second) visit(next, plies - left + 1);
            self(self, next, left - 1);
        }
    };
    go(go, board, plies);
}

template <class G>
void plant(table::Table& table, const typename G::Board& board, const Entry& entry,
           const typename G::Rules& rules = {}) {
    table.store(G::table_key(board, rules), entry);
}

template <class G>
std::uint64_t count(const Result<G>& result, Count which) {
    return result.statistics.counts[static_cast<std::size_t>(which)];
}

// Reads and never writes, so that planted entries stay as they are.
template <class G>
Result<G> read_only(const Root<G>& root, table::Table& table, Limits limits, ConfigOf<G> config) {
    config.table_mode = search::TableMode::kReadOnly;
    Search<G> search;
    return run(search, root, &table, limits, config);
}

// Alpha-beta with an open window: every entry that is deep enough and decides would cut off.
Config open() {
    Config config = Config::plain();
    config.exact_depth = false;
    return config;
}

template <class G>
void expect_as_empty(const Root<G>& root, table::Table& planted, const Limits& limits,
                     const ConfigOf<G>& config, const std::string& law) {
    const auto empty = table_of(1 << 12);
    const Result<G> with = read_only<G>(root, planted, limits, config);
    const Result<G> without = read_only<G>(root, *empty, limits, config);
    expect(count<G>(with, Count::kHits) > 0, "no planted entry was met: " + law);
    expect(with.score == without.score && with.nodes == without.nodes && with.best_move == without.best_move,
           law + ": " + std::to_string(with.score) + " in " + std::to_string(with.nodes) +
               " nodes instead of " + std::to_string(without.score) + " in " + std::to_string(without.nodes) +
               " in " + About<G>::text(root.board));
}

// Moves that are not legal: any bits, and a piece that stays where it is, which some programs write for a
// null move.
template <class G>
std::uint32_t illegal_move(const typename G::Board& board, Random& random) {
    while (true) {
        std::uint32_t bits = static_cast<std::uint32_t>(random()) & table::kMaxMove;
        if (random() % 2 == 0) bits = static_cast<std::uint32_t>(random() % 64 * 65);
        if (bits != 0 && !G::move_from_table(board, bits)) return bits;
    }
}

template <class G>
void an_entry_with_an_illegal_move_is_a_miss(Random& random, const Root<G>& root) {
    const auto planted = table_of(1 << 20);
    around<G>(root.board, 2, [&](const typename G::Board& board, int) {
        constexpr int kScores[] = {search::mate_in(3), search::mated_in(4), 9000, -9000};
        Entry entry = entry_of(kScores[random() % 4], static_cast<Bound>(1 + random() % 3), kDeep,
                               illegal_move<G>(board, random));
        entry.eval = static_cast<std::int16_t>(random() % 2 == 0 ? 20'000 : -20'000);
        plant<G>(*planted, board, entry);
    });
    for (const Config& config : {Config(), open()}) {
        expect_as_empty<G>(root, *planted, to_depth(3), config, "an entry with an illegal move is a miss");
    }
}

template <class G>
void a_proof_ignores_an_entry_with_an_illegal_move(Random& random, const char* mate, int plies) {
    const Root<G> root = root_of<G>(mate);
    const auto empty = table_of(1 << 12), hostile = table_of(1 << 20), moveless = table_of(1 << 20);
    around<G>(root.board, 2, [&](const typename G::Board& board, int ply) {
        const bool winner = ply % 2 == 0;  // every move seems to win at once, and no defence seems to hold
        Entry entry = entry_of(winner ? search::mate_in(1) : search::mated_in(0),
                               winner ? Bound::kLower : Bound::kUpper, kDeep);
        const std::uint64_t key = G::table_key(board, {}) ^ search::detail::kProofKey;
        moveless->store(key, entry);
        entry.move = illegal_move<G>(board, random);
        hostile->store(key, entry);
    });
    Limits limits = to_depth(3);
    limits.mate = plies;
    const auto nodes = [&](table::Table& table) { return read_only<G>(root, table, limits, Config()).nodes; };
    expect(nodes(*moveless) != nodes(*empty), "no proof met a planted entry");
    expect(nodes(*hostile) == nodes(*empty), "a proof believed an entry with an illegal move");
}

// A mate that the counter does not allow, and any decisive score close to the draw.
void the_fifty_move_counter_overrules_mates(int counter, int plies) {
    using G = chess::Game;
    const Root<G> root =
        root_of<G>(("8/8/3k4/8/8/3K4/6R1/8 w - - " + std::to_string(counter) + " 80").c_str());
    const auto planted = table_of(1 << 20);
    around<G>(root.board, 2, [&](const chess::Board& board, int ply) {
        if (board.rule50() != counter + ply) return;
        for (const chess::Rule50Keys keys : {chess::Rule50Keys::kOff, chess::Rule50Keys::kFull}) {
            const int score = ply % 2 == 0 ? search::mate_in(plies) : search::mated_in(plies);
            plant<G>(*planted, board, entry_of(score, Bound::kExact, kDeep), {.rule50_keys = keys});
        }
    });
    const bool too_long = counter + plies >= 100;
    for (ConfigOf<G> config : {ConfigOf<G>(), ConfigOf<G>(open())}) {
        const std::string law = "a mate in " + std::to_string(plies) + " plies is not believed at counter " +
                                std::to_string(counter);
        expect_as_empty<G>(root, *planted, to_depth(3), config, law);
        config.rules.rule50_keys = chess::Rule50Keys::kFull;  // separates positions, but not this mate's end
        if (too_long) expect_as_empty<G>(root, *planted, to_depth(3), config, law + " with its own key");
    }
}

template <class G>
void entries_that_do_not_decide_are_not_believed(const Root<G>& root) {
    constexpr int kDepth = 3;
    const auto shallow = table_of(1 << 20), open_ended = table_of(1 << 20);
    around<G>(root.board, kDepth - 1, [&](const typename G::Board& board, int ply) {
        // A win that is only "at most", a loss that is only "at least"; and exact ones of too little depth.
        const bool wins = ply % 2 == 0;
        const int score = wins ? search::mate_in(3) : search::mated_in(4);
        plant<G>(*open_ended, board, entry_of(score, wins ? Bound::kUpper : Bound::kLower, kDeep));
        plant<G>(*shallow, board, entry_of(score, Bound::kExact, 0));
    });
    expect_as_empty<G>(root, *open_ended, to_depth(kDepth), open(),
                       "a bound that does not decide is ignored");
    expect_as_empty<G>(root, *shallow, to_depth(kDepth), open(), "a shallow entry does not cut off");
}

// Scores of mates are read as plies from the node, and written so.
template <class G>
void mates_are_counted_from_the_node(const Root<G>& root) {
    for (const int ply : {1, 2}) {
        const auto planted = table_of(1 << 20);
        around<G>(root.board, ply, [&](const typename G::Board& board, int at) {
            if (at != ply) return;
            const int score = ply == 2 ? search::mate_in(7) : search::mated_in(6);
            plant<G>(*planted, board, entry_of(score, Bound::kExact, kDeep));
        });
        const Result<G> result = read_only<G>(root, *planted, to_depth(3), open());
        const int expected = search::mate_in(ply == 2 ? 9 : 7);
        expect(result.score == expected, "a mate read at ply " + std::to_string(ply) + " is " +
                                             std::to_string(result.score) + " and not " +
                                             std::to_string(expected));
    }
}

template <class G>
void mates_are_written_from_the_node(const char* mate_in_three_plies) {
    const Root<G> root = root_of<G>(mate_in_three_plies);
    const auto table = table_of(1 << 20);
    Search<G> search;
    const Result<G> result = run(search, root, table.get(), to_depth(4), open());
    expect(result.score == search::mate_in(3) && result.variations[0].pv.size() == 3,
           "no mate in three plies");
    typename G::Board board = root.board;
    for (int ply = 0; ply < 3; ++ply) {
        const table::Found found = table->probe(G::table_key(board, {}));
        const int expected = ply == 1 ? search::mated_in(2) : search::mate_in(3 - ply);
        expect(found.hit && found.opened.score() == expected,
               "the mate is written from the root at ply " + std::to_string(ply));
        G::make(board, result.variations[0].pv[static_cast<std::size_t>(ply)]);
    }
}

// The table may order the moves of the root, but never answers there: not even a claimed mate.
template <class G>
void the_root_is_never_cut_off(const Root<G>& root) {
    const auto empty = table_of(1 << 12);
    typename G::MoveList moves;
    G::generate(root.board, moves);
    for (const int score : {9000, -9000, search::mate_in(3), search::mated_in(4)}) {
        const auto planted = table_of(1 << 12);
        plant<G>(*planted, root.board, entry_of(score, Bound::kExact, kDeep, moves[moves.size() - 1].pack()));
        for (const Config& config : {Config(), open()}) {
            const Result<G> with = read_only<G>(root, *planted, to_depth(3), config);
            const Result<G> without = read_only<G>(root, *empty, to_depth(3), config);
            expect(with.depth == 3 && with.nodes >= moves.size(), "the table answered at the root");
            // Another order may prune otherwise; without pruning the value is one.
            if (!config.pvs) expect(with.score == without.score, "the root's entry changed its value");
            expect(with.score != score, "the root's entry became the score");
        }
    }
}

template <class G>
void a_legal_table_move_is_tried_first(const Root<G>& root) {
    const auto planted = table_of(1 << 20);
    std::uint64_t children = 0;
    around<G>(root.board, 1, [&](const typename G::Board& board, int) {
        typename G::MoveList moves;
        G::generate(board, moves);
        if (moves.empty()) return;
        ++children;
        plant<G>(*planted, board, entry_of(0, Bound::kUpper, 0, moves[moves.size() - 1].pack()));
    });
    Config config = open();
    config.mate_distance = false;
    const Result<G> result = read_only<G>(root, *planted, to_depth(2), config);
    // Depth 1 meets no child above quiescence; depth 2 meets each once.
    expect(count<G>(result, Count::kTableMovesFirst) == children, "the table's move is not tried first");
}

// `cycle` leads back to the start. After some rounds its first move repeats a position too often.
template <class G>
void repetition_comes_before_the_table(const std::vector<typename G::Move>& cycle, int rounds) {
    Root<G> root = root_of<G>(typename G::Board());
    for (int i = 0; i < rounds; ++i) {
        for (const auto move : cycle) {
            G::make(root.board, move);
            root.past.push_back(G::past(root.board));
        }
    }
    typename G::Board repeated = root.board;
    G::make(repeated, cycle[0]);
    const auto planted = table_of(1 << 12);
    plant<G>(*planted, repeated, entry_of(-9000, Bound::kExact, kDeep));
    for (const bool quiescence : {false, true}) {
        Config config = open();
        config.quiescence = quiescence;
        for (const int depth : {1, 3}) {
            Limits limits = to_depth(depth);
            limits.moves = {cycle[0].pack()};
            expect(read_only<G>(root, *planted, limits, config).score == search::kDraw,
                   "the table was asked before the repetition");
        }
    }
    Limits limits = to_depth(3);
    limits.moves = {cycle[0].pack()};
    const Result<G> fresh = read_only<G>(root_of<G>(typename G::Board()), *planted, limits, open());
    expect(fresh.score == 9000, "the planted entry would not have been believed anyway");
}

void the_fifty_move_draw_comes_before_the_table() {
    using G = chess::Game;
    const Root<G> root = root_of<G>("8/8/3k4/8/8/3K4/6R1/8 w - - 99 80");
    ConfigOf<G> config = open();
    config.rules.rule50_keys = chess::Rule50Keys::kFull;
    const auto planted = table_of(1 << 16);
    around<G>(root.board, 1, [&](const chess::Board& board, int) {
        plant<G>(*planted, board, entry_of(-9000, Bound::kExact, kDeep), config.rules);
    });
    for (const int depth : {1, 3}) {
        for (const bool quiescence : {false, true}) {
            config.quiescence = quiescence;
            expect(read_only<G>(root, *planted, to_depth(depth), config).score == search::kDraw,
                   "the table was asked before the fifty-move rule");
        }
    }
}

// The value of the best of some moves says nothing about the position.
template <class G>
void a_root_limited_to_some_moves_is_not_stored(const Root<G>& root) {
    typename G::MoveList moves;
    G::generate(root.board, moves);
    const std::uint64_t key = G::table_key(root.board, {});
    const auto table = table_of(1 << 20);
    Search<G> search;
    Limits limits = to_depth(3);
    limits.moves = {moves[0].pack()};
    run(search, root, table.get(), limits, Config());
    expect(!table->probe(key).hit, "a root of some moves left an entry");

    const Result<G> whole = run(search, root, table.get(), to_depth(2), Config());
    const auto is_of_the_whole = [&] {
        const table::Found found = table->probe(key);
        return found.hit && found.opened.bound() == Bound::kExact && found.opened.depth() == 2 &&
               found.opened.score() == whole.score && found.opened.move() == whole.best_move.pack();
    };
    expect(is_of_the_whole(), "a completed iteration did not leave its root");
    run(search, root, table.get(), limits, Config());
    expect(is_of_the_whole(), "a root of some moves replaced the whole one's entry");
}

// After a null move one side has moved twice, so a mate that the table claims there is not a mate.
template <class G>
void a_mate_after_a_null_move_is_not_a_mate(const Root<G>& root) {
    const auto planted = table_of(1 << 20);
    around<G>(root.board, 1, [&](const typename G::Board& board, int) {
        if (G::in_check(board) || !G::may_pass(board)) return;
        typename G::Board passed = board;
        G::make_null(passed);
        plant<G>(*planted, passed, entry_of(search::mated_in(2), Bound::kExact, kDeep));
    });
    for (const int depth : {5, 6}) {
        const Result<G> result = read_only<G>(root, *planted, to_depth(depth), Config());
        expect(count<G>(result, Count::kNullCutoffs) > 0, "no null move cut off");
        expect(!search::is_mate(result.score),
               "a mate was proved by passing in " + About<G>::text(root.board));
    }
}

// Every entry that a search left, finished or stopped, is true of its position: the bound compares with the
// alpha that the node was given, and a stopped node leaves nothing.
// Returns whether it was stopped.
template <class G>
bool what_a_search_leaves_is_true(const Root<G>& root, int depth, std::uint64_t nodes) {
    Config config = Config::plain();
    config.repetition = false;
    const auto table = table_of(1 << 20);
    Search<G> search;
    Limits limits = to_depth(depth);
    limits.nodes = nodes;
    const Result<G> result = run(search, root, table.get(), limits, config);
    std::uint64_t entries = 0;
    around<G>(root.board, depth - 1, [&](const typename G::Board& board, int) {
        const table::Found found = table->probe(G::table_key(board, {}));
        if (!found.hit) return;
        ++entries;
        const int value =
            run(search, root_of<G>(board), nullptr, to_depth(found.opened.depth()), config).score;
        const int score = found.opened.score();
        const Bound bound = found.opened.bound();
        const bool is_true = (bound == Bound::kExact && score == value) ||
                             (bound == Bound::kLower && score <= value) ||
                             (bound == Bound::kUpper && score >= value);
        expect(is_true, "an entry is false, " + std::to_string(score) + " for " + std::to_string(value) +
                            (nodes != 0 ? " after a stop" : "") + " in " + About<G>::text(board));
    });
    expect(entries > 0, "no entry was left");
    return result.stopped;
}

template <class G>
void table_rules_of(double scale, std::initializer_list<const char*> small) {
    Random random(5);
    for (int i = 0; i < 4 * scale || i < 2; ++i) {
        const Root<G> root = random_root<G>(random, 20 + static_cast<int>(random() % 20));
        an_entry_with_an_illegal_move_is_a_miss<G>(random, root);
        entries_that_do_not_decide_are_not_believed<G>(root);
        mates_are_counted_from_the_node<G>(root);
        the_root_is_never_cut_off<G>(root);
        a_legal_table_move_is_tried_first<G>(root);
        a_root_limited_to_some_moves_is_not_stored<G>(root);
    }
    for (const char* text : small) {
        const Root<G> root = root_of<G>(text);
        what_a_search_leaves_is_true<G>(root, 4, 0);
        int stops = 0;
        for (std::uint64_t nodes = 30; nodes < 600; nodes += 37)
            stops += what_a_search_leaves_is_true<G>(root, 4, nodes);
        expect(stops > 2, "too few searches were stopped in " + std::string(text));
    }
}

template <class G>
std::vector<typename G::Move> moves_of(std::initializer_list<const char*> texts) {
    typename G::Board board;
    std::vector<typename G::Move> result;
    for (const char* text : texts) {
        typename G::Move move;
        if constexpr (std::is_same_v<G, chess::Game>) {
            move = chess::parse_uci(board, text);
        } else {
            move = shogi::parse_usi(board, text);
        }
        expect(static_cast<bool>(move), std::string("no such move: ") + text);
        G::make(board, move);
        result.push_back(move);
    }
    return result;
}

}  // namespace

void table_rules(double scale) {
    table_rules_of<chess::Game>(scale,
                                {"8/8/4k3/8/8/3K4/4P3/8 w - - 0 1", "8/1p6/1P1k4/8/8/3K4/8/8 w - - 0 1"});
    table_rules_of<shogi::Game>(scale, {"4k4/9/4P4/9/9/9/9/9/4K4 b - 1", "8k/9/8P/9/4N4/9/9/9/8K b - 1"});
    table_rules_of<othello::Game>(scale,
                                  {"O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X"});

    Random random(6);
    a_proof_ignores_an_entry_with_an_illegal_move<chess::Game>(random, "7k/8/5K2/8/8/8/8/6R1 w - - 0 1", 3);
    a_proof_ignores_an_entry_with_an_illegal_move<shogi::Game>(random, "8k/9/7G1/9/9/9/9/9/K8 b - 1", 3);
    mates_are_written_from_the_node<chess::Game>("7k/8/5K2/8/8/8/8/R7 w - - 0 1");
    the_fifty_move_counter_overrules_mates(50, 60);
    the_fifty_move_counter_overrules_mates(92, 2);
    the_fifty_move_draw_comes_before_the_table();
    repetition_comes_before_the_table<chess::Game>(moves_of<chess::Game>({"g1f3", "g8f6", "f3g1", "f6g8"}),
                                                   2);
    repetition_comes_before_the_table<shogi::Game>(moves_of<shogi::Game>({"4i4h", "6a6b", "4h4i", "6b6a"}),
                                                   3);
    a_mate_after_a_null_move_is_not_a_mate<chess::Game>(root_of<chess::Game>(chess::Board()));
    a_mate_after_a_null_move_is_not_a_mate<shogi::Game>(root_of<shogi::Game>(shogi::Board()));
}

}  // namespace search_laws
