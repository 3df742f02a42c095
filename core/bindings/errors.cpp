#include "bindings/errors.hpp"

#include "games/differential.hpp"

namespace tabiya::bindings {

void raise_as(const char* name, const char* what, const char* module) {
    PyObject* loaded = PyImport_ImportModule(module);
    PyObject* type = loaded != nullptr ? PyObject_GetAttrString(loaded, name) : nullptr;
    if (type != nullptr) PyErr_SetString(type, what);
    Py_XDECREF(type);
    Py_XDECREF(loaded);
}

void add_game_exceptions() {
    add_exception<IllegalMove>("IllegalMoveError");
    add_exception<KeyDrift>("ValidationError");
}

}  // namespace tabiya::bindings
