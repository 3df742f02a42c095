// The object behind tabiya._core.ChessBoard: a position with its past, and the moves that led to it.
#pragma once

#include <nanobind/nanobind.h>

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "games/chess/fen.hpp"
#include "games/chess/movegen.hpp"
#include "games/chess/position.hpp"
#include "games/chess/uci.hpp"

namespace tabiya::bindings {

namespace nb = nanobind;

struct IllegalMove : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

class PyChessBoard {
  public:
    PyChessBoard(std::string_view fen, bool chess960)
        : position_(chess::parse_fen(fen)), chess960_(chess960) {}

    const chess::Board& board() const { return position_.board(); }
    const chess::Position& position() const { return position_; }
    bool chess960() const { return chess960_; }

    void set_fen(std::string_view fen) {
        position_ = chess::Position(chess::parse_fen(fen));
        moves_.clear();
    }

    // A legal move as it is; one that somebody made without this board, by its squares and promotion.
    chess::Move resolve(std::uint32_t packed) const {
        const chess::Move wanted = chess::Move::unpack(packed);
        if (packed <= 0xFFFF && chess::is_legal(board(), wanted)) return wanted;
        const chess::Move found =
            packed <= 0xFFFF ? chess::parse_uci(board(), chess::to_uci(wanted, true)) : chess::Move();
        if (!found) {
            throw IllegalMove("illegal move: '" +
                              (packed <= 0xFFFF ? chess::to_uci(wanted) : std::to_string(packed)) + "' in " +
                              chess::to_fen(board()));
        }
        return found;
    }

    void push(std::uint32_t packed) {
        if (packed == 0) {
            if (board().in_check())
                throw IllegalMove("illegal move: a null move in check in " + chess::to_fen(board()));
            position_.make_null();
            moves_.push_back(chess::Move());
            return;
        }
        const chess::Move move = resolve(packed);
        position_.make(move);
        moves_.push_back(move);
    }

    chess::Move pop() {
        if (moves_.empty()) throw nb::index_error("pop from a board without moves");
        const chess::Move move = moves_.back();
        moves_.pop_back();
        position_.unmake();
        return move;
    }

    const std::vector<chess::Move>& moves() const { return moves_; }

  private:
    chess::Position position_;
    std::vector<chess::Move> moves_;
    bool chess960_;
};

// The Python object of a move.
nb::object chess_move_object(chess::Move move, bool chess960);

}  // namespace tabiya::bindings
