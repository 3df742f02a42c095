#include "bindings/legal_moves.hpp"

#include <atomic>
#include <cstddef>

#include "bindings/py_table.hpp"

namespace tabiya::bindings {
namespace {

struct View {
    PyObject_HEAD PyObject* board;
    const LegalMovesOf* of;
};

View* view_of(PyObject* self) {
    return reinterpret_cast<View*>(self);
}

// The class of new instances: the base until Python registers its own.
std::atomic<PyTypeObject*> view_type = nullptr;
PyTypeObject* base_type = nullptr;

PyObject* no_instances(PyTypeObject*, PyObject*, PyObject*) {
    PyErr_SetString(PyExc_TypeError, "LegalMoves cannot be created directly: use board.legal_moves");
    return nullptr;
}

void destroy(PyObject* self) {
    PyTypeObject* type = Py_TYPE(self);
    Py_CLEAR(view_of(self)->board);
    type->tp_free(self);
    Py_DECREF(type);
}

// Iterates over the legal moves at the time of the call. Later pushes do not matter.
PyObject* iterate(PyObject* self) {
    return view_of(self)->of->iterate(view_of(self)->board);
}

Py_ssize_t length(PyObject* self) {
    return view_of(self)->of->count(view_of(self)->board);
}

PyObject* board(PyObject* self, void*) {
    return Py_NewRef(view_of(self)->board);
}

PyTypeObject* iterator_type = nullptr;

PyObject* next_move(PyObject* self) {
    auto* iterator = reinterpret_cast<MoveIterator*>(self);
    // Threads that share an iterator without a GIL may get a move twice, but never an invalid one.
    const std::atomic_ref<Py_ssize_t> next(iterator->next);
    const Py_ssize_t now = next.load(std::memory_order_relaxed);
    if (now >= Py_SIZE(self)) return nullptr;
    next.store(now + 1, std::memory_order_relaxed);
    try {
        return iterator->known->get(iterator->bits[now]);
    } catch (...) {
        set_python_error();
        return nullptr;
    }
}

void destroy_iterator(PyObject* self) {
    PyTypeObject* type = Py_TYPE(self);
    type->tp_free(self);
    Py_DECREF(type);
}

PyType_Slot iterator_slots[] = {
    {Py_tp_dealloc, reinterpret_cast<void*>(destroy_iterator)},
    {Py_tp_iter, reinterpret_cast<void*>(PyObject_SelfIter)},
    {Py_tp_iternext, reinterpret_cast<void*>(next_move)},
    {0, nullptr},
};

PyType_Spec iterator_spec = {
    "tabiya._core.MoveIterator", offsetof(MoveIterator, bits), sizeof(std::uint32_t),
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE, iterator_slots};

// The type of its moves is a parameter for type checkers: `LegalMovesOfBoard[Move]`.
PyMethodDef methods[] = {{"__class_getitem__", Py_GenericAlias, METH_O | METH_CLASS, nullptr}, {}};

PyGetSetDef properties[] = {{"_board", board, nullptr, nullptr, nullptr}, {}};

PyType_Slot slots[] = {
    {Py_tp_new, reinterpret_cast<void*>(no_instances)},
    {Py_tp_dealloc, reinterpret_cast<void*>(destroy)},
    {Py_tp_iter, reinterpret_cast<void*>(iterate)},
    {Py_sq_length, reinterpret_cast<void*>(length)},
    {Py_tp_methods, methods},
    {Py_tp_getset, properties},
    {0, nullptr},
};

PyType_Spec spec = {"tabiya._core.LegalMovesOfBoard", sizeof(View), 0,
                    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_IMMUTABLETYPE, slots};

}  // namespace

MoveIterator* MoveIterator::make(MoveObjects& known, Py_ssize_t count) {
    auto* self = PyObject_NewVar(MoveIterator, iterator_type, count);
    if (self == nullptr) throw nb::python_error();
    self->known = &known;
    self->next = 0;
    return self;
}

PyObject* make_legal_moves(PyObject* board, const LegalMovesOf* of) {
    PyTypeObject* const type = view_type.load(std::memory_order_acquire);
    PyObject* self = type->tp_alloc(type, 0);
    if (self == nullptr) return nullptr;
    view_of(self)->board = Py_NewRef(board);
    view_of(self)->of = of;
    return self;
}

bool set_legal_moves_type(PyObject* type) {
    if (!PyType_Check(type) || !PyType_IsSubtype(reinterpret_cast<PyTypeObject*>(type), base_type)) {
        PyErr_Format(PyExc_TypeError, "LegalMoves must derive from LegalMovesOfBoard; got %R", type);
        return false;
    }
    // The previous class is never released: another thread may be creating an instance.
    view_type.store(reinterpret_cast<PyTypeObject*>(Py_NewRef(type)), std::memory_order_release);
    return true;
}

bool add_legal_moves_type(PyObject* module) {
    PyObject* type = PyType_FromSpec(&spec);
    iterator_type = reinterpret_cast<PyTypeObject*>(PyType_FromSpec(&iterator_spec));
    if (type == nullptr || iterator_type == nullptr) return false;
    base_type = reinterpret_cast<PyTypeObject*>(Py_NewRef(type));
    view_type = reinterpret_cast<PyTypeObject*>(Py_NewRef(type));
    return PyModule_AddObject(module, "LegalMovesOfBoard", type) == 0;
}

}  // namespace tabiya::bindings
