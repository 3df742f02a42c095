// A reference to a Python object that goes with its scope, for code that nanobind does not call.
#pragma once

#include <Python.h>

#include <utility>

namespace tabiya::bindings {

class Owned {
  public:
    Owned() = default;
    explicit Owned(PyObject* object) : object_(object) {}
    Owned(Owned&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
    Owned& operator=(Owned&& other) noexcept {
        std::swap(object_, other.object_);
        return *this;
    }
    ~Owned() { Py_XDECREF(object_); }

    PyObject* get() const { return object_; }
    explicit operator bool() const { return object_ != nullptr; }

  private:
    PyObject* object_ = nullptr;
};

}  // namespace tabiya::bindings
