// The native part of tabiya.boards.legal_moves.LegalMoves, which derives from tabiya._core.LegalMovesOfBoard:
// a view of the legal moves of any game's board.
#pragma once

#include <Python.h>

#include <cstdint>

#include "bindings/move_objects.hpp"

namespace tabiya::bindings {

// What the view needs from a game's board object.
struct LegalMovesOf {
    PyObject* (*iterate)(PyObject* board);
    Py_ssize_t (*count)(PyObject* board);
};

// An iterator over `count` moves without objects yet. The caller fills in their bits.
struct MoveIterator {
    PyObject_VAR_HEAD MoveObjects* known;
    Py_ssize_t next;
    std::uint32_t bits[1];

    static MoveIterator* make(MoveObjects& known, Py_ssize_t count);
};

// A new view, of the class registered by Python's LegalMoves.
PyObject* make_legal_moves(PyObject* board, const LegalMovesOf* of);

// Both return false with an exception set if they fail.
bool set_legal_moves_type(PyObject* type);
bool add_legal_moves_type(PyObject* module);

}  // namespace tabiya::bindings
