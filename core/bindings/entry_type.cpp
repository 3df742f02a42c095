#include "bindings/entry_type.hpp"

#include <atomic>
#include <initializer_list>

#include "bindings/arguments.hpp"
#include "bindings/free_list.hpp"

namespace tabiya::bindings {
namespace {

PyTypeObject* entry_type = nullptr;

constinit FreeList<EntryObject> free_entries;  // most entries are read once

const EntryObject* self_of(PyObject* self) {
    return reinterpret_cast<const EntryObject*>(self);
}

// A member of tabiya.table.entry_values.NAME, from a cache that is filled on first use and never freed.
PyObject* enum_member(std::atomic<PyObject*>* cache, const char* name, int value) {
    if (PyObject* known = cache[value].load(std::memory_order_acquire)) return Py_NewRef(known);
    PyObject* module = PyImport_ImportModule("tabiya.table.entry_values");
    PyObject* type = module != nullptr ? PyObject_GetAttrString(module, name) : nullptr;
    PyObject* member = type != nullptr ? PyObject_CallFunction(type, "i", value) : nullptr;
    Py_XDECREF(module);
    Py_XDECREF(type);
    PyObject* none = nullptr;
    // Racing threads have the same member; one of them keeps it.
    if (member != nullptr && cache[value].compare_exchange_strong(none, member)) Py_INCREF(member);
    return member;
}

PyObject* bound_member(table::Bound bound) {
    static constinit std::atomic<PyObject*> cache[4];
    return enum_member(cache, "Bound", static_cast<int>(bound));
}

PyObject* source_member(table::Source source) {
    static constinit std::atomic<PyObject*> cache[5];
    const int value = static_cast<int>(source);
    // A torn slot that passed a scan may hold one of the three unused codes.
    return value < 5 ? enum_member(cache, "Source", value) : PyLong_FromLong(value);
}

PyObject* get_move(PyObject* self, void*) {
    return PyLong_FromLong(static_cast<long>(table::move_of(self_of(self)->word1)));
}
PyObject* get_score(PyObject* self, void*) {
    return PyLong_FromLong(table::score_of(self_of(self)->word1));
}
PyObject* get_eval(PyObject* self, void*) {
    const std::int16_t eval = self_of(self)->eval;
    return eval == table::kNoEval ? Py_NewRef(Py_None) : PyLong_FromLong(eval);
}
PyObject* get_depth(PyObject* self, void*) {
    return PyLong_FromLong(table::depth_of(self_of(self)->word1));
}
PyObject* get_bound(PyObject* self, void*) {
    return bound_member(table::bound_of(self_of(self)->word1));
}
PyObject* get_generation(PyObject* self, void*) {
    return PyLong_FromLong(static_cast<long>(table::generation_of(self_of(self)->word1)));
}
PyObject* get_source(PyObject* self, void*) {
    return source_member(table::source_of(self_of(self)->word1));
}
PyObject* get_pv(PyObject* self, void*) {
    return PyBool_FromLong(table::pv_of(self_of(self)->word1));
}

PyGetSetDef getters[] = {
    {"move", get_move, nullptr, "The move, as the caller encoded it; 0 is none.", nullptr},
    {"score", get_score, nullptr, "The score, from -500000 to 500000.", nullptr},
    {"eval", get_eval, nullptr, "The static evaluation, or None.", nullptr},
    {"depth", get_depth, nullptr, "The depth of the search behind the score; 0 is quiescence.", nullptr},
    {"bound", get_bound, nullptr, "The kind of score: Bound.EXACT, Bound.LOWER or Bound.UPPER.", nullptr},
    {"generation", get_generation, nullptr, "The table's generation when the entry was stored, 0 to 63.",
     nullptr},
    {"source", get_source, nullptr, "The part of the search that stored it.", nullptr},
    {"pv", get_pv, nullptr, "Whether it was on a principal variation.", nullptr},
    {},
};

// The eight fields in constructor order.
PyObject* fields_tuple(PyObject* self) {
    return Py_BuildValue("(NNNNNNNN)", get_move(self, nullptr), get_score(self, nullptr),
                         get_eval(self, nullptr), get_depth(self, nullptr), get_bound(self, nullptr),
                         get_generation(self, nullptr), get_source(self, nullptr), get_pv(self, nullptr));
}

PyObject* new_entry(PyTypeObject*, PyObject* args, PyObject* keywords) {
    static const char* names[] = {"move",       "score",  "eval", "depth", "bound",
                                  "generation", "source", "pv",   nullptr};
    PyObject* values[8] = {};
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "|OOOOOOOO:Entry", const_cast<char**>(names), &values[0],
                                     &values[1], &values[2], &values[3], &values[4], &values[5], &values[6],
                                     &values[7])) {
        return nullptr;
    }
    table::Entry entry;
    const bool right =
        (!values[0] || parse_move(values[0], entry)) &&
        (!values[1] || parse_score(values[1], false, entry)) &&
        (!values[2] || parse_eval(values[2], entry)) && (!values[3] || parse_depth(values[3], entry)) &&
        (!values[4] || parse_bound(values[4], entry)) && (!values[5] || parse_generation(values[5], entry)) &&
        (!values[6] || parse_source(values[6], entry)) && (!values[7] || parse_pv(values[7], entry));
    return right ? make_entry(table::pack_word1(entry), entry.eval) : nullptr;
}

void dealloc_entry(PyObject* self) {
    free_entries.drop(self);
}

