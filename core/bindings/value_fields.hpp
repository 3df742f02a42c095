// The fields of the values of a ValueTable, between words and Python objects.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "values/fields.hpp"
#include "values/slot.hpp"

namespace tabiya::bindings {

namespace nb = nanobind;

inline constexpr std::size_t kMaxFields = values::kMaxPayload * 8;

// The fields of a NumPy dtype. A plain dtype, such as float64, is one field without a name.
class ValueFields {
  public:
    struct Named {
        nb::object name;  // interned
        values::Field field;
    };

    // Each field: its name, offset and the letter of its kind, as the module struct has them; "o" is a kind
    // that only NumPy understands.
    ValueFields(nb::object dtype, std::uint32_t bytes, bool plain,
                const std::vector<std::tuple<std::string, std::uint16_t, std::string>>& fields);

    const nb::object& dtype() const { return dtype_; }
    std::uint32_t bytes() const { return bytes_; }
    bool plain() const { return plain_; }
    const std::vector<Named>& fields() const { return fields_; }
    // Whether all fields are numbers and bools; else some may be arrays.
    bool numbers() const { return numbers_; }
    // The number of the field of that name, or -1.
    int find(PyObject* name) const;

  private:
    nb::object dtype_;
    std::uint32_t bytes_;
    bool plain_;
    bool numbers_ = true;
    std::vector<Named> fields_;
};

// Returns a field as a Python object, or null with an exception set.
PyObject* read_field(const ValueFields& fields, std::size_t number, const std::uint64_t* words);

// Returns a field as NumPy has it, or the whole value if `name` is None; null with an exception set on
// failure.
PyObject* unpack_with_numpy(const ValueFields& fields, PyObject* name, const std::uint64_t* words);

// Writes the words of a Python value. tabiya.values.packing converts what this code does not know, or raises.
// Returns false with an exception set on failure.
bool pack_value(PyObject* value, const ValueFields& fields, std::uint64_t* words);

// Reads the amounts of an `add`, at most kMaxFields, or the values that `update` puts in their place. Returns
// their number, or -1 with an exception set.
int parse_amounts(PyObject* value, const ValueFields& fields, bool replaces, values::Amount* amounts);

}  // namespace tabiya::bindings
