// Replacement: values and conditions of the policies, and source priority.
//
// Everything is integer arithmetic on the current generation and packed words, so that all builds and the
// reference table in Python decide alike.
#pragma once

#include <cstdint>

#include "table/aging.hpp"
#include "table/entry.hpp"

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
constexpr int priority_of(std::uint64_t word1) {
    constexpr std::uint8_t kPriorities[8] = {0, 1, 2, 2, 3, 0, 0, 0};
    return kPriorities[static_cast<int>(source_of(word1))];
}

// The value of the cascade (age = 0, depth, exact, has a move, -age), lexicographic, as one number.
constexpr std::int64_t cascade_value(std::uint64_t word1, std::uint32_t generation) {
    const std::int64_t age = age_of(word1, generation);
    return (std::int64_t{age == 0} << 16) | (std::int64_t{depth_of(word1)} << 8) |
           (std::int64_t{is_exact(word1)} << 7) | (std::int64_t{has_move(word1)} << 6) | (63 - age);
}

struct Replacement {
    Policy policy = Policy::kCascade;
    bool strict = false;                  // no age terms in depth_preferred and exact_preferred
    bool source_priority = true;          // better sources of this generation are protected
    bool replace_if_exact = false;        // an exact entry replaces a bound that the policy would keep
    std::int32_t depth_weight = 1 * 256;  // of depth_and_age, in 1/256
    std::int32_t age_weight = 4 * 256;
    std::uint32_t max_age = 1;  // of age_based

    // The entry with the lowest value in a cluster is the victim.
    constexpr std::int64_t value(std::uint64_t word1, std::uint32_t generation) const {
        const std::int64_t age = age_of(word1, generation);
        const std::int64_t depth = depth_of(word1);
        const std::int64_t fresh = !strict && age == 0;
        switch (policy) {
            case Policy::kCascade:
                return cascade_value(word1, generation);
            case Policy::kAlways:
                return 0;
            case Policy::kDepthPreferred:
                return (fresh << 16) | (depth << 2) | quality_of(word1);
            case Policy::kAgeBased:
                return -age;
            case Policy::kDepthAndAge:
                return depth_weight * depth - age_weight * age;
            case Policy::kExactPreferred:
                return (fresh << 16) | (std::int64_t{is_exact(word1)} << 8) | depth;
        }
        return 0;
    }

    // Whether `next` replaces `old`, an entry of another key, and why.
    constexpr Ground ground(std::uint64_t old, std::uint64_t next, std::uint32_t generation) const {
        const Ground own = ground_of_policy(old, next, generation);
        if (own == Ground::kKept && replace_if_exact && is_exact(next) && !is_exact(old))
            return Ground::kExact;
        return own;
    }

    constexpr bool ranks_bounds() const { return policy == Policy::kDepthPreferred; }

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

    constexpr bool protects(std::uint64_t old, std::uint64_t next, std::uint32_t generation) const {
        return source_priority && policy != Policy::kAlways && priority_of(old) > priority_of(next) &&
               age_of(old, generation) == 0 && depth_of(old) >= depth_of(next);
    }

    // Whether `next` is better than `old`, an entry of the same key.
    constexpr bool wins_update(std::uint64_t old, std::uint64_t next, std::uint32_t generation) const {
        if (protects(old, next, generation)) return false;
        const int depth_gain = depth_of(next) - depth_of(old);
        return age_of(old, generation) != 0 || depth_gain > 0 ||
               (depth_gain == 0 && quality_of(next) >= quality_of(old)) || (is_exact(next) && !is_exact(old));
    }
};

// Combines two entries of one key: the winner, with the loser's move and eval if it has none.
constexpr Opened combine(const Opened& winner, const Opened& loser, std::uint32_t generation) {
    Opened result = winner;
    result.word1 = (result.word1 & ~kGenerationMask) | (std::uint64_t{generation} << kGenerationShift);
    if (!has_move(result.word1)) result.word1 |= move_of(loser.word1);
    if (result.eval() == kNoEval) {
        result.signature_and_eval =
            (result.signature_and_eval & ~std::uint64_t{0xFFFF}) | (loser.signature_and_eval & 0xFFFF);
    }
    return result;
}

}  // namespace tabiya::table
