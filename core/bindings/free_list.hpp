// Dead objects of one small type, kept for the next: saves the allocator's round trip. The GIL guards the
// list; where there is none, the list stays empty.
#pragma once

#include <Python.h>

namespace tabiya::bindings {

template <class Object>
class FreeList {
  public:
    // A new object, or null with MemoryError set.
    Object* make(PyTypeObject* type) {
        if (count_ == 0) [[unlikely]]
            return PyObject_New(Object, type);
        Object* object = kept_[--count_];
        Py_SET_REFCNT(reinterpret_cast<PyObject*>(object), 1);
        return object;
    }

    void drop(PyObject* object) {
        if (count_ < kMax) {
            kept_[count_++] = reinterpret_cast<Object*>(object);
            return;  // keeps its reference to the type
        }
        PyTypeObject* type = Py_TYPE(object);
        PyObject_Free(object);
        Py_DECREF(type);
    }

  private:
    static constexpr int kRoom = 64;
#ifdef Py_GIL_DISABLED
    static constexpr int kMax = 0;
#else
    static constexpr int kMax = kRoom;
#endif
    Object* kept_[kRoom] = {};
    int count_ = 0;
};

}  // namespace tabiya::bindings
