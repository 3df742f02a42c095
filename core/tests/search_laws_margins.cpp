// A game won by a margin, without checks, captures and null moves: the search returns the exact score and
// no mate. A side that must pass has a legal move for it.
#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <string>

#include "games/move_list.hpp"
#include "search/team.hpp"
#include "table/geometry.hpp"
#include "tests/search_laws.hpp"

namespace search_laws {

namespace {

class RowMove {
  public:
    constexpr RowMove() = default;
    explicit constexpr RowMove(std::uint32_t bits) : bits_(bits) {}
    constexpr std::uint32_t pack() const { return bits_; }
    explicit constexpr operator bool() const { return bits_ != 0; }
    constexpr bool operator==(const RowMove&) const = default;
    friend std::string describe(RowMove move) { return std::to_string(move.bits_); }

  private:
    std::uint32_t bits_ = 0;
};

// Two players take numbers from either end of a row. The greater sum wins by the difference.
// After a multiple of three the other side passes.
struct Row {
    struct Rules {};
    struct Past {};

    using Move = RowMove;
    static constexpr Move kLeft{1}, kRight{2}, kPass{3};
    using MoveList = MoveListOf<Move, 4>;

    struct Board {
        std::array<int, 12> numbers{};
        std::size_t left = 0, right = 12;
        int margin = 0;  // of the side to move
        bool must_pass = false;
        int taken = 0;  // the sum of the numbers taken

        int sum_outside() const {
            const auto begin = numbers.begin();
            return std::accumulate(begin, begin + static_cast<std::ptrdiff_t>(left), 0) +
                   std::accumulate(begin + static_cast<std::ptrdiff_t>(right), numbers.end(), 0);
        }
        friend std::optional<std::string> verify(const Board& board) {
            if (board.taken == board.sum_outside()) return std::nullopt;
            return "taken " + std::to_string(board.taken) + " instead of " +
                   std::to_string(board.sum_outside());
        }
        friend std::optional<std::string> verify_move(const Board&, RowMove, const Board&) {
            return std::nullopt;
        }
        friend std::string describe(const Board& board) {
            return std::to_string(board.left) + "-" + std::to_string(board.right);
        }
    };
    // Planted mistakes: make() forgets a 7 on the right, table_key_after() forgets the pass after a 9.
    enum class Plant { kNone, kBoard, kTableKey };
    static inline Plant plant = Plant::kNone;

    struct CheckFinder {
        explicit constexpr CheckFinder(const Board&) {}
        static constexpr bool gives(Move) { return false; }
    };
    struct Evaluator {
        constexpr int operator()(const Board& board) const { return 10 * board.margin; }
    };

    static bool is_over(const Board& board) { return board.left == board.right; }
    static int worth(const Board& board) { return 100 * board.margin; }

    static void generate(const Board& board, MoveList& moves) { generate_quiet(board, moves); }
    static void generate_tactical(const Board&, MoveList&) {}
    static void generate_quiet(const Board& board, MoveList& moves) {
        for (const Move move : {kLeft, kRight, kPass}) {
            if (is_legal(board, move)) moves.push(move);
        }
    }
    static bool has_legal_move(const Board& board) { return !is_over(board); }
    static bool is_legal(const Board& board, Move move) {
        if (is_over(board)) return false;
        return board.must_pass ? move == kPass : move == kLeft || move == kRight;
    }
    static Move move_from_table(const Board& board, std::uint32_t bits) {
        return is_legal(board, Move(bits)) ? Move(bits) : Move();
    }
    static constexpr bool is_tactical(const Board&, Move) { return false; }
    static constexpr bool in_check(const Board&) { return false; }
    static void make(Board& board, Move move) {
        int taken = 0;
        if (move == kLeft) taken = board.numbers[board.left++];
        if (move == kRight) taken = board.numbers[--board.right];
        board.must_pass = move != kPass && taken % 3 == 0;
        board.margin = -(board.margin + taken);
        if (plant != Plant::kBoard || move != kRight || taken != 7) board.taken += taken;
    }
    static constexpr void make_null(Board&) {}

    static constexpr int tactical_order(const Board&, Move) { return 0; }
    static constexpr bool see_at_least(const Board&, Move, int) { return true; }
    static constexpr int tactical_gain(const Board&, Move) { return 0; }
    static constexpr std::size_t kRouteSlots = 4, kPieceSlots = 4, kTacticalSlots = 1;
    static std::size_t route_slot(const Board&, Move move) { return move.pack(); }
    static std::size_t piece_slot(const Board&, Move move) { return move.pack(); }
    static constexpr std::size_t tactical_slot(const Board&, Move) { return 0; }