PyObject* repr_entry(PyObject* self) {
    PyObject* eval = get_eval(self, nullptr);
    PyObject* bound = get_bound(self, nullptr);
    PyObject* source = get_source(self, nullptr);
    PyObject* bound_name = bound != nullptr ? PyObject_GetAttrString(bound, "name") : nullptr;
    PyObject* source_name = source != nullptr ? PyObject_GetAttrString(source, "name") : nullptr;
    PyObject* text = nullptr;
    if (eval != nullptr && bound_name != nullptr && source_name != nullptr) {
        const std::uint64_t word1 = self_of(self)->word1;
        text = PyUnicode_FromFormat(
            "Entry(move=%u, score=%d, eval=%S, depth=%d, bound=Bound.%U, generation=%d, source=Source.%U, "
            "pv=%s)",
            table::move_of(word1), table::score_of(word1), eval, table::depth_of(word1), bound_name,
            static_cast<int>(table::generation_of(word1)), source_name,
            table::pv_of(word1) ? "True" : "False");
    }
    for (PyObject* part : {eval, bound, source, bound_name, source_name}) Py_XDECREF(part);
    return text;
}

PyObject* compare_entries(PyObject* left, PyObject* right, int operation) {
    const EntryObject* other = as_entry(right);
    // tabiya.table.entry.PureEntry can compare itself with this type.
    if (other == nullptr || (operation != Py_EQ && operation != Py_NE)) Py_RETURN_NOTIMPLEMENTED;
    const bool equal = self_of(left)->word1 == other->word1 && self_of(left)->eval == other->eval;
    return PyBool_FromLong(equal == (operation == Py_EQ));
}

Py_hash_t hash_entry(PyObject* self) {
    PyObject* fields = fields_tuple(self);
    if (fields == nullptr) return -1;
    const Py_hash_t hash = PyObject_Hash(fields);
    Py_DECREF(fields);
    return hash;
}

// A function of tabiya.table.entry.
PyObject* in_python(const char* name) {
    PyObject* module = PyImport_ImportModule("tabiya.table.entry");
    if (module == nullptr) return nullptr;
    PyObject* function = PyObject_GetAttrString(module, name);
    Py_DECREF(module);
    return function;
}

PyObject* reduce_entry(PyObject* self, PyObject*) {
    PyObject* restore = in_python("restore_entry");
    if (restore == nullptr) return nullptr;
    return Py_BuildValue("(NN)", restore, fields_tuple(self));
}

PyObject* told_by(const char* name, PyObject* self) {
    PyObject* function = in_python(name);
    if (function == nullptr) return nullptr;
    PyObject* result = PyObject_CallOneArg(function, self);
    Py_DECREF(function);
    return result;
}

PyObject* as_dict(PyObject* self, PyObject*) {
    return told_by("entry_dict", self);
}

PyObject* repr_html(PyObject* self, PyObject*) {
    return told_by("entry_html", self);
}

PyMethodDef methods[] = {
    {"__reduce__", reduce_entry, METH_NOARGS, "For pickle."},
    {"as_dict", as_dict, METH_NOARGS,
     "as_dict($self, /)\n--\n\n"
     "Returns the fields as plain values, for JSON and data frames. Bound and source are names."},
    {"_repr_html_", repr_html, METH_NOARGS, "_repr_html_($self, /)\n--\n\n"},
    {},
};

constexpr const char* kDoc =
    "Entry(move=0, score=0, eval=None, depth=0, bound=Bound.EXACT, generation=0, source=Source.MAIN, "
    "pv=False)\n--\n\n"
    "An entry of a table: immutable, hashable, and equal to any entry with the same eight fields.";

PyType_Slot slots[] = {
    {Py_tp_new, reinterpret_cast<void*>(new_entry)},
    {Py_tp_dealloc, reinterpret_cast<void*>(dealloc_entry)},
    {Py_tp_repr, reinterpret_cast<void*>(repr_entry)},
    {Py_tp_richcompare, reinterpret_cast<void*>(compare_entries)},
    {Py_tp_hash, reinterpret_cast<void*>(hash_entry)},
    {Py_tp_getset, getters},
    {Py_tp_methods, methods},
    {Py_tp_doc, const_cast<char*>(kDoc)},
    {0, nullptr},
};

PyType_Spec spec = {"tabiya.Entry", sizeof(EntryObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
                    slots};

}  // namespace

bool add_entry_type(PyObject* module) {
    PyObject* type = PyType_FromSpec(&spec);
    if (type == nullptr) return false;
    entry_type = reinterpret_cast<PyTypeObject*>(type);
    PyObject* names =
        Py_BuildValue("(ssssssss)", "move", "score", "eval", "depth", "bound", "generation", "source", "pv");
    if (names == nullptr || PyDict_SetItemString(entry_type->tp_dict, "__match_args__", names) < 0)
        return false;
    Py_DECREF(names);
    PyType_Modified(entry_type);
    return PyModule_AddObjectRef(module, "Entry", type) == 0;
}

PyObject* make_entry(std::uint64_t word1, std::int16_t eval) {
    EntryObject* entry = free_entries.make(entry_type);
    if (entry == nullptr) return nullptr;
    entry->word1 = word1;
    entry->eval = eval;
    return reinterpret_cast<PyObject*>(entry);
}

const EntryObject* as_entry(PyObject* object) {
    return Py_TYPE(object) == entry_type ? reinterpret_cast<const EntryObject*>(object) : nullptr;
}

}  // namespace tabiya::bindings
