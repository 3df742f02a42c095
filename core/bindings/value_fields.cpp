#include "bindings/value_fields.hpp"

#include <cmath>
#include <cstring>

#include "bindings/integers.hpp"
#include "bindings/value_type.hpp"

namespace tabiya::bindings {
namespace {

using values::Kind;

// Calls tabiya.values.packing.FUNCTION. Returns null with an exception set on failure.
template <class... More>
PyObject* call_packing(const char* function, More... arguments) {
    PyObject* module = PyImport_ImportModule("tabiya.values.packing");
    if (module == nullptr) return nullptr;
    PyObject* callable = PyObject_GetAttrString(module, function);
    Py_DECREF(module);
    if (callable == nullptr) return nullptr;
    PyObject* result = PyObject_CallFunctionObjArgs(callable, arguments..., nullptr);
    Py_DECREF(callable);
    return result;
}

template <class T>
T load(const std::byte* place) {
    T value;
    std::memcpy(&value, place, sizeof value);
    return value;
}

// --- from Python to words ----------------------------------------------------------------------------------

// Reads an integer of at most 90 bits, which is more than any field holds.
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

// Reads an exact float, or an integer that a double holds exactly.
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

// Whether a float field may keep a number as `kept`: a float may be rounded but must stay finite, an integer
// must not change.
bool may_keep(PyObject* object, double real, double kept) {
    return PyFloat_CheckExact(object) ? std::isfinite(kept) || !std::isfinite(real) : kept == real;
}

// Separate from `write_field`, which is called for every field.
[[gnu::noinline]] bool write_small_float(Kind kind, PyObject* object, std::byte* place) {
    double real;
    if (!read_real(object, real)) return false;
    if (kind == Kind::kFloat32) {
        const float value = static_cast<float>(real);
        std::memcpy(place, &value, sizeof value);
        return may_keep(object, real, value);
    }
    if (PyFloat_Pack2(real, reinterpret_cast<char*>(place), 1) == 0)
        return may_keep(object, real, PyFloat_Unpack2(reinterpret_cast<char*>(place), 1));
    PyErr_Clear();  // too large
    return false;
}

// Returns false without an exception for objects that need a closer look.
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
    if (field.kind == Kind::kFloat32 || field.kind == Kind::kFloat16)
        return write_small_float(field.kind, object, place);
    if (field.kind == Kind::kBool && PyBool_Check(object)) {
        *place = std::byte{object == Py_True};
        return true;
    }
    return false;
}

bool write_quickly(PyObject* value, const ValueFields& fields, std::uint64_t* words) {
    const auto& all = fields.fields();
    if (fields.plain()) return write_field(all[0].field, value, words);
    if (const std::uint64_t* own = words_of(value, fields)) {
        std::memcpy(words, own, (fields.bytes() + 7) / 8 * 8);
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

// Returns their number, or -1 without an exception for objects that need a closer look.
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
        // With the size: a name may contain a zero.
        PyObject* text = PyUnicode_FromStringAndSize(name.data(), static_cast<Py_ssize_t>(name.size()));
        if (text == nullptr) throw nb::python_error();
        PyUnicode_InternInPlace(&text);
        fields_.push_back({plain ? nb::none() : nb::steal(text), {kind_of(letter), offset}});
        numbers_ = numbers_ && fields_.back().field.kind != Kind::kOther;
        if (plain) Py_DECREF(text);
    }
}

int ValueFields::find(PyObject* name) const {
    // Names in source code are interned, so comparing pointers almost always suffices.
    for (std::size_t i = 0; i < fields_.size(); ++i) {
        if (fields_[i].name.ptr() == name) return static_cast<int>(i);
    }
    for (std::size_t i = 0; i < fields_.size(); ++i) {
        if (PyUnicode_Compare(fields_[i].name.ptr(), name) == 0) return static_cast<int>(i);
    }
    return -1;
}

PyObject* unpack_with_numpy(const ValueFields& fields, PyObject* name, const std::uint64_t* words) {
    PyObject* bytes = PyBytes_FromStringAndSize(reinterpret_cast<const char*>(words), fields.bytes());
    if (bytes == nullptr) return nullptr;
    PyObject* value = call_packing("unpack_field", fields.dtype().ptr(), bytes, name);
    Py_DECREF(bytes);
    return value;
}

PyObject* read_field(const ValueFields& fields, std::size_t number, const std::uint64_t* words) {
    const ValueFields::Named& named = fields.fields()[number];
    const std::byte* place = reinterpret_cast<const std::byte*>(words) + named.field.offset;
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
    return unpack_with_numpy(fields, named.name.ptr(), words);
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

}  // namespace tabiya::bindings
