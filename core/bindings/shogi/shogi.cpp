// Shogi in tabiya._core: ShogiBoard, a position with its past (src/tabiya/shogi/board.py), ShogiSearch, and
// the evaluation.
#include "bindings/evaluation.hpp"
#include "bindings/search.hpp"
#include "bindings/shogi/board.hpp"
#include "bindings/verbs.hpp"
#include "games/shogi/evaluate.hpp"

namespace tabiya::bindings {
namespace {

using shogi::Board;
using shogi::Colour;
using shogi::Move;

MoveObjects known_moves("tabiya.shogi");

nb::object parse_usi(const PyShogiBoard& self, std::string_view text) {
    const Move move = shogi::parse_usi(self.board(), text);
    if (!move) throw self.illegal_text(text);
    return nb::steal(self.object(move));
}

nb::list squares_of(shogi::Bitboard squares) {
    nb::list list;
    for (const shogi::Square square : squares) list.append(square.index());
    return list;
}

Colour colour_of(bool black) {
    return black ? Colour::kBlack : Colour::kWhite;
}

nb::list attackers(const PyShogiBoard& self, bool black, int square) {
    const shogi::Pieces& pieces = self.board().pieces();
    return squares_of(pieces.attackers_to(colour_of(black), shogi::Square(square), pieces.occupied()));
}

nb::list attacks(const PyShogiBoard& self, int square) {
    const shogi::Square from(square);
    const shogi::Piece piece = self.board().at(from);
    if (piece == shogi::kNoPiece) return nb::list();
    return squares_of(shogi::attacks(piece.type(), piece.colour(), from, self.board().pieces().occupied()));
}

nb::list squares_with(const PyShogiBoard& self, int type, bool black) {
    return squares_of(self.board().pieces().of(colour_of(black), static_cast<shogi::PieceType>(type)));
}

// Counts of P L N S G B R.
nb::tuple hand(const PyShogiBoard& self, bool black) {
    const shogi::Hand hand = self.board().hand(colour_of(black));
    return nb::make_tuple(hand.count(0), hand.count(1), hand.count(2), hand.count(3), hand.count(4),
                          hand.count(5), hand.count(6));
}

shogi::Declaration declaration(const PyShogiBoard& self, bool points24) {
    return shogi::declaration(
        self.board(), points24 ? shogi::DeclarationRule::kPoints24 : shogi::DeclarationRule::kPoints27);
}

// The result of a fourth occurrence for the side to move: 0 none, 1 draw, 2 win, 3 loss.
int repetition(const PyShogiBoard& self) {
    const Verdict verdict = self.position().repetition();
    if (verdict == Verdict::none) return 0;
    if (verdict == Verdict::draw) return 1;
    return verdict == Verdict::win ? 2 : 3;
}

// For the side to move: points, pieces in the enemy's camp without the king, and whether the king is there.
nb::tuple declaration_points(const PyShogiBoard& self) {
    const shogi::DeclarationCount count = shogi::declaration_count(self.board(), self.board().turn());
    return nb::make_tuple(count.points, count.pieces, count.king_in_camp);
}

void bind_shogi_board(nb::module_& module) {
    using nb::literals::operator""_a;
    nb::class_<PyShogiBoard> type(module, "ShogiBoard", nb::type_slots(Verbs<PyShogiBoard>::slots()),
                                  "The native backend of tabiya.shogi.Board.");
    type.def(nb::init<std::string_view>(), "sfen"_a);
    LockedClass<PyShogiBoard> locked(type);
    bind_game_board(locked);
    locked
        .def(
            "_set_sfen",
            [](PyShogiBoard& self, std::string_view sfen) {
                self.set(shogi::Position(shogi::parse_sfen(sfen)));
            },
            "sfen"_a)
        .def("_sfen", [](const PyShogiBoard& self) { return shogi::to_sfen(self.board()); })
        .def("_parse_usi", parse_usi, "text"_a)
        .def(
            "_piece",
            [](const PyShogiBoard& self, int square) {
                return shogi::to_string(self.board().at(shogi::Square(square)));
            },
            "square"_a)
        .def("_attackers", attackers, "black"_a, "square"_a)
        .def("_attacks", attacks, "square"_a)
        .def("_squares_with", squares_with, "piece_type"_a, "black"_a)
        .def("_hand", hand, "black"_a, "The counts of P L N S G B R.")
        .def(
            "_key",
            [](const PyShogiBoard& self, bool repetition) {
                return repetition ? self.position().repetition_aware_key() : self.position().key();
            },
            "repetition"_a)
        .def("_repetition", repetition,
             "The result of a fourth occurrence for the side to move: 0 none, 1 draw, 2 win, 3 loss.")
        .def(
            "_declaration",
            [](const PyShogiBoard& self, bool points24) {
                return declaration(self, points24) != shogi::Declaration::kNone;
            },
            "points24"_a, "Whether the side to move may declare: see _declaration_result.")
        .def(
            "_declaration_result",
            [](const PyShogiBoard& self, bool points24) {
                return static_cast<int>(declaration(self, points24));
            },
            "points24"_a,
            "The result of declaring now: 0 nothing, 1 a draw (only by the 24-point rule), 2 a win.")
        .def("_declaration_points", declaration_points,
             "For the side to move: points, pieces in the camp without the king, whether the king is there.")
        .def_prop_ro(
            "key", [](const PyShogiBoard& self) { return self.board().key(); },
            "The Zobrist key, without repetitions.")
        .def_prop_ro(
            "turn", [](const PyShogiBoard& self) { return self.board().turn() == Colour::kBlack; },
            "True if black is to move.")
        .def_prop_ro(
            "move_number", [](const PyShogiBoard& self) { return self.board().move_number(); },
            "The number of the next move. Starts at 1 and increases after each move.");
}

struct Evaluation {
    using PyBoard = PyShogiBoard;
    using Evaluator = shogi::Evaluator;
    static const auto& weights() { return shogi::kWeights; }
    static const auto& groups() { return shogi::kWeightGroups; }
    static auto trace(const Board& board) { return shogi::trace_evaluation(board); }
};

constexpr int kNeverDeclares = 0;

}  // namespace

MoveObjects& PyShogiBoard::move_objects() {
    return known_moves;
}

shogi::Rules PyShogiBoard::rules(const PyConfig& config) {
    const int points = config.rule("declaration");
    if (points == kNeverDeclares) return {.declaration = std::nullopt};
    return {.declaration =
                points == 24 ? shogi::DeclarationRule::kPoints24 : shogi::DeclarationRule::kPoints27};
}

void bind_shogi(nb::module_& module) {
    using nb::literals::operator""_a;
    add_exception<shogi::SfenError>("SfenError");
    module.def(
        "_set_shogi_move_factory", [](nb::object factory) { known_moves.set_factory(factory); }, "factory"_a);
    module.def("_forget_shogi_moves", [] { known_moves.forget(); });
    module.def(
        "_shogi_move", [](std::uint32_t packed) { return nb::steal(known_moves.get(packed)); }, "packed"_a);
    module.def(
        "shogi_term_keys", [] { return list_of_keys(shogi::kTermKeys); },
        "All key terms, in the order that core/games/shogi/zobrist.hpp documents.");
    bind_shogi_board(module);
    module.def("_adopt_shogi_board", Verbs<PyShogiBoard>::adopt, "type"_a);
    add_rule("declaration", 27);
    bind_search_of<PyShogiBoard>(module, "ShogiSearch", "The native backend of tabiya.Engine for shogi.");
    bind_evaluation_of<Evaluation>(module, "shogi");
}

}  // namespace tabiya::bindings
