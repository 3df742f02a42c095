#include "table/settings.hpp"
#include "bindings/py_table.hpp"

namespace tabiya::bindings {
namespace {

using Settings = PySettings;

// An enumeration crosses the border as its number; src/tabiya/config.py knows the numbers.
template <class Enum, class Owner>
auto getter(Enum Owner::* member, auto&& owner_of) {
    return [=](const Settings& settings) {
        return static_cast<int>(owner_of(const_cast<Settings&>(settings)).*member);
    };
}
template <class Enum, class Owner>
auto setter(Enum Owner::* member, auto&& owner_of) {
    return [=](Settings& settings, int value) { owner_of(settings).*member = static_cast<Enum>(value); };
}

}  // namespace

void bind_settings(nb::module_& module) {
    using table::Replacement;
    const auto own = [](Settings& settings) -> Settings& { return settings; };
    const auto rule = [](Settings& settings) -> Replacement& { return settings.replacement; };
    const auto plain_rule = [](auto Replacement::* member) {
        using Value = std::remove_reference_t<decltype(std::declval<Replacement&>().*member)>;
        return std::pair{[member](const Settings& settings) { return settings.replacement.*member; },
                         [member](Settings& settings, Value value) { settings.replacement.*member = value; }};
    };
    const auto [get_strict, set_strict] = plain_rule(&Replacement::strict);
    const auto [get_priority, set_priority] = plain_rule(&Replacement::source_priority);
    const auto [get_depth, set_depth] = plain_rule(&Replacement::depth_weight);
    const auto [get_age, set_age] = plain_rule(&Replacement::age_weight);
    const auto [get_max_age, set_max_age] = plain_rule(&Replacement::max_age);
    using table::tier::TierRules;
    const auto tiers = [](Settings& settings) -> TierRules& { return settings.tiers; };
    const auto plain_tier = [](auto TierRules::* member) {
        using Value = std::remove_reference_t<decltype(std::declval<TierRules&>().*member)>;
        return std::pair{[member](const Settings& settings) { return settings.tiers.*member; },
                         [member](Settings& settings, Value value) { settings.tiers.*member = value; }};
    };
    const auto [get_lines, set_lines] = plain_tier(&TierRules::lines);
    const auto [get_evals, set_evals] = plain_tier(&TierRules::keep_evals);
    const auto [get_demote, set_demote] = plain_tier(&TierRules::demote_depth);
    const auto [get_promote, set_promote] = plain_tier(&TierRules::promote_depth);
    const auto [get_background, set_background] = plain_tier(&TierRules::background);
    nb::class_<Settings>(module, "Settings", "A checked configuration, as the core takes it.")
        .def(nb::init<>())
        .def_rw("config", &Settings::config)
        .def_rw("clusters", &Settings::clusters)
        .def_prop_rw("layout", getter(&Settings::layout, own), setter(&Settings::layout, own))
        .def_prop_rw("policy", getter(&Replacement::policy, rule), setter(&Replacement::policy, rule))
        .def_prop_rw("strict", get_strict, set_strict)
        .def_prop_rw("source_priority", get_priority, set_priority)
        .def_prop_rw("depth_weight", get_depth, set_depth)
        .def_prop_rw("age_weight", get_age, set_age)
        .def_prop_rw("max_age", get_max_age, set_max_age)
        .def_prop_rw("sync", getter(&Settings::sync, own), setter(&Settings::sync, own))
        .def_rw("buckets", &Settings::buckets)
        .def_prop_rw("validation", getter(&Settings::validation, own), setter(&Settings::validation, own))
        .def_rw("statistics", &Settings::statistics)
        .def_rw("mixed_keys", &Settings::mixed_keys)
        .def_rw("prefetch", &Settings::prefetch)
        .def_rw("clamp_scores", &Settings::clamp_scores)
        .def_prop_rw("huge_pages", getter(&Settings::huge_pages, own), setter(&Settings::huge_pages, own))
        .def_prop_rw("l2_lines", get_lines, set_lines)
        .def_prop_rw("l2_evals", get_evals, set_evals)
        .def_prop_rw("l2_eviction", getter(&TierRules::eviction, tiers), setter(&TierRules::eviction, tiers))
        .def_prop_rw("l2_demote_depth", get_demote, set_demote)
        .def_prop_rw("l2_promote_depth", get_promote, set_promote)
        .def_prop_rw("l2_background", get_background, set_background)
        .def_rw("aging_interval", &Settings::aging_interval);
}

}  // namespace tabiya::bindings
