// Chess in tabiya._core: ChessBoard, a position with its past (src/tabiya/chess/board.py), ChessSearch, and
// the evaluation.
#include "bindings/chess/board.hpp"
#include "bindings/evaluation.hpp"
#include "bindings/search.hpp"
#include "bindings/verbs.hpp"
#include "games/chess/evaluate.hpp"

namespace tabiya::bindings {
namespace {

using chess::Board;
using chess::Move;
using chess::Square;

MoveObjects known_moves("tabiya.chess");

nb::object parse_uci(const PyChessBoard& self, std::string_view text) {
    const Move move = chess::parse_uci(self.board(), text);
    if (!move) throw self.illegal_text(text);
    return nb::steal(self.object(move));
}

std::string fen(const PyChessBoard& self, bool shredder, bool every_push) {
    const auto castling = shredder ? chess::CastlingStyle::kShredder : chess::CastlingStyle::kXfen;
    const auto en_passant = every_push ? chess::EnPassantStyle::kAlways : chess::EnPassantStyle::kLegal;
    return self.possible() ? chess::to_fen(self.board(), castling, en_passant)
                           : chess::to_fen(self.cleaned_setup(), castling, en_passant);
}

nb::object square_or_none(Square square) {
    return square.valid() ? nb::cast(square.index()) : nb::none();
}

chess::Rule50Keys rule50_mode(int mode) {
    return static_cast<chess::Rule50Keys>(mode);
}

void bind_chess_board(nb::module_& module) {
    using nb::literals::operator""_a;
    nb::class_<PyChessBoard> type(module, "ChessBoard", nb::type_slots(Verbs<PyChessBoard>::slots()),
                                  "The native backend of tabiya.chess.Board.");
    type.def(nb::init<std::string_view, bool>(), "fen"_a, "chess960"_a);
    LockedClass<PyChessBoard> locked(type);
    bind_game_board(locked);
    bind_chess_setup(module, locked);
    locked
        .def(
            "_set_fen",
            [](PyChessBoard& self, std::string_view fen) {
                self.set(chess::Position(chess::parse_fen(fen)));
            },
            "fen"_a)
        .def("_fen", fen, "shredder"_a, "every_push"_a)
        .def("_parse_uci", parse_uci, "text"_a)
        .def(
            "_piece",
            [](const PyChessBoard& self, int square) {
                const Square at(square);
                return std::string(1, to_char(self.possible() ? self.board().at(at) : self.pieces().at(at)));
            },
            "square"_a)
        .def("_castling_rooks",
             [](const PyChessBoard& self) { return self.cleaned_setup().castling_rooks.bits(); })
        .def(
            "_key", [](const PyChessBoard& self, int mode) { return self.board().key(rule50_mode(mode)); },
            "rule50"_a)
        .def("_insufficient", [](const PyChessBoard& self) { return self.board().insufficient_material(); })
        .def(
            "_insufficient_for",
            [](const PyChessBoard& self, bool white) {
                return self.board().insufficient_material(white ? chess::Colour::kWhite
                                                                : chess::Colour::kBlack);
            },
            "white"_a)
        .def_prop_ro(
            "key",
            [](const PyChessBoard& self) {
                return self.possible() ? self.board().key() : self.cleaned_setup().key();
            },
            "The Zobrist key, without the fifty-move counter.")
        .def_prop_ro(
            "chess960", [](const PyChessBoard& self) { return self.chess960(); },
            "Whether castling is written as king takes rook.")
        .def_prop_ro("_legal_en_passant", [](const PyChessBoard& self) {
            return square_or_none(self.cleaned_setup().legal_en_passant());
        });
}

struct Evaluation {
    using PyBoard = PyChessBoard;
    using Evaluator = chess::Evaluator;
    static const auto& weights() { return chess::kWeights; }
    static const auto& groups() { return chess::kWeightGroups; }
    static auto trace(const Board& board) { return chess::trace_evaluation(board); }
};

}  // namespace

MoveObjects& PyChessBoard::move_objects() {
    return known_moves;
}

chess::Rules PyChessBoard::rules(const PyConfig& config) {
    return {.rule50_keys = rule50_mode(config.rule("rule50_keys"))};
}

void bind_python_chess(nb::module_& module);

void bind_chess(nb::module_& module) {
    using nb::literals::operator""_a;
    add_exception<chess::FenError>("FenError");
    module.def(
        "_set_chess_move_factory", [](nb::object factory) { known_moves.set_factory(factory); }, "factory"_a);
    module.def("_forget_chess_moves", [] { known_moves.forget(); });
    module.def(
        "_chess_move",
        [](std::uint32_t packed, bool chess960) {
            return nb::steal(known_moves.get(move_bits(Move::unpack(packed), chess960)));
        },
        "packed"_a, "chess960"_a);
    bind_python_chess(module);
    module.def(
        "chess_term_keys", [] { return list_of_keys(chess::kTermKeys); },
        "All key terms, in the order that core/games/chess/zobrist.hpp documents.");
    bind_chess_board(module);
    module.def("_adopt_chess_board", Verbs<PyChessBoard>::adopt, "type"_a);
    add_rule("rule50_keys", static_cast<int>(chess::Rule50Keys::kOff));
    bind_search_of<PyChessBoard>(module, "ChessSearch", "The native backend of tabiya.Engine for chess.");
    bind_evaluation_of<Evaluation>(module, "chess");
}

}  // namespace tabiya::bindings