    static constexpr Past past(const Board&) { return {}; }
    static constexpr Verdict repetition(const Board&, std::span<const Past>, int) { return Verdict::none; }
    static Verdict verdict(const Board& board, bool, const Rules&) {
        return is_over(board) ? Verdict::of_score(worth(board)) : Verdict::none;
    }
    static Verdict without_moves(const Board& board, bool) { return Verdict::of_score(worth(board)); }
    static constexpr bool may_pass(const Board&) { return false; }
    static constexpr bool zugzwang_prone(const Board&) { return false; }
    static constexpr bool may_reduce(const Board&) { return true; }

    static std::uint64_t table_key(const Board& board, const Rules&) {
        std::uint64_t key = board.left << 8 | board.right << 1 | board.must_pass;
        key |= static_cast<std::uint64_t>(board.margin + 1000) << 16;
        for (const int number : board.numbers) key = table::mix(key) + static_cast<std::uint64_t>(number);
        return key;
    }
    static std::uint64_t table_key_after(Board board, Move move, const Rules& rules) {
        const bool nine = move == kLeft && board.numbers[board.left] == 9;
        make(board, move);
        if (plant == Plant::kTableKey && nine) board.must_pass = false;
        return table_key(board, rules);
    }
    static constexpr bool may_cut_off(const Board&, const Rules&) { return true; }
    static constexpr bool believes_mate(const Board&, int) { return true; }
};

static_assert(Game<Row>);

int minimax(const Row::Board& board) {
    if (Row::is_over(board)) return Row::worth(board);
    Row::MoveList moves;
    Row::generate(board, moves);
    int best = -search::kInfinite;
    for (const Row::Move move : moves) {
        Row::Board child = board;
        Row::make(child, move);
        best = std::max(best, -minimax(child));
    }
    return best;
}

// The message of a search in shadow mode; empty if it finds nothing.
std::string drift_of(const Row::Board& board, table::Table* table, Row::Plant plant,
                     bool verify_keys = true) {
    Config config;
    config.verify_keys = verify_keys;
    Row::plant = plant;
    std::string found;
    try {
        Search<Row> search;
        run(search, root_of<Row>(board), table, to_depth(24), config);
    } catch (const KeyDrift& drift) {
        found = drift.what();
    }
    Row::plant = Row::Plant::kNone;
    return found;
}

void a_search_in_shadow_mode_names_a_planted_drift() {
    const auto table = table_of(1 << 16);
    Row::Board board;
    board.numbers = {1, 9, 2, 4, 5, 1, 2, 8, 7, 1, 4, 2};
    expect(drift_of(board, table.get(), Row::Plant::kNone).empty(), "a drift without a mistake");
    const std::string forgot = drift_of(board, table.get(), Row::Plant::kBoard);
    // The 7 leaves the row after the three numbers to its right.
    expect(forgot.find("-9, after 2: taken ") != std::string::npos, "drift of the board: " + forgot);
    table->clear();
    const std::string foretold = drift_of(board, table.get(), Row::Plant::kTableKey);
    expect(foretold.find("at 1-") == 0 && foretold.find(", after 1: table key ") != std::string::npos,
           "drift of the table's key: " + foretold);
    table->clear();
    expect(drift_of(board, table.get(), Row::Plant::kBoard, false).empty(), "a check without shadow mode");
}

}  // namespace

void margins(double scale) {
    a_search_in_shadow_mode_names_a_planted_drift();
    Random random(3);
    const auto table = table_of(1 << 20);
    constexpr int kWhole = 24;  // all numbers, and a pass after each
    for (int i = 0; i < static_cast<int>(40 * scale); ++i) {
        Row::Board board;
        for (int& number : board.numbers) number = static_cast<int>(random() % 10);
        const Root<Row> root = root_of<Row>(board);
        const int expected = minimax(board);
        for (table::Table* used : {static_cast<table::Table*>(nullptr), table.get(), table.get()}) {
            for (const Config& config : {Config::plain(), Config()}) {
                Search<Row> search;
                const Result<Row> result = run(search, root, used, to_depth(kWhole), config);
                expect(config.pvs || result.score == expected, "a margin is not minimax's");
                expect(!search::is_mate(result.score), "a margin is taken for a mate");
                Row::Board end = board;
                for (const Row::Move move : result.variations[0].pv) {
                    expect(Row::is_legal(end, move), "an illegal move in the row");
                    Row::make(end, move);
                }
            }
        }
    }
    Row::Board over;
    over.right = 0;
    over.margin = -7;
    Search<Row> search;
    const Result<Row> result = run(search, root_of<Row>(over), nullptr, to_depth(3), Config());
    expect(!result.best_move && result.score == -700, "a finished game has its margin as its score");
}

}  // namespace search_laws
