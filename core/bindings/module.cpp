// tabiya._core: the native table. Python's front (src/tabiya/table/transposition.py) checks arguments and
// documents calls; nothing is decided here.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <new>
#include <system_error>

#include "bindings/entry_type.hpp"
#include "bindings/errors.hpp"
#include "bindings/games_list.hpp"
#include "bindings/gil.hpp"
#include "bindings/legal_moves.hpp"
#include "bindings/lookup_type.hpp"
#include "bindings/py_table.hpp"
#include "bindings/section.hpp"
#include "bindings/state_key.hpp"
#include "table/batch.hpp"
#include "table/header.hpp"

namespace tabiya::bindings {

// Defined in the folder of each game.
#define TABIYA_DECLARE(game) void bind_##game(nb::module_& module);
TABIYA_FOR_EACH_GAME(TABIYA_DECLARE)
#undef TABIYA_DECLARE

namespace {

// The caller changes settings based on `before`. If another thread has changed them since, this function and
// the next return None and do nothing.
//
// The new slots are filled while others may still read the old ones. The swap waits for them.
nb::object rebuild(PyTable& table, nb::handle before, const PySettings& settings, bool keep_entries) {
    nb::object old;
    const table::ExclusiveGuard exclusive(table);
    if (!table.config().is(before)) return nb::none();
    table::Table::Body body;
    {
        const WithoutGil released;
        body = table.prepare(settings, keep_entries);
    }
    table.install(std::move(body), settings);
    old = table.exchange_config(settings.config);
    ++table.renewals;
    if (!keep_entries) table.clear_second_tier();
    std::uint64_t kept = 0;
    {
        const WithoutGil released;
        body = table::Table::Body{};  // unmapping gigabytes takes time
        if (keep_entries) kept = table.live_entries();
    }
    return nb::cast(kept);
}

nb::object configure(PyTable& table, nb::handle before, const PySettings& settings) {
    nb::object old;
    const table::ExclusiveGuard exclusive(table);
    if (!table.config().is(before)) return nb::none();
    table.configure(settings);
    old = table.exchange_config(settings.config);
    return nb::cast(true);
}

void merge(PyTable& table, PyTable& other) {
    const table::ExclusiveGuard exclusive(table);
    const table::UseGuard use(other);
    const WithoutGil released;
    table.merge(other);
}

void copy_from(PyTable& table, PyTable& other) {
    const table::UseGuard use_own(table);
    const table::UseGuard use(other);
    const WithoutGil released;
    table.copy_from(other);
}

void clear(nb::handle_t<PyTable> self) {
    PyTable& table = ready_table(self);
    {
        const table::UseGuard use(table);
        const WithoutGil released;
        ++table.renewals;
        table.clear();
    }
    report_recoveries(self.ptr(), table.locks(), table.reported_recoveries);
    if (PyErr_Occurred()) throw nb::python_error();
}

std::uint64_t length(PyTable& table) {
    const table::UseGuard use(table);
    const WithoutGil released;
    return table.live_entries();
}

nb::tuple scan(PyTable& table, std::uint64_t cluster, std::size_t limit) {
    const table::UseGuard use(table);
    std::vector<table::KeyedEntry> found;
    {
        const WithoutGil released;
        cluster = table.scan(cluster, limit, found);
    }
    nb::list pairs;
    for (const auto& [key, entry] : found) {
        pairs.append(nb::make_tuple(key, nb::steal(make_entry(table::pack_word1(entry), entry.eval))));
    }
    return nb::make_tuple(cluster, pairs);
}

// Inserts entries with generations of this table.
std::size_t insert(PyTable& table, nb::list pairs) {
    table.check_open();
    std::vector<table::KeyedEntry> entries;
    for (nb::handle pair : pairs) {
        const EntryObject* entry = as_entry(nb::handle(pair[1]).ptr());
        if (entry == nullptr) throw nb::type_error("expected an Entry");
        entries.push_back({nb::cast<std::uint64_t>(pair[0]), table::unpack(entry->word1, entry->eval)});
    }
    const Section section(table);
    return table.insert(entries);
}

nb::dict counters(PyTable& table) {
    const table::Counts counts = table.statistics().snapshot();
    const auto list_of = [&](int first, int size) {
        nb::list values;
        for (int i = 0; i < size; ++i) values.append(counts[static_cast<std::size_t>(first + i)]);
        return values;
    };
    nb::dict result;
    constexpr const char* kNames[] = {"probes",  "hits",    "empties",   "mismatches", "stores",
                                      "updates", "refused", "prevented", "collisions", "kept_old"};
    for (std::size_t i = 0; i < std::size(kNames); ++i) result[kNames[i]] = counts[i];
    result["reasons"] = list_of(table::kReasonsFirst, table::kReasons);
    result["grounds"] = list_of(table::kGroundsFirst, table::kGrounds);
    result["policy_replaced"] = list_of(table::kPolicyReplacedFirst, table::kPolicies);
    result["policy_kept"] = list_of(table::kPolicyKeptFirst, table::kPolicies);
    result["scan"] = list_of(table::kScanFirst, 6);
    result["occupancy"] = list_of(table::kOccupancyFirst, 7);
    nb::list second_tier = list_of(table::kTierProbes, table::kCounters - table::kTierProbes);
    for (const std::uint64_t number : tier_sample(table)) second_tier.append(number);
    result["second_tier"] = second_tier;
    result["lock_recoveries"] = table.locks().recoveries();
    return result;
}

void reset_stats(PyTable& table) {
    table.check_open();
    table.statistics().reset();
    table.locks().reset_recoveries();
    table.reported_recoveries.store(0, std::memory_order_relaxed);
}

void set_enabled(PyTable& table, nb::handle enabled) {
    if (!PyBool_Check(enabled.ptr())) {
        const nb::object name = nb::steal(PyType_GetName(Py_TYPE(enabled.ptr())));
        PyErr_Format(PyExc_TypeError, "enabled must be a bool, not %S (%R)", name.ptr(), enabled.ptr());
        throw nb::python_error();
    }
    table.set_enabled(enabled.is(Py_True));
}

nb::dict memory(PyTable& table) {
    std::size_t slots = 0, locks = 0;
    std::uintptr_t address = 0;
    {
        const Section section(table);
        table.check_open();
        slots = table.geometry().bytes();
        if (table.settings().sync == table::Sync::kBucketLocks)
            locks = table.settings().buckets * sizeof(table::BucketLock);
        address = reinterpret_cast<std::uintptr_t>(table.slots());
    }
    nb::dict result;
    result["slots"] = slots;
    result["header"] = table::kLocksOffset;
    result["locks"] = locks;
    result["address"] = address;
    return result;
}

nb::bytes raw(PyTable& table) {
    const table::UseGuard use(table);
    return nb::bytes(reinterpret_cast<const char*>(table.slots()), table.geometry().bytes());
}

void load_raw(PyTable& table, nb::bytes bytes) {
    const table::UseGuard use(table);
    if (bytes.size() != table.geometry().bytes()) throw std::invalid_argument("wrong number of bytes");
    std::memcpy(table.slots(), bytes.c_str(), bytes.size());
}

// Sets the Python exception of what the table throws; whatever else is in flight goes on.
void set_table_error() {
    try {
        throw;
    } catch (const table::InUse& error) {
        PyErr_SetString(PyExc_BufferError, error.what());
    } catch (const table::ValidationError& error) {
        raise_as("ValidationError", error.what());
    } catch (const table::DamagedMemory& error) {
        raise_as("TableFileError", error.what());
    } catch (const table::StuckLock& error) {
        PyErr_SetString(PyExc_TimeoutError, error.what());
    } catch (const std::system_error& error) {
        const nb::object arguments = nb::steal(Py_BuildValue("(is)", error.code().value(), error.what()));
        if (arguments.is_valid()) PyErr_SetObject(PyExc_OSError, arguments.ptr());
    }
}

void add_exception_translator() {
    nb::register_exception_translator([](const std::exception_ptr& pointer, void*) {
        try {
            std::rethrow_exception(pointer);
        } catch (...) {
            set_table_error();
        }
    });
}

}  // namespace

void set_python_error() noexcept {
    try {
        set_table_error();
    } catch (const IllegalMove& error) {
        raise_as("IllegalMoveError", error.what());
    } catch (nb::python_error& error) {
        error.restore();
    } catch (const nb::builtin_exception& error) {
        PyErr_SetString(
            error.type() == nb::exception_type::index_error ? PyExc_IndexError : PyExc_RuntimeError,
            error.what());
    } catch (const std::invalid_argument& error) {
        PyErr_SetString(PyExc_ValueError, error.what());
    } catch (const std::bad_alloc&) {
        PyErr_NoMemory();
    } catch (const std::exception& error) {
        PyErr_SetString(PyExc_RuntimeError, error.what());
    }
}

// nanobind has one state per process: an import in a second interpreter would take it from the first. Its own
// slot says so from Python 3.12 on, but only to interpreters that check it.
#define PyInit__core init_in_any_interpreter
NB_MODULE(_core, module) {
    table::while_waiting = look_for_signals;
    module.doc() = "The native core of tabiya: use tabiya.TranspositionTable instead.";
    // A daemon thread in the middle of a batch keeps its table beyond the end of Python. That is not a leak.
    nb::set_leak_warnings(false);
    add_exception_translator();
    if (!add_entry_type(module.ptr()) || !add_lookup_type(module.ptr()) ||
        !add_legal_moves_type(module.ptr()) || !add_key_of(module.ptr()))
        throw nb::python_error();
    bind_settings(module);

    using nb::literals::operator""_a;
    TableClass<PyTable> type(module, "Table", nb::type_slots(scalar_slots()),
                             "The native backend of a table.");
    type.def(nb::init<const PySettings&>(), "settings"_a)
        .def("_rebuild", rebuild, "before"_a, "settings"_a, "keep_entries"_a)
        .def("_configure", configure, "before"_a, "settings"_a)
        .def_prop_ro("_config", &PyTable::config)
        .def_prop_ro(
            "renewals", [](PyTable& table) { return table.renewals.load(); },
            "How often the table was cleared, resized or given another layout. Entries may be lost then.")
        .def("_merge", merge, "other"_a)
        .def("_copy_from", copy_from, "other"_a)
        .def("_clear", clear)
        .def("__len__", length)
        .def("_scan", scan, "cluster"_a, "limit"_a)
        .def("_insert", insert, "pairs"_a)
        .def("_counters", counters)
        .def("_reset_stats", reset_stats)
        .def("_memory", memory)
        .def("_raw", raw)
        .def("_load_raw", load_raw, "bytes"_a)
        .def("_verify", briefly(&table::Table::verify))
        .def(
            "_close", [](PyTable& table) { table.close(); }, nb::lock_self())
        .def("_check_open", [](PyTable& table) { table.check_open(); })
        .def(
            "_lock_address",
            [](PyTable& table, std::uint32_t bucket) {
                const Section section(table);
                return reinterpret_cast<std::uintptr_t>(
                    table.locks().mutex(bucket % table.settings().buckets));
            },
            "bucket"_a)
        .def("_new_search", briefly(&table::Table::new_search))
        .def("_add_nodes", briefly(&table::Table::add_nodes), "nodes"_a)
        .def("_hashfull", briefly(&table::Table::hashfull))
        .def("_fill_rate", briefly(&table::Table::fill_rate))
        .def_prop_ro("generation", briefly(&table::Table::generation), "0 to 63, modular.")
        .def_prop_rw("enabled", briefly(&table::Table::enabled), set_enabled,
                     nb::for_setter(nb::arg("on").none()),
                     "Whether the table is on. If not, probes miss and stores do nothing.");
    bind_batches(type);
    bind_pins(module, type);
    bind_traces(type);
    bind_lab_access(type);
    bind_tiers(type);
    bind_regions(type);
    bind_storage(type);
    bind_descriptors(module);
    bind_perft_cache(module);
    bind_values(module);
    add_game_exceptions();
    module.def(
        "_set_legal_moves_type",
        [](nb::handle type) {
            if (!set_legal_moves_type(type.ptr())) throw nb::python_error();
        },
        "type"_a);
    bind_search(module);
#define TABIYA_BIND(game) bind_##game(module);
    TABIYA_FOR_EACH_GAME(TABIYA_BIND)
#undef TABIYA_BIND

    module.def("wide_scan", table::wide_scan, "Whether batches use vector loads.");
    module.attr("level") = TABIYA_LEVEL;
#ifdef __clang__
    module.attr("compiler") = __VERSION__;
#else
    module.attr("compiler") = "g++ " __VERSION__;
#endif
}

#undef PyInit__core

extern "C" NB_EXPORT PyObject* PyInit__core() {
    if (PyInterpreterState_GetID(PyInterpreterState_Get()) == 0) return init_in_any_interpreter();
    PyErr_SetString(PyExc_ImportError,
                    "tabiya cannot be imported in a subinterpreter: use threads or processes");
    return nullptr;
}

}  // namespace tabiya::bindings
