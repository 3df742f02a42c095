// The table of a recorded search: every call is written down. It takes keys instead of hashes.
#pragma once

#include <cstdint>

#include "search/recording.hpp"
#include "table/table.hpp"

namespace tabiya::search {

using table::Entry;
using table::Found;

// Passes the notes of a search on to its recording.
class Notes {
  public:
    explicit Notes(Recording& recording) : recording_(&recording) {}

    void made(int ply, std::uint32_t move, bool counts) { recording_->made(ply, move, counts); }
    void purpose(Purpose purpose) { recording_->purpose(purpose); }
    void enter(const VisitBegin& begin) { recording_->enter(begin); }
    void leave(int score) { recording_->leave(score); }
    void ended(Ending ending) { recording_->ended(ending); }
    void evaluated(int eval) { recording_->evaluated(eval); }
    void moves(int count, std::uint32_t best_move) { recording_->moves(count, best_move); }
    void pruned(Pruned why) { recording_->pruned(why); }

  private:
    Recording* recording_;
};

class RecordedAccess {
  public:
    static constexpr bool kPresent = true;
    using Notes = search::Notes;

    // The table must not check its calls (validation "debug" or "paranoid").
    RecordedAccess(table::Table& table, Recording& recording) : table_(&table), recording_(&recording) {}

    Notes notes() const { return Notes(*recording_); }
    std::uint64_t hash_of(std::uint64_t key) const { return key; }
    void prefetch(std::uint64_t) const {}
    Found probe(std::uint64_t key);
    void store(std::uint64_t key, const Entry& entry);
    void add_nodes(std::uint64_t nodes) { table_->add_nodes(nodes); }
    void finish() {}

  private:
    Found now_in_first_tier(std::uint64_t hash) const;
    std::uint64_t key_of_displaced(std::uint64_t hash, const table::Opened& displaced) const;

    table::Table* table_;
    Recording* recording_;
};

}  // namespace tabiya::search
