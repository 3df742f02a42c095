// probe, store, prefetch and probe_with_prefetch: hand-written, because they are called at every node.
#include <array>

#include "bindings/arguments.hpp"
#include "bindings/entry_type.hpp"
#include "bindings/gil.hpp"
#include "bindings/py_table.hpp"
#include "bindings/ready.hpp"
#include "bindings/section.hpp"

namespace tabiya::bindings {
namespace {

PyTable* table_of(PyObject* self) {
    return ready<PyTable>(self, "table");
}

PyObject* entry_or_none(const table::Found& found) {
    if (!found.hit) Py_RETURN_NONE;
    return make_entry(found.opened.word1, found.opened.eval());
}

// Positional and keyword arguments in the order of `names`; the first one is required.
template <std::size_t kCount>
class Arguments {
  public:
    using Names = std::array<PyObject*, kCount>;

    bool parse(const char* function, const Names& names, PyObject* const* args, Py_ssize_t positional,
               PyObject* keywords) {
        if (positional > static_cast<Py_ssize_t>(kCount)) {
            PyErr_Format(PyExc_TypeError, "%s() takes at most %zu arguments, not %zd", function, kCount,
                         positional);
            return false;
        }
        for (Py_ssize_t i = 0; i < positional; ++i) values_[static_cast<std::size_t>(i)] = args[i];
        const Py_ssize_t named = keywords != nullptr ? PyTuple_GET_SIZE(keywords) : 0;
        for (Py_ssize_t i = 0; i < named; ++i) {
            if (!take(function, names, PyTuple_GET_ITEM(keywords, i), args[positional + i])) return false;
        }
        if (values_[0] == nullptr) {
            PyErr_Format(PyExc_TypeError, "%s() is missing its argument %R", function, names[0]);
            return false;
        }
        return true;
    }

    PyObject* operator[](std::size_t index) const { return values_[index]; }

  private:
    bool take(const char* function, const Names& names, PyObject* name, PyObject* value) {
        std::size_t index = 0;
        // Keywords in source code are interned, so comparing pointers almost always suffices.
        while (index < kCount && names[index] != name) ++index;
        if (index == kCount) {
            index = 0;
            while (index < kCount && PyUnicode_Compare(names[index], name) != 0) ++index;
        }
        if (index == kCount) {
            PyErr_Format(PyExc_TypeError, "%s() got an unexpected keyword argument %R", function, name);
            return false;
        }
        if (values_[index] != nullptr) {
            PyErr_Format(PyExc_TypeError, "%s() got multiple values for argument %R", function, name);
            return false;
        }
        values_[index] = value;
        return true;
    }

    std::array<PyObject*, kCount> values_{};
};

// Interned at module creation, so that a first call does not make another one wait.
Arguments<2>::Names probe_names;
Arguments<8>::Names store_names;

template <std::size_t kCount>
void intern(std::array<PyObject*, kCount>& names, const std::array<const char*, kCount>& texts) {
    for (std::size_t i = 0; i < kCount; ++i) names[i] = PyUnicode_InternFromString(texts[i]);
}

table::Found look_up(PyTable& table, std::uint64_t key) {
    const Section section(table);
    return table.probe(key);
}

PyObject* probe(PyObject* self, PyObject* key_object) {
    PyTable* table = table_of(self);
    std::uint64_t key;
    if (table == nullptr || !parse_key(key_object, "key", key)) return nullptr;
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

struct StoreRules {
    bool clamp;
    bool locks;
};

StoreRules store_rules(const PyTable& table) {
    const Section section(table);
    return {table.settings().clamp_scores, table.settings().sync == table::Sync::kBucketLocks};
}

// Returns false and does nothing if another thread holds the lock of the key's bucket.
bool try_store(PyTable& table, std::uint64_t key, const table::Entry& entry) {
    const Section section(table);
    return table.try_store(key, entry);
}

// A writer that finds its bucket locked waits without the GIL, which the holder may need. Meanwhile it pins
// the table, so that its memory and the lock stay valid.
void store_with_locks(PyObject* self, PyTable& table, std::uint64_t key, const table::Entry& entry) {
    if (!try_store(table, key, entry)) {
        const table::UseGuard use(table);
        const WithoutGil released;
        table.store(key, entry);
    }
    report_recoveries(self, table);
}

PyObject* store(PyObject* self, PyObject* const* args, Py_ssize_t positional, PyObject* keywords) {
    PyTable* table = table_of(self);
    Arguments<8> given;
    if (table == nullptr || !given.parse("store", store_names, args, positional, keywords)) return nullptr;
    std::uint64_t key;
    table::Entry entry;
    const StoreRules rules = store_rules(*table);
    const bool right =
        parse_key(given[0], "key", key) && (!given[1] || parse_move(given[1], entry)) &&
        (!given[2] || parse_score(given[2], rules.clamp, entry)) &&
        (!given[3] || parse_eval(given[3], entry)) && (!given[4] || parse_depth(given[4], entry)) &&
        (!given[5] || parse_bound(given[5], entry)) && (!given[6] || parse_source(given[6], entry)) &&
        (!given[7] || parse_pv(given[7], entry));
    if (!right) return nullptr;
    try {
        if (rules.locks) {
            store_with_locks(self, *table, key, entry);
            if (PyErr_Occurred()) return nullptr;
        } else {
            const Section section(*table);
            table->store(key, entry);
        }
    } catch (...) {
        set_python_error();
        return nullptr;
    }
    Py_RETURN_NONE;
}

constexpr const char* kProbeDoc =
    "probe($self, key, /)\n--\n\n"
    "Returns the entry of the key at any depth, or None.";
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

template <class Function>
PyCFunction as_method(Function* function) {
    return reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(function));
}

PyMethodDef methods[] = {
    {"probe", probe, METH_O, kProbeDoc},
    {"prefetch", prefetch, METH_O, kPrefetchDoc},
    {"probe_with_prefetch", as_method(probe_with_prefetch), METH_FASTCALL | METH_KEYWORDS,
     kProbeWithPrefetchDoc},
    {"store", as_method(store), METH_FASTCALL | METH_KEYWORDS, kStoreDoc},
    {},
};

PyType_Slot slots[] = {{Py_tp_methods, methods}, {0, nullptr}};

}  // namespace

PyType_Slot* scalar_slots() {
    intern(probe_names, {"key", "next_key"});
    intern(store_names, {"key", "move", "score", "eval", "depth", "bound", "source", "pv"});
    return slots;
}

PyTable& ready_table(nb::handle self) {
    PyTable* table = table_of(self.ptr());
    if (table == nullptr) throw nb::python_error();
    return *table;
}

void report_recoveries(PyObject* self, PyTable& table) {
    const std::uint64_t recoveries = table.locks().recoveries();
    std::uint64_t reported = table.reported_recoveries.load(std::memory_order_relaxed);
    do {
        if (recoveries <= reported) [[likely]]
            return;
    } while (!table.reported_recoveries.compare_exchange_weak(reported, recoveries));
    const auto fresh = static_cast<unsigned long long>(recoveries - reported);
    PyObject* result = PyObject_CallMethod(self, "_report_recoveries", "K", fresh);
    Py_XDECREF(result);
}

}  // namespace tabiya::bindings
