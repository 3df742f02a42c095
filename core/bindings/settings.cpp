#include "table/settings.hpp"

#include <type_traits>

#include "bindings/py_table.hpp"

namespace tabiya::bindings {
namespace {

using table::HugePages;
using table::Layout;
using table::Policy;
using table::Replacement;
using table::Sync;
using table::Validation;
using table::tier::Eviction;
using table::tier::TierRules;

// A property for the field at the end of a path of members. Enumerations are passed as their codes.
template <class... Path>
void field(nb::class_<PySettings>& type, const char* name, Path... path) {
    using Value = std::remove_cvref_t<decltype((std::declval<PySettings&>().*....*path))>;
    if constexpr (std::is_enum_v<Value>) {
        type.def_prop_rw(
            name, [=](const PySettings& settings) { return static_cast<int>((settings.*....*path)); },
            [=](PySettings& settings, int code) { (settings.*....*path) = static_cast<Value>(code); });
    } else {
        type.def_prop_rw(
            name, [=](const PySettings& settings) { return (settings.*....*path); },
            [=](PySettings& settings, Value value) { (settings.*....*path) = value; });
    }
}

template <class Enum>
nb::dict codes(std::initializer_list<std::pair<const char*, Enum>> members) {
    nb::dict dict;
    for (const auto& [name, member] : members) dict[name] = static_cast<int>(member);
    return dict;
}

// The same codes as in src/tabiya/table/choices.py; tests/test_settings_schema.py compares them.
nb::dict all_codes() {
    nb::dict dict;
    dict["layout"] = codes<Layout>({{"single", Layout::kSingle},
                                    {"cluster3", Layout::kCluster3},
                                    {"cluster4", Layout::kCluster4},
                                    {"dense", Layout::kDense}});
    dict["policy"] = codes<Policy>({{"cascade", Policy::kCascade},
                                    {"always", Policy::kAlways},
                                    {"depth_preferred", Policy::kDepthPreferred},
                                    {"age_based", Policy::kAgeBased},
                                    {"depth_and_age", Policy::kDepthAndAge},
                                    {"exact_preferred", Policy::kExactPreferred}});
    dict["sync"] = codes<Sync>({{"lock_free", Sync::kLockFree},
                                {"bucket_locks", Sync::kBucketLocks},
                                {"one_thread", Sync::kOneThread}});
    dict["validation"] = codes<Validation>({{"release", Validation::kRelease},
                                            {"debug", Validation::kDebug},
                                            {"paranoid", Validation::kParanoid}});
    dict["huge_pages"] = codes<HugePages>(
        {{"False", HugePages::kNone}, {"True", HugePages::kTransparent}, {"explicit", HugePages::kExplicit}});
    dict["l2_eviction"] =
        codes<Eviction>({{"depth_and_age", Eviction::kDepthAndAge}, {"lru", Eviction::kLru}});
    return dict;
}

}  // namespace

void bind_settings(nb::module_& module) {
    constexpr auto rule = &PySettings::replacement;
    constexpr auto tiers = &PySettings::tiers;
    nb::class_<PySettings> type(module, "Settings", "A checked configuration in the core's form.");
    type.def(nb::init<>()).def_rw("config", &PySettings::config);
    field(type, "clusters", &PySettings::clusters);
    field(type, "layout", &PySettings::layout);
    field(type, "policy", rule, &Replacement::policy);
    field(type, "strict", rule, &Replacement::strict);
    field(type, "source_priority", rule, &Replacement::source_priority);
    field(type, "replace_if_exact", rule, &Replacement::replace_if_exact);
    field(type, "depth_weight", rule, &Replacement::depth_weight);
    field(type, "age_weight", rule, &Replacement::age_weight);
    field(type, "max_age", rule, &Replacement::max_age);
    field(type, "sync", &PySettings::sync);
    field(type, "buckets", &PySettings::buckets);
    field(type, "validation", &PySettings::validation);
    field(type, "statistics", &PySettings::statistics);
    field(type, "random_keys", &PySettings::random_keys);
    field(type, "prefetch", &PySettings::prefetch);
    field(type, "clamp_scores", &PySettings::clamp_scores);
    field(type, "huge_pages", &PySettings::huge_pages);
    field(type, "l2_lines", tiers, &TierRules::lines);
    field(type, "l2_evals", tiers, &TierRules::keep_evals);
    field(type, "l2_eviction", tiers, &TierRules::eviction);
    field(type, "l2_demote_depth", tiers, &TierRules::demote_depth);
    field(type, "l2_promote_depth", tiers, &TierRules::promote_depth);
    field(type, "l2_background", tiers, &TierRules::background);
    field(type, "aging_interval", &PySettings::aging_interval);
    module.def("setting_codes", all_codes, "The codes of settings with named choices.");
}

}  // namespace tabiya::bindings
