// One thread of a search: its stack, its history, and the phases of a node. The phases are in separate files;
// node.hpp follows a node from top to bottom.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "games/game.hpp"
#include "search/access.hpp"
#include "search/config.hpp"
#include "search/history.hpp"
#include "search/picker.hpp"
#include "search/pv.hpp"
#include "search/result.hpp"
#include "search/score.hpp"
#include "search/stack.hpp"
#include "search/statistics.hpp"
#include "search/stop.hpp"

namespace tabiya::search {

using table::Source;

// What a thread keeps between searches.
template <Game G>
struct ThreadState {
    History<G> history;
    Stack<G> stack;
    PvTable<typename G::Move> pv;
    typename G::Evaluator evaluator;
};

// The root of a search: a position and its past in the game. The last of `past` is the root.
template <Game G>
struct Root {
    typename G::Board board;
    std::vector<typename G::Past> past;
};

template <Game G>
struct RootMove {
    typename G::Move move{};
    int score = -kInfinite;  // in this iteration; -kInfinite: none yet, or not better
    int previous = -kInfinite;
    Bound bound = Bound::kExact;
    int depth = 0;
    int seldepth = 0;
    std::vector<typename G::Move> pv;
};

// A thread's counts so far, for other threads; on a separate cache line.
struct alignas(64) Published {
    std::atomic<std::uint64_t> nodes{0}, probes{0}, hits{0};
};

// The first thread's counts by depth so far.
struct PublishedDepths {
    std::array<std::atomic<std::uint64_t>, kDepthClasses> probes{}, hits{};
};

inline std::uint64_t sum_of(std::span<const Published> threads,
                            std::atomic<std::uint64_t> Published::* count) {
    std::uint64_t sum = 0;
    for (const Published& thread : threads) sum += (thread.*count).load(std::memory_order_relaxed);
    return sum;
}

// The deepest iteration that a helper has completed.
template <Game G>
class Iteration {
  public:
    int depth() const { return depth_.load(std::memory_order_relaxed); }

    void complete(int depth, const std::vector<RootMove<G>>& root_moves) {
        const std::lock_guard guard(mutex_);
        if (depth <= this->depth()) return;
        root_moves_ = root_moves;
        depth_.store(depth, std::memory_order_relaxed);
    }

    // Returns its depth.
    int copy_to(std::vector<RootMove<G>>& root_moves) const {
        const std::lock_guard guard(mutex_);
        root_moves = root_moves_;
        return depth();
    }

  private:
    mutable std::mutex mutex_;
    std::atomic<int> depth_ = 0;
    std::vector<RootMove<G>> root_moves_;
};

// What the threads of a search share besides the table: how far it is, and how it ends.
template <Game G>
struct Team {
    const Limits& limits;
    const ConfigOf<G>& config;
    Control& control;
    std::span<Published> published;  // of each thread
    PublishedDepths& depths;
    std::atomic<int>& depth;  // of the first thread's iteration
    Iteration<G>& by_helper;  // the first thread goes on from it

    std::uint64_t total(std::atomic<std::uint64_t> Published::* count) const {
        return sum_of(published, count);
    }
};

// The content of a table entry at a node, seen from the root. `hit` is false if it must not be used.
template <class Move>
struct Remembered {
    bool hit = false;
    bool cut_off = false;  // `score` is the score of the node
    Move move{};           // legal, or none
    int score = 0;
    int depth = 0;
    Bound bound = Bound::kNone;
    int eval = table::kNoEval;
};

template <Game G, class Access>
class Worker {
  public:
    using Board = typename G::Board;
    using Move = typename G::Move;

    Worker(int number, const Team<G>& team, ThreadState<G>& state, const Access& access, table::Table* table)
        : number_(number),
          team_(team),
          config_(team.config),
          state_(state),
          stack_(state.stack),
          access_(access),
          table_(table),
          notes_(access.notes()) {}

    // root.hpp
    void begin(const Root<G>& root, const std::vector<Move>& root_moves);
    void iterate(const OnInfo<Move>& on_info);

    const std::vector<RootMove<G>>& root_moves() const { return root_moves_; }
    int completed_depth() const { return completed_depth_; }
    int seldepth() const { return seldepth_; }
    bool was_stopped() const { return stopped_; }
    const Statistics& statistics() const { return statistics_; }
    // Called once at the end: adds to the table's statistics, and the nodes not yet counted for aging.
    void finish();

  private:
    static constexpr std::uint64_t kPollInterval = 1024;
    // A search always completes depth 1, however short its time: an unsearched move may lose at once. The
    // node limit is for searches without pruning, whose quiescence may not end.
    static constexpr std::uint64_t kFirstIterationNodes = 200'000;
    bool has_answer() const { return completed_depth_ > 0 || nodes_ >= kFirstIterationNodes; }
    bool is_main() const { return number_ == 0; }
    bool acts_on_table() const { return Access::kPresent && config_.table_mode != TableMode::kProbeOnly; }
    bool writes_table() const { return Access::kPresent && config_.table_mode != TableMode::kReadOnly; }

    // --- polling.hpp: when to stop
    bool stopped() const { return stopped_; }
    void count_node() {
        ++nodes_;
        if (nodes_ >= next_poll_) poll();
    }
    void poll();
    bool is_overtaken() const {
        return completed_depth_ < root_depth_ && team_.by_helper.depth() >= root_depth_;
    }
    void publish() const;
    void publish_nodes();

    struct Node;

