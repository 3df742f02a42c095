// The object behind tabiya._core.ValueTable.
#pragma once

#include <atomic>
#include <cstdint>
#include <utility>

#include "bindings/py_table.hpp"
#include "bindings/value_type.hpp"
#include "values/value_table.hpp"

namespace tabiya::bindings {

struct PyValueTable : values::Table {
    PyValueTable(const values::Settings& settings, nb::object&& fields)
        : Table(settings), fields_(std::move(fields)), layout_(nb::inst_ptr<ValueFields>(fields_)) {}
    PyValueTable(const values::Settings& settings, nb::object&& fields, table::Memory&& memory,
                 table::Opening opening)
        : Table(settings, std::move(memory), opening),
          fields_(std::move(fields)),
          layout_(nb::inst_ptr<ValueFields>(fields_)) {}

    const nb::object& fields() const { return fields_; }
    const ValueFields& layout() const { return *layout_; }

    std::atomic<std::uint64_t> reported_recoveries = 0;  // how many were reported through logging

  private:
    nb::object fields_;
    const ValueFields* layout_;
};

// The table of an instance; throws if its __init__ was skipped.
PyValueTable& ready_value_table(nb::handle self);

// A new reference to the value of these words, or an exception.
inline nb::object value_of(const PyValueTable& table, const std::uint64_t* words) {
    PyObject* value = make_value(table.fields(), table.layout(), words);
    if (value == nullptr) throw nb::python_error();
    return nb::steal(value);
}

// OverflowError for an add that would leave the range of a field.
void raise_overflow(const ValueFields& fields, int number);

// A key as Python gives it.
nb::object key_object(const PyValueTable& table, values::Key key);

void bind_value_batches(TableClass<PyValueTable>& type);

}  // namespace tabiya::bindings
