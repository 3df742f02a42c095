// The object behind an instance, for methods that nanobind does not call and check.
#pragma once

#include <nanobind/nanobind.h>

namespace tabiya::bindings {

// Null with an exception set if the instance's __init__ was skipped. `what` names the instance.
template <class Object>
Object* ready(PyObject* self, const char* what) {
    if (!nanobind::inst_ready(self)) [[unlikely]] {
        PyErr_Format(PyExc_RuntimeError, "the %s was not initialised: its __init__ was never called", what);
        return nullptr;
    }
    return nanobind::inst_ptr<Object>(self);
}

}  // namespace tabiya::bindings
