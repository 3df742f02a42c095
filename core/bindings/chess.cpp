// tabiya._core.ChessBoard: a position with its past, for src/tabiya/chess/board.py.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include <string>
#include <vector>

#include "bindings/chess_board.hpp"
#include "bindings/perft.hpp"
#include "bindings/py_table.hpp"
#include "games/chess/fen.hpp"
#include "games/chess/movegen.hpp"
#include "games/chess/see.hpp"
#include "games/chess/uci.hpp"
#include "games/chess/verify.hpp"

namespace tabiya::bindings {
namespace {

using chess::Bitboard;
using chess::Board;
using chess::Move;
using chess::Square;

// Move objects are made by Python (src/tabiya/chess/move.py) and kept: there are at most 65,536, they never
// change, and handing out a known one is a fiftieth of making it. Python's end forgets them (forget_moves).
PyObject* move_factory = nullptr;
PyObject* known_moves[65536];

// In the factory's numbers, a bit that no move's 16 have: castling that is written as king takes rook.
constexpr std::uint32_t kKingTakesRook = 0x8000;

PyObject* move_object(Move move, bool chess960) {
    const std::uint32_t code = move.pack() | (chess960 && move.is_castling() ? kKingTakesRook : 0);
    if (known_moves[code] == nullptr) {
        if (move_factory == nullptr)
            throw std::runtime_error("tabiya.chess is not loaded, or Python is ending");
        PyObject* made = PyObject_CallFunction(move_factory, "I", code);
        if (made == nullptr) throw nb::python_error();
        Py_XSETREF(known_moves[code], made);  // the factory may have come here itself
    }
    return Py_NewRef(known_moves[code]);
}

void forget_moves() {
    Py_CLEAR(move_factory);
    for (PyObject*& known : known_moves) Py_CLEAR(known);
}

void set_move_factory(nb::object factory) {
    forget_moves();
    move_factory = factory.release().ptr();
}

template <class Moves>
nb::object list_of(const Moves& moves, bool chess960) {
    PyObject* list = PyList_New(static_cast<Py_ssize_t>(moves.size()));
    if (list == nullptr) throw nb::python_error();
    const nb::object owner = nb::steal(list);
    for (std::size_t i = 0; i < moves.size(); ++i) {
        PyList_SET_ITEM(list, static_cast<Py_ssize_t>(i), move_object(moves[i], chess960));
    }
    return owner;
}

nb::object legal_moves(const PyChessBoard& self) {
    chess::MoveList moves;
    chess::generate(self.board(), moves);
    return list_of(moves, self.chess960());
}

nb::object parse_uci(const PyChessBoard& self, std::string_view text) {
    const Move move = chess::parse_uci(self.board(), text);
    if (!move) {
        // No move is longer than 5 bytes; a cut in the middle of a character would be no text.
        const std::string shown =
            text.size() <= 32 ? std::string(text) : "(" + std::to_string(text.size()) + " bytes)";
        throw IllegalMove("illegal move: '" + shown + "' in " + chess::to_fen(self.board()));
    }
    return nb::steal(move_object(move, self.chess960()));
}

std::string fen(const PyChessBoard& self, bool shredder, bool every_push) {
    return chess::to_fen(self.board(), shredder ? chess::CastlingStyle::shredder : chess::CastlingStyle::xfen,
                         every_push ? chess::EnPassantStyle::always : chess::EnPassantStyle::legal);
}

nb::object square_or_none(Square square) {
    return square.valid() ? nb::cast(square.index()) : nb::none();
}

chess::Rule50Keys rule50_mode(int mode) {
    return static_cast<chess::Rule50Keys>(mode);
}

// The bitboards of the pieces: pawns, knights, bishops, rooks, queens, kings, and those of either colour.
nb::tuple bitboards(const PyChessBoard& self) {
    const chess::Pieces& pieces = self.board().pieces();
    const auto of = [&](chess::PieceType type) {
        return (pieces.of(chess::Colour::white, type) | pieces.of(chess::Colour::black, type)).bits();
    };
    using enum chess::PieceType;
    return nb::make_tuple(of(pawn), of(knight), of(bishop), of(rook), of(queen), of(king),
                          pieces.of(chess::Colour::white).bits(), pieces.of(chess::Colour::black).bits());
}

nb::list divide(const PyChessBoard& self, int depth, table::PerftCache* cache, int threads, bool bulk,
                bool verify) {
    const Board board = self.board();  // another thread may push while this one counts
    return divide_for_python(board, depth, cache, PerftOptions{bulk, verify, threads, nullptr});
}

void raise_as(const char* name, const char* what) {
    PyObject* module = PyImport_ImportModule("tabiya.errors");
    PyObject* type = module != nullptr ? PyObject_GetAttrString(module, name) : nullptr;
    if (type != nullptr) PyErr_SetString(type, what);
    Py_XDECREF(type);
    Py_XDECREF(module);
}

void add_chess_exceptions() {
    nb::register_exception_translator([](const std::exception_ptr& pointer, void*) {
        try {
            std::rethrow_exception(pointer);
        } catch (const chess::FenError& error) {
            raise_as("FenError", error.what());
        } catch (const chess::SetupError& error) {
            raise_as("FenError", error.what());
        } catch (const IllegalMove& error) {
            raise_as("IllegalMoveError", error.what());
        } catch (const PerftDrift& error) {
            raise_as("ValidationError", error.what());
        }
    });
}

}  // namespace

nb::object chess_move_object(Move move, bool chess960) {
    return nb::steal(move_object(move, chess960));
}

void bind_chess(nb::module_& module) {
    using nb::literals::operator""_a;
    add_chess_exceptions();
    module.def("_set_chess_move_factory", set_move_factory, "factory"_a);
    module.def("_forget_chess_moves", forget_moves);
    module.def(
        "_chess_move",
        [](std::uint32_t packed, bool chess960) {
            return nb::steal(move_object(Move::unpack(packed), chess960));
        },
        "packed"_a, "chess960"_a);
    bind_python_chess(module);
    module.def(
        "chess_term_keys",
        [] {
            nb::list keys;
            for (const std::uint64_t key : chess::kTermKeys) keys.append(key);
            return keys;
        },
        "All key terms, in the order that core/games/chess/zobrist.hpp documents.");

    nb::class_<PyChessBoard>(module, "ChessBoard", "The native backend of tabiya.chess.Board.")
        .def(nb::init<std::string_view, bool>(), "fen"_a, "chess960"_a)
        .def(
            "_copy", [](const PyChessBoard& self, PyChessBoard& other) { other = self; }, "into"_a)
        .def("_set_fen", &PyChessBoard::set_fen, "fen"_a)
        .def("_fen", fen, "shredder"_a, "every_push"_a)
        .def("_push", &PyChessBoard::push, "packed"_a)
        .def("_pop",
             [](PyChessBoard& self) {
                 const Move move = self.pop();
                 return nb::steal(move_object(move, self.chess960()));
             })
        .def("_parse_uci", parse_uci, "text"_a)
        .def("_legal_moves", legal_moves)
        .def("_count_moves", [](const PyChessBoard& self) { return chess::count_moves(self.board()); })
        .def(
            "_is_legal",
            [](const PyChessBoard& self, std::uint32_t packed) {
                try {
                    return packed != 0 && static_cast<bool>(self.resolve(packed));
                } catch (const IllegalMove&) {
                    return false;
                }
            },
            "packed"_a)
        .def(
            "_resolve",
            [](const PyChessBoard& self, std::uint32_t packed) {
                return nb::steal(move_object(self.resolve(packed), self.chess960()));
            },
            "packed"_a)
        .def("_moves",
             [](const PyChessBoard& self) {
                 const std::vector<Move> moves =
                     self.moves();  // making an object may let another thread push
                 return list_of(moves, self.chess960());
             })
        .def(
            "_piece",
            [](const PyChessBoard& self, int square) {
                return std::string(1, chess::to_char(self.board().at(Square(square))));
            },
            "square"_a)
        .def("_bitboards", bitboards)
        .def("_castling_rooks", [](const PyChessBoard& self) { return self.board().castling_rooks().bits(); })
        .def(
            "_key", [](const PyChessBoard& self, int mode) { return self.board().key(rule50_mode(mode)); },
            "rule50"_a)
        .def(
            "_key_after",
            [](const PyChessBoard& self, std::uint32_t packed) {
                return self.board().key_after(self.resolve(packed));
            },
            "packed"_a)
        .def(
            "_gives_check",
            [](const PyChessBoard& self, std::uint32_t packed) {
                return self.board().gives_check(self.resolve(packed));
            },
            "packed"_a)
        .def(
            "_is_capture",
            [](const PyChessBoard& self, std::uint32_t packed) {
                return self.board().is_capture(self.resolve(packed));
            },
            "packed"_a)
        .def(
            "_see",
            [](const PyChessBoard& self, std::uint32_t packed) {
                return chess::see(self.board(), self.resolve(packed));
            },
            "packed"_a)
        .def("_repetitions", [](const PyChessBoard& self) { return self.position().repetitions(); })
        .def("_insufficient", [](const PyChessBoard& self) { return self.board().insufficient_material(); })
        .def(
            "_insufficient_for",
            [](const PyChessBoard& self, bool white) {
                return self.board().insufficient_material(white ? chess::Colour::white
                                                                : chess::Colour::black);
            },
            "white"_a)
        .def("_has_legal_move", [](const PyChessBoard& self) { return chess::has_legal_move(self.board()); })
        .def("_divide", divide, "depth"_a, "cache"_a.none(), "threads"_a, "bulk"_a, "verify"_a)
        .def("_verify",
             [](const PyChessBoard& self) -> nb::object {
                 const auto reason = chess::verify(self.board());
                 return reason ? nb::cast(*reason) : nb::none();
             })
        .def_prop_ro(
            "key", [](const PyChessBoard& self) { return self.board().key(); },
            "The Zobrist key, without the fifty-move counter.")
        .def_prop_ro(
            "turn", [](const PyChessBoard& self) { return self.board().turn() == chess::Colour::white; },
            "True if white is to move.")
        .def_prop_ro(
            "chess960", [](const PyChessBoard& self) { return self.chess960(); },
            "Whether castling is written as king takes rook.")
        .def_prop_ro(
            "halfmove_clock", [](const PyChessBoard& self) { return self.board().rule50(); },
            "Plies since the last capture or pawn move.")
        .def_prop_ro(
            "fullmove_number", [](const PyChessBoard& self) { return self.board().fullmove(); },
            "Counts from 1, after each move of black's.")
        .def_prop_ro("_legal_en_passant",
                     [](const PyChessBoard& self) { return square_or_none(self.board().en_passant()); })
        .def_prop_ro(
            "ep_square", [](const PyChessBoard& self) { return square_or_none(self.board().pushed_over()); },
            "The square behind a pawn that was just pushed two squares, or None.")
        .def(
            "is_check", [](const PyChessBoard& self) { return self.board().in_check(); },
            "Whether the side to move is in check.");
}

}  // namespace tabiya::bindings
