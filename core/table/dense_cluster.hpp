// Finding a key in a dense line, and the four steps of a store (cluster.hpp has them for entries of 16
// bytes).
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <limits>

#include "table/cluster.hpp"
#include "table/dense.hpp"
#include "table/dense_scan.hpp"
#include "table/replacement.hpp"
#include "table/statistics.hpp"
#include "table/sync.hpp"
#include "table/victim.hpp"

namespace tabiya::table {

// Signatures may have any 48 bits; a line keeps their lowest. Entries found have the low four bits of their
// generation: whoever wants all of it uses `aged`.
template <class Words>
class DenseCluster {
  public:
    explicit DenseCluster(Slot* slots) : line_(reinterpret_cast<DenseLine*>(slots)) {}

    template <class Counting>
    Found find(std::uint64_t signature, Counting& counting) const {
        signature &= dense::kSignatureMask;
        const DenseFound found = scan_dense<Counting::kCounting, Words>(line_, signature);
        if (found.several()) [[unlikely]]
            return find_first(signature, counting);
        const bool hit = found.hit();
        if constexpr (Counting::kCounting) count_probe(hit ? found.match : 0, found.live, counting);
        return hit ? Found{true, opened_as(found.payload, signature)} : Found{};
    }

    Found find_soon(std::uint64_t signature) const {
        NoCounts none;
        return find(signature, none);
    }

    template <class Counting>
    Stored store(std::uint64_t signature, const Entry& entry, const Replacement& rule, Counting& counting) {
        signature &= dense::kSignatureMask;
        const std::uint32_t generation = entry.generation;
        const Next next{signature, dense::pack_payload(signature, entry)};
        const DenseFound found = scan_dense<true, Words>(line_, signature);
        counting.add(kOccupancyFirst + std::popcount(found.live));
        if (found.hit() && !found.several()) [[likely]]
            return update(std::countr_zero(found.match), found.payload, next, rule, generation, counting);
        if (found.match != 0) {
            const Contents contents = read();
            const unsigned same = contents.live_with(signature);
            if (same != 0) {
                const int way = std::countr_zero(same);
                empty_others(same, way);
                return update(way, contents.payloads[way], next, rule, generation, counting);
            }
        }
        if (found.live != kAllWays) {
            counting.add(kReasonsFirst + static_cast<int>(Reason::kEmpty));
            return write(std::countr_one(found.live), next, generation, Outcome::kReplaced);
        }
        return replace(next, rule, generation, counting);
    }

    // Under every policy the better entry stays (by the value of the cascade), and entries keep their
    // generation. Returns whether the new one was accepted.
    bool insert(const Opened& next_opened, std::uint32_t generation) {
        const std::uint64_t signature = next_opened.signature() & dense::kSignatureMask;
        const Next next{signature, dense::payload_of(next_opened)};
        const Contents contents = read();
        const std::int64_t value = cascade_of(next.payload, generation);
        if (const unsigned same = contents.live_with(signature); same != 0) {
            const int way = std::countr_zero(same);
            const Opened old = opened_as(contents.payloads[way], signature, generation);
            const Opened fresh = opened_as(next.payload, signature, generation);
            const bool wins = value > cascade_value(old.word1, generation);
            const Opened& winner = wins ? fresh : old;
            const Opened both = combine(winner, wins ? old : fresh, generation_of(winner.word1));
            write(way, Next{signature, dense::payload_of(both)}, generation, Outcome::kUpdated);
            return wins;
        }
        if (contents.live != kAllWays) {
            write(std::countr_one(contents.live), next, generation, Outcome::kReplaced);
            return true;
        }
        const Replacement cascade{.source_priority = false};
        const int victim = least(contents, next, cascade, generation);
        if (value <= cascade_of(contents.payloads[victim], generation)) return false;
        write(victim, next, generation, Outcome::kReplaced);
        return true;
    }

