// Boards of all games for Python: a position with its past, and the methods with the same names in every
// game. The class of each game resolves, finds and names its moves.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bindings/errors.hpp"
#include "bindings/move_objects.hpp"
#include "bindings/perft.hpp"
#include "bindings/ready.hpp"
#include "games/leaves.hpp"

namespace tabiya::bindings {

namespace nb = nanobind;

// `Self` derives from it and offers
//     Move resolve(std::uint32_t packed) const      the legal move; throws IllegalMove
//     std::uint32_t bits(Move) const                the argument of Python's factory
//     static MoveObjects& move_objects()            the cache of move objects
template <class Self, class PositionType>
class GameBoard {
  public:
    using Position = PositionType;
    using Move = typename Position::Move;
    using MoveList = typename Position::MoveList;

    explicit GameBoard(Position position) : position_(std::move(position)) {}

    const auto& board() const { return position_.board(); }
    const Position& position() const { return position_; }
    const std::vector<Move>& moves() const { return moves_; }

    void set(Position position) {
        position_ = std::move(position);
        moves_.clear();
    }

    // Puts another board in place of the current one. The moves stay.
    void replace(const std::remove_cvref_t<decltype(std::declval<Position>().board())>& board) {
        position_.replace(board);
    }

    // 0 is a null move.
    void push(std::uint32_t packed) {
        if (packed == 0) {
            if (board().in_check()) throw illegal("a null move in check");
            position_.make_null();
            moves_.push_back(Move());
            return;
        }
        const Move move = self().resolve(packed);
        position_.make(move);
        moves_.push_back(move);
    }

    // A new reference to Python's object.
    PyObject* object(Move move) const { return Self::move_objects().get(self().bits(move)); }

    Move pop() {
        if (moves_.empty()) throw nb::index_error("pop from a board without moves");
        const Move move = moves_.back();
        moves_.pop_back();
        position_.unmake();
        return move;
    }

    bool is_legal(std::uint32_t packed) const {
        try {
            return packed != 0 && static_cast<bool>(self().resolve(packed));
        } catch (const IllegalMove&) {
            return false;
        }
    }

    IllegalMove illegal(const std::string& what) const {
        return IllegalMove("illegal move: " + what + " in " + describe(board()));
    }

    // For the text of an external move. No move is longer than 5 bytes; cutting within a character would give
    // an invalid text.
    IllegalMove illegal_text(std::string_view text) const {
        return illegal(text.size() <= 32 ? "'" + std::string(text) + "'"
                                         : "'(" + std::to_string(text.size()) + " bytes)'");
    }

  private:
    const Self& self() const { return static_cast<const Self&>(*this); }

    Position position_;
    std::vector<Move> moves_;
};

template <class PyBoard, class Moves>
nb::object list_of(const PyBoard& self, const Moves& moves) {
    PyObject* list = PyList_New(static_cast<Py_ssize_t>(moves.size()));
    if (list == nullptr) throw nb::python_error();
    const nb::object owner = nb::steal(list);
    for (std::size_t i = 0; i < moves.size(); ++i) {
        PyList_SET_ITEM(list, static_cast<Py_ssize_t>(i), self.object(moves[i]));
    }
    return owner;
}

template <class PyBoard>
nb::list divide_board(const PyBoard& self, int depth, table::PerftCache* cache, int threads, bool bulk,
                      bool verify) {
    const auto board = self.board();  // another thread may push while this one counts
    return divide_for_python(board, depth, cache, PerftOptions{bulk, verify, threads, nullptr});
}

// A hash (FNV-1a) that shares nothing with the keys.
inline std::uint64_t hash_of_text(std::string_view text) {
    std::uint64_t hash = 0xCBF29CE484222325u;
    for (const char character : text) hash = (hash ^ static_cast<unsigned char>(character)) * 0x100000001B3u;
    return hash;
}

using LeafWords = nb::ndarray<std::uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// Fills both arrays, with the keys of the positions `depth` plies below and with hashes of their texts, as
// far as the positions or the room go. Returns the number filled.
template <class PyBoard>
std::size_t leaf_keys(const PyBoard& self, int depth, const LeafWords& keys, const LeafWords& texts) {
    if (keys.shape(0) != texts.shape(0))
        throw std::invalid_argument("keys and texts must have the same length");
    const auto board = self.board();  // another thread may push meanwhile
    const std::size_t room = keys.shape(0);
    std::size_t count = 0;
    run_stoppable([&](const std::atomic<bool>& stop) {
        visit_leaves(board, depth, [&](const auto& leaf) {
            if (count == room || stop.load(std::memory_order_relaxed)) return false;
            keys.data()[count] = leaf.key();
            texts.data()[count++] = hash_of_text(PyBoard::text_of(leaf));
            return true;
        });
    });
    return count;
}

template <class PyBoard>
nb::object verified(const PyBoard& self) {
    const auto reason = verify(self.board());
    return reason ? nb::cast(*reason) : nb::none();
}

template <std::size_t N>
nb::list list_of_keys(const std::array<std::uint64_t, N>& keys) {
    nb::list result;
    for (const std::uint64_t key : keys) result.append(key);
    return result;
}

// Queries about one move, which is resolved first.
template <class PyBoard, class Question>
auto about(Question question) {
    return [question](const PyBoard& self, std::uint32_t packed) {
        return question(self.board(), self.resolve(packed));
    };
}

// A board class whose methods lock their board. Without a GIL another thread may push meanwhile and move the
// boards of the past. With a GIL this does nothing.
template <class PyBoard>
class LockedClass {
  public:
    explicit LockedClass(nb::class_<PyBoard>& type) : type_(type) {}

