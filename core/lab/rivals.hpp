// Tables of other designs, for the search to use in the place of ours (core/table/guest.hpp).
//
// A design is a layout, a rule for who must go, and a rule for a key that is there already. Any combination
// can be made, so that what a layout gains is not mistaken for what a rule does. A shadow of whole hashes
// counts the entries that answer for a position which did not store them.
#pragma once

#include <cstdint>
#include <memory>

#include "table/guest.hpp"
#include "table/replacement.hpp"

namespace tabiya::lab {

enum class RivalLayout : int {
    kSingle = 0,
    kCluster3 = 1,
    kCluster4 = 2,
    kField = 3,
    kLine5 = 4,
    kCluster8 = 5
};

enum class Victims : int {
    kPolicy = 0,  // as our policies have it
    kField = 1,   // least depth - 8 * age, whatever the new entry is
};

// What a store does to an entry of the same key.
enum class SameKey : int {
    kOurs = 0,           // Replacement::wins_update: an entry of an older generation always goes
    kLatest = 1,         // the new entry wins, unless the old one is protected
    kField = 2,          // unless more than 4 plies shallower (pv: 6), of this generation and not exact
    kDeeper = 3,         // ours without generations: a deep entry stays, and becomes young again
    kDeeperKeepAge = 4,  // the same, but what stays keeps its age
};

class RivalRule {
  public:
    table::Replacement replacement;
    Victims victims = Victims::kPolicy;
    SameKey same_key = SameKey::kOurs;

    // Who goes: the least.
    std::int64_t value(std::uint64_t word1, std::uint32_t generation) const;
    // What stands there after a store of the same key; `stays` says whether it is the old entry's score.
    table::Opened update(const table::Opened& old, const table::Opened& next, bool& stays) const;

  private:
    // Of our own rules: whether the old entry stays.
    bool loses_to(std::uint64_t old, std::uint64_t next, std::uint32_t generation) const;
};

struct RivalCounts {
    std::uint64_t probes = 0;
    std::uint64_t hits = 0;
    std::uint64_t false_hits = 0;
    std::uint64_t stores = 0;
    std::uint64_t replaced = 0;    // live entries of other keys that had to go
    std::uint64_t collisions = 0;  // of them, those of the current generation
    std::uint64_t refused = 0;     // stores that found no victim
    std::uint64_t prevented = 0;   // stores whose victim the priority of sources changed, or denied
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

// As many whole lines as fit `bytes`, one at least. `seed` gives every key another place and signature; 0
// leaves them as ours are.
std::unique_ptr<Rival> make_rival(RivalLayout layout, std::uint64_t bytes, const RivalRule& rule,
                                  std::uint64_t seed);

}  // namespace tabiya::lab
