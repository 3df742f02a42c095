// A recorded search: its visits as a tree, and its operations on the table in order. Bounded, for one thread.
//
// When it is full, the deepest plies are dropped until half of it is free, and visits at such plies are no
// longer recorded. What is left is a tree, cut at a ply.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "search/notes.hpp"
#include "table/cluster.hpp"

namespace tabiya::search {

// src/tabiya/recording/columns.py has the same struct.
struct Visit {
    std::int32_t parent = -1;  // -1 for a root
    std::uint32_t move = 0;    // that led here; 0 for a root, a null move and a visit of the parent's node
    std::int32_t alpha = 0, beta = 0;
    std::int32_t score = 0;
    std::uint32_t best_move = 0;
    std::int32_t probe = -1, store = -1;  // operations; -1 for none
    std::uint32_t nodes = 0;              // made below
    std::int16_t eval = table::kNoEval;
    std::int16_t depth = 0;
    std::uint16_t moves = 0;  // that were picked, also if they were pruned
    std::uint8_t ply = 0;
    Ending ending = Ending::kNotSearched;
    Purpose purpose = Purpose::kFull;
    std::uint8_t flags = 0;
    std::uint8_t pruned[3] = {};  // by Pruned, at most 255
    std::uint8_t unused[3] = {};

    enum Flag : std::uint8_t { kMade = 1, kPv = 2, kCutNode = 4, kQuiescence = 8 };
};
static_assert(sizeof(Visit) == 52);

// A probe or a store. `key` and `word` are those of core/table/recorder.hpp.
struct Operation {
    std::uint64_t key = 0;
    std::uint64_t word = 0;
    std::uint64_t other = 0;      // word1 of the entry found, or replaced; 0 for none
    std::uint64_t other_key = 0;  // of the replaced entry; 0 if the table is too small to know
    std::int32_t visit = -1;
    std::int16_t eval = table::kNoEval;  // of the entry found or stored
    std::int8_t slot = -1;               // of a store
    std::uint8_t result = 0;

    enum Result : std::uint8_t { kMiss, kHit, kUpdated, kKeptOld, kRefused, kTaken };  // kTaken + Reason
};
static_assert(sizeof(Operation) == 40);

class Recording {
  public:
    explicit Recording(std::size_t capacity) : capacity_(capacity) {}

    // A move was made; `counts` unless it is a null move.
    void made(int ply, std::uint32_t move, bool counts);
    // The purpose of the next visit.
    void purpose(Purpose purpose) { purpose_ = purpose; }
    void enter(const VisitBegin& begin);
    void leave(int score);
    void ended(Ending ending) {
        if (Visit* visit = top()) visit->ending = ending;
    }
    void evaluated(int eval) {
        if (Visit* visit = top()) visit->eval = static_cast<std::int16_t>(eval);
    }
    void moves(int count, std::uint32_t best_move);
    void pruned(Pruned why);
    void add(Operation operation);

    std::span<const Visit> visits() const { return visits_; }
    std::span<const Operation> operations() const { return operations_; }
    std::uint64_t nodes() const { return nodes_; }
    std::uint64_t dropped_visits() const { return dropped_visits_; }
    std::uint64_t dropped_operations() const { return dropped_operations_; }
    int deepest_ply() const { return deepest_ply_; }  // recorded; -1 without a limit

  private:
    static constexpr std::int32_t kDropped = -1;
    struct Open {
        std::int32_t visit;  // or kDropped
        int ply;
        std::uint64_t nodes;  // before it
    };

    Visit* top() {
        if (open_.empty() || open_.back().visit == kDropped) return nullptr;
        return &visits_[static_cast<std::size_t>(open_.back().visit)];
    }
    std::int32_t new_visit(int ply, std::uint32_t move);
    void make_room();

    std::size_t capacity_;
    std::vector<Visit> visits_;
    std::vector<Operation> operations_;
    std::vector<Open> open_;
    Open made_{kDropped, -1, 0};  // not visited yet; its ply is -1 if there is none
    Purpose purpose_ = Purpose::kFull;
    std::uint64_t nodes_ = 0;
    std::uint64_t dropped_visits_ = 0, dropped_operations_ = 0;
    int deepest_ply_ = -1;
};

}  // namespace tabiya::search
