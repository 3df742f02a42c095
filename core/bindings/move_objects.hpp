// Python's Move objects of a game. Python creates them (src/tabiya/<game>/move.py), and they are cached: they
// are immutable, and returning a cached one takes a fiftieth of the time. They are released when Python exits
// (forget).
//
// Locks guard the sets if there is no GIL; otherwise the locks are empty.
#pragma once

#include <nanobind/nanobind.h>
#include <structmember.h>

#include <atomic>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

namespace tabiya::bindings {

namespace nb = nanobind;

class MoveObjects {
  public:
    // `module` is the module that calls set_factory.
    constexpr explicit MoveObjects(const char* module) : module_(module) {}

    // A new reference to the object with these bits.
    PyObject* get(std::uint32_t bits) {
        {
            const nb::ft_lock_guard guard(lock_of(bits));
            if (PyObject* known = find(bits)) return Py_NewRef(known);
        }
        return make(bits);
    }

    // The bits of a Move as an int object (borrowed), or null for anything else.
    PyObject* packed_of(PyObject* object) const {
        PyTypeObject* const type = type_.load(std::memory_order_acquire);
        if (type == nullptr || !PyObject_TypeCheck(object, type)) return nullptr;
        return *reinterpret_cast<PyObject**>(reinterpret_cast<char*>(object) + packed_offset_);
    }

    // A class method of Move. Its class is that of the objects, which keep their bits in a slot `_packed`.
    void set_factory(nb::object factory) {
        forget();
        const nb::object type = factory.attr("__self__"), slot = type.attr("_packed");
        if (!PyType_Check(type.ptr()) || Py_TYPE(slot.ptr()) != &PyMemberDescr_Type) {
            throw nb::type_error("the factory must be a class method of a Move with a slot _packed");
        }
        packed_offset_ = reinterpret_cast<PyMemberDescrObject*>(slot.ptr())->d_member->offset;
        type_.store(reinterpret_cast<PyTypeObject*>(nb::object(type).release().ptr()),
                    std::memory_order_release);
        const nb::ft_lock_guard guard(factory_lock_);
        factory_ = factory.release().ptr();
    }

    void forget() {
        {
            const nb::object factory = nb::steal(take_factory());
            const nb::object type =
                nb::steal(reinterpret_cast<PyObject*>(type_.exchange(nullptr, std::memory_order_acq_rel)));
        }
        for (std::uint32_t bits = 0; bits < kSets; ++bits) {
            Set old{};
            {
                const nb::ft_lock_guard guard(lock_of(bits));
                std::swap(old, set_of(bits));
            }
            for (const Slot& slot : old.slots) Py_XDECREF(slot.object);
        }
    }

  private:
    struct Slot {
        std::uint32_t bits;
        PyObject* object;
    };

    // One cache line for all moves with the same low 15 bits. These distinguish the moves of one position in
    // every game, so that they never evict each other. 16-bit moves are never evicted.
    struct alignas(64) Set {
        Slot slots[4];
    };

    static constexpr std::uint32_t kSets = 0x8000;
    static constexpr std::uint32_t kLocks = 64;
    struct alignas(64) Lock {
        nb::ft_mutex mutex;
    };

    Set& set_of(std::uint32_t bits) { return sets_[bits % kSets]; }
    nb::ft_mutex& lock_of(std::uint32_t bits) { return locks_[bits % kLocks].mutex; }

    PyObject* take_factory() {
        const nb::ft_lock_guard guard(factory_lock_);
        return std::exchange(factory_, nullptr);
    }

    PyObject* find(std::uint32_t bits) {
        for (const Slot& slot : set_of(bits).slots) {
            if (slot.bits == bits && slot.object != nullptr) return slot.object;
        }
        return nullptr;
    }

    nb::object factory() {
        const nb::ft_lock_guard guard(factory_lock_);
        return nb::borrow(factory_);
    }

    PyObject* make(std::uint32_t bits) {
        const nb::object factory = this->factory();
        if (!factory.is_valid()) {
            throw std::runtime_error(std::string(module_) + " is not loaded, or Python is ending");
        }
        PyObject* made = PyObject_CallFunction(factory.ptr(), "I", bits);
        if (made == nullptr) throw nb::python_error();
        Py_XDECREF(keep(bits, made));
        return made;
    }

    // Returns the oldest object of the set, which is evicted.
    PyObject* keep(std::uint32_t bits, PyObject* made) {
        const nb::ft_lock_guard guard(lock_of(bits));
        if (find(bits) != nullptr) return nullptr;  // added meanwhile by the factory or another thread
        auto& slots = set_of(bits).slots;
        PyObject* oldest = slots[3].object;
        for (std::size_t i = 3; i > 0; --i) slots[i] = slots[i - 1];
        slots[0] = {bits, Py_NewRef(made)};
        return oldest;
    }

    const char* module_;
    PyObject* factory_ = nullptr;
    nb::ft_mutex factory_lock_;
    std::atomic<PyTypeObject*> type_ = nullptr;
    Py_ssize_t packed_offset_ = 0;
    Lock locks_[kLocks];
    Set sets_[kSets] = {};
};

}  // namespace tabiya::bindings