    // --- root.hpp: iterations, windows, root moves
    void take_over_iteration();
    void search_variation(const OnInfo<Move>& on_info);
    int search_root(int alpha, int beta, const OnInfo<Move>& on_info);
    void search_root_moves(Node& node, const OnInfo<Move>& on_info);
    bool is_long_search() const;
    void keep(RootMove<G>& root_move, int score, const Node& node);
    void sort_root_moves();
    bool should_end();
    bool mate_is_decided();
    void tell(std::size_t index, const OnInfo<Move>& on_info) const;
    void tell_current(Move move, std::size_t number, const OnInfo<Move>& on_info) const;
    Info<Move> news() const;
    void store_root();
    // pv.hpp
    void complete_pv(std::vector<Move>& pv);

    // --- proof.hpp: the shortest mate
    struct ProofEntry {
        Move move{};
        Bound bound = Bound::kNone;
        int score = 0;  // from the node
    };
    class ProofMoves;
    void prove_mate();
    int claimed_mate(const Remembered<Move>& remembered);
    void prove_claimed_mate();
    void keep_mate(bool losing, int plies);
    void restore_mate();
    void follow_mate(bool losing, int plies, std::vector<Move>& pv);
    bool is_won(int ply, int plies);
    bool is_won_node(int ply, int plies);
    bool all_moves_lose(int ply, int plies);
    bool all_moves_lose_node(int ply, int plies);
    void learn_proof(int ply, Move move, int plies);
    Verdict proof_verdict(int ply) const;
    ProofEntry proof_entry(int ply);
    void store_proof(int ply, int score, int plies, Bound bound, Move move);
    bool out_of_proof() const { return stopped() || nodes_ >= proof_end_; }

    // --- node.hpp: a node from top to bottom
    template <bool kPv>
    int search(int ply, int depth, int alpha, int beta, bool cut_node);
    template <bool kPv>
    int search_node(int ply, int depth, int alpha, int beta, bool cut_node);
    // The score if the game ends by the rules or the stack is full; otherwise kNotOver.
    int rules(int ply) const;
    int leaf(int ply, int alpha, int beta);
    int leaf_node(int ply);
    int evaluate(int ply);
    static constexpr int kNotOver = kInfinite;

    // --- table_rules.hpp: probe and store
    Remembered<Move> probe(int ply, int depth, int alpha, int beta, bool may_cut_off);
    void store(int ply, int score, int depth, Bound bound, Move move, Source source, bool pv);
    static Bound bound_of(int score, int original_alpha, int beta);
    bool believes(const Board& board, int score) const;
    void static_eval(int ply, const Remembered<Move>& remembered);
    int refined_eval(int ply, const Remembered<Move>& remembered) const;

    // --- pruning.hpp: decisions before any move is tried; kNotOver if there is none
    int prune_by_eval(int ply, int depth, int alpha, int beta, int eval, bool improving);
    int try_null_move(int ply, int depth, int beta, int eval, bool improving);
    Move internal_deepening(int ply, int depth, int alpha, int beta, bool cut_node);
    bool improving(int ply);

    // --- moves.hpp: the loop over the moves
    struct Node {
        int ply, depth, alpha, beta;
        int eval;
        bool improving, cut_node;
        Remembered<Move> remembered;
        int best = -kInfinite;
        Move best_move{};
        int count = 0;
    };
    template <bool kPv>
    void search_moves(Node& node, bool learns);
    typename Picker<G>::Hints hints(int ply);
    bool is_futile(const Node& node, Move move, bool tactical, Picker<G>& picker);
    template <bool kPv>
    int search_child(const Node& node, int extension, int reduction);
    int extension(Node& node, Move move);
    int reduction(const Node& node, Move move, bool tactical, bool pv);
    void make(int ply, Move move);
    void make_null(int ply);
    [[gnu::cold]] void verify_child(int ply, Move move) const;
    void learn(const Node& node, const Move* tried, int tried_count);
    int quiet_history(int ply, Move move);

    // --- quiescence.hpp
    template <bool kPv>
    int quiesce(int ply, int alpha, int beta);
    template <bool kPv>
    int quiesce_node(int ply, int alpha, int beta);

    // --- notes of a recorded search; nothing for others
    VisitBegin visit_begin(int ply, int depth, int alpha, int beta, bool pv, bool cut_node, bool quiescence) {
        return {ply, depth, alpha, beta, pv, cut_node, quiescence, frame(ply).move.pack()};
    }
    template <class Value>
    Value ended(Ending ending, Value value) {
        notes_.ended(ending);
        return value;
    }

    Frame<G>& frame(int ply) { return stack_.frame(ply); }
    const Frame<G>& frame(int ply) const { return stack_.frame(ply); }

    const int number_;
    const Team<G> team_;
    const ConfigOf<G>& config_;
    ThreadState<G>& state_;
    Stack<G>& stack_;
    Access access_;
    table::Table* table_;  // for hashfull in infos
    [[no_unique_address]] typename Access::Notes notes_;
    std::vector<RootMove<G>> root_moves_;
    std::size_t pv_index_ = 0;  // MultiPV variation being searched; moves before it are skipped
    int root_depth_ = 0;
    int completed_depth_ = 0;
    int seldepth_ = 0;
    int null_move_from_ = 0;  // no null move closer to the root while one is verified
    bool stopped_ = false;
    bool overtaken_ = false;             // stopped because a helper has completed this iteration
    Source source_ = Source::kMain;      // of the entries of full-width nodes
    std::array<int, 2> disproved_{};     // plies in which no mate for [0] or against [1] the root exists
    std::optional<RootMove<G>> proved_;  // the shortest mate
    int claimed_mate_ = 0;               // what the table says of the root before the search
    std::uint64_t proof_nodes_ = 0;
    std::uint64_t proof_end_ = 0;
    std::uint64_t mate_nodes_ = 0;  // when a mate within the limit was found
    std::uint64_t nodes_ = 0;
    std::uint64_t aged_nodes_ = 0;
    std::uint64_t next_poll_ = 0;
    Statistics statistics_;
};

}  // namespace tabiya::search