    Opened read_way(int way, std::uint32_t generation) const {
        const std::uint64_t piece = Words::load(line_->pieces[dense::piece_word(way)]);
        return dense::open_payload(Words::load(line_->payloads[way]), piece >> dense::piece_shift(way),
                                   generation);
    }

  private:
    static constexpr unsigned kAllWays = (1u << kDenseWays) - 1;

    // An entry to write.
    struct Next {
        std::uint64_t signature;
        std::uint64_t payload;
    };

    struct Contents {
        std::array<std::uint64_t, kDenseWays> payloads;
        std::array<std::uint64_t, 2> pieces;
        unsigned live = 0;

        std::uint64_t signature(int way) const {
            const std::uint64_t payload = payloads[static_cast<std::size_t>(way)];
            const std::uint64_t piece =
                pieces[static_cast<std::size_t>(dense::piece_word(way))] >> dense::piece_shift(way);
            return (payload >> dense::kKeyShift) << dense::kPieceBits |
                   ((piece ^ dense::link(payload)) & dense::kPieceMask);
        }
        unsigned live_with(std::uint64_t wanted) const {
            unsigned same = 0;
            for (int way = 0; way < kDenseWays; ++way) same |= unsigned{signature(way) == wanted} << way;
            return same & live;
        }
    };

    Contents read() const {
        Contents contents;
        for (unsigned i = 0; i < 2; ++i) contents.pieces[i] = Words::load(line_->pieces[i]);
        for (unsigned way = 0; way < kDenseWays; ++way) {
            contents.payloads[way] = Words::load(line_->payloads[way]);
            contents.live |= unsigned{dense::is_live(contents.payloads[way])} << way;
        }
        return contents;
    }

    static Opened opened_as(std::uint64_t payload, std::uint64_t signature, std::uint32_t generation = 0) {
        return dense::open_payload(payload, (signature & dense::kPieceMask) ^ dense::link(payload),
                                   generation);
    }

    template <class Counting>
    Found find_first(std::uint64_t signature, Counting& counting) const {
        const Contents contents = read();
        const unsigned match = contents.live_with(signature);
        if constexpr (Counting::kCounting) count_probe(match, contents.live, counting);
        if (match == 0) return Found{};
        const auto way = static_cast<std::size_t>(std::countr_zero(match));
        return Found{true, opened_as(contents.payloads[way], signature)};
    }

    // The word of pieces is read again right before it is written, so that a neighbour's piece is rarely
    // lost.
    void write_words(int way, std::uint64_t payload, std::uint64_t piece) {
        std::uint64_t& pieces = line_->pieces[dense::piece_word(way)];
        const int shift = dense::piece_shift(way);
        Words::store(line_->payloads[way], payload);
        Words::store(pieces, (Words::load(pieces) & ~(dense::kPieceMask << shift)) | piece << shift);
    }

    Stored write(int way, const Next& next, std::uint32_t generation, Outcome outcome) {
        write_words(way, next.payload, (next.signature & dense::kPieceMask) ^ dense::link(next.payload));
        return Stored{outcome, way, opened_as(next.payload, next.signature, generation)};
    }

    // Racing writers can leave a key twice. The next store removes the duplicates.
    void empty_others(unsigned same, int first) {
        for (int way = first + 1; way < kDenseWays; ++way) {
            if (same >> way & 1) write_words(way, 0, 0);
        }
    }

    template <class Counting>
    Stored update(int way, std::uint64_t payload, const Next& next, const Replacement& rule,
                  std::uint32_t generation, Counting& counting) {
        const bool wins = wins_update(payload, next.payload, rule, generation);
        counting.add(kKeptOld, !wins);
        const std::uint64_t both =
            combined(wins ? next.payload : payload, wins ? payload : next.payload, generation);
        return write(way, Next{next.signature, both}, generation, Outcome::kUpdated);
    }

