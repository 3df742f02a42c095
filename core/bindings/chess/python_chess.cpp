// The key of a python-chess board, read from its public attributes. Python engines need it at every node, so
// attributes are read by interned names and their integers digit by digit.
#include "bindings/integers.hpp"
#include "bindings/py_table.hpp"
#include "games/chess/setup.hpp"

namespace tabiya::bindings {
namespace {

using chess::Bitboard;
using chess::Colour;
using chess::PieceType;

// An attribute of a python-chess board.
class Attribute {
  public:
    explicit Attribute(const char* name) : name_(PyUnicode_InternFromString(name)) {}

    nb::object of(nb::handle board) const {
        PyObject* value = PyObject_GetAttr(board.ptr(), name_);
        if (value == nullptr) fail(board);
        return nb::steal(value);
    }

    std::uint64_t bits_of(nb::handle board) const { return bits(board, of(board)); }

    static std::uint64_t bits(nb::handle board, nb::handle value) {
        std::uint64_t result = 0;
        if (!read_uint64(value.ptr(), result)) fail(board);
        return result;
    }

    [[noreturn]] static void fail(nb::handle board) {
        PyErr_Clear();
        const nb::object name = nb::steal(PyType_GetName(Py_TYPE(board.ptr())));
        PyErr_Format(PyExc_TypeError,
                     "board must be a chess.Board of python-chess with its attributes intact, not %S",
                     name.ptr());
        throw nb::python_error();
    }

  private:
    PyObject* name_;  // never released
};

struct Attributes {
    Attribute types[6] = {Attribute("pawns"), Attribute("knights"), Attribute("bishops"),
                          Attribute("rooks"), Attribute("queens"),  Attribute("kings")};
    Attribute colours{"occupied_co"}, turn{"turn"}, castling{"castling_rights"}, en_passant{"ep_square"},
        chess960{"chess960"};
};

// Created with the module and never released, so that a first call does not make another one wait.
const Attributes* interned = nullptr;

void read_colours(nb::handle board, nb::handle both, chess::Pieces& pieces) {
    const nb::ft_object_guard guard(both);  // the items are borrowed
    if (!PyList_Check(both.ptr()) || PyList_GET_SIZE(both.ptr()) != 2) Attribute::fail(board);
    pieces.colours[0] = Bitboard(Attribute::bits(board, PyList_GET_ITEM(both.ptr(), 1)));
    pieces.colours[1] = Bitboard(Attribute::bits(board, PyList_GET_ITEM(both.ptr(), 0)));
}

std::uint64_t zobrist(nb::handle board) {
    const Attributes& attributes = *interned;
    chess::Setup setup;
    read_colours(board, attributes.colours.of(board), setup.pieces);
    for (std::size_t type = 0; type < 6; ++type) {
        setup.pieces.types[type] = Bitboard(attributes.types[type].bits_of(board));
    }
    setup.turn = attributes.turn.of(board).is(Py_True) ? Colour::kWhite : Colour::kBlack;
    const Bitboard rights(attributes.castling.bits_of(board));
    if (rights.any()) {
        const bool chess960 = attributes.chess960.of(board).is(Py_True);
        setup.castling_rooks = clean_castling(setup.pieces, rights, chess960);
    }
    const nb::object en_passant = attributes.en_passant.of(board);
    if (!en_passant.is_none()) {
        std::int32_t square = 0;
        if (!read_small(en_passant.ptr(), 0, 63, square)) Attribute::fail(board);
        setup.en_passant = chess::Square(square);
    }
    return setup.key();
}

PyObject* zobrist_as_integer(PyObject*, PyObject* board) {
    try {
        return PyLong_FromUnsignedLongLong(zobrist(board));
    } catch (...) {
        set_python_error();
        return nullptr;
    }
}

// Written by hand, for the signature that inspect and help() show.
PyMethodDef functions[] = {
    {"chess_zobrist", zobrist_as_integer, METH_O,
     "chess_zobrist($module, board, /)\n--\n\nReturns the key of a python-chess board."},
    {},
};

}  // namespace

void bind_python_chess(nb::module_& module) {
    interned = new Attributes;
    if (PyModule_AddFunctions(module.ptr(), functions) < 0) throw nb::python_error();
}

}  // namespace tabiya::bindings
