// tabiya._core.SearchLimits, SearchClaim and SearchConfig, for src/tabiya/engine. Games bind their own
// searches.
#include "bindings/search.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace tabiya::bindings {

// --- running searches --------------------------------------------------------------------------------------

RunningSearches& RunningSearches::all() {
    // Never destroyed: the search of a daemon thread may outlive main.
    static RunningSearches& searches = *new RunningSearches;
    return searches;
}

// Exit handlers run in reverse order: this one must run before the move objects are released, which are
// registered when a game is imported.
void RunningSearches::add(search::Control& control) {
    if (!registered_.exchange(true)) {
        const nb::module_ atexit = nb::module_::import_("atexit");
        atexit.attr("register")(nb::cpp_function([] { all().end(); }));
    }
    {
        const std::lock_guard guard(mutex_);
        remade_.after_fork([this] { controls_.clear(); });
        if (!ending_) {
            controls_.push_back(&control);
            return;
        }
    }
    if (!on_main_thread()) {
        const WithoutGil released;
        hang();
    }
    throw std::runtime_error("Python is ending: no search can begin");
}

void RunningSearches::remove(search::Control& control) {
    const std::lock_guard guard(mutex_);
    std::erase(controls_, &control);
    removed_.notify_all();
}

void RunningSearches::end() {
    const WithoutGil released;
    std::unique_lock lock(mutex_);
    ending_ = true;
    remade_.after_fork([this] { controls_.clear(); });
    for (search::Control* control : controls_) control->stop();
    removed_.wait_for(lock, std::chrono::seconds(2), [&] { return controls_.empty(); });
}

// --- configuration -----------------------------------------------------------------------------------------

namespace {

using search::Config;
using search::Count;
using search::Limits;

constexpr std::pair<const char*, bool Config::*> kSwitches[] = {
    {"aspiration", &Config::aspiration},
    {"pvs", &Config::pvs},
    {"quiescence", &Config::quiescence},
    {"mate_distance", &Config::mate_distance},
    {"prove_mates", &Config::prove_mates},
    {"repetition", &Config::repetition},
    {"null_move", &Config::null_move},
    {"null_move_verification", &Config::null_move_verification},
    {"null_move_entries", &Config::null_move_entries},
    {"futility", &Config::futility},
    {"reverse_futility", &Config::reverse_futility},
    {"razoring", &Config::razoring},
    {"late_move_pruning", &Config::late_move_pruning},
    {"see_pruning", &Config::see_pruning},
    {"lmr", &Config::lmr},
    {"iir", &Config::iir},
    {"iid", &Config::iid},
    {"check_extension", &Config::check_extension},
    {"singular_extension", &Config::singular_extension},
    {"killers", &Config::killers},
    {"history", &Config::history},
    {"counter_moves", &Config::counter_moves},
    {"continuation_history", &Config::continuation_history},
    {"capture_history", &Config::capture_history},
    {"table_move_first", &Config::table_move_first},
    {"quiescence_table", &Config::quiescence_table},
    {"prefetch", &Config::prefetch},
    {"draw_entries", &Config::draw_entries},
    {"exact_depth", &Config::exact_depth},
    {"verify_keys", &Config::verify_keys},
};

constexpr std::pair<const char*, Count> kCounts[] = {
    {"probes", Count::kProbes},
    {"hits", Count::kHits},
    {"deep_hits", Count::kDeepHits},
    {"illegal_table_moves", Count::kIllegalTableMoves},
    {"table_moves_first", Count::kTableMovesFirst},
    {"table_move_cutoffs", Count::kTableMoveCutoffs},
    {"beta_cutoffs", Count::kBetaCutoffs},
    {"first_move_cutoffs", Count::kFirstMoveCutoffs},
    {"qnodes", Count::kQnodes},
    {"null_tries", Count::kNullTries},
    {"null_cutoffs", Count::kNullCutoffs},
    {"verifications", Count::kVerifications},
    {"evaluations", Count::kEvaluations},
    {"table_evaluations", Count::kTableEvaluations},
    {"singular_extensions", Count::kSingularExtensions},
};
static_assert(std::size(kCounts) == static_cast<std::size_t>(Count::kCount_));

constexpr std::pair<const char*, table::Bound> kBounds[] = {
    {"upper", table::Bound::kUpper},
    {"lower", table::Bound::kLower},
    {"exact", table::Bound::kExact},
};
constexpr std::pair<const char*, table::Source> kSources[] = {
    {"quiescence", table::Source::kQuiescence},
    {"null_move", table::Source::kNullMove},
    {"iid", table::Source::kIid},
    {"book", table::Source::kBook},
    {"main", table::Source::kMain},
};

void set_table_mode(PyConfig& config, int mode) {
    if (mode < 0 || mode > 2) throw std::invalid_argument("table_mode must be 0, 1 or 2");
    config.table_mode = static_cast<search::TableMode>(mode);
}

// Sets a setting by name. Returns false if it is unknown.
bool set(PyConfig& config, std::string_view name, nb::handle value) {
    for (const auto& [known, member] : kSwitches) {
        if (name == known) return config.*member = nb::cast<bool>(value), true;
    }
    if (name == "threads") return config.threads = nb::cast<int>(value), true;
    if (name == "iir_depth") return config.iir_depth = nb::cast<int>(value), true;
    if (const auto rule = config.rules.find(name); rule != config.rules.end()) {
        return rule->second = nb::cast<int>(value), true;
    }
    if (name != "table_mode") return false;
    set_table_mode(config, nb::cast<int>(value));
    return true;
}

void make_config(PyConfig* self, const nb::kwargs& settings) {
    new (self) PyConfig();
    for (const auto& [key, value] : settings) {
        const std::string name = nb::cast<std::string>(key);
        if (!set(*self, name, value)) throw nb::type_error(("SearchConfig has no setting " + name).c_str());
    }
}

void bind_config(nb::module_& module) {
    nb::class_<PyConfig> type(module, "SearchConfig", "The techniques and number of threads of a search.");
    type.def("__init__", make_config);
    for (const auto& [name, member] : kSwitches) type.def_rw(name, member);
    type.def_rw("threads", &Config::threads);
    type.def_rw("iir_depth", &Config::iir_depth);
    type.def_prop_rw(
        "table_mode", [](const PyConfig& config) { return static_cast<int>(config.table_mode); },
        set_table_mode,
        "0: uses the table; 1: probes and stores but ignores hits; 2: uses hits but never stores.");
    type.def_static(
        "plain", [] { return PyConfig(Config::plain()); },
        "Plain alpha-beta, whose value equals minimax, with or without a table.");
}

void bind_limits(nb::module_& module) {
    using nb::literals::operator""_a;
    nb::class_<Limits>(module, "SearchLimits", "The limits of a search; 0 is no limit.")
        .def(
            "__init__",
            [](Limits* self, int depth, std::uint64_t nodes, int mate, double soft_ms, double hard_ms,
               bool infinite, std::vector<std::uint32_t> moves, int multipv) {
                new (self) Limits{depth, nodes, mate, soft_ms, hard_ms, infinite, std::move(moves), multipv};
            },
            "depth"_a = 0, "nodes"_a = 0, "mate"_a = 0, "soft_ms"_a = 0.0, "hard_ms"_a = 0.0,
            "infinite"_a = false, "moves"_a = std::vector<std::uint32_t>(), "multipv"_a = 1)
        .def_rw("depth", &Limits::depth)
        .def_rw("nodes", &Limits::nodes)
        .def_rw("mate", &Limits::mate, "Plies: a mate within this distance ends the search.")
        .def_rw("soft_ms", &Limits::soft_ms, "No iteration starts after it.")
        .def_rw("hard_ms", &Limits::hard_ms)
        .def_rw("infinite", &Limits::infinite)
        .def_rw("moves", &Limits::moves, nb::lock_self(), "The root moves to search, packed; empty is all.")
        .def_rw("multipv", &Limits::multipv);
}

}  // namespace

