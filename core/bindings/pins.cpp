// Pin: an object that holds a table's memory and releases it when it dies, if not before.
#include <optional>

#include "bindings/py_table.hpp"

namespace tabiya::bindings {
namespace {

// An interrupt can never find a pinned table without a Pin.
class Pin {
  public:
    Pin(nb::handle owner, table::Usable& table) : table_(nb::borrow(owner)), use_(std::in_place, table) {}
    void release() { use_.reset(); }

    // For the garbage collector: an iterator may be an attribute of its own table.
    static int traverse(PyObject* self, visitproc visit, void* arg) {
        Py_VISIT(Py_TYPE(self));
        if (nb::inst_ready(self)) Py_VISIT(nb::inst_ptr<Pin>(self)->table_.ptr());
        return 0;
    }
    static int clear(PyObject* self) {
        Pin* const pin = nb::inst_ptr<Pin>(self);
        pin->release();
        pin->table_.reset();
        return 0;
    }

  private:
    nb::object table_;
    std::optional<table::UseGuard> use_;  // destroyed first
};

PyType_Slot slots[] = {{Py_tp_traverse, reinterpret_cast<void*>(Pin::traverse)},
                       {Py_tp_clear, reinterpret_cast<void*>(Pin::clear)},
                       {0, nullptr}};

}  // namespace

void bind_pins(nb::module_& module, TableClass<PyTable>& type) {
    nb::class_<Pin>(module, "Pin", nb::type_slots(slots),
                    "Holds a table: resize, set_layout, reconfigure and close raise BufferError meanwhile.")
        .def("release", &Pin::release, nb::lock_self())
        .def("__enter__", [](nb::handle_t<Pin> self) { return nb::borrow<nb::object>(self); })
        .def("__exit__", [](Pin& pin, nb::args) { pin.release(); }, nb::lock_self());
    type.def("_pin", [](nb::handle_t<PyTable> self) { return make_pin(self, ready_table(self)); });
}

nb::object make_pin(nb::handle owner, table::Usable& table) {
    return nb::cast(new Pin(owner, table), nb::rv_policy::take_ownership);
}

}  // namespace tabiya::bindings
