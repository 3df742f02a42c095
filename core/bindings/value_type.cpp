#include "bindings/value_type.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstring>

#include "bindings/free_list.hpp"
#include "bindings/integers.hpp"

namespace tabiya::bindings {
namespace {

using values::Kind;

struct ValueObject {
    PyObject_HEAD PyObject* owner;  // of the fields
    const ValueFields* fields;
    std::uint64_t words[values::kMaxPayload];
};

PyTypeObject* value_type = nullptr;

FreeList<ValueObject> free_values;  // they die young: most are read once

ValueObject* self_of(PyObject* self) {
    return reinterpret_cast<ValueObject*>(self);
}
const std::byte* bytes_of(const std::uint64_t* words) {
    return reinterpret_cast<const std::byte*>(words);
}

// Calls tabiya.value_packing.FUNCTION with the arguments; null with an exception set on failure.
template <class... More>
PyObject* call_packing(const char* function, More... arguments) {
    PyObject* module = PyImport_ImportModule("tabiya.value_packing");
    if (module == nullptr) return nullptr;
    PyObject* callable = PyObject_GetAttrString(module, function);
    Py_DECREF(module);
    if (callable == nullptr) return nullptr;
    PyObject* result = PyObject_CallFunctionObjArgs(callable, arguments..., nullptr);
    Py_DECREF(callable);
    return result;
}

// --- from words to Python ----------------------------------------------------------------------------------

template <class T>
T load(const std::byte* place) {
    T value;
    std::memcpy(&value, place, sizeof value);
    return value;
}

PyObject* unpack_other(const ValueFields& fields, PyObject* name, const std::uint64_t* words) {
    PyObject* bytes = PyBytes_FromStringAndSize(reinterpret_cast<const char*>(words), fields.bytes());
    if (bytes == nullptr) return nullptr;
    PyObject* value = call_packing("unpack_field", fields.dtype().ptr(), bytes, name);
    Py_DECREF(bytes);
    return value;
}

PyObject* read_field(const ValueFields& fields, std::size_t number, const std::uint64_t* words) {
    const ValueFields::Named& named = fields.fields()[number];
    const std::byte* place = bytes_of(words) + named.field.offset;
    switch (named.field.kind) {
        case Kind::kInt8:
            return PyLong_FromLong(load<std::int8_t>(place));
        case Kind::kInt16:
            return PyLong_FromLong(load<std::int16_t>(place));
        case Kind::kInt32:
            return PyLong_FromLong(load<std::int32_t>(place));
        case Kind::kInt64:
            return PyLong_FromLongLong(load<std::int64_t>(place));
        case Kind::kUint8:
            return PyLong_FromLong(load<std::uint8_t>(place));
        case Kind::kUint16:
            return PyLong_FromLong(load<std::uint16_t>(place));
        case Kind::kUint32:
            return PyLong_FromUnsignedLong(load<std::uint32_t>(place));
        case Kind::kUint64:
            return PyLong_FromUnsignedLongLong(load<std::uint64_t>(place));
        case Kind::kFloat32:
            return PyFloat_FromDouble(load<float>(place));
        case Kind::kFloat64:
            return PyFloat_FromDouble(load<double>(place));
        case Kind::kFloat16:
            return PyFloat_FromDouble(PyFloat_Unpack2(reinterpret_cast<const char*>(place), 1));
        case Kind::kBool:
            return PyBool_FromLong(load<std::uint8_t>(place));
        case Kind::kOther:
            break;
    }
    return unpack_other(fields, named.name.ptr(), words);
}

// --- from Python to words ----------------------------------------------------------------------------------

// An integer of at most 90 bits: more than any field holds.
bool read_integer(PyObject* object, values::Int128& out) {
    if (!PyLong_Check(object)) return false;
    const Digits number(object);
    if (number.count > 3) return false;
    out = 0;
    for (Py_ssize_t i = number.count; i-- > 0;) out = out << 30 | number.digits[i];
    if (number.negative) out = -out;
    return true;
}

template <class T>
bool write_integer(values::Int128 number, std::byte* place) {
    const T value = static_cast<T>(number);
    if (value != number) return false;
    std::memcpy(place, &value, sizeof value);
    return true;
}

bool write_integer_of(Kind kind, values::Int128 number, std::byte* place) {
    switch (kind) {
        case Kind::kInt8:
            return write_integer<std::int8_t>(number, place);
        case Kind::kInt16:
            return write_integer<std::int16_t>(number, place);
        case Kind::kInt32:
            return write_integer<std::int32_t>(number, place);
        case Kind::kInt64:
            return write_integer<std::int64_t>(number, place);
        case Kind::kUint8:
            return write_integer<std::uint8_t>(number, place);
        case Kind::kUint16:
            return write_integer<std::uint16_t>(number, place);
        case Kind::kUint32:
            return write_integer<std::uint32_t>(number, place);
        default:
            return write_integer<std::uint64_t>(number, place);
    }
}

// An exact float, or an integer that a double holds exactly.
bool read_real(PyObject* object, double& out) {
    if (PyFloat_CheckExact(object)) {
        out = PyFloat_AS_DOUBLE(object);
        return true;
    }
    std::int32_t small;
    if (!read_small(object, -(1 << 29), 1 << 29, small)) return false;
    out = small;
    return true;
}

// False, with no exception set, for all that is not plainly right.
bool write_field(const values::Field& field, PyObject* object, std::uint64_t* words) {
    std::byte* const place = reinterpret_cast<std::byte*>(words) + field.offset;
    if (values::is_integer(field.kind)) {
        values::Int128 number;
        return read_integer(object, number) && write_integer_of(field.kind, number, place);
    }
    double real;
    if (field.kind == Kind::kFloat64 && read_real(object, real)) {
        std::memcpy(place, &real, sizeof real);
        return true;
    }
    if (field.kind == Kind::kFloat32 && read_real(object, real)) {
        const float value = static_cast<float>(real);
        std::memcpy(place, &value, sizeof value);
        return true;
    }
    if (field.kind == Kind::kFloat16 && read_real(object, real)) {
        if (PyFloat_Pack2(real, reinterpret_cast<char*>(place), 1) == 0) return true;
        PyErr_Clear();  // too large: NumPy makes it infinite
        return false;
    }
    if (field.kind == Kind::kBool && PyBool_Check(object)) {
        *place = std::byte{object == Py_True};
        return true;
    }
    return false;
}

bool write_quickly(PyObject* value, const ValueFields& fields, std::uint64_t* words) {
    const auto& all = fields.fields();
    if (fields.plain()) return write_field(all[0].field, value, words);
    if (Py_TYPE(value) == value_type && self_of(value)->fields == &fields) {
        std::memcpy(words, self_of(value)->words, (fields.bytes() + 7) / 8 * 8);
        return true;
    }
    if (PyTuple_CheckExact(value) && static_cast<std::size_t>(PyTuple_GET_SIZE(value)) == all.size()) {
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (!write_field(all[i].field, PyTuple_GET_ITEM(value, static_cast<Py_ssize_t>(i)), words))
                return false;
        }
        return true;
    }
    if (!PyDict_CheckExact(value) || static_cast<std::size_t>(PyDict_GET_SIZE(value)) != all.size())
        return false;
    for (const ValueFields::Named& named : all) {
        PyObject* item = PyDict_GetItemWithError(value, named.name.ptr());
        if (item == nullptr || !write_field(named.field, item, words)) return false;
    }
    return true;
}

bool pack_slowly(PyObject* value, const ValueFields& fields, std::uint64_t* words) {
    PyObject* bytes = call_packing("pack_value", fields.dtype().ptr(), value);
    if (bytes == nullptr) return false;
    const bool right = PyBytes_Check(bytes) && PyBytes_GET_SIZE(bytes) == fields.bytes();
    if (right) std::memcpy(words, PyBytes_AS_STRING(bytes), fields.bytes());
    if (!right) PyErr_SetString(PyExc_RuntimeError, "pack_value did not give the bytes of a value");
    Py_DECREF(bytes);
    return right;
}

bool read_amount(const ValueFields& fields, std::size_t number, PyObject* object, bool replaces,
                 values::Amount& amount) {
    amount.replaces = replaces;
    amount.field = fields.fields()[number].field;
    amount.number = number;
    if (values::is_integer(amount.field.kind)) return read_integer(object, amount.integer);
    return values::is_addable(amount.field.kind) && read_real(object, amount.real);
}

// How many, or -1 with no exception set for all that is not plainly right.
int read_amounts(PyObject* value, const ValueFields& fields, bool replaces, values::Amount* amounts) {
    if (fields.plain()) return read_amount(fields, 0, value, replaces, amounts[0]) ? 1 : -1;
    if (!PyDict_CheckExact(value) || static_cast<std::size_t>(PyDict_GET_SIZE(value)) > kMaxFields) return -1;
    Py_ssize_t position = 0;
    PyObject *name, *item;
    int count = 0;
    while (PyDict_Next(value, &position, &name, &item)) {
        const int number = PyUnicode_Check(name) ? fields.find(name) : -1;
        if (number < 0 ||
            !read_amount(fields, static_cast<std::size_t>(number), item, replaces, amounts[count]))
            return -1;
        ++count;
    }
    return count;
}

// --- the type ----------------------------------------------------------------------------------------------

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

PyObject* compare(PyObject* left, PyObject* right, int operation) {
    const bool value = Py_TYPE(right) == value_type;
    if (!value && !PyTuple_Check(right)) Py_RETURN_NOTIMPLEMENTED;
    PyObject* ours = as_tuple(left);
    PyObject* theirs = value ? as_tuple(right) : Py_NewRef(right);
    PyObject* result = nullptr;
    if (ours != nullptr && theirs != nullptr) result = PyObject_RichCompare(ours, theirs, operation);
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
    return unpack_other(*self_of(self)->fields, Py_None, self_of(self)->words);
}

PyObject* reduce(PyObject* self, PyObject*) {
    const ValueFields& fields = *self_of(self)->fields;
    PyObject* module = PyImport_ImportModule("tabiya.value_packing");
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
    {"as_dict", as_dict, METH_NOARGS, "as_dict($self, /)\n--\n\nThe fields by their names."},
    {"to_numpy", to_numpy, METH_NOARGS,
     "to_numpy($self, /)\n--\n\nThe value as a scalar of the table's dtype."},
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

Kind kind_of(const std::string& letter) {
    constexpr const char* kLetters = "bhiqBHIQfde?";
    const char* const found = letter.size() == 1 ? std::strchr(kLetters, letter[0]) : nullptr;
    return found != nullptr ? static_cast<Kind>(found - kLetters) : Kind::kOther;
}
static_assert(static_cast<int>(Kind::kBool) == 11 && static_cast<int>(Kind::kFloat64) == 9);

}  // namespace

ValueFields::ValueFields(nb::object dtype, std::uint32_t bytes, bool plain,
                         const std::vector<std::tuple<std::string, std::uint16_t, std::string>>& fields)
    : dtype_(std::move(dtype)), bytes_(bytes), plain_(plain) {
    if (fields.empty() || fields.size() > kMaxFields)
        throw std::invalid_argument("too few or too many fields");
    for (const auto& [name, offset, letter] : fields) {
        PyObject* text = PyUnicode_InternFromString(name.c_str());
        if (text == nullptr) throw nb::python_error();
        fields_.push_back({plain ? nb::none() : nb::steal(text), {kind_of(letter), offset}});
        if (plain) Py_DECREF(text);
    }
}

int ValueFields::find(PyObject* name) const {
    // Names written in source code are interned, so the pointer decides almost always.
    for (std::size_t i = 0; i < fields_.size(); ++i) {
        if (fields_[i].name.ptr() == name) return static_cast<int>(i);
    }
    for (std::size_t i = 0; i < fields_.size(); ++i) {
        if (PyUnicode_Compare(fields_[i].name.ptr(), name) == 0) return static_cast<int>(i);
    }
    return -1;
}

PyObject* make_value(nb::handle owner, const ValueFields& fields, const std::uint64_t* words) {
    if (fields.plain()) return read_field(fields, 0, words);
    ValueObject* value = free_values.make(value_type);
    if (value == nullptr) return nullptr;
    value->owner = Py_NewRef(owner.ptr());
    value->fields = &fields;
    // Of a fixed size each: a call of memcpy would cost as much as the probe.
    if (fields.bytes() <= 24) {
        for (int i = 0; i < 3; ++i) value->words[i] = words[i];
    } else {
        for (int i = 0; i < values::kMaxPayload; ++i) value->words[i] = words[i];
    }
    return reinterpret_cast<PyObject*>(value);
}

bool pack_value(PyObject* value, const ValueFields& fields, std::uint64_t* words) {
    std::memset(words, 0, values::kMaxPayload * 8);  // padding is zero, so that equal values are equal bytes
    if (write_quickly(value, fields, words)) [[likely]]
        return true;
    if (PyErr_Occurred()) return false;
    return pack_slowly(value, fields, words);
}

int parse_amounts(PyObject* value, const ValueFields& fields, bool replaces, values::Amount* amounts) {
    int count = read_amounts(value, fields, replaces, amounts);
    if (count >= 0) [[likely]]
        return count;
    PyObject* checked = call_packing("check_amounts", fields.dtype().ptr(), value);
    if (checked == nullptr) return -1;
    count = read_amounts(checked, fields, replaces, amounts);
    Py_DECREF(checked);
    if (count < 0) PyErr_SetString(PyExc_OverflowError, "an amount is too large for any field");
    return count;
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
