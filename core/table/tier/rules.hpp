// The settings of a second tier.
#pragma once

#include <cstdint>

#include "table/replacement.hpp"

namespace tabiya::table::tier {

enum class Eviction : std::uint8_t {
    kDepthAndAge = 0,  // the least valuable in cascade order, possibly the new entry
    kLru = 1,          // one not used recently, by one bit per entry, written by hits
};

struct TierRules {
    std::uint64_t lines = 0;  // 0: no second tier
    bool keep_evals = false;
    Eviction eviction = Eviction::kDepthAndAge;
    std::uint8_t demote_depth = 1;   // minimum depth of replaced entries to demote
    std::uint8_t promote_depth = 1;  // minimum depth of found entries to promote
    bool background = false;         // a thread demotes old entries

    // Exact entries are worth more than their depth, except those of quiescence, which are cheap.
    static constexpr bool worth(std::uint64_t word1, std::uint32_t least_depth) {
        return depth_of(word1) >= least_depth || (is_exact(word1) && source_of(word1) != Source::kQuiescence);
    }
    constexpr bool demotes(std::uint64_t word1) const { return worth(word1, demote_depth); }
    constexpr bool promotes(std::uint64_t word1) const { return worth(word1, promote_depth); }

    friend bool operator==(const TierRules&, const TierRules&) = default;
};

}  // namespace tabiya::table::tier
