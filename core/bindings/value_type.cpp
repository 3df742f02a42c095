#include "bindings/value_type.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstring>

#include "bindings/free_list.hpp"
#include "bindings/owned.hpp"

namespace tabiya::bindings {
namespace {

struct ValueObject {
    PyObject_HEAD PyObject* owner;  // the instance of the fields
    const ValueFields* fields;
    std::uint64_t words[values::kMaxPayload];
};

PyTypeObject* value_type = nullptr;
constinit FreeList<ValueObject> free_values;  // most values are read once

ValueObject* self_of(PyObject* self) {
    return reinterpret_cast<ValueObject*>(self);
}

PyObject* item_at(PyObject* self, Py_ssize_t index) {
    const ValueObject* value = self_of(self);
    if (index < 0 || static_cast<std::size_t>(index) >= value->fields->fields().size()) {
        PyErr_SetString(PyExc_IndexError, "a value has no field of that number");
        return nullptr;
    }
    return read_field(*value->fields, static_cast<std::size_t>(index), value->words);
}

Py_ssize_t length(PyObject* self) {
    return static_cast<Py_ssize_t>(self_of(self)->fields->fields().size());
}

PyObject* subscript(PyObject* self, PyObject* name) {
    if (PyUnicode_Check(name)) {
        const int number = self_of(self)->fields->find(name);
        if (number >= 0) return item_at(self, number);
        PyErr_SetObject(PyExc_KeyError, name);
        return nullptr;
    }
    const Py_ssize_t index = PyNumber_AsSsize_t(name, PyExc_IndexError);
    if (index == -1 && PyErr_Occurred()) return nullptr;
    return item_at(self, index < 0 ? index + length(self) : index);
}

PyObject* as_tuple(PyObject* self) {
    const Py_ssize_t count = length(self);
    PyObject* tuple = PyTuple_New(count);
    for (Py_ssize_t i = 0; tuple != nullptr && i < count; ++i) {
        PyObject* item = item_at(self, i);
        if (item == nullptr)
            Py_CLEAR(tuple);
        else
            PyTuple_SET_ITEM(tuple, i, item);
    }
    return tuple;
}

// Arrays have no truth value, so tuples of them cannot be compared.
PyObject* equal_with_arrays(PyObject* left, PyObject* right, int operation) {
    const Owned module(PyImport_ImportModule("tabiya.values.conversion"));
    if (!module) return nullptr;
    const Owned equal(PyObject_CallMethod(module.get(), "equal_values", "OO", left, right));
    if (!equal) return nullptr;
    return PyBool_FromLong((equal.get() == Py_True) == (operation == Py_EQ));
}

PyObject* compare(PyObject* left, PyObject* right, int operation) {
    const bool value = Py_TYPE(right) == value_type;
    if (!value && !PyTuple_Check(right)) Py_RETURN_NOTIMPLEMENTED;
    PyObject* ours = as_tuple(left);
    PyObject* theirs = value ? as_tuple(right) : Py_NewRef(right);
    PyObject* result = nullptr;
    if (ours != nullptr && theirs != nullptr) {
        const bool equality = operation == Py_EQ || operation == Py_NE;
        result = equality && !self_of(left)->fields->numbers()
                     ? equal_with_arrays(ours, theirs, operation)
                     : PyObject_RichCompare(ours, theirs, operation);
    }
    Py_XDECREF(ours);
    Py_XDECREF(theirs);
    return result;
}

Py_hash_t hash(PyObject* self) {
    PyObject* tuple = as_tuple(self);
    if (tuple == nullptr) return -1;
    const Py_hash_t result = PyObject_Hash(tuple);
    Py_DECREF(tuple);
    return result;
}

PyObject* as_dict(PyObject* self, PyObject*) {
    PyObject* dict = PyDict_New();
    const auto& all = self_of(self)->fields->fields();
    for (std::size_t i = 0; dict != nullptr && i < all.size(); ++i) {
        PyObject* item = item_at(self, static_cast<Py_ssize_t>(i));
        if (item == nullptr || PyDict_SetItem(dict, all[i].name.ptr(), item) < 0) Py_CLEAR(dict);
        Py_XDECREF(item);
    }
    return dict;
}

PyObject* repr(PyObject* self) {
    PyObject* dict = as_dict(self, nullptr);
    PyObject* text = dict != nullptr ? PyUnicode_FromFormat("Value(%R)", dict) : nullptr;
    Py_XDECREF(dict);
    return text;
}

PyObject* to_numpy(PyObject* self, PyObject*) {
    return unpack_with_numpy(*self_of(self)->fields, Py_None, self_of(self)->words);
}

PyObject* reduce(PyObject* self, PyObject*) {
    const ValueFields& fields = *self_of(self)->fields;
    PyObject* module = PyImport_ImportModule("tabiya.values.packing");
    PyObject* restore = module != nullptr ? PyObject_GetAttrString(module, "restore_value") : nullptr;
    Py_XDECREF(module);
    if (restore == nullptr) return nullptr;
    PyObject* bytes = PyBytes_FromStringAndSize(reinterpret_cast<const char*>(self_of(self)->words),
                                                static_cast<Py_ssize_t>(fields.bytes()));
    return Py_BuildValue("(N(ON))", restore, fields.dtype().ptr(), bytes);
}

void dealloc(PyObject* self) {
    Py_DECREF(self_of(self)->owner);
    free_values.drop(self);
}

PyMethodDef methods[] = {
    {"as_dict", as_dict, METH_NOARGS, "as_dict($self, /)\n--\n\nReturns the fields by name."},
    {"to_numpy", to_numpy, METH_NOARGS,
     "to_numpy($self, /)\n--\n\nReturns the value as a scalar of the table's dtype."},
    {"__reduce__", reduce, METH_NOARGS, "For pickle."},
    {},
};

constexpr const char* kDoc =
    "A value of a ValueTable: value[\"n\"], value[0], or unpacked as a tuple, to which it compares equal.";

PyType_Slot slots[] = {
    {Py_tp_dealloc, reinterpret_cast<void*>(dealloc)},
    {Py_tp_repr, reinterpret_cast<void*>(repr)},
    {Py_tp_richcompare, reinterpret_cast<void*>(compare)},
    {Py_tp_hash, reinterpret_cast<void*>(hash)},
    {Py_tp_iter, reinterpret_cast<void*>(PySeqIter_New)},
    {Py_mp_subscript, reinterpret_cast<void*>(subscript)},
    {Py_mp_length, reinterpret_cast<void*>(length)},
    {Py_sq_item, reinterpret_cast<void*>(item_at)},
    {Py_sq_length, reinterpret_cast<void*>(length)},
    {Py_tp_methods, methods},
    {Py_tp_doc, const_cast<char*>(kDoc)},
    {0, nullptr},
};

PyType_Spec spec = {"tabiya.Value", sizeof(ValueObject), 0,
                    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};

}  // namespace

const std::uint64_t* words_of(PyObject* value, const ValueFields& fields) {
    return Py_TYPE(value) == value_type && self_of(value)->fields == &fields ? self_of(value)->words
                                                                             : nullptr;
}

PyObject* make_value(nb::handle owner, const ValueFields& fields, const std::uint64_t* words) {
    if (fields.plain()) return read_field(fields, 0, words);
    ValueObject* value = free_values.make(value_type);
    if (value == nullptr) return nullptr;
    value->owner = Py_NewRef(owner.ptr());
    value->fields = &fields;
    // Loops of fixed size: a call of memcpy would cost as much as the probe.
    if (fields.bytes() <= 24) {
        for (int i = 0; i < 3; ++i) value->words[i] = words[i];
    } else {
        for (int i = 0; i < values::kMaxPayload; ++i) value->words[i] = words[i];
    }
    return reinterpret_cast<PyObject*>(value);
}

void bind_value_type(nb::module_& module) {
    using nb::literals::operator""_a;
    PyObject* type = PyType_FromSpec(&spec);
    if (type == nullptr || PyModule_AddObjectRef(module.ptr(), "Value", type) < 0) throw nb::python_error();
    value_type = reinterpret_cast<PyTypeObject*>(type);
    nb::class_<ValueFields>(module, "ValueFields", "What the values of a ValueTable consist of.")
        .def(nb::init<nb::object, std::uint32_t, bool,
                      const std::vector<std::tuple<std::string, std::uint16_t, std::string>>&>(),
             "dtype"_a, "bytes"_a, "plain"_a, "fields"_a)
        .def_prop_ro("dtype", &ValueFields::dtype)
        .def(
            "_make",
            [](nb::handle_t<ValueFields> self, nb::bytes bytes) {
                const ValueFields& fields = *nb::inst_ptr<ValueFields>(self);
                std::uint64_t words[values::kMaxPayload] = {};
                if (bytes.size() != fields.bytes()) throw std::invalid_argument("wrong number of bytes");
                std::memcpy(words, bytes.c_str(), bytes.size());
                PyObject* value = make_value(self, fields, words);
                if (value == nullptr) throw nb::python_error();
                return nb::steal(value);
            },
            "bytes"_a);
}

}  // namespace tabiya::bindings