nb::dict statistics_for_python(const search::Statistics& statistics) {
    nb::dict dict;
    for (const auto& [name, count] : kCounts) dict[name] = statistics[count];
    const auto add = [&](const std::string& name, const search::ByKind& counts) {
        nb::dict bounds, sources;
        for (const auto& [known, bound] : kBounds) bounds[known] = counts.of(bound);
        for (const auto& [known, source] : kSources) sources[known] = counts.of(source);
        dict[name.c_str()] = counts.total();
        dict[(name + "_by_bound").c_str()] = bounds;
        dict[(name + "_by_source").c_str()] = sources;
    };
    add("cutoffs", statistics.cutoffs);
    add("stores", statistics.stores);
    nb::list probes, hits;
    for (const std::uint64_t count : statistics.probes_by_depth) probes.append(count);
    for (const std::uint64_t count : statistics.hits_by_depth) hits.append(count);
    dict["probes_by_depth"] = probes;
    dict["hits_by_depth"] = hits;
    return dict;
}

nb::dict progress_for_python(const search::Progress& progress) {
    const auto list_of = [](const auto& counts) {
        nb::list list;
        for (const std::uint64_t count : counts) list.append(count);
        return list;
    };
    nb::dict dict;
    dict["nodes"] = progress.nodes;
    dict["probes"] = progress.probes;
    dict["hits"] = progress.hits;
    dict["probes_by_depth"] = list_of(progress.probes_by_depth);
    dict["hits_by_depth"] = list_of(progress.hits_by_depth);
    return dict;
}

// A context manager whose both ends are C++, so that no interrupt can come in between.
void bind_claim(nb::module_& module) {
    using nb::literals::operator""_a;
    nb::class_<SearchClaim>(module, "SearchClaim",
                            "The right to search with one engine, until it is released.")
        .def("stop", &SearchClaim::stop, "Stops the search, even before it has started.")
        .def_prop_ro("stopped", [](const SearchClaim& claim) { return claim.token().stopped(); })
        .def("set_deadline", &SearchClaim::set_deadline, "soft_ms"_a, "hard_ms"_a)
        .def("release", &SearchClaim::release, "Releases the engine. May be called more than once.")
        .def("__enter__", [](nb::handle self) { return nb::borrow(self); })
        .def(
            "__exit__", [](SearchClaim& claim, nb::handle, nb::handle, nb::handle) { claim.release(); },
            "type"_a.none(), "error"_a.none(), "traceback"_a.none());
}

void add_rule(const char* name, int default_value) {
    PyConfig::known_rules[name] = default_value;
    nb::borrow<nb::class_<PyConfig>>(nb::type<PyConfig>())
        .def_prop_rw(
            name, [name](const PyConfig& config) { return config.rule(name); },
            [name](PyConfig& config, int value) {
                config.rules.find(std::string_view(name))->second = value;
            });
}

void bind_search(nb::module_& module) {
    module.attr("MAX_THREADS") = kMaxThreads;
    module.attr("MAX_PERFT_THREADS") = kMaxPerftThreads;
    module.attr("MATE") = table::kMate;
    module.attr("LONGEST_WIN") = table::kLongestWin;
    module.attr("MAX_PLY") = search::kMaxPly;
    bind_limits(module);
    bind_claim(module);
    bind_recording(module);
    bind_config(module);
}

}  // namespace tabiya::bindings
