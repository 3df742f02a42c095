// Finding a key in a cluster, and the four steps of a store.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "table/replacement.hpp"
#include "table/statistics.hpp"
#include "table/sync.hpp"
#include "table/victim.hpp"
#include "table/wide_scan.hpp"

namespace tabiya::table {

struct Found {
    bool hit = false;
    Opened opened{};  // the verified words; memory is not read twice
};

static_assert(kGroundsFirst - kReasonsFirst == kReasons && kPolicyReplacedFirst - kGroundsFirst == kGrounds);
static_assert(kPolicyKeptFirst - kPolicyReplacedFirst == kPolicies &&
              kScanFirst - kPolicyKeptFirst == kPolicies);

enum class Outcome : std::uint8_t { kUpdated, kReplaced, kRefused };

struct Stored {
    Outcome outcome = Outcome::kRefused;
    int slot = -1;       // where it was written; -1 if refused
    Opened written{};    // the slot's new contents
    Opened displaced{};  // the replaced live entry of another key, if any
};

template <int kWays, class Words>
class Cluster {
  public:
    explicit Cluster(Slot* slots) : slots_(slots) {}

    // Looks at every slot before choosing: a mispredicted early exit costs more than the rest of the scan.
    template <class Counting>
    Found find(std::uint64_t signature, Counting& counting) const {
#if TABIYA_WIDE_SCAN
        if constexpr (kWays > 1) {
            const WideFound wide = scan_cluster<kWays, Counting::kCounting>(slots_, signature);
            if (!wide.several()) [[likely]] {
                if constexpr (Counting::kCounting) count_probe(wide.match(), wide.live(), counting);
                return Found{wide.hit(), Opened{wide.signature_and_eval, wide.word1}};
            }
        }
#endif
        return find_word_by_word(signature, counting);
    }

    // For calls from Python: latency counts, and the first slot is a good guess.
    Found find_soon(std::uint64_t signature) const {
        const Opened first = read_slot<Words>(slots_[0]);
        if (first.signature() == signature && first.live()) return Found{true, first};
        NoCounts none;
        return find(signature, none);
    }

    template <class Counting>
    Stored store(std::uint64_t signature, const Entry& entry, const Replacement& rule, Counting& counting) {
        const Opened next = open(pack(signature, entry));
#if TABIYA_WIDE_SCAN
        if constexpr (kWays > 1) {
            const WideFound wide = scan_cluster<kWays, true>(slots_, signature);
            if (!wide.several() && (wide.hit() || wide.live() != kAllWays)) [[likely]] {
                counting.add(kOccupancyFirst + std::popcount(wide.live()));
                if (!wide.hit()) return fill(std::countr_one(wide.live()), next, counting);
                return update(std::countr_zero(wide.match()), {wide.signature_and_eval, wide.word1}, next,
                              rule, counting);
            }
        }
#endif
        const Contents contents = read();
        counting.add(kOccupancyFirst + std::popcount(contents.live));
        if (const int same = contents.first_of(signature); same >= 0) {
            empty_copies(contents, same);
            return update(same, contents.opened[same], next, rule, counting);
        }
        if (contents.live != kAllWays) return fill(std::countr_one(contents.live), next, counting);
        return replace(contents, next, rule, entry.generation, counting);
    }

    // The rule of resize and merge: under every policy the better entry stays (by the value of the cascade),
    // and entries keep their generation. Returns whether the new one was accepted.
    bool insert(const Opened& next, std::uint32_t generation) {
#if TABIYA_WIDE_SCAN
        if constexpr (kWays > 1) {
            const WideFound wide = scan_cluster<kWays, true>(slots_, next.signature());
            if (!wide.hit() && wide.live() != kAllWays) [[likely]] {
                write(std::countr_one(wide.live()), next, Outcome::kReplaced);
                return true;
            }
        }
#endif
        const Contents contents = read();
        const std::int64_t value = cascade_value(next.word1, generation);
        if (const int same = contents.first_of(next.signature()); same >= 0) {
            const Opened& old = contents.opened[same];
            const bool wins = value > cascade_value(old.word1, generation);
            const Opened& winner = wins ? next : old;
            write(same, combine(winner, wins ? old : next, generation_of(winner.word1)), Outcome::kUpdated);
            return wins;
        }
        if (contents.live != kAllWays) {
            write(std::countr_one(contents.live), next, Outcome::kReplaced);
            return true;
        }
        const auto cascade = [&](const Opened& e) { return cascade_value(e.word1, generation); };
        const int victim = least(contents, kAllWays, next.signature(), cascade);
        if (value <= cascade(contents.opened[victim])) return false;
        write(victim, next, Outcome::kReplaced);
        return true;
    }

    template <class Counting>
    Found find_word_by_word(std::uint64_t signature, Counting& counting) const {
        std::array<Opened, kWays> opened;
        unsigned match = 0;
        unsigned live = 0;
#pragma GCC unroll 4
        for (int way = 0; way < kWays; ++way) {
            opened[way] = read_slot<Words>(slots_[way]);
            const bool hit = (opened[way].signature() == signature) & opened[way].live();
            match |= unsigned{hit} << way;
            live |= unsigned{opened[way].live()} << way;
        }
        if constexpr (Counting::kCounting) count_probe(match, live, counting);
        if (match == 0) return Found{};
        return Found{true, opened[static_cast<unsigned>(std::countr_zero(match))]};
    }

