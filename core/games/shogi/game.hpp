// Shogi for the search. games/game.hpp lists the requirements.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "games/game.hpp"
#include "games/shogi/board.hpp"
#include "games/shogi/check_finder.hpp"
#include "games/shogi/declaration.hpp"
#include "games/shogi/evaluate.hpp"
#include "games/shogi/movegen.hpp"
#include "games/shogi/repetition.hpp"
#include "games/shogi/rules.hpp"
#include "games/shogi/see.hpp"
#include "games/shogi/verify.hpp"

namespace tabiya::shogi {

struct Game {
    using Board = shogi::Board;
    using Move = shogi::Move;
    using MoveList = shogi::MoveList;
    using Evaluator = shogi::Evaluator;
    using CheckFinder = shogi::CheckFinder;
    using Past = shogi::Past;
    using Rules = shogi::Rules;

    static void generate(const Board& board, MoveList& moves) { shogi::generate(board, moves); }
    static void generate_tactical(const Board& board, MoveList& moves) {
        shogi::generate_tactical(board, moves);
    }
    static void generate_quiet(const Board& board, MoveList& moves) { shogi::generate_quiet(board, moves); }
    static bool has_legal_move(const Board& board) { return shogi::has_legal_move(board); }
    static bool is_legal(const Board& board, Move move) { return shogi::is_legal(board, move); }
    // A table may keep only the low 16 bits of a move. The rest is on the board.
    static Move move_from_table(const Board& board, std::uint32_t bits) {
        const Move move = bits <= 0xFFFF ? shogi::completed(board, bits) : Move::unpack(bits);
        return shogi::is_legal(board, move) ? move : Move();
    }
    static bool is_tactical(const Board&, Move move) {
        return move.is_promotion() || Board::is_capture(move);
    }
    static bool in_check(const Board& board) { return board.in_check(); }
    static void make(Board& board, Move move) { board.make(move); }
    static void make_null(Board& board) { board.make_null(); }

    // Most valuable victim, then least valuable attacker.
    static int tactical_order(const Board& board, Move move) {
        return tactical_gain(board, move) - value(move.type()) / 100;
    }
    // A captured piece leaves one side and joins the other, unpromoted.
    static int tactical_gain(const Board&, Move move) {
        const PieceType taken = move.captured();
        const int promoted = move.is_promotion() ? value(move.type_after()) - value(move.type()) : 0;
        return taken == PieceType::kNone ? promoted : value(taken) + value(base(taken)) + promoted;
    }
    static bool see_at_least(const Board& board, Move move, int threshold) {
        return shogi::see_at_least(board, move, threshold);
    }

    static constexpr std::size_t kOrigins = kSquares + kHandTypes;
    static constexpr std::size_t kPieceSlots = 2 * 10 * kSquares;
    static constexpr std::size_t kRouteSlots = 2 * kOrigins * kSquares;
    static constexpr std::size_t kTacticalSlots = kPieceSlots * 16;
    static std::size_t route_slot(const Board& board, Move move) {
        const std::size_t origin = move.pack() >> 7 & 127;
        return (side(board) * kOrigins + origin) * kSquares + target(move);
    }
    // Pieces that move like a gold count as one type: the histories stay small and learn faster.
    static std::size_t piece_slot(const Board& board, Move move) {
        return (side(board) * 10 + kMovers[static_cast<std::size_t>(index(move.type()))]) * kSquares +
               target(move);
    }
    static std::size_t tactical_slot(const Board& board, Move move) {
        return piece_slot(board, move) * 16 + static_cast<std::size_t>(index(move.captured()));
    }

    static Past past(const Board& board) { return Past(board); }

    static Verdict repetition(const Board&, std::span<const Past> past, int search_plies) {
        return shogi::repetition(past, search_plies);
    }
    // An entering king with enough pieces and points wins by declaration. A declaration that only draws is
    // left to the player.
    static Verdict verdict(const Board& board, bool in_check, const Rules& rules) {
        if (in_check || !rules.declaration || !has_entered(board)) return Verdict::none;
        return declaration(board, *rules.declaration) == Declaration::kWin ? Verdict::win : Verdict::none;
    }
    static constexpr Verdict without_moves(const Board&, bool) { return Verdict::loss; }

    // With pieces in hand there is always a useful move: zugzwang is very rare.
    static constexpr bool may_pass(const Board&) { return true; }
    static constexpr bool zugzwang_prone(const Board&) { return false; }
    static constexpr bool may_reduce(const Board&) { return true; }

    static std::uint64_t table_key(const Board& board, const Rules&) { return board.key(); }
    static std::uint64_t table_key_after(const Board& board, Move move, const Rules&) {
        return board.key_after(move);
    }
    static constexpr bool may_cut_off(const Board&, const Rules&) { return true; }
    static constexpr bool believes_mate(const Board&, int) { return true; }

  private:
    static constexpr std::array<std::size_t, kTypes> kMovers = {0, 0, 1, 2, 3, 4, 5, 6, 7, 6, 6, 6, 6, 8, 9};

    static int value(PieceType type) { return kExchangeValue[static_cast<std::size_t>(index(type))]; }
    static std::size_t side(const Board& board) { return static_cast<std::size_t>(index(board.turn())); }
    static std::size_t target(Move move) { return static_cast<std::size_t>(move.to().index()); }

    static bool has_entered(const Board& board) {
        const Square king = board.king(board.turn());
        return king.valid() && (board.turn() == Colour::kBlack ? king.rank() <= 2 : king.rank() >= 6);
    }
};

static_assert(tabiya::Game<Game>);

}  // namespace tabiya::shogi
