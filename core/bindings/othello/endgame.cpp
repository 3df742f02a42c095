#include "bindings/othello/endgame.hpp"

#include <optional>

#include "bindings/othello/board.hpp"
#include "bindings/py_table.hpp"
#include "bindings/waiting.hpp"
#include "games/othello/endgame.hpp"
#include "search/access.hpp"

namespace tabiya::bindings {
namespace {

using othello::Move;
using othello::Remembered;
using othello::Solution;

// The package's table as the solver's memory. Scores are in units of the evaluation; the depth is the number
// of empty squares, the depth of a search to the end of the game.
class TableMemory {
  public:
    static constexpr bool kPresent = true;

    explicit TableMemory(table::Table& table) : access_(table) {}
    ~TableMemory() { access_.finish(); }
    TableMemory(const TableMemory&) = delete;
    TableMemory& operator=(const TableMemory&) = delete;

    void prefetch(std::uint64_t key) const { access_.prefetch(access_.hash_of(key)); }

    Remembered probe(std::uint64_t key) {
        const search::Found found = access_.probe(access_.hash_of(key));
        if (!found.hit) return {};
        const table::Opened& opened = found.opened;
        return {kind_of(opened.bound()), opened.score() / othello::kDisc, Move::unpack(opened.move())};
    }

    void store(std::uint64_t key, int empties, const Remembered& found) {
        table::Entry entry;
        entry.move = found.move.pack();
        entry.score = found.score * othello::kDisc;
        entry.depth = static_cast<std::uint8_t>(empties);
        entry.bound = bound_of(found.kind);
        entry.source = table::Source::kMain;
        access_.store(access_.hash_of(key), entry);
    }

  private:
    using Kind = Remembered::Kind;

    static Kind kind_of(table::Bound bound) {
        if (bound == table::Bound::kExact) return Kind::kExactly;
        return bound == table::Bound::kLower ? Kind::kAtLeast : Kind::kAtMost;
    }
    static table::Bound bound_of(Kind kind) {
        if (kind == Kind::kExactly) return table::Bound::kExact;
        return kind == Kind::kAtLeast ? table::Bound::kLower : table::Bound::kUpper;
    }

    search::TableAccess access_;
};

Solution solve(const othello::Board& board, table::Table* table, const std::atomic<bool>& stop) {
    if (table == nullptr) {
        othello::NoMemory none;
        return othello::EndgameSolver(none, &stop).solve(board);
    }
    TableMemory memory(*table);
    return othello::EndgameSolver(memory, &stop).solve(board);
}

// (discs for the side to move, best move or None, nodes)
nb::tuple solve_for_python(const PyOthelloBoard& self, PyTable* table) {
    const othello::Board board = self.board();  // another thread may push while this one searches
    std::optional<table::UseGuard> use;
    if (table != nullptr) {
        use.emplace(*table);
        table->new_search();
        if (!table->enabled()) table = nullptr;
    }
    Solution solution;
    run_stoppable([&](const std::atomic<bool>& stop) { solution = solve(board, table, stop); });
    return nb::make_tuple(
        solution.score,
        solution.best_move ? nb::steal(self.object(solution.best_move)) : nb::object(nb::none()),
        solution.nodes);
}

}  // namespace

void bind_othello_endgame(nb::module_& module) {
    using nb::literals::operator""_a;
    module.def("_solve_othello", solve_for_python, "board"_a.lock(), "table"_a.none(),
               "Returns the margin of the side to move in discs, its best move, and the positions searched.");
}

}  // namespace tabiya::bindings
