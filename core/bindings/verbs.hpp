// push, pop, is_check, legal_moves and their helpers: hand-written slots of every game's board, because they
// are called at every node. Calls through nanobind would take twice as long.
#pragma once

#include <nanobind/nanobind.h>

#include "bindings/integers.hpp"
#include "bindings/legal_moves.hpp"
#include "bindings/py_table.hpp"
#include "bindings/ready.hpp"

namespace tabiya::bindings {

template <class PyBoard>
class Verbs {
  public:
    static PyType_Slot* slots() {
        push_other_ = PyUnicode_InternFromString("_push_other");
        return slots_;
    }

    // Copies these methods to a class derived from the board. Python calls a method faster if the object is
    // exactly of the class that has it.
    static void adopt(nanobind::handle type) {
        if (!PyType_Check(type.ptr()) || !nanobind::type<PyBoard>().is_valid() ||
            !PyType_IsSubtype(reinterpret_cast<PyTypeObject*>(type.ptr()),
                              reinterpret_cast<PyTypeObject*>(nanobind::type<PyBoard>().ptr()))) {
            throw nanobind::type_error("the class must derive from the native board");
        }
        for (PyMethodDef* method = methods_; method->ml_name != nullptr; ++method) {
            const nanobind::object own =
                nanobind::steal(PyDescr_NewMethod(reinterpret_cast<PyTypeObject*>(type.ptr()), method));
            if (!own.is_valid()) throw nanobind::python_error();
            nanobind::setattr(type, method->ml_name, own);
        }
    }

  private:
    // Calls f(board) while no other thread can change it, and converts exceptions to Python's.
    template <class F>
    static PyObject* with_board(PyObject* self, F f) {
        PyBoard* board = ready<PyBoard>(self, "board");
        if (board == nullptr) return nullptr;
        const nanobind::ft_object_guard guard(self);
        try {
            return f(*board);
        } catch (...) {
            set_python_error();
            return nullptr;
        }
    }

    static PyObject* push_packed(PyObject* self, PyObject* number) {
        std::int32_t packed = 0;
        if (!read_small(number, 0, 0xFFFFFF, packed)) {
            return PyErr_Format(PyExc_TypeError, "packed must be a packed move, not %R", number);
        }
        return with_board(self, [&](PyBoard& board) {
            board.push(static_cast<std::uint32_t>(packed));
            return Py_NewRef(Py_None);
        });
    }

    static PyObject* push(PyObject* self, PyObject* move) {
        PyObject* number = PyBoard::move_objects().packed_of(move);
        if (number != nullptr) return push_packed(self, number);
        return PyObject_CallMethodOneArg(self, push_other_, move);
    }

    static PyObject* pop(PyObject* self, PyObject*) {
        return with_board(self, [](PyBoard& board) {
            const auto move = board.pop();
            return board.object(move);
        });
    }

    static PyObject* is_check(PyObject* self, PyObject*) {
        return with_board(self, [](PyBoard& board) { return PyBool_FromLong(board.board().in_check()); });
    }

    static PyObject* list(PyObject* self, PyObject*) {
        return with_board(self, [](PyBoard& board) {
            typename PyBoard::MoveList moves;
            generate(board.board(), moves);
            return list_of(board, moves).release().ptr();
        });
    }

    static PyObject* iterate(PyObject* self) {
        return with_board(self, [](PyBoard& board) {
            typename PyBoard::MoveList moves;
            generate(board.board(), moves);
            MoveIterator* iterator =
                MoveIterator::make(PyBoard::move_objects(), static_cast<Py_ssize_t>(moves.size()));
            for (std::size_t i = 0; i < moves.size(); ++i) iterator->bits[i] = board.bits(moves[i]);
            return reinterpret_cast<PyObject*>(iterator);
        });
    }

    static Py_ssize_t count(PyObject* self) {
        PyBoard* board = ready<PyBoard>(self, "board");
        if (board == nullptr) return -1;
        const nanobind::ft_object_guard guard(self);
        try {
            return static_cast<Py_ssize_t>(count_moves(board->board()));
        } catch (...) {
            set_python_error();
            return -1;
        }
    }

    static PyObject* legal_moves(PyObject* self, void*) {
        static const LegalMovesOf kOf = {iterate, count};
        return make_legal_moves(self, &kOf);
    }

    static inline PyObject* push_other_ = nullptr;  // a name, interned at module creation
    static inline PyMethodDef methods_[] = {
        {"push", push, METH_O,
         "push($self, move, /)\n--\n\nMakes a legal move, given as a `Move` or as text."},
        {"pop", pop, METH_NOARGS,
         "pop($self, /)\n--\n\nTakes back the last move and returns it. Raises IndexError if there is none."},
        {"is_check", is_check, METH_NOARGS,
         "is_check($self, /)\n--\n\nReturns whether the side to move is in check."},
        {"_push", push_packed, METH_O, "_push($self, packed, /)\n--\n\n"},
        {"_pop", pop, METH_NOARGS, "_pop($self, /)\n--\n\n"},
        {"_legal_moves", list, METH_NOARGS, "_legal_moves($self, /)\n--\n\n"},
        {},
    };
    static inline PyGetSetDef properties_[] = {
        {"legal_moves", legal_moves, nullptr, "The legal moves: iterate, count, or test with `in`.", nullptr},
        {},
    };
    static inline PyType_Slot slots_[] = {
        {Py_tp_methods, methods_}, {Py_tp_getset, properties_}, {0, nullptr}};
};

}  // namespace tabiya::bindings
