// Replacement: ranks and conditions of the policies, and source priority.
//
// Everything is integer arithmetic on the current generation and packed words, so that all builds and the
// reference table in Python decide alike.
#pragma once

#include <cstdint>
#include <type_traits>

#include "table/aging.hpp"
#include "table/entry.hpp"
#include "table/lanes.hpp"

namespace tabiya::table {

enum class Policy : std::uint8_t {
    kCascade = 0,
    kAlways = 1,
    kDepthPreferred = 2,
    kAgeBased = 3,
    kDepthAndAge = 4,
    kExactPreferred = 5,
};

// Why an entry was replaced, or that none was.
enum class Reason : std::uint8_t {
    kEmpty = 0,
    kOldGeneration = 1,
    kShallower = 2,
    kNotExact = 3,
    kNoMove = 4,
    kOldest = 5,
    kWeakerBound = 6,  // an upper bound among lower ones, where the policy ranks them (depth_preferred)
};
inline constexpr int kReasons = 7;

// On what ground a policy lets an entry take the place of another key's, or that it does not.
enum class Ground : std::uint8_t {
    kUnconditional = 0,  // cascade and always never refuse
    kAge = 1,
    kDepth = 2,
    kExact = 3,   // exact over a bound
    kBound = 4,   // a lower bound over an upper one
    kWeight = 5,  // depth and age together, weighted
    kKept = 6,    // the old entry stays
};
inline constexpr int kGrounds = 6;
inline constexpr int kPolicies = 6;

constexpr bool is_exact(std::uint64_t word1) {
    return bound_of(word1) == Bound::kExact;
}
constexpr bool has_move(std::uint64_t word1) {
    return move_of(word1) != 0;
}
// Exact 3, lower 2, upper 1: the bound's own code.
constexpr int quality_of(std::uint64_t word1) {
    return static_cast<int>(bound_of(word1));
}
// Ordered by depth, then by quality.
constexpr int depth_and_quality(std::uint64_t word1) {
    return depth_of(word1) << 2 | quality_of(word1);
}

// Of sources: quiescence 0, null move 1, IID and book 2, main 3. Packed, a digit each.
constexpr unsigned priority_of(std::uint64_t source) {
    return 0x3'2210u >> 4 * source & 15;
}
// A bit for each source of a higher priority.
constexpr std::uint64_t better_sources(std::uint64_t source) {
    constexpr std::uint64_t kBetter = [] {
        std::uint64_t packed = 0;
        for (unsigned old = 0; old < 8; ++old) {
            for (unsigned next = 0; next < 8; ++next) {
                packed |= std::uint64_t{priority_of(old) > priority_of(next)} << (8 * next + old);
            }
        }
        return packed;
    }();
    return kBetter >> 8 * source & 0xFF;
}

// How an entry of 16 bytes keeps what a policy looks at, for one word1 or four (lanes.hpp). A dense line has
// its own (dense.hpp).
struct EntryFields {
    template <class Word>
    static constexpr Word age(Word word1, std::uint64_t generation) {
        return (generation - (word1 >> kGenerationShift)) & (kGenerations - 1);
    }
    template <class Word>
    static constexpr Word depth(Word word1) {
        return word1 >> kDepthShift & 0xFF;
    }
    template <class Word>
    static constexpr Word bound(Word word1) {
        return word1 >> kBoundShift & 3;
    }
    template <class Word>
    static constexpr Word source(Word word1) {
        return word1 >> kSourceShift & 7;
    }
    template <class Word>
    static constexpr Word move(Word word1) {
        return word1 & kMaxMove;
    }
};

// What each property of an entry adds to its rank. A policy is no more than this and a ground to refuse.
struct Weights {
    std::uint64_t fresh = 0;  // of this generation
    std::uint64_t exact = 0;
    std::uint64_t move = 0;
    std::uint64_t bound = 0;  // a mask: 3 adds upper 1, lower 2, exact 3
    std::int32_t depth = 0;   // per ply
    std::int32_t age = 0;     // per generation, to be subtracted
};

// Fresh, depth, exact, has a move, young: each counts only where all before it are equal.
inline constexpr Weights kCascade{
    .fresh = 1 << 16, .exact = 1 << 7, .move = 1 << 6, .depth = 1 << 8, .age = 1};

// The entry of the lowest rank is the victim. To be compared as a signed number.
template <class Fields, class Word>
[[gnu::always_inline]] constexpr Word rank_of(Word entry, std::uint64_t generation, const Weights& weights) {
    const Word age = Fields::age(entry, generation);
    const Word bound = Fields::bound(entry);
    return where(age == 0, weights.fresh) + where(bound == 3, weights.exact) +
           where(Fields::move(entry) != 0, weights.move) + (bound & weights.bound) +
           times(Fields::depth(entry), weights.depth) - times(age, weights.age);
}

constexpr std::int64_t cascade_rank(std::uint64_t word1, std::uint32_t generation) {
    return as_signed(rank_of<EntryFields>(word1, generation, kCascade));
}

// A condition that no branch shall depend on: compilers like to skip what is not needed then, and a search
// cannot be predicted.
constexpr bool unpredictable(bool condition) {
#if defined(__GNUC__)
    if (!std::is_constant_evaluated()) asm("" : "+r"(condition));
#endif
    return condition;
}

struct Replacement {
    Policy policy = Policy::kCascade;
    bool strict = false;                  // no age terms in depth_preferred and exact_preferred
    bool source_priority = true;          // better sources of this generation are protected
    bool replace_if_exact = false;        // an exact entry replaces a bound that the policy would keep
    std::int32_t depth_weight = 1 * 256;  // of depth_and_age, in 1/256
    std::int32_t age_weight = 4 * 256;
    std::uint32_t max_age = 1;  // of age_based

