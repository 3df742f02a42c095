// Short calls on a table, which a swap of its memory must not interrupt. The GIL ensures that; this is for
// Pythons without one.
//
// A section must not call Python (see core/table/readers.hpp). With a GIL it compiles to nothing.
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
