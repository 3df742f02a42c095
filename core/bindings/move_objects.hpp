// Python's Move objects of a game. They are made by Python (src/tabiya/<game>/move.py) and kept: they never
// change, and handing out a known one is a fiftieth of making it. Python's end forgets them (forget).
#pragma once

#include <nanobind/nanobind.h>

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

    void set_factory(nb::object factory) {
        forget();
        factory_ = factory.release().ptr();
    }

    void forget() {
        Py_CLEAR(factory_);
        for (Slot& slot : slots_) Py_CLEAR(slot.object);
    }

  private:
    struct Slot {
        std::uint32_t bits;
        PyObject* object;
    };

    static constexpr std::size_t kSlots = 65536;

    // The first of the two slots where the bits may be. Moves of 16 bits come two to a pair, so that none of
    // them ever goes; longer ones are spread.
    static constexpr std::size_t place_of(std::uint32_t bits) {
        return (bits ^ (bits >> 15) * 0x9E3779B0u) % kSlots & ~std::size_t{1};
    }

    PyObject* find(std::uint32_t bits) const {
        const std::size_t place = place_of(bits);
        for (const std::size_t i : {place, place + 1}) {
            if (slots_[i].object != nullptr && slots_[i].bits == bits) return slots_[i].object;
        }
        return nullptr;
    }

    // The pair's older object goes.
    PyObject* make(std::uint32_t bits) {
        if (factory_ == nullptr) {
            throw std::runtime_error(std::string(module_) + " is not loaded, or Python is ending");
        }
        PyObject* made = PyObject_CallFunction(factory_, "I", bits);
        if (made == nullptr) throw nb::python_error();
        if (find(bits) != nullptr) return made;  // the factory may have come here itself
        const std::size_t place = place_of(bits);
        PyObject* gone = slots_[place + 1].object;
        slots_[place + 1] = slots_[place];
        slots_[place] = {bits, made};
        Py_INCREF(made);
        Py_XDECREF(gone);
        return made;
    }

    const char* module_;
    PyObject* factory_ = nullptr;
    Slot slots_[kSlots] = {};
};

}  // namespace tabiya::bindings
