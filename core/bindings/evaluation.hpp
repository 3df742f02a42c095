// The evaluation of any game for Python: weights by name, terms and trace.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "bindings/game_board.hpp"
#include "games/evaluation.hpp"

namespace tabiya::bindings {

namespace nb = nanobind;

template <class Weights>
const evaluation::Weight* flat(const Weights& weights) {
    return reinterpret_cast<const evaluation::Weight*>(&weights);
}

// [(name, middle game, endgame)], in trace order.
template <class Weights, class Groups>
nb::list weights_for_python(const Weights& weights, const Groups& groups) {
    nb::list result;
    const evaluation::Weight* weight = flat(weights);
    for (const evaluation::Group& group : groups) {
        for (std::size_t i = 0; i < group.size; ++i, ++weight) {
            result.append(
                nb::make_tuple(evaluation::weight_name(group, i), weight->middle_game(), weight->end_game()));
        }
    }
    return result;
}

template <class T>
auto array_for_python(std::vector<T> values) {
    auto owned = std::make_unique<std::vector<T>>(std::move(values));
    T* data = owned->data();
    const std::size_t size = owned->size();
    nb::capsule owner(owned.release(), [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return nb::ndarray<nb::numpy, T, nb::ndim<1>>(data, {size}, owner);
}

// The weights that count, and how often for side 0 minus side 1. Most do not.
template <class Weights>
nb::tuple trace_for_python(const evaluation::Trace<Weights>& trace, int phase, int scale) {
    std::vector<std::uint16_t> indices;
    std::vector<std::int16_t> counts;
    for (std::size_t i = 0; i < evaluation::kWeightCount<Weights>; ++i) {
        const int count = trace.count(0, i) - trace.count(1, i);
        if (count == 0) continue;
        indices.push_back(static_cast<std::uint16_t>(i));
        counts.push_back(static_cast<std::int16_t>(count));
    }
    return nb::make_tuple(phase, scale, array_for_python(std::move(indices)),
                          array_for_python(std::move(counts)));
}

// {group: (side 0's middle game, end game, side 1's middle game, end game)}
template <class Weights, class Groups>
nb::dict terms_for_python(const evaluation::Trace<Weights>& trace, const Weights& weights,
                          const Groups& groups) {
    nb::dict result;
    std::size_t next = 0;
    for (const evaluation::Group& group : groups) {
        int sums[2][2] = {};
        for (std::size_t i = 0; i < group.size; ++i, ++next) {
            for (int side = 0; side < 2; ++side) {
                sums[side][0] += trace.count(side, next) * flat(weights)[next].middle_game();
                sums[side][1] += trace.count(side, next) * flat(weights)[next].end_game();
            }
        }
        result[group.name.data()] = nb::make_tuple(sums[0][0], sums[0][1], sums[1][0], sums[1][1]);
    }
    return result;
}

// Board._evaluate, <game>_weights, <game>_evaluation_trace and <game>_evaluation_terms. `Game` names the
// Python board and the contents of the game's evaluate.hpp.
template <class Game>
void bind_evaluation_of(nb::module_& module, const std::string& game) {
    using nb::literals::operator""_a;
    using PyBoard = typename Game::PyBoard;
    auto type = nb::borrow<nb::class_<PyBoard>>(nb::type<PyBoard>());
    LockedClass<PyBoard>(type).def("_evaluate", [](const PyBoard& board) {
        thread_local typename Game::Evaluator evaluate;
        return evaluate(board.board());
    });
    module.def((game + "_weights").c_str(),
               [] { return weights_for_python(Game::weights(), Game::groups()); },
               "The weights of the evaluation: (name, middle game, endgame).");
    module.def((game + "_evaluation_trace").c_str(),
               [](const PyBoard& board) {
                   const auto trace = Game::trace(board.board());
                   return trace_for_python(trace.terms, trace.phase, trace.scale);
               },
               "board"_a.lock(),
               "Phase, scale, indices of the weights, and their counts (first side minus second).");
    module.def((game + "_evaluation_terms").c_str(),
               [](const PyBoard& board) {
                   return terms_for_python(Game::trace(board.board()).terms, Game::weights(), Game::groups());
               },
               "board"_a.lock(),
               "By term: middle game and endgame of the first side, then of the second side.");
}

}  // namespace tabiya::bindings
