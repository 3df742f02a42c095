// The victim of a full cluster: the entry with the lowest value (replacement.hpp), and why it is that one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "table/replacement.hpp"

namespace tabiya::table {

// Returns the candidate with the lowest value, -1 without candidates. Ties go to the first one after a
// start picked by the signature, so that victims are spread over the slots.
template <std::size_t kWays, class Value>
int least(const std::array<Opened, kWays>& opened, unsigned candidates, std::uint64_t signature,
          const Value& value) {
    int chosen = -1;
    std::int64_t lowest = 0;
    auto way = static_cast<std::size_t>(signature % kWays);
    for (std::size_t step = 0; step < kWays; ++step, way = way + 1 == kWays ? 0 : way + 1) {
        if (!(candidates >> way & 1)) continue;
        const std::int64_t its_value = value(opened[way]);
        if (chosen < 0 || its_value < lowest) {
            chosen = static_cast<int>(way);
            lowest = its_value;
        }
    }
    return chosen;
}

// Returns the first rule that distinguishes the victim from the other candidates or, if it is the only
// one, from the new entry. For statistics only.
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