    // Replacement::wins_update and combine for payloads.
    static bool wins_update(std::uint64_t old, std::uint64_t next, const Replacement& rule,
                            std::uint32_t generation) {
        const auto depth = dense::depth_of(old), next_depth = dense::depth_of(next);
        const Bound bound = dense::bound_of(old), next_bound = dense::bound_of(next);
        const bool current = age_of_payload(old, generation) == 0;
        const bool is_protected = rule.source_priority & (rule.policy != Policy::kAlways) & current &
                                  (priority_in(old) > priority_in(next)) & (depth >= next_depth);
        const bool better = !current | (next_depth > depth) |
                            ((next_depth == depth) & (next_bound >= bound)) |
                            ((next_bound == Bound::kExact) & (bound != Bound::kExact));
        return !is_protected & better;
    }
    static std::uint64_t combined(std::uint64_t winner, std::uint64_t loser, std::uint32_t generation) {
        constexpr std::uint64_t kEvalMask = std::uint64_t{(1 << dense::kEvalBits) - 1} << dense::kEvalShift;
        constexpr std::uint64_t kNone = dense::narrow_eval(kNoEval) << dense::kEvalShift;
        constexpr std::uint64_t kAgeMask = std::uint64_t{dense::kGenerations - 1} << dense::kGenerationShift;
        std::uint64_t result = (winner & ~kAgeMask) | std::uint64_t{generation % dense::kGenerations}
                                                          << dense::kGenerationShift;
        if ((result & dense::kMaxMove) == 0) result |= loser & dense::kMaxMove;
        if ((result & kEvalMask) == kNone) result = (result & ~kEvalMask) | (loser & kEvalMask);
        return result;
    }

    template <class Counting>
    Stored replace(const Next& next, const Replacement& rule, std::uint32_t generation, Counting& counting) {
        const Contents contents = read();
        const int victim = least(contents, next, rule, generation);
        if constexpr (Counting::kCounting) count_replace(contents, victim, next, rule, generation, counting);
        if (victim < 0) return Stored{};
        const std::uint64_t old = contents.payloads[static_cast<std::size_t>(victim)];
        const bool refuses = rule.policy != Policy::kCascade;
        if (refuses && ground_for(old, next.payload, rule, generation) == Ground::kKept) return Stored{};
        Stored stored = write(victim, next, generation, Outcome::kReplaced);
        stored.displaced = opened_as(old, contents.signature(victim), generation);
        return stored;
    }

    static Ground ground_for(std::uint64_t old, std::uint64_t next, const Replacement& rule,
                             std::uint32_t generation) {
        return rule.ground(opened_as(old, 0, generation).word1, opened_as(next, 0, generation).word1,
                           generation);
    }

    static std::uint32_t age_of_payload(std::uint64_t payload, std::uint32_t generation) {
        return (generation - dense::generation_of(payload)) % dense::kGenerations;
    }

    // cascade_value of a payload, without opening it.
    static std::int64_t cascade_of(std::uint64_t payload, std::uint32_t generation) {
        const std::int64_t age = age_of_payload(payload, generation);
        return (std::int64_t{age == 0} << 16) | (std::int64_t{dense::depth_of(payload)} << 8) |
               (std::int64_t{dense::bound_of(payload) == Bound::kExact} << 7) |
               (std::int64_t{(payload & dense::kMaxMove) != 0} << 6) | (63 - age);
    }

