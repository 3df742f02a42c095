// All settings of a table in the core. Python checks and resolves the user's configuration.
#pragma once

#include <cstdint>

#include "table/geometry.hpp"
#include "table/memory.hpp"
#include "table/replacement.hpp"
#include "table/sync.hpp"
#include "table/tier/rules.hpp"

namespace tabiya::table {

enum class Validation : std::uint8_t { kRelease = 0, kDebug = 1, kParanoid = 2 };

struct Settings {
    std::uint64_t clusters = 1;
    Layout layout = Layout::kCluster4;
    Replacement replacement;
    Sync sync = Sync::kLockFree;
    std::uint32_t buckets = 256;
    Validation validation = Validation::kRelease;
    bool statistics = false;
    bool random_keys = false;
    bool prefetch = true;
    bool clamp_scores = false;
    HugePages huge_pages = HugePages::kTransparent;
    tier::TierRules tiers;
    std::uint64_t aging_interval = 0;  // nodes per step; 0 = by search only
};

}  // namespace tabiya::table
