// Python's Move objects of a game. They are made by Python (src/tabiya/<game>/move.py) and kept: they never
// change, and handing out a known one is a fiftieth of making it. Python's end forgets them (forget).
#pragma once

#include <nanobind/nanobind.h>
#include <structmember.h>

#include <cstdint>
#include <stdexcept>
#include <string>

namespace tabiya::bindings {

namespace nb = nanobind;

class MoveObjects {
  public:
    // `module` is who calls set_factory.
    constexpr explicit MoveObjects(const char* module) : module_(module) {}

    // A new reference to the object of these bits.
    PyObject* get(std::uint32_t bits) {
        PyObject* known = find(bits);
        return known != nullptr ? Py_NewRef(known) : make(bits);
    }

    // The bits of a Move as its own integer (borrowed), or null for anything else.
    PyObject* packed_of(PyObject* object) const {
        if (type_ == nullptr || !PyObject_TypeCheck(object, type_)) return nullptr;
        return *reinterpret_cast<PyObject**>(reinterpret_cast<char*>(object) + packed_offset_);
    }

    // A class method of Move: its class is that of the objects, which keep their bits in a slot `_packed`.
    void set_factory(nb::object factory) {
        forget();
        const nb::object type = factory.attr("__self__"), slot = type.attr("_packed");
        if (!PyType_Check(type.ptr()) || Py_TYPE(slot.ptr()) != &PyMemberDescr_Type) {
            throw nb::type_error("the factory must be a class method of a Move with a slot _packed");
        }
        packed_offset_ = reinterpret_cast<PyMemberDescrObject*>(slot.ptr())->d_member->offset;
        type_ = reinterpret_cast<PyTypeObject*>(nb::object(type).release().ptr());
        factory_ = factory.release().ptr();
    }

    void forget() {
        Py_CLEAR(factory_);
        Py_CLEAR(type_);
        for (Set& set : sets_) {
            for (Slot& slot : set.slots) Py_CLEAR(slot.object);
        }
    }

  private:
    struct Slot {
        std::uint32_t bits;
        PyObject* object;
    };

    // One cache line, for all moves that agree in their low 15 bits. In every game these tell the moves of
    // one position apart, so that they never drive one another out; of moves of 16 bits none ever goes.
    struct alignas(64) Set {
        Slot slots[4];
    };

    Set& set_of(std::uint32_t bits) { return sets_[bits & 0x7FFF]; }

    PyObject* find(std::uint32_t bits) {
        for (const Slot& slot : set_of(bits).slots) {
            if (slot.bits == bits && slot.object != nullptr) return slot.object;
        }
        return nullptr;
    }

    // The set's oldest object goes.
    PyObject* make(std::uint32_t bits) {
        if (factory_ == nullptr) {
            throw std::runtime_error(std::string(module_) + " is not loaded, or Python is ending");
        }
        PyObject* made = PyObject_CallFunction(factory_, "I", bits);
        if (made == nullptr) throw nb::python_error();
        if (find(bits) != nullptr) return made;  // the factory may have come here itself
        auto& slots = set_of(bits).slots;
        PyObject* oldest = slots[3].object;
        for (std::size_t i = 3; i > 0; --i) slots[i] = slots[i - 1];
        slots[0] = {bits, Py_NewRef(made)};
        Py_XDECREF(oldest);
        return made;
    }

    const char* module_;
    PyObject* factory_ = nullptr;
    PyTypeObject* type_ = nullptr;
    Py_ssize_t packed_offset_ = 0;
    Set sets_[0x8000] = {};
};

}  // namespace tabiya::bindings