  private:
    static constexpr unsigned kAllWays = (1u << kWays) - 1;

    struct Contents {
        std::array<Opened, kWays> opened;
        unsigned live = 0;

        int first_of(std::uint64_t signature) const {
            for (int way = 0; way < kWays; ++way) {
                if (opened[way].live() && opened[way].signature() == signature) return way;
            }
            return -1;
        }
    };

    Contents read() const {
        Contents contents;
        for (int way = 0; way < kWays; ++way) {
            contents.opened[way] = read_slot<Words>(slots_[way]);
            contents.live |= unsigned{contents.opened[way].live()} << way;
        }
        return contents;
    }

    Stored write(int way, const Opened& opened, Outcome outcome) {
        write_slot<Words>(slots_[way], Slot{opened.signature_and_eval ^ link(opened.word1), opened.word1});
        return Stored{outcome, way, opened};
    }

    template <class Counting>
    Stored fill(int way, const Opened& next, Counting& counting) {
        counting.add(kReasonsFirst + static_cast<int>(Reason::kEmpty));
        return write(way, next, Outcome::kReplaced);
    }

    template <class Counting>
    Stored update(int way, const Opened& old, const Opened& next, const Replacement& rule,
                  Counting& counting) {
        const std::uint32_t generation = generation_of(next.word1);
        const bool wins = rule.wins_update(old.word1, next.word1, generation);
        counting.add(kKeptOld, !wins);
        return write(way, combine(wins ? next : old, wins ? old : next, generation), Outcome::kUpdated);
    }

    // Racing writers can leave a key twice. The next store removes the duplicates.
    void empty_copies(const Contents& contents, int first) {
        for (int way = first + 1; way < kWays; ++way) {
            const Opened& copy = contents.opened[way];
            const bool same = copy.live() && copy.signature() == contents.opened[first].signature();
            if (same) write_slot<Words>(slots_[way], Slot{0, 0});
        }
    }

    template <class Counting>
    Stored replace(const Contents& contents, const Opened& next, const Replacement& rule,
                   std::uint32_t generation, Counting& counting) {
        const auto value = [&](const Opened& e) { return rule.value(e.word1, generation); };
        unsigned candidates = 0;
        for (int way = 0; way < kWays; ++way) {
            candidates |= unsigned{!rule.protects(contents.opened[way].word1, next.word1, generation)} << way;
        }
        const int victim = least(contents, candidates, next.signature(), value);
        if (candidates != kAllWays && victim != least(contents, kAllWays, next.signature(), value)) {
            counting.add(kPrevented);
        }
        const int policy = static_cast<int>(rule.policy);
        if (victim < 0) {
            counting.add(kRefused);
            return Stored{};
        }
        const Ground ground = rule.ground(contents.opened[victim].word1, next.word1, generation);
        if (ground == Ground::kKept) {
            counting.add(kRefused);
            counting.add(kPolicyKeptFirst + policy);
            return Stored{};
        }
        if constexpr (Counting::kCounting) {
            const Reason reason = reason_for(contents.opened, candidates, victim, next, rule, generation);
            counting.add(kReasonsFirst + static_cast<int>(reason));
            counting.add(kGroundsFirst + static_cast<int>(ground));
            counting.add(kPolicyReplacedFirst + policy);
            counting.add(kCollisions, age_of(contents.opened[victim].word1, generation) == 0);
        }
        Stored stored = write(victim, next, Outcome::kReplaced);
        stored.displaced = contents.opened[victim];
        return stored;
    }

    // Returns the candidate with the lowest value, -1 without candidates. Ties go to the first one after a
    // start picked by the signature, so that victims are spread over the slots.
    template <class Value>
    static int least(const Contents& contents, unsigned candidates, std::uint64_t signature,
                     const Value& value) {
        int chosen = -1;
        std::int64_t lowest = 0;
        int way = static_cast<int>(signature % kWays);
        for (int step = 0; step < kWays; ++step, way = way + 1 == kWays ? 0 : way + 1) {
            if (!(candidates >> way & 1)) continue;
            const std::int64_t its_value = value(contents.opened[way]);
            if (chosen < 0 || its_value < lowest) {
                chosen = way;
                lowest = its_value;
            }
        }
        return chosen;
    }

    template <class Counting>
    static void count_probe(unsigned match, unsigned live, Counting& counting) {
        // No branches: a search cannot predict them, and each wrong guess costs more than all additions.
        static_assert(kEmpties == kHits + 1 && kMismatches == kHits + 2);
        const unsigned miss = match == 0;
        const unsigned others = live != 0;
        counting.add(kHits + static_cast<int>(miss + (miss & others)));
        counting.add(kScanFirst + std::countr_zero(match | 1u << (kWays - 1)));
    }

    Slot* slots_;
};

}  // namespace tabiya::table