    template <class Function, class... Rest>
    LockedClass& def(const char* name, const Function& function, const Rest&... rest) {
        type_.def(name, when_ready<PyBoard>("board", function), rest..., nb::lock_self());
        return *this;
    }
    template <class Function, class... Rest>
    LockedClass& def_prop_ro(const char* name, const Function& function, const Rest&... rest) {
        type_.def_prop_ro(name, when_ready<PyBoard>("board", function), rest..., nb::lock_self());
        return *this;
    }
    template <class Getter, class Setter>
    LockedClass& def_prop_rw(const char* name, const Getter& get, const Setter& set, const char* doc) {
        type_.def_prop_rw(name, when_ready<PyBoard>("board", get), when_ready<PyBoard>("board", set),
                          nb::for_setter(nb::arg("value").none()), nb::lock_self(), doc);
        return *this;
    }

  private:
    nb::class_<PyBoard>& type_;
};

// The methods of every game's board, in addition to those of verbs.hpp. Exchanges and repetitions only exist
// if the game has them.
template <class PyBoard>
void bind_game_board(LockedClass<PyBoard>& type) {
    using nb::literals::operator""_a;
    using Board = std::remove_cvref_t<decltype(std::declval<PyBoard>().board())>;
    using Move = typename PyBoard::Move;
    type.def(
            "_copy", [](const PyBoard& self, PyBoard& other) { other = self; }, "into"_a.lock())
        .def("_count_moves", [](const PyBoard& self) { return count_moves(self.board()); })
        .def(
            "_is_legal", [](const PyBoard& self, std::uint32_t packed) { return self.is_legal(packed); },
            "packed"_a)
        .def(
            "_resolve",
            [](const PyBoard& self, std::uint32_t packed) {
                return nb::steal(self.object(self.resolve(packed)));
            },
            "packed"_a)
        .def("_moves",
             [](const PyBoard& self) {
                 const std::vector<Move> moves =
                     self.moves();  // creating an object may let another thread push
                 return list_of(self, moves);
             })
        .def("_key_after",
             about<PyBoard>([](const Board& board, Move move) { return board.key_after(move); }), "packed"_a)
        .def("_gives_check",
             about<PyBoard>([](const Board& board, Move move) { return board.gives_check(move); }),
             "packed"_a)
        .def("_is_capture",
             about<PyBoard>([](const Board& board, Move move) { return board.is_capture(move); }), "packed"_a)
        .def("_has_legal_move", [](const PyBoard& self) { return has_legal_move(self.board()); })
        .def("_divide", divide_board<PyBoard>, "depth"_a, "cache"_a.none(), "threads"_a, "bulk"_a, "verify"_a)
        .def("_verify", verified<PyBoard>);
    if constexpr (requires(const Board& board, Move move) { see(board, move); }) {
        type.def("_see", about<PyBoard>([](const Board& board, Move move) { return see(board, move); }),
                 "packed"_a);
    }
    if constexpr (requires(const Board& board) { PyBoard::text_of(board); }) {
        type.def("_leaf_keys", leaf_keys<PyBoard>, "depth"_a, "keys"_a.noconvert(), "texts"_a.noconvert());
    }
    if constexpr (requires(const PyBoard& self) { self.position().repetitions(); }) {
        type.def("_repetitions", [](const PyBoard& self) { return self.position().repetitions(); });
    }
}

}  // namespace tabiya::bindings
