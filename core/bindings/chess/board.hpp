// The object behind tabiya._core.ChessBoard: a position with its past, and the moves that led to it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "bindings/game_board.hpp"
#include "bindings/move_objects.hpp"
#include "bindings/search_config.hpp"
#include "games/chess/fen.hpp"
#include "games/chess/game.hpp"
#include "games/chess/movegen.hpp"
#include "games/chess/position.hpp"
#include "games/chess/see.hpp"
#include "games/chess/uci.hpp"
#include "games/chess/verify.hpp"

namespace tabiya::bindings {

// A bit outside the 16 of a move, for the factory: castling written as king takes rook.
inline constexpr std::uint32_t kKingTakesRook = 0x8000;

inline std::uint32_t move_bits(chess::Move move, bool chess960) {
    return move.pack() | (chess960 && move.is_castling() ? kKingTakesRook : 0);
}

// An edited board may be impossible, as one is while its pieces are set up one by one. Then it only answers
// questions about its setup: board() and position() throw.
class PyChessBoard : public GameBoard<PyChessBoard, chess::Position> {
  public:
    using Base = GameBoard<PyChessBoard, chess::Position>;
    using Game = chess::Game;

    PyChessBoard(std::string_view fen, bool chess960)
        : GameBoard(chess::Position(chess::parse_fen(fen))), chess960_(chess960) {}

    bool chess960() const { return chess960_; }

    const chess::Board& board() const { return require_possible(), Base::board(); }
    const chess::Position& position() const { return require_possible(), Base::position(); }
    void set(chess::Position position) {
        Base::set(std::move(position));
        edit_.reset();
    }
    void push(std::uint32_t packed) {
        require_possible();
        Base::push(packed);
        edit_.reset();
    }
    Move pop() {
        const Move move = Base::pop();
        edit_.reset();
        return move;
    }

    bool edited() const { return edit_.has_value(); }
    bool possible() const { return !edit_ || edit_->possible; }
    // Castling rights and the en-passant square are as they were edited. A board uses those that its pieces
    // allow.
    chess::Setup setup() const { return edit_ ? edit_->setup : Base::board().setup(); }
    chess::Setup cleaned_setup() const { return cleaned(setup(), castles_anywhere()); }
    const chess::Pieces& pieces() const { return possible() ? Base::board().pieces() : edit_->setup.pieces; }
    chess::Colour turn() const { return possible() ? Base::board().turn() : edit_->setup.turn; }

    // Puts this position in place of the current one. The moves stay, until clear_moves().
    void edit(const chess::Setup& setup) {
        if (!edit_) edit_ = Edit{Base::board(), setup, true};
        edit_->setup = setup;
        const chess::Setup wanted = cleaned_setup();
        edit_->possible = !fault(wanted);
        if (!edit_->possible) return;
        // An edit that is taken back restores what no setup has: repetitions.
        Base::replace(wanted == edit_->before.setup() ? edit_->before : chess::Board(wanted));
    }
    void clear_moves() {
        std::optional<Edit> edit = edit_;
        set(chess::Position(chess::Board(Base::board().setup())));
        if (edit) edit->before = chess::Board(edit->before.setup());
        edit_ = edit;
    }

    // What makes a position, without the counters.
    static std::string text_of(const chess::Board& board) {
        const std::string fen = chess::to_fen(board, chess::CastlingStyle::kShredder);
        return fen.substr(0, fen.rfind(' ', fen.rfind(' ') - 1));
    }
    static MoveObjects& move_objects();
    static chess::Rules rules(const PyConfig& config);
    std::uint32_t bits(Move move) const { return move_bits(move, chess960_); }

    // A legal move as it is. Moves constructed without this board are matched by squares and promotion.
    Move resolve(std::uint32_t packed) const {
        if (packed > 0xFFFF) throw illegal("'" + std::to_string(packed) + "'");
        const Move wanted = Move::unpack(packed);
        if (chess::is_legal(board(), wanted)) return wanted;
        const Move found = chess::parse_uci(board(), chess::to_uci(wanted, true));
        if (!found) throw illegal("'" + chess::to_uci(wanted) + "'");
        return found;
    }

  private:
    struct Edit {
        chess::Board before;
        chess::Setup setup;
        bool possible;
    };

    void require_possible() const {
        if (possible()) return;
        const chess::Setup wrong = cleaned_setup();
        // As Python's exception: the hand-written methods know no error of a game.
        raise_as("FenError", chess::FenError(chess::to_fen(wrong), *fault(wrong)).what());
        throw nb::python_error();
    }
    // Whether castling rights need not be the usual ones, which X-FEN also allows.
    bool castles_anywhere() const {
        if (chess960_) return true;
        const chess::Board& before = edit_ ? edit_->before : Base::board();
        return before.castling_rooks() != clean_castling(before.pieces(), before.castling_rooks(), false);
    }

    bool chess960_;
    std::optional<Edit> edit_;  // until the next move
};

// What it answers about its pieces, and how they are edited.
void bind_chess_setup(nb::module_& module, LockedClass<PyChessBoard>& type);

}  // namespace tabiya::bindings
