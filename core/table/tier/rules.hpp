// What a table is told about its second tier.
#pragma once

#include <cstdint>

#include "table/replacement.hpp"

namespace tabiya::table::tier {

enum class Eviction : std::uint8_t {
    kDepthAndAge = 0,  // the least valuable by the cascade's order; what is worth less than all stays out
    kLru = 1,          // one that was not used lately, by a bit an entry; probes that hit write it
};

struct TierRules {
    std::uint64_t lines = 0;  // 0: there is no second tier
    bool keep_evals = false;
    Eviction eviction = Eviction::kDepthAndAge;
    std::uint8_t demote_depth = 1;   // entries of the first tier that go down when they must go
    std::uint8_t promote_depth = 1;  // entries that come up when they are found
    bool background = false;         // a thread moves old entries down

    // Exact entries are worth more than their depth says, but for those of quiescence, which are cheap.
    static constexpr bool worth(std::uint64_t word1, std::uint32_t least_depth) {
        return depth_of(word1) >= least_depth || (is_exact(word1) && source_of(word1) != Source::kQuiescence);
    }
    constexpr bool demotes(std::uint64_t word1) const { return worth(word1, demote_depth); }
    constexpr bool promotes(std::uint64_t word1) const { return worth(word1, promote_depth); }

    friend bool operator==(const TierRules&, const TierRules&) = default;
};

}  // namespace tabiya::table::tier
