// tabiya._core.ValueTable. probe, store, add and prefetch are written by hand, because every nanosecond
// counts.
#include <nanobind/stl/string.h>

#include "bindings/arguments.hpp"
#include "bindings/call_arguments.hpp"
#include "bindings/gil.hpp"
#include "bindings/py_value_table.hpp"
#include "bindings/ready.hpp"
#include "bindings/section.hpp"

namespace tabiya::bindings {
namespace {

using values::Key;
using values::Wait;

PyValueTable* table_of(PyObject* self) {
    return ready<PyValueTable>(self, "table");
}

// --- keys --------------------------------------------------------------------------------------------------

// True if the object is an integer from 0 to 2^128 - 1.
bool read_wide(PyObject* object, Key& key) {
    if (!PyLong_Check(object)) return false;
    const Digits number(object);
    if (number.negative || number.count > 5 || (number.count == 5 && number.digits[4] >= 256)) return false;
    table::Uint128 value = 0;
    for (Py_ssize_t i = number.count; i-- > 0;) value = value << 30 | number.digits[i];
    key = {static_cast<std::uint64_t>(value), static_cast<std::uint64_t>(value >> 64)};
    return true;
}

bool parse_wide(PyObject* object, Key& key) {
    if (PyTuple_CheckExact(object) && PyTuple_GET_SIZE(object) == 2)
        return parse_key(PyTuple_GET_ITEM(object, 0), "the key's upper half", key.high) &&
               parse_key(PyTuple_GET_ITEM(object, 1), "the key's lower half", key.low);
    if (read_wide(object, key)) return true;
    PyObject* module = PyImport_ImportModule("tabiya.table.arguments");
    PyObject* checked =
        module != nullptr ? PyObject_CallMethod(module, "check_wide_key", "(O)", object) : nullptr;
    Py_XDECREF(module);
    if (checked == nullptr) return false;
    read_wide(checked, key);
    Py_DECREF(checked);
    return true;
}

bool parse(const PyValueTable& table, PyObject* object, Key& key) {
    if (table.settings().wide_keys) [[unlikely]]
        return parse_wide(object, key);
    return parse_key(object, "key", key.low);
}

bool parse_priority(PyObject* object, std::uint8_t& priority) {
    priority = 0;
    if (object == nullptr) return true;
    std::int32_t number;
    if (!read_small(object, 0, 255, number)) {
        PyObject* module = PyImport_ImportModule("tabiya._utils.arguments");
        PyObject* checked = module != nullptr
                                ? PyObject_CallMethod(module, "check_int", "sOii", "priority", object, 0, 255)
                                : nullptr;
        Py_XDECREF(module);
        if (checked == nullptr) return false;
        number = static_cast<std::int32_t>(PyLong_AsLong(checked));
        Py_DECREF(checked);
    }
    priority = static_cast<std::uint8_t>(number);
    return true;
}

// --- methods -----------------------------------------------------------------------------------------------

bool look_up(const PyValueTable& table, Key key, std::uint64_t* words) {
    const Section section(table);
    return table.probe(key, words);
}

PyObject* probe(PyObject* self, PyObject* key_object) {
    const PyValueTable* table = table_of(self);
    Key key;
    if (table == nullptr || !parse(*table, key_object, key)) return nullptr;
    try {
        std::uint64_t words[values::kMaxPayload] = {};
        if (!look_up(*table, key, words)) Py_RETURN_NONE;
        return make_value(table->fields(), table->layout(), words);
    } catch (...) {
        set_python_error();
        return nullptr;
    }
}

int contains(PyObject* self, PyObject* key_object) {
    const PyValueTable* table = table_of(self);
    Key key;
    if (table == nullptr || !parse(*table, key_object, key)) return -1;
    try {
        std::uint64_t words[values::kMaxPayload];
        return look_up(*table, key, words);
    } catch (...) {
        set_python_error();
        return -1;
    }
}

PyObject* prefetch(PyObject* self, PyObject* key_object) {
    const PyValueTable* table = table_of(self);
    Key key;
    if (table == nullptr || !parse(*table, key_object, key)) return nullptr;
    const Section section(*table);
    table->prefetch(key);
    Py_RETURN_NONE;
}

template <class Write>
[[gnu::cold, gnu::noinline]] void wait_and_write(PyValueTable& table, const Write& write) {
    const table::UseGuard use(table);
    const WithoutGil released;
    write(Wait::kAsLongAsNeeded);
}

// Calls write(wait): at first without waiting; a writer that finds its lock held waits without the GIL, which
// the holder may need, and holds the table meanwhile.
template <class Write>
void write_patiently(PyObject* self, PyValueTable& table, const Write& write) {
    bool done;
    {
        const Section section(table);
        done = write(Wait::kNever);
    }
    if (!done) [[unlikely]]
        wait_and_write(table, write);
    report_recoveries(self, table.locks(), table.reported_recoveries);
}

// Interned when the module is made.
Arguments<3, 2>::Names store_names;
Arguments<3, 2>::Names add_names;
Arguments<4, 2>::Names update_names;

PyObject* store(PyObject* self, PyObject* const* args, Py_ssize_t positional, PyObject* keywords) {
    PyValueTable* table = table_of(self);
    Arguments<3, 2> given;
    Key key;
    std::uint8_t priority;
    std::uint64_t words[values::kMaxPayload];
    if (table == nullptr || !given.parse("store", store_names, args, positional, keywords)) return nullptr;
    if (!parse(*table, given[0], key) || !pack_value(given[1], table->layout(), words) ||
        !parse_priority(given[2], priority))
        return nullptr;
    try {
        write_patiently(self, *table, [&](Wait wait) { return table->store(key, words, priority, wait); });
        if (PyErr_Occurred()) return nullptr;
    } catch (...) {
        set_python_error();
        return nullptr;
    }
    Py_RETURN_NONE;
}

// The sum of the amounts and what was there.
PyObject* change(PyObject* self, PyValueTable& table, Key key, std::span<const values::Amount> amounts,
                 std::uint8_t priority) {
    try {
        std::uint64_t words[values::kMaxPayload] = {};
        write_patiently(self, table,
                        [&](Wait wait) { return table.add(key, amounts, priority, wait, words); });
        if (PyErr_Occurred()) return nullptr;
        return make_value(table.fields(), table.layout(), words);
    } catch (const values::Overflow& overflow) {
        raise_overflow(table.layout(), overflow.field);
    } catch (...) {
        set_python_error();
    }
    return nullptr;
}

PyObject* add(PyObject* self, PyObject* const* args, Py_ssize_t positional, PyObject* keywords) {
    PyValueTable* table = table_of(self);
    Arguments<3, 2> given;
    Key key;
    std::uint8_t priority;
    values::Amount amounts[kMaxFields];
    if (table == nullptr || !given.parse("add", add_names, args, positional, keywords) ||
        !parse(*table, given[0], key))
        return nullptr;
    const int count = parse_amounts(given[1], table->layout(), false, amounts);
    if (count < 0 || !parse_priority(given[2], priority)) return nullptr;
    return change(self, *table, key, {amounts, static_cast<std::size_t>(count)}, priority);
}

PyObject* update(PyObject* self, PyObject* const* args, Py_ssize_t positional, PyObject* keywords) {
    PyValueTable* table = table_of(self);
    Arguments<4, 2> given;
    Key key;
    std::uint8_t priority;
    values::Amount amounts[2 * kMaxFields];
    if (table == nullptr || !given.parse("update", update_names, args, positional, keywords) ||
        !parse(*table, given[0], key))
        return nullptr;
    int count = parse_amounts(given[1], table->layout(), true, amounts);
    if (count < 0) return nullptr;
    if (given[2] != nullptr && given[2] != Py_None) {
        const int more = parse_amounts(given[2], table->layout(), false, amounts + count);
        if (more < 0) return nullptr;
        count += more;
    }
    if (!parse_priority(given[3], priority)) return nullptr;
    return change(self, *table, key, {amounts, static_cast<std::size_t>(count)}, priority);
}

constexpr const char* kProbeDoc =
    "probe($self, key, /)\n--\n\n"
    "Returns the value of the key, or None. Takes no lock, and never sees half of a store.";
constexpr const char* kPrefetchDoc =
    "prefetch($self, key, /)\n--\n\n"
    "Prefetches the cluster of the key, for a later probe.";
constexpr const char* kStoreDoc =
    "store($self, key, value, priority=0)\n--\n\n"
    "Stores a value under a key and replaces an older one.\n\n"
    "In a full cluster an entry of an earlier generation is replaced, else the one of the lowest priority.";
constexpr const char* kAddDoc =
    "add($self, key, amounts, priority=0)\n--\n\n"
    "Adds to fields of the key's value, which starts from zeros, and returns the new value.\n\n"
    "`amounts` is a dict of numbers by field, or a number for a plain dtype. No amount of another thread or\n"
    "process is lost while the entry lives. OverflowError if a field would leave its range; nothing is\n"
    "added then.";

constexpr const char* kUpdateDoc =
    "update($self, key, values, add=None, priority=0)\n--\n\n"
    "Sets some fields of the key's value, which starts from zeros, and returns the new value.\n\n"
    "`values` is a dict of numbers by field, `add` one of amounts for other fields, all in one step.";

PyMethodDef methods[] = {
    {"probe", probe, METH_O, kProbeDoc},
    {"prefetch", prefetch, METH_O, kPrefetchDoc},
    {"store", as_method(store), METH_FASTCALL | METH_KEYWORDS, kStoreDoc},
    {"add", as_method(add), METH_FASTCALL | METH_KEYWORDS, kAddDoc},
    {"update", as_method(update), METH_FASTCALL | METH_KEYWORDS, kUpdateDoc},
    {},
};

PyType_Slot slots[] = {
    {Py_tp_methods, methods}, {Py_sq_contains, reinterpret_cast<void*>(contains)}, {0, nullptr}};

// --- the class ---------------------------------------------------------------------------------------------

values::Settings settings_of(nb::handle fields, std::uint64_t clusters, int words, bool wide_keys,
                             bool huge_pages, const std::string& type_text) {
    values::Settings settings;
    settings.clusters = clusters;
    settings.words = words;
    settings.wide_keys = wide_keys;
    settings.value_bytes = nb::cast<const ValueFields&>(fields).bytes();
    settings.huge_pages = huge_pages ? table::HugePages::kTransparent : table::HugePages::kNone;
    settings.type_text = type_text;
    return settings;
}

void construct(PyValueTable* self, nb::object fields, std::uint64_t clusters, int words, bool wide_keys,
               bool huge_pages, const std::string& type_text) {
    const auto settings = settings_of(fields, clusters, words, wide_keys, huge_pages, type_text);
    new (self) PyValueTable(settings, std::move(fields));
}

void construct_shared(PyValueTable* self, nb::object fields, std::uint64_t clusters, int words,
                      bool wide_keys, bool huge_pages, const std::string& type_text, int descriptor,
                      std::size_t bytes, int opening) {
    const auto settings = settings_of(fields, clusters, words, wide_keys, huge_pages, type_text);
    const WithoutGil released;
    new (self)
        PyValueTable(settings, std::move(fields), table::Memory::map(descriptor, bytes, settings.huge_pages),
                     static_cast<table::Opening>(opening));
}

void clear(nb::handle_t<PyValueTable> self) {
    PyValueTable& table = ready_value_table(self);
    {
        const table::UseGuard use(table);
        const WithoutGil released;
        table.clear();
    }
    report_recoveries(self.ptr(), table.locks(), table.reported_recoveries);
    if (PyErr_Occurred()) throw nb::python_error();
}

std::uint64_t length(PyValueTable& table) {
    const table::UseGuard use(table);
    const WithoutGil released;
    return table.live_entries();
}

nb::dict memory(PyValueTable& table) {
    nb::dict result;
    const table::UseGuard use(table);
    result["slots"] = table.bytes();
    result["header"] = table::kLocksOffset;
    result["locks"] = values::kBuckets * sizeof(table::BucketLock);
    result["address"] = reinterpret_cast<std::uintptr_t>(table.words());
    return result;
}

nb::object pin(nb::handle_t<PyValueTable> self) {
    return make_pin(self, ready_value_table(self));
}

void flush(PyValueTable& table) {
    const table::UseGuard use(table);
    const WithoutGil released;
    table.memory().flush();
}

}  // namespace

PyValueTable& ready_value_table(nb::handle self) {
    PyValueTable* table = table_of(self.ptr());
    if (table == nullptr) throw nb::python_error();
    return *table;
}

void raise_overflow(const ValueFields& fields, int number) {
    PyObject* module = PyImport_ImportModule("tabiya.values.packing");
    if (module == nullptr) return;
    Py_XDECREF(PyObject_CallMethod(module, "raise_overflow", "OO", fields.dtype().ptr(),
                                   fields.fields()[static_cast<std::size_t>(number)].name.ptr()));
    Py_DECREF(module);
}

nb::object key_object(const PyValueTable& table, Key key) {
    nb::object low = nb::cast(key.low);
    if (!table.settings().wide_keys) return low;
    return nb::cast(key.high).attr("__lshift__")(64).attr("__or__")(low);
}

void bind_values(nb::module_& module) {
    using nb::literals::operator""_a;
    bind_value_type(module);
    intern(store_names, {"key", "value", "priority"});
    intern(add_names, {"key", "amounts", "priority"});
    intern(update_names, {"key", "values", "add", "priority"});
    TableClass<PyValueTable> type(module, "ValueTable", nb::type_slots(slots),
                                  "The native backend of tabiya.ValueTable.");
    type.def("__init__", construct, "fields"_a, "clusters"_a, "words"_a, "wide_keys"_a, "huge_pages"_a,
             "type_text"_a)
        .def("__init__", construct_shared, "fields"_a, "clusters"_a, "words"_a, "wide_keys"_a, "huge_pages"_a,
             "type_text"_a, "descriptor"_a, "size"_a, "opening"_a)
        .def("_clear", clear)
        .def("__len__", length)
        .def("_memory", memory)
        .def("_pin", pin)
        .def("_flush", flush)
        .def(
            "_close", [](PyValueTable& table) { table.close(); }, nb::lock_self())
        .def("_check_open", [](PyValueTable& table) { table.check_open(); })
        .def_prop_ro("_closed", [](PyValueTable& table) { return table.closed(); })
        .def("_new_search",
             [](PyValueTable& table) {
                 const Section section(table);
                 table.check_open();
                 table.new_search();
             })
        .def("_generation_count",
             [](PyValueTable& table) {
                 const Section section(table);
                 table.check_open();
                 return table.generation_count();
             })
        .def(
            "_set_generation",
            [](PyValueTable& table, std::uint32_t count) {
                const Section section(table);
                table.check_open();
                table.set_generation(count);
            },
            "count"_a)
        .def("_recoveries", [](PyValueTable& table) { return table.locks().recoveries(); })
        .def(
            "_set_lock_patience",
            [](PyValueTable& table, std::uint32_t milliseconds) {
                table.locks().set_patience(std::chrono::milliseconds(milliseconds));
            },
            "milliseconds"_a);
    bind_value_batches(type);
}

}  // namespace tabiya::bindings
