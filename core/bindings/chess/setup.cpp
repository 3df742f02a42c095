// What a chess board answers about its pieces, possible or not, and how they are edited
// (src/tabiya/chess/attacks.py, editing.py).
#include "bindings/chess/board.hpp"
#include "bindings/integers.hpp"
#include "games/text.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>

#include <array>
#include <optional>

namespace tabiya::bindings {
namespace {

using chess::Bitboard;
using chess::Colour;
using chess::PieceType;
using chess::Square;

// Pawns, knights, bishops, rooks, queens, kings, white, black.
using Sets = std::array<std::uint64_t, 8>;

Colour colour_of(bool white) {
    return white ? Colour::kWhite : Colour::kBlack;
}

nb::tuple sets_of(const PyChessBoard& self) {
    const chess::Pieces& pieces = self.pieces();
    const auto& types = pieces.types;
    return nb::make_tuple(types[0].bits(), types[1].bits(), types[2].bits(), types[3].bits(), types[4].bits(),
                          types[5].bits(), pieces.of(Colour::kWhite).bits(),
                          pieces.of(Colour::kBlack).bits());
}

// The letters of all squares from a1 to h8, with dots for empty ones.
std::string letters(const PyChessBoard& self) {
    const chess::Pieces& pieces = self.pieces();
    std::string text(64, '.');
    for (const Square square : pieces.occupied()) {
        text[static_cast<std::size_t>(square.index())] = to_char(pieces.at(square));
    }
    return text;
}

std::uint64_t attackers(const PyChessBoard& self, bool white, int square,
                        std::optional<std::uint64_t> occupied) {
    const chess::Pieces& pieces = self.pieces();
    const Bitboard taken = occupied ? Bitboard(*occupied) : pieces.occupied();
    return (pieces.attackers_to(Square(square), taken) & pieces.of(colour_of(white))).bits();
}

std::uint64_t attacks(const PyChessBoard& self, int square) {
    const chess::Pieces& pieces = self.pieces();
    const Square from(square);
    const chess::Piece piece = pieces.at(from);
    if (piece.type() == PieceType::kPawn) return chess::pawn_attacks(piece.colour(), from).bits();
    return chess::attacks(piece.type(), from, pieces.occupied()).bits();
}

// The rank, file or diagonal through two squares; empty if they share none.
Bitboard line(Square a, Square b) {
    const bool straight = chess::rook_attacks(a).has(b);
    if (!straight && !chess::bishop_attacks(a).has(b)) return Bitboard();
    const Bitboard common = straight ? chess::rook_attacks(a) & chess::rook_attacks(b)
                                     : chess::bishop_attacks(a) & chess::bishop_attacks(b);
    return common | Bitboard(a) | Bitboard(b);
}

// The line on which a slider pins this square to the king of the side; all squares if none does.
std::uint64_t pin(const PyChessBoard& self, bool white, int number) {
    const chess::Pieces& pieces = self.pieces();
    const Colour colour = colour_of(white);
    const Bitboard kings = pieces.of(colour, PieceType::kKing), square{Square(number)};
    if (kings.empty()) return chess::kAll.bits();
    const Square king = kings.last();
    const Bitboard snipers = ((chess::rook_attacks(king) & pieces.straight_sliders()) |
                              (chess::bishop_attacks(king) & pieces.diagonal_sliders())) &
                             pieces.of(~colour);
    for (const Square sniper : snipers) {
        if ((chess::between(king, sniper) & (pieces.occupied() | square)) == square) {
            return line(king, sniper).bits();
        }
    }
    return chess::kAll.bits();
}

// The legal moves from `origins` to `targets`, where castling goes to its rook.
nb::object moves_between(const PyChessBoard& self, std::uint64_t origins, std::uint64_t targets,
                         bool captures) {
    const chess::Board& board = self.board();
    chess::MoveList all;
    captures ? generate_tactical(board, all) : generate(board, all);
    std::vector<chess::Move> moves;
    for (const chess::Move move : all) {
        if (!Bitboard(origins).has(move.from()) || !Bitboard(targets).has(move.to())) continue;
        if (!captures || board.is_capture(move)) moves.push_back(move);
    }
    return list_of(self, moves);
}

void set_pieces(PyChessBoard& self, const Sets& sets) {
    chess::Setup setup = self.setup();
    for (std::size_t i = 0; i < 6; ++i) setup.pieces.types[i] = Bitboard(sets[i]);
    setup.pieces.colours = {Bitboard(sets[6]), Bitboard(sets[7])};
    self.edit(setup);
}

// ---- attributes that may be set --------------------------------------------------------------------------

[[noreturn]] void refuse(const char* demand, nb::handle value) {
    PyErr_Format(PyExc_ValueError, "%s, not %R", demand, value.ptr());
    throw nb::python_error();
}

int number_of(nb::handle value, int low, int high, const char* demand) {
    std::int32_t number = 0;
    if (!read_small(value.ptr(), low, high, number)) refuse(demand, value);
    return number;
}

void set_turn(PyChessBoard& self, nb::handle value) {
    if (!PyBool_Check(value.ptr())) refuse("turn must be WHITE (True) or BLACK (False)", value);
    chess::Setup setup = self.setup();
    setup.turn = colour_of(value.is(Py_True));
    self.edit(setup);
}

void set_castling_rights(PyChessBoard& self, nb::handle value) {
    const nb::object number = nb::steal(PyNumber_Index(value.ptr()));
    std::uint64_t mask = 0;
    if (!number.is_valid()) PyErr_Clear();
    if (!number.is_valid() || !read_uint64(number.ptr(), mask)) {
        refuse("castling_rights must be a mask of the squares of rooks", value);
    }
    chess::Setup setup = self.setup();
    setup.castling_rooks = Bitboard(mask);
    self.edit(setup);
}

void set_ep_square(PyChessBoard& self, nb::handle value) {
    chess::Setup setup = self.setup();
    setup.en_passant = chess::kNoSquare;
    if (!value.is_none())
        setup.en_passant = Square(number_of(value, 0, 63, "ep_square must be a square or None"));
    self.edit(setup);
}

void set_halfmove_clock(PyChessBoard& self, nb::handle value) {
    chess::Setup setup = self.setup();
    setup.rule50 = number_of(value, 0, kLargestCounter, "halfmove_clock must be between 0 and 9999");
    self.edit(setup);
}

void set_fullmove_number(PyChessBoard& self, nb::handle value) {
    chess::Setup setup = self.setup();
    setup.fullmove = number_of(value, 1, kLargestCounter, "fullmove_number must be between 1 and 9999");
    self.edit(setup);
}

nb::object ep_square(const PyChessBoard& self) {
    const Square square = self.setup().en_passant;
    return square.valid() ? nb::cast(square.index()) : nb::none();
}

}  // namespace

void bind_chess_setup(nb::module_& module, LockedClass<PyChessBoard>& type) {
    using nb::literals::operator""_a;
    module.def(
        "_chess_between", [](int a, int b) { return chess::between(Square(a), Square(b)).bits(); }, "a"_a,
        "b"_a, "Returns the mask of the squares strictly between two squares on a line.");
    module.def(
        "_chess_ray", [](int a, int b) { return line(Square(a), Square(b)).bits(); }, "a"_a, "b"_a,
        "Returns the mask of the rank, file or diagonal through two squares.");
    type.def("_sets", sets_of)
        .def("_letters", letters)
        .def("_attackers", attackers, "white"_a, "square"_a, "occupied"_a.none())
        .def("_attacks", attacks, "square"_a)
        .def("_pin", pin, "white"_a, "square"_a)
        .def("_moves_between", moves_between, "origins"_a, "targets"_a, "captures"_a)
        .def("_set_pieces", set_pieces, "sets"_a)
        .def("_clear_moves", [](PyChessBoard& self) { self.clear_moves(); })
        .def("_is_edited", [](const PyChessBoard& self) { return self.edited(); })
        .def_prop_rw(
            "turn", [](const PyChessBoard& self) { return self.turn() == Colour::kWhite; }, set_turn,
            "True if white is to move. May be set; the moves made so far stay.")
        .def_prop_rw(
            "castling_rights", [](const PyChessBoard& self) { return self.setup().castling_rooks.bits(); },
            set_castling_rights,
            "The rooks that may still castle, as a bit mask. May be set. Rights without king or rook do not "
            "count.")
        .def_prop_rw("ep_square", ep_square, set_ep_square,
                     "The square behind a pawn that was just pushed two squares, or None. May be set.")
        .def_prop_rw(
            "halfmove_clock", [](const PyChessBoard& self) { return self.setup().rule50; },
            set_halfmove_clock, "Plies since the last capture or pawn move. May be set.")
        .def_prop_rw(
            "fullmove_number", [](const PyChessBoard& self) { return self.setup().fullmove; },
            set_fullmove_number, "Starts at 1 and increases after each move of black. May be set.");
}

}  // namespace tabiya::bindings
