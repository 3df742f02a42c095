// probe, store, prefetch and probe_with_prefetch: hand-written, because they are called at every node.
#include "bindings/scalar.hpp"

#include <chrono>
#include <vector>

#include "bindings/call_arguments.hpp"
#include "bindings/entry_type.hpp"
#include "bindings/gil.hpp"

namespace tabiya::bindings {
namespace {

PyObject* entry_or_none(const table::Found& found) {
    if (!found.hit) Py_RETURN_NONE;
    return make_entry(found.opened.word1, found.opened.eval());
}

// Interned at module creation, so that a first call does not make another one wait.
Arguments<2>::Names probe_names;
template <class Named>
Arguments<8>::Names store_names;

template <class Named>
PyObject* probe(PyObject* self, PyObject* named) {
    PyTable* table = table_of(self);
    std::uint64_t key;
    if (table == nullptr || !Named::read(named, key)) return nullptr;
    try {
        return entry_or_none(look_up(*table, key));
    } catch (...) {
        set_python_error();
        return nullptr;
    }
}

PyObject* prefetch(PyObject* self, PyObject* key_object) {
    const PyTable* table = table_of(self);
    std::uint64_t key;
    if (table == nullptr || !parse_key(key_object, "key", key)) return nullptr;
    try {
        const Section section(*table);
        table->check_open();
        table->prefetch(key);
    } catch (...) {
        set_python_error();
        return nullptr;
    }
    Py_RETURN_NONE;
}

PyObject* probe_with_prefetch(PyObject* self, PyObject* const* args, Py_ssize_t positional,
                              PyObject* keywords) {
    PyTable* table = table_of(self);
    Arguments<2> given;
    std::uint64_t key;
    std::uint64_t next_key = 0;
    if (table == nullptr || !given.parse("probe_with_prefetch", probe_names, args, positional, keywords))
        return nullptr;
    const bool has_next = given[1] != nullptr && given[1] != Py_None;
    if (!parse_key(given[0], "key", key) || (has_next && !parse_key(given[1], "next_key", next_key)))
        return nullptr;
    try {
        if (has_next) {
            const Section section(*table);
            table->prefetch(next_key);
        }
        return entry_or_none(look_up(*table, key));
    } catch (...) {
        set_python_error();
        return nullptr;
    }
}

// Returns false and does nothing if another thread holds the lock of the key's bucket.
bool try_store(PyTable& table, std::uint64_t key, const table::Entry& entry) {
    const Section section(table);
    return table.try_store(key, entry);
}

[[gnu::cold, gnu::noinline]] void wait_and_store(PyTable& table, std::uint64_t key,
                                                 const table::Entry& entry) {
    const table::UseGuard use(table);
    const WithoutGil released;
    table.store(key, entry);
}

// A writer that finds its bucket locked waits without the GIL, which the holder may need. Meanwhile it pins
// the table, so that its memory and the lock stay valid.
void store_with_locks(PyObject* self, PyTable& table, std::uint64_t key, const table::Entry& entry) {
    if (!try_store(table, key, entry)) [[unlikely]]
        wait_and_store(table, key, entry);
    report_recoveries(self, table.locks(), table.reported_recoveries);
}

template <class Named>
PyObject* store(PyObject* self, PyObject* const* args, Py_ssize_t positional, PyObject* keywords) {
    PyTable* table = table_of(self);
    Arguments<8> given;
    if (table == nullptr || !given.parse(Named::kStore, store_names<Named>, args, positional, keywords))
        return nullptr;
    std::uint64_t key;
    table::Entry entry;
    const StoreRules rules = store_rules(*table);
    const bool right =
        Named::read(given[0], key) && (!given[1] || parse_move(given[1], entry)) &&
        (!given[2] || parse_score(given[2], rules.clamp, entry)) &&
        (!given[3] || parse_eval(given[3], entry)) && (!given[4] || parse_depth(given[4], entry)) &&
        (!given[5] || parse_bound(given[5], entry)) && (!given[6] || parse_source(given[6], entry)) &&
        (!given[7] || parse_pv(given[7], entry));
    if (rules.dense && right && !fit_dense(rules.clamp, entry)) return nullptr;
    return right ? store_entry(self, *table, key, entry, rules.locks) : nullptr;
}

constexpr const char* kProbeDoc =
    "probe($self, key, /)\n--\n\n"
    "Returns the entry of the key at any depth, or None.";
constexpr const char* kProbeStateDoc =
    "probe_state($self, state, /)\n--\n\n"
    "Returns the entry of a state that `tabiya.key_of` accepts, or None.";
constexpr const char* kPrefetchDoc =
    "prefetch($self, key, /)\n--\n\n"
    "Prefetches the cluster of the key, for a later probe.";
constexpr const char* kProbeWithPrefetchDoc =
    "probe_with_prefetch($self, key, next_key=None)\n--\n\n"
    "Like probe(key), and prefetches the cluster of next_key.";
// Defaults with full names: inspect.signature looks them up in the modules.
constexpr const char* kStoreDoc =
    "store($self, key, move=0, score=0, eval=None, depth=0, bound=tabiya.Bound.EXACT, "
    "source=tabiya.Source.MAIN, pv=False)\n--\n\n"
    "Stores a search result, if the replacement policy accepts it.";
constexpr const char* kStoreStateDoc =
    "store_state($self, state, move=0, score=0, eval=None, depth=0, bound=tabiya.Bound.EXACT, "
    "source=tabiya.Source.MAIN, pv=False)\n--\n\n"
    "Like store(), under the key that `tabiya.key_of` gives the state.";

const PyMethodDef kMethods[] = {
    {"probe", probe<ByKey>, METH_O, kProbeDoc},
    {"probe_state", probe<ByState>, METH_O, kProbeStateDoc},
    {"prefetch", prefetch, METH_O, kPrefetchDoc},
    {"probe_with_prefetch", as_method(probe_with_prefetch), METH_FASTCALL | METH_KEYWORDS,
     kProbeWithPrefetchDoc},
    {"store", as_method(store<ByKey>), METH_FASTCALL | METH_KEYWORDS, kStoreDoc},
    {"store_state", as_method(store<ByState>), METH_FASTCALL | METH_KEYWORDS, kStoreStateDoc},
};

template <class Named>
void intern_store_names() {
    intern(store_names<Named>, {Named::kArgument, "move", "score", "eval", "depth", "bound", "source", "pv"});
}

}  // namespace

PyObject* store_entry(PyObject* self, PyTable& table, std::uint64_t key, const table::Entry& entry,
                      bool locks) {
    try {
        if (locks) {
            store_with_locks(self, table, key, entry);
            if (PyErr_Occurred()) return nullptr;
        } else {
            const Section section(table);
            table.store(key, entry);
        }
        report_collisions(self, table);
        if (PyErr_Occurred()) return nullptr;
    } catch (...) {
        set_python_error();
        return nullptr;
    }
    Py_RETURN_NONE;
}

PyType_Slot* scalar_slots() {
    intern(probe_names, {"key", "next_key"});
    intern_store_names<ByKey>();
    intern_store_names<ByState>();
    static std::vector<PyMethodDef> methods(std::begin(kMethods), std::end(kMethods));
    const PyMethodDef* more = window_methods();
    while (more->ml_name != nullptr) methods.push_back(*more++);
    methods.push_back({});
    static PyType_Slot slots[] = {{Py_tp_methods, methods.data()}, {0, nullptr}};
    return slots;
}

PyTable& ready_table(nb::handle self) {
    PyTable* table = table_of(self.ptr());
    if (table == nullptr) throw nb::python_error();
    return *table;
}

void report_recoveries(PyObject* self, const table::Locks& locks, std::atomic<std::uint64_t>& known) {
    const std::uint64_t recoveries = locks.recoveries();
    std::uint64_t reported = known.load(std::memory_order_relaxed);
    do {
        if (recoveries <= reported) [[likely]]
            return;
    } while (!known.compare_exchange_weak(reported, recoveries));
    const auto fresh = static_cast<unsigned long long>(recoveries - reported);
    PyObject* result = PyObject_CallMethod(self, "_report_recoveries", "K", fresh);
    Py_XDECREF(result);
}

void report_collisions(PyObject* self, PyTable& table) {
    const std::uint64_t seen = table.collisions();
    const std::uint64_t reported = table.reported_collisions.load(std::memory_order_relaxed);
    if (seen <= reported) [[likely]]
        return;
    constexpr std::int64_t kSecond = 1'000'000'000;
    const std::int64_t now =
        std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1);
    std::int64_t next = table.next_collision_report.load(std::memory_order_relaxed);
    if (now < next || !table.next_collision_report.compare_exchange_strong(next, now + kSecond)) return;
    table.reported_collisions.store(seen, std::memory_order_relaxed);
    const auto fresh = static_cast<unsigned long long>(seen - reported);
    Py_XDECREF(PyObject_CallMethod(self, "_report_collisions", "K", fresh));
}

}  // namespace tabiya::bindings
