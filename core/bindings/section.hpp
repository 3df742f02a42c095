// Short calls on a table that the GIL keeps away from a swap of its memory, on a Python that has none.
//
// No section may contain a call of Python's (core/table/readers.hpp says why). With a GIL it compiles to
// nothing.
#pragma once

#include <Python.h>

#include "bindings/py_table.hpp"

namespace tabiya::bindings {

class [[maybe_unused]] Section {
  public:
#ifdef Py_GIL_DISABLED
    explicit Section(const table::Usable& table) : inside_(table.readers()) {}

  private:
    const table::Readers::Inside inside_;
#else
    explicit Section(const table::Usable&) {}
#endif
};

// A method of the core for Python, in a section, for open tables only.
template <class Result, class Owner, class... Arguments>
auto briefly(Result (Owner::*method)(Arguments...)) {
    return [method](PyTable& table, Arguments... arguments) -> Result {
        const Section section(table);
        table.check_open();
        return (table.*method)(arguments...);
    };
}
template <class Result, class Owner, class... Arguments>
auto briefly(Result (Owner::*method)(Arguments...) const) {
    return [method](PyTable& table, Arguments... arguments) -> Result {
        const Section section(table);
        table.check_open();
        return (table.*method)(arguments...);
    };
}

}  // namespace tabiya::bindings
