// What the values of a ValueTable consist of, and tabiya.Value: one of them, decoded when it is asked for.
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
    // The number of the field of that name, or -1.
    int find(PyObject* name) const;

  private:
    nb::object dtype_;
    std::uint32_t bytes_;
    bool plain_;
    std::vector<Named> fields_;
};

// The value of these words for Python: a number if the type is plain, else a Value. `owner` is the instance
// of the fields. Null with an exception set on failure.
PyObject* make_value(nb::handle owner, const ValueFields& fields, const std::uint64_t* words);

// The words of a Python value. What the quick reading does not understand goes to tabiya.value_packing,
// which converts it or raises. False with an exception set on failure.
bool pack_value(PyObject* value, const ValueFields& fields, std::uint64_t* words);

// The amounts of an `add`, at most kMaxFields, or what `update` puts in their place; how many, or -1 with an
// exception set.
int parse_amounts(PyObject* value, const ValueFields& fields, bool replaces, values::Amount* amounts);

// Creates the types and adds them to the module.
void bind_value_type(nb::module_& module);

}  // namespace tabiya::bindings
