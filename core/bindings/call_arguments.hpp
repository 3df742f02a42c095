// Arguments of hand-written methods: METH_FASTCALL | METH_KEYWORDS without a Python parser.
#pragma once

#include <Python.h>

#include <array>
#include <cstddef>

namespace tabiya::bindings {

// Positional and keyword arguments in the order of `names`; the first `kRequired` are required.
template <std::size_t kCount, std::size_t kRequired = 1>
class Arguments {
  public:
    using Names = std::array<PyObject*, kCount>;

    bool parse(const char* function, const Names& names, PyObject* const* args, Py_ssize_t positional,
               PyObject* keywords) {
        if (positional > static_cast<Py_ssize_t>(kCount)) {
            PyErr_Format(PyExc_TypeError, "%s() takes at most %zu arguments, not %zd", function, kCount,
                         positional);
            return false;
        }
        for (Py_ssize_t i = 0; i < positional; ++i) values_[static_cast<std::size_t>(i)] = args[i];
        const Py_ssize_t named = keywords != nullptr ? PyTuple_GET_SIZE(keywords) : 0;
        for (Py_ssize_t i = 0; i < named; ++i) {
            if (!take(function, names, PyTuple_GET_ITEM(keywords, i), args[positional + i])) return false;
        }
        for (std::size_t i = 0; i < kRequired; ++i) {
            if (values_[i] != nullptr) continue;
            PyErr_Format(PyExc_TypeError, "%s() is missing its argument %R", function, names[i]);
            return false;
        }
        return true;
    }

    PyObject* operator[](std::size_t index) const { return values_[index]; }

  private:
    bool take(const char* function, const Names& names, PyObject* name, PyObject* value) {
        const std::size_t index = index_of(names, name);
        if (index == kCount) {
            PyErr_Format(PyExc_TypeError, "%s() got an unexpected keyword argument %R", function, name);
            return false;
        }
        if (values_[index] != nullptr) {
            PyErr_Format(PyExc_TypeError, "%s() got multiple values for argument %R", function, name);
            return false;
        }
        values_[index] = value;
        return true;
    }

    // Keywords mostly come in the order of the signature, so the search begins after the last one. Those in
    // source code are interned: comparing pointers almost always suffices.
    std::size_t index_of(const Names& names, PyObject* name) {
        for (std::size_t i = next_; i < kCount; ++i) {
            if (names[i] == name) {
                next_ = i + 1;
                return i;
            }
        }
        std::size_t index = 0;
        while (index < kCount && names[index] != name && PyUnicode_Compare(names[index], name) != 0) ++index;
        return index;
    }

    std::array<PyObject*, kCount> values_{};
    std::size_t next_ = 0;
};

template <std::size_t kCount>
void intern(std::array<PyObject*, kCount>& names, const std::array<const char*, kCount>& texts) {
    for (std::size_t i = 0; i < kCount; ++i) names[i] = PyUnicode_InternFromString(texts[i]);
}

template <class Function>
PyCFunction as_method(Function* function) {
    return reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(function));
}

}  // namespace tabiya::bindings