    // Returns the entry of the lowest value, -1 if all are protected. Ties go to the first one after a start
    // picked by the signature, so that victims are spread over the slots. Value, order and protection of each
    // slot are one number, and the least is found without a branch on the entries.
    static int least(const Contents& contents, const Next& next, const Replacement& rule,
                     std::uint32_t generation) {
        const auto ways = static_cast<unsigned>(kDenseWays);
        unsigned order = (ways - static_cast<unsigned>(next.signature % ways)) % ways;
        constexpr std::int64_t kProtected = std::numeric_limits<std::int64_t>::max();
        std::int64_t lowest = kProtected;
        int chosen = -1;
        const bool cascade = rule.policy == Policy::kCascade;
        const bool protects = rule.source_priority && rule.policy != Policy::kAlways;
        const int next_priority = priority_in(next.payload);
        const std::uint32_t next_depth = dense::depth_of(next.payload);
        for (unsigned way = 0; way < ways; ++way) {
            const std::uint64_t old = contents.payloads[way];
            const std::int64_t value = cascade ? cascade_of(old, generation)
                                               : rule.value(opened_as(old, 0, generation).word1, generation);
            const bool is_protected = protects & (priority_in(old) > next_priority) &
                                      (age_of_payload(old, generation) == 0) &
                                      (dense::depth_of(old) >= next_depth);
            const std::int64_t packed = is_protected ? kProtected : value * 8 + order;
            chosen = packed < lowest ? static_cast<int>(way) : chosen;
            lowest = packed < lowest ? packed : lowest;
            order = order + 1 == ways ? 0 : order + 1;
        }
        return chosen;
    }

    // priority_of, by the four bits of bound and source.
    static int priority_in(std::uint64_t payload) {
        constexpr std::uint64_t kPriorities = [] {
            std::uint64_t packed = 0;
            for (std::uint64_t code = 0; code < 16; ++code) {
                const Source source = dense::source_of(code << dense::kBoundShift);
                packed |= static_cast<std::uint64_t>(
                              priority_of(static_cast<std::uint64_t>(source) << kSourceShift))
                          << 4 * code;
            }
            return packed;
        }();
        return static_cast<int>(kPriorities >> 4 * (payload >> dense::kBoundShift & 15) & 15);
    }

    template <class Counting>
    static void count_replace(const Contents& contents, int victim, const Next& next, const Replacement& rule,
                              std::uint32_t generation, Counting& counting) {
        std::array<Opened, kDenseWays> opened;
        unsigned candidates = 0;
        const Opened fresh = opened_as(next.payload, next.signature, generation);
        for (unsigned way = 0; way < kDenseWays; ++way) {
            opened[way] = opened_as(contents.payloads[way], 0, generation);
            candidates |= unsigned{!rule.protects(opened[way].word1, fresh.word1, generation)} << way;
        }
        Replacement unprotected = rule;
        unprotected.source_priority = false;
        if (candidates != kAllWays && victim != least(contents, next, unprotected, generation))
            counting.add(kPrevented);
        if (victim < 0) return counting.add(kRefused);
        const std::uint64_t old = opened[static_cast<std::size_t>(victim)].word1;
        const Ground ground = rule.ground(old, fresh.word1, generation);
        const int policy = static_cast<int>(rule.policy);
        if (ground == Ground::kKept) {
            counting.add(kRefused);
            return counting.add(kPolicyKeptFirst + policy);
        }
        const Reason reason = reason_for(opened, candidates, victim, fresh, rule, generation);
        counting.add(kReasonsFirst + static_cast<int>(reason));
        counting.add(kGroundsFirst + static_cast<int>(ground));
        counting.add(kPolicyReplacedFirst + policy);
        counting.add(kCollisions, age_of(old, generation) == 0);
    }

    template <class Counting>
    static void count_probe(unsigned match, unsigned live, Counting& counting) {
        const unsigned miss = match == 0;
        const unsigned others = live != 0;
        counting.add(kHits + static_cast<int>(miss + (miss & others)));
        counting.add(kScanFirst + std::countr_zero(match | 1u << (kDenseWays - 1)));
    }

    DenseLine* line_;
};

// An entry of a dense line with its whole generation.
inline Found aged(Found found, std::uint32_t current) {
    const std::uint32_t whole = dense::whole_generation(generation_of(found.opened.word1), current);
    found.opened.word1 = (found.opened.word1 & ~kGenerationMask) | (std::uint64_t{whole} << kGenerationShift);
    if (!found.hit) found.opened = {};
    return found;
}

}  // namespace tabiya::table
