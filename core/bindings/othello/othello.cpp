// Othello in tabiya._core: OthelloBoard, a position with its history (src/tabiya/othello/board.py),
// OthelloSearch, the evaluation, and the endgame search.
#include "bindings/evaluation.hpp"
#include "bindings/othello/board.hpp"
#include "bindings/othello/endgame.hpp"
#include "bindings/search.hpp"
#include "bindings/verbs.hpp"
#include "games/othello/evaluate.hpp"

namespace tabiya::bindings {
namespace {

using othello::Board;
using othello::Colour;
using othello::Move;

MoveObjects known_moves("tabiya.othello");

nb::object parse_move(const PyOthelloBoard& self, std::string_view text) {
    const Move move = othello::parse_move(self.board(), text);
    if (!move) throw self.illegal_text(text);
    return nb::steal(self.object(move));
}

// "X", "O" or "".
std::string piece(const PyOthelloBoard& self, int number) {
    const othello::Bitboard square = othello::bit(othello::Square(number));
    if (self.board().discs(Colour::kBlack) & square) return "X";
    return self.board().discs(Colour::kWhite) & square ? "O" : "";
}

void bind_othello_board(nb::module_& module) {
    using nb::literals::operator""_a;
    nb::class_<PyOthelloBoard> type(module, "OthelloBoard", nb::type_slots(Verbs<PyOthelloBoard>::slots()),
                                    "The native backend of tabiya.othello.Board.");
    type.def(nb::init<std::string_view>(), "text"_a);
    LockedClass<PyOthelloBoard> locked(type);
    bind_game_board(locked);
    locked
        .def(
            "_set_position",
            [](PyOthelloBoard& self, std::string_view text) {
                self.set(othello::Position(othello::parse_position(text)));
            },
            "text"_a)
        .def("_position", [](const PyOthelloBoard& self) { return othello::to_text(self.board()); })
        .def("_parse_move", parse_move, "text"_a)
        .def("_piece", piece, "square"_a)
        .def(
            "_discs",
            [](const PyOthelloBoard& self, bool black) {
                return self.board().discs(black ? Colour::kBlack : Colour::kWhite);
            },
            "black"_a, "Returns the squares of a side's discs as bits of an integer.")
        .def(
            "_margin", [](const PyOthelloBoard& self) { return othello::margin(self.board()); },
            "Returns the margin of the side to move in discs. Empty squares count for the winner.")
        .def_prop_ro(
            "key", [](const PyOthelloBoard& self) { return self.board().key(); }, "The Zobrist key.")
        .def_prop_ro(
            "turn", [](const PyOthelloBoard& self) { return self.board().turn() == Colour::kBlack; },
            "Whether black is to move.");
}

struct Evaluation {
    using PyBoard = PyOthelloBoard;
    using Evaluator = othello::Evaluator;
    static const auto& weights() { return othello::kWeights; }
    static const auto& groups() { return othello::kWeightGroups; }
    static auto trace(const Board& board) { return othello::trace_evaluation(board); }
};

}  // namespace

MoveObjects& PyOthelloBoard::move_objects() {
    return known_moves;
}

void bind_othello(nb::module_& module) {
    using nb::literals::operator""_a;
    add_exception<othello::PositionError>("PositionError", "tabiya.othello.errors");
    module.def(
        "_set_othello_move_factory", [](nb::object factory) { known_moves.set_factory(factory); },
        "factory"_a);
    module.def("_forget_othello_moves", [] { known_moves.forget(); });
    module.def(
        "_othello_move", [](std::uint32_t packed) { return nb::steal(known_moves.get(packed)); }, "packed"_a);
    module.def(
        "othello_term_keys", [] { return list_of_keys(othello::kTermKeys); },
        "Returns all key terms in the order of core/games/othello/zobrist.hpp.");
    bind_othello_board(module);
    module.def("_adopt_othello_board", Verbs<PyOthelloBoard>::adopt, "type"_a);
    bind_search_of<PyOthelloBoard>(module, "OthelloSearch",
                                   "The native backend of tabiya.Engine for Othello.");
    bind_evaluation_of<Evaluation>(module, "othello");
    bind_othello_endgame(module);
}

}  // namespace tabiya::bindings
