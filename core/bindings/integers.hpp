// Reading Python integers without the general conversion, which would cost more than the probe itself.
#pragma once

#include <Python.h>

#include <cstdint>

namespace tabiya::bindings {

static_assert(PyLong_SHIFT == 30, "the digits of a Python integer are read directly");

// The magnitude's digits and the sign of an int (or of a member of an IntEnum, which is one).
struct Digits {
    const digit* digits;
    Py_ssize_t count;
    bool negative;

    explicit Digits(PyObject* integer) {
        const auto* value = reinterpret_cast<PyLongObject*>(integer);
#if PY_VERSION_HEX >= 0x030C0000
        digits = value->long_value.ob_digit;
        count = static_cast<Py_ssize_t>(value->long_value.lv_tag >> 3);
        negative = (value->long_value.lv_tag & 3) == 2;
#else
        digits = value->ob_digit;
        const Py_ssize_t size = Py_SIZE(value);
        count = size < 0 ? -size : size;
        negative = size < 0;
#endif
    }
};

// True if the object is an integer from 0 to 2^64 - 1, which is then in `out`.
inline bool read_uint64(PyObject* object, std::uint64_t& out) {
    if (!PyLong_Check(object)) return false;
    const Digits number(object);
    if (number.negative || number.count > 3) return false;
    const digit* d = number.digits;
    switch (number.count) {
        case 0:
            out = 0;
            return true;
        case 1:
            out = d[0];
            return true;
        case 2:
            out = d[0] | std::uint64_t{d[1]} << 30;
            return true;
        default:
            out = d[0] | std::uint64_t{d[1]} << 30 | std::uint64_t{d[2]} << 60;
            return d[2] < 16;
    }
}

// True if an int has one digit or none; `out` is then its two's complement.
inline bool read_digit(PyObject* integer, std::uint64_t& out) {
    const Digits number(integer);
    if (number.count > 1) return false;
    const std::uint64_t magnitude = number.count == 0 ? 0 : number.digits[0];
    out = number.negative ? -magnitude : magnitude;
    return true;
}

// True if an int is from -2^63 to 2^63 - 1; `out` is then its two's complement.
inline bool read_int64(PyObject* integer, std::uint64_t& out) {
    if (read_digit(integer, out)) return true;
    const Digits number(integer);
    if (number.count > 3) return false;
    const digit* d = number.digits;
    std::uint64_t magnitude = d[0] | std::uint64_t{d[1]} << 30;
    if (number.count == 3) {
        if (d[2] >= 16) return false;
        magnitude |= std::uint64_t{d[2]} << 60;
    }
    out = number.negative ? -magnitude : magnitude;
    constexpr std::uint64_t kSign = std::uint64_t{1} << 63;
    return magnitude < kSign || (number.negative && magnitude == kSign);
}

// True if the object is an integer from -2^63 to 2^64 - 1; `out` is then its two's complement.
inline bool read_key(PyObject* object, std::uint64_t& out) {
    return read_uint64(object, out) || (PyLong_Check(object) && read_int64(object, out));
}

// True if the object is an integer from `low` to `high`, both of less than 30 bits.
inline bool read_small(PyObject* object, std::int32_t low, std::int32_t high, std::int32_t& out) {
    if (!PyLong_Check(object)) return false;
    const Digits number(object);
    if (number.count > 1) return false;
    const auto magnitude = static_cast<std::int32_t>(number.count == 0 ? 0 : number.digits[0]);
    out = number.negative ? -magnitude : magnitude;
    return low <= out && out <= high;
}

}  // namespace tabiya::bindings
