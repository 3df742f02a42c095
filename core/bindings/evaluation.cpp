// tabiya._core.chess_evaluate and its kin: the static evaluation, whole and taken apart.
#include "bindings/evaluation.hpp"

#include "bindings/chess_board.hpp"
#include "bindings/py_table.hpp"
#include "games/chess/evaluate.hpp"

namespace tabiya::bindings {

void bind_evaluation(nb::module_& module) {
    using nb::literals::operator""_a;
    module.def(
        "chess_evaluate",
        [](const PyChessBoard& board) {
            thread_local chess::Evaluator evaluate;
            return evaluate(board.board());
        },
        "board"_a, "The static evaluation for the side to move, in hundredths of a pawn.");
    module.def(
        "chess_weights", [] { return weights_for_python(chess::kWeights, chess::kWeightGroups); },
        "The weights of the evaluation: (name, middle game, end game).");
    module.def(
        "chess_evaluation_trace",
        [](const PyChessBoard& board) {
            const chess::EvaluationTrace trace = chess::trace_evaluation(board.board());
            return trace_for_python(trace.terms, trace.phase, trace.scale);
        },
        "board"_a, "Phase, scale, the indices of the weights that count, and how often: white less black.");
    module.def(
        "chess_evaluation_terms",
        [](const PyChessBoard& board) {
            const chess::EvaluationTrace trace = chess::trace_evaluation(board.board());
            return terms_for_python(trace.terms, chess::kWeights, chess::kWeightGroups);
        },
        "board"_a, "By term: white's middle game and end game, black's middle game and end game.");
}

}  // namespace tabiya::bindings
