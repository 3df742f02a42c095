#include "table/tier/tiers.hpp"

namespace tabiya::table::tier {
namespace {

TierSettings settings_of(const TierRules& rules, bool huge_pages) {
    TierSettings settings;
    settings.lines = rules.lines;
    settings.keep_evals = rules.keep_evals;
    settings.eviction = rules.eviction;
    settings.huge_pages = huge_pages;
    return settings;
}

}  // namespace

Tiers::Tiers(const TierRules& rules, bool huge_pages, const std::function<bool()>& sweep)
    : rules_(rules), second_(settings_of(rules, huge_pages)) {
    if (rules.background) background_ = std::make_unique<Background>(sweep);
}

}  // namespace tabiya::table::tier
