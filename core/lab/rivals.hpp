// Tables of other designs, which the search can use instead of ours (core/table/guest.hpp).
//
// A design is a layout, a rule for the victim, and a rule for a key that is already there. They combine
// freely, so that the effects of layout and rules can be separated. A shadow of whole hashes counts false
// hits: entries returned for a position that did not store them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include "table/guest.hpp"
#include "table/replacement.hpp"

namespace tabiya::lab {

enum class RivalLayout : int {
    kSingle = 0,
    kCluster3 = 1,
    kCluster4 = 2,
    kField = 3,
    kLine5 = 4,
    kCluster8 = 5,
    kDense = 6
};

enum class Victims : int {
    kPolicy = 0,  // as in our policies
    kField = 1,   // the least depth - 8 * age, whatever the new entry is
    kEffort = 2,  // the cascade's, with null-move entries counted as three plies shallower
};

// An entry as an own rule sees it: with the key that it was stored for, whatever a line keeps of that.
struct Candidate {
    std::uint64_t key;
    table::Entry entry;
};

// Returns the victim among the entries of a full line, or -1 to refuse the new one.
using OwnRule = std::function<int(std::span<const Candidate> line, const Candidate& next)>;

// What a store does to an entry with the same key.
enum class SameKey : int {
    kOurs = 0,           // Replacement::wins_update: an entry of an older generation is always replaced
    kLatest = 1,         // the new entry wins, unless the old one is protected
    kField = 2,          // unless more than 4 plies shallower (pv: 6), of this generation and not exact
    kDeeper = 3,         // ours without generations: a deep entry stays and gets the current generation
    kDeeperKeepAge = 4,  // the same, but a kept entry keeps its age
};

class RivalRule {
  public:
    table::VictimRule replacement;
    Victims victims = Victims::kPolicy;
    SameKey same_key = SameKey::kOurs;
    OwnRule own = {};  // chooses the victim instead of policy and `victims`, if there is one

    // The entry with the least value is the victim.
    std::int64_t value(std::uint64_t word1, std::uint32_t generation) const;
    // The entry after a store of the same key. `stays` says whether the old entry's score is kept.
    table::Opened update(const table::Opened& old, const table::Opened& next, bool& stays) const;

  private:
    // For our own rules: whether the old entry stays.
    bool loses_to(std::uint64_t old, std::uint64_t next, std::uint32_t generation) const;
};

struct RivalCounts {
    std::uint64_t probes = 0;
    std::uint64_t hits = 0;
    std::uint64_t false_hits = 0;
    std::uint64_t stores = 0;
    std::uint64_t replaced = 0;    // evicted live entries of other keys
    std::uint64_t collisions = 0;  // of these, entries of the current generation
    std::uint64_t refused = 0;     // stores without a victim
    std::uint64_t prevented = 0;   // stores whose victim source priority changed or refused
};

// For one thread.
class Rival {
  public:
    virtual ~Rival() = default;
    virtual table::Found probe(std::uint64_t hash) = 0;
    virtual void store(std::uint64_t hash, table::Entry entry, std::uint32_t generation) = 0;
    virtual void clear() = 0;
    virtual std::uint64_t live() const = 0;
    virtual std::uint64_t slots() const = 0;
    const RivalCounts& counts() const { return counts_; }
    table::Guest guest();

  protected:
    RivalCounts counts_;
};

// As many whole lines as fit in `bytes`, at least one. `seed` gives every key another place and signature; 0
// uses ours.
std::unique_ptr<Rival> make_rival(RivalLayout layout, std::uint64_t bytes, const RivalRule& rule,
                                  std::uint64_t seed);

}  // namespace tabiya::lab
