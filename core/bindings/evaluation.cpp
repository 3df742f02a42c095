// The static evaluation of every game, whole (Board._evaluate) and taken apart.
#include "bindings/evaluation.hpp"

#include "bindings/chess_board.hpp"
#include "bindings/py_table.hpp"
#include "bindings/shogi_board.hpp"
#include "games/chess/evaluate.hpp"
#include "games/shogi/evaluate.hpp"

namespace tabiya::bindings {
namespace {

struct ChessEvaluation {
    using PyBoard = PyChessBoard;
    using Evaluator = chess::Evaluator;
    static const auto& weights() { return chess::kWeights; }
    static const auto& groups() { return chess::kWeightGroups; }
    static auto trace(const chess::Board& board) { return chess::trace_evaluation(board); }
};

struct ShogiEvaluation {
    using PyBoard = PyShogiBoard;
    using Evaluator = shogi::Evaluator;
    static const auto& weights() { return shogi::kWeights; }
    static const auto& groups() { return shogi::kWeightGroups; }
    static auto trace(const shogi::Board& board) { return shogi::trace_evaluation(board); }
};

}  // namespace

void bind_evaluation(nb::module_& module) {
    bind_evaluation_of<ChessEvaluation>(module, "chess");
    bind_evaluation_of<ShogiEvaluation>(module, "shogi");
}

}  // namespace tabiya::bindings
