// tabiya._core.chess_evaluate, shogi_evaluate and their kin: the static evaluation, whole and taken apart.
#include "bindings/evaluation.hpp"

#include "bindings/chess_board.hpp"
#include "bindings/py_table.hpp"
#include "bindings/shogi_board.hpp"
#include "games/chess/evaluate.hpp"
#include "games/shogi/evaluate.hpp"

namespace tabiya::bindings {
namespace {

// `Evaluator`, `trace` and the weights are a game's; `sides` names its two sides for the documentation.
template <class PyBoard, class Evaluator, class Trace, class Weights, class Groups>
void bind_evaluation_of(nb::module_& module, const std::string& game, const std::string& sides, Trace trace,
                        const Weights& weights, const Groups& groups) {
    using nb::literals::operator""_a;
    module.def((game + "_evaluate").c_str(),
               [](const PyBoard& board) {
                   thread_local Evaluator evaluate;
                   return evaluate(board.board());
               },
               "board"_a, "The static evaluation for the side to move, in hundredths of a pawn.");
    module.def((game + "_weights").c_str(),
               [&weights, &groups] { return weights_for_python(weights, groups); },
               "The weights of the evaluation: (name, middle game, end game).");
    module.def(
        (game + "_evaluation_trace").c_str(),
        [trace](const PyBoard& board) {
            const auto found = trace(board.board());
            return trace_for_python(found.terms, found.phase, found.scale);
        },
        "board"_a,
        "Phase, scale, the indices of the weights that count, and how often: the side that moves first "
        "less the other.");
    module.def((game + "_evaluation_terms").c_str(),
               [trace, &weights, &groups](const PyBoard& board) {
                   return terms_for_python(trace(board.board()).terms, weights, groups);
               },
               "board"_a, ("By term, middle game and end game of " + sides + ".").c_str());
}

}  // namespace

void bind_evaluation(nb::module_& module) {
    bind_evaluation_of<PyChessBoard, chess::Evaluator>(module, "chess", "white, then of black",
                                                       chess::trace_evaluation, chess::kWeights,
                                                       chess::kWeightGroups);
    bind_evaluation_of<PyShogiBoard, shogi::Evaluator>(module, "shogi", "black, then of white",
                                                       shogi::trace_evaluation, shogi::kWeights,
                                                       shogi::kWeightGroups);
}

}  // namespace tabiya::bindings