    // Whether `next` replaces `old`, an entry of another key, and why.
    constexpr Ground ground(std::uint64_t old, std::uint64_t next, std::uint32_t generation) const {
        const Ground own = ground_of_policy(old, next, generation);
        if (own == Ground::kKept && replace_if_exact && is_exact(next) && !is_exact(old))
            return Ground::kExact;
        return own;
    }

    constexpr bool ranks_bounds() const { return policy == Policy::kDepthPreferred; }
    // Whether a new entry can be refused for what the victim is.
    constexpr bool refuses() const { return policy != Policy::kCascade && policy != Policy::kAlways; }
    constexpr bool protects_sources() const { return source_priority && policy != Policy::kAlways; }

    constexpr Ground ground_of_policy(std::uint64_t old, std::uint64_t next, std::uint32_t generation) const {
        const std::int64_t age = age_of(old, generation);
        const bool stale = !strict && age > 0;
        const int depth_gain = depth_of(next) - depth_of(old);
        switch (policy) {
            case Policy::kCascade:
            case Policy::kAlways:
                break;
            case Policy::kDepthPreferred:
                if (stale) return Ground::kAge;
                if (depth_gain != 0) return depth_gain > 0 ? Ground::kDepth : Ground::kKept;
                if (quality_of(next) <= quality_of(old)) return Ground::kKept;
                return is_exact(next) ? Ground::kExact : Ground::kBound;
            case Policy::kAgeBased:
                return 2 * age > max_age ? Ground::kAge : Ground::kKept;
            case Policy::kDepthAndAge:
                return std::int64_t{depth_weight} * depth_gain + age_weight * age > 0 ? Ground::kWeight
                                                                                      : Ground::kKept;
            case Policy::kExactPreferred:
                if (stale) return Ground::kAge;
                if (is_exact(next) != is_exact(old)) return is_exact(next) ? Ground::kExact : Ground::kKept;
                return depth_gain > 0 ? Ground::kDepth : Ground::kKept;
        }
        return Ground::kUnconditional;
    }

    // Without branches, like the rest of an update: what the entries hold cannot be predicted.
    constexpr bool protects(std::uint64_t old, std::uint64_t next, std::uint32_t generation) const {
        const std::uint64_t better = better_sources(EntryFields::source(next));
        return protects_sources() & static_cast<bool>(better >> EntryFields::source(old) & 1) &
               (age_of(old, generation) == 0) & (depth_of(old) >= depth_of(next));
    }

    // Whether `next` is better than `old`, an entry of the same key.
    constexpr bool wins_update(std::uint64_t old, std::uint64_t next, std::uint32_t generation) const {
        const bool better = (age_of(old, generation) != 0) |
                            (depth_and_quality(next) >= depth_and_quality(old)) |
                            (is_exact(next) & !is_exact(old));
        return better & !unpredictable(protects(old, next, generation));
    }
};

constexpr Weights weights_of(const Replacement& rule) {
    const std::uint64_t fresh = rule.strict ? 0 : 1 << 16;
    switch (rule.policy) {
        case Policy::kCascade:
            return kCascade;
        case Policy::kAlways:
            return {};
        case Policy::kDepthPreferred:
            return {.fresh = fresh, .bound = 3, .depth = 4};
        case Policy::kAgeBased:
            return {.age = 1};
        case Policy::kDepthAndAge:
            return {.depth = rule.depth_weight, .age = rule.age_weight};
        case Policy::kExactPreferred:
            return {.fresh = fresh, .exact = 1 << 8, .depth = 1};
    }
    return {};
}

// A policy as stores use it.
struct VictimRule : Replacement {
    constexpr VictimRule() = default;
    constexpr explicit VictimRule(const Replacement& policy)
        : Replacement(policy), weights(weights_of(policy)) {}

    Weights weights = kCascade;

    constexpr std::int64_t rank(std::uint64_t word1, std::uint32_t generation) const {
        return as_signed(rank_of<EntryFields>(word1, generation, weights));
    }
};

// Combines two entries of one key: the winner, with the loser's move and eval if it has none.
constexpr Opened combine(const Opened& winner, const Opened& loser, std::uint32_t generation) {
    Opened result = winner;
    result.word1 = (result.word1 & ~kGenerationMask) | (std::uint64_t{generation} << kGenerationShift);
    result.word1 |= has_move(result.word1) ? 0 : move_of(loser.word1);
    const std::uint64_t eval = (result.eval() == kNoEval ? loser : winner).signature_and_eval & 0xFFFF;
    result.signature_and_eval = (result.signature_and_eval & ~std::uint64_t{0xFFFF}) | eval;
    return result;
}

}  // namespace tabiya::table
