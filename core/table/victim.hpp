// Why an entry of a full cluster is the victim: for statistics only.
#pragma once

#include <array>
#include <cstddef>

#include "table/replacement.hpp"

namespace tabiya::table {

// Returns the first rule that distinguishes the victim from the other candidates or, if it is the only
// one, from the new entry.
template <std::size_t kWays>
Reason reason_for(const std::array<Opened, kWays>& opened, unsigned candidates, int victim,
                  const Opened& next, const Replacement& rule, std::uint32_t generation) {
    const std::uint64_t old = opened[static_cast<std::size_t>(victim)].word1;
    if (age_of(old, generation) > 0) return Reason::kOldGeneration;
    const unsigned others = candidates & ~(1u << victim);
    const auto some_other = [&](const auto& holds) {
        if (others == 0) return holds(next.word1);
        for (std::size_t way = 0; way < kWays; ++way) {
            if ((others >> way & 1) && holds(opened[way].word1)) return true;
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

}  // namespace tabiya::table
