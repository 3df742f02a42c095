// Why an entry was replaced or not. For statistics only: a store that counts nothing computes none of this.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "table/replacement.hpp"
#include "table/statistics.hpp"
#include "table/victim.hpp"

namespace tabiya::table {

static_assert(kGroundsFirst - kReasonsFirst == kReasons && kPolicyReplacedFirst - kGroundsFirst == kGrounds);
static_assert(kPolicyKeptFirst - kPolicyReplacedFirst == kPolicies &&
              kScanFirst - kPolicyKeptFirst == kPolicies);

// Returns the first rule that distinguishes the victim from the other candidates or, if it is the only
// one, from the new entry.
template <std::size_t kWays>
Reason reason_for(const std::array<std::uint64_t, kWays>& entries, unsigned candidates, int victim,
                  std::uint64_t next, const Replacement& rule, std::uint32_t generation) {
    const std::uint64_t old = entries[static_cast<std::size_t>(victim)];
    if (age_of(old, generation) > 0) return Reason::kOldGeneration;
    const unsigned others = candidates & ~(1u << victim);
    const auto some_other = [&](const auto& holds) {
        if (others == 0) return holds(next);
        for (std::size_t way = 0; way < kWays; ++way) {
            if ((others >> way & 1) && holds(entries[way])) return true;
        }
        return false;
    };
    if (some_other([&](std::uint64_t e) { return depth_of(e) > depth_of(old); })) return Reason::kShallower;
    if (!is_exact(old) && some_other(is_exact)) return Reason::kNotExact;
    if (rule.ranks_bounds() && some_other([&](std::uint64_t e) { return quality_of(e) > quality_of(old); }))
        return Reason::kWeakerBound;
    if (!has_move(old) && some_other(has_move)) return Reason::kNoMove;
    return Reason::kOldest;
}

// Counts a store into a full cluster whose victim was chosen, -1 if there was none. The entries, as word1.
template <std::size_t kWays, class Counting>
void count_replaced(const std::array<std::uint64_t, kWays>& entries, int victim, std::uint64_t next,
                    std::uint64_t signature, const Replacement& rule, std::uint32_t generation,
                    Counting& counting) {
    unsigned candidates = 0;
    for (std::size_t way = 0; way < kWays; ++way) {
        candidates |= unsigned{!rule.protects(entries[way], next, generation)} << way;
    }
    if (candidates != (1u << kWays) - 1) {
        Replacement unprotected = rule;
        unprotected.source_priority = false;
        const Choice choice = choice_for<static_cast<int>(kWays), EntryFields>(
            next, signature, generation, unprotected, weights_of(unprotected));
        counting.add(kPrevented, victim != choose_victim<EntryFields>(entries, choice));
    }
    if (victim < 0) return counting.add(kRefused);
    const std::uint64_t old = entries[static_cast<std::size_t>(victim)];
    const Ground ground = rule.ground(old, next, generation);
    const int policy = static_cast<int>(rule.policy);
    if (ground == Ground::kKept) {
        counting.add(kRefused);
        return counting.add(kPolicyKeptFirst + policy);
    }
    const Reason reason = reason_for(entries, candidates, victim, next, rule, generation);
    counting.add(kReasonsFirst + static_cast<int>(reason));
    counting.add(kGroundsFirst + static_cast<int>(ground));
    counting.add(kPolicyReplacedFirst + policy);
    counting.add(kCollisions, age_of(old, generation) == 0);
}

}  // namespace tabiya::table
