// Othello for the search (games/game.hpp has the requirements).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "games/game.hpp"
#include "games/othello/evaluate.hpp"
#include "games/othello/movegen.hpp"
#include "games/othello/outcome.hpp"
#include "games/othello/position.hpp"
#include "games/othello/rules.hpp"
#include "games/othello/verify.hpp"

namespace tabiya::othello {

struct Game {
    using Board = othello::Board;
    using Move = othello::Move;
    using MoveList = othello::MoveList;
    using Evaluator = othello::Evaluator;
    using Past = othello::Past;
    using Rules = othello::Rules;

    // There is no check.
    struct CheckFinder {
        explicit constexpr CheckFinder(const Board&) {}
        static constexpr bool gives(Move) { return false; }
    };

    static void generate(const Board& board, MoveList& moves) { othello::generate(board, moves); }
    static constexpr void generate_tactical(const Board&, MoveList&) {}
    static void generate_quiet(const Board& board, MoveList& moves) { othello::generate(board, moves); }
    static bool has_legal_move(const Board& board) { return othello::has_legal_move(board); }
    static bool is_legal(const Board& board, Move move) { return othello::is_legal(board, move); }
    static Move move_from_table(const Board& board, std::uint32_t bits) {
        const Move move = Move::unpack(bits);
        return othello::is_legal(board, move) ? move : Move();
    }
    static constexpr bool is_tactical(const Board&, Move) { return false; }
    static constexpr bool in_check(const Board&) { return false; }
    static void make(Board& board, Move move) { board.make(move); }
    static void make_null(Board& board) { board.make_null(); }

    static constexpr int tactical_order(const Board&, Move) { return 0; }
    static constexpr bool see_at_least(const Board&, Move, int) { return true; }
    static constexpr int tactical_gain(const Board&, Move) { return 0; }

    // A placement has no origin: both histories are indexed by side and square.
    static constexpr std::size_t kRouteSlots = 2 * kMoveCodes;
    static constexpr std::size_t kPieceSlots = kRouteSlots;
    static constexpr std::size_t kTacticalSlots = 1;
    static std::size_t route_slot(const Board& board, Move move) {
        return static_cast<std::size_t>(index(board.turn())) * kMoveCodes + move.pack();
    }
    static std::size_t piece_slot(const Board& board, Move move) { return route_slot(board, move); }
    static constexpr std::size_t tactical_slot(const Board&, Move) { return 0; }

    static constexpr Past past(const Board&) { return {}; }
    static constexpr Verdict repetition(const Board&, std::span<const Past>, int) { return Verdict::none; }
    // The game ends when neither side can move.
    static Verdict verdict(const Board& board, bool, const Rules&) {
        return othello::has_legal_move(board) ? Verdict::none : final_score(board);
    }
    static Verdict without_moves(const Board& board, bool) { return final_score(board); }

    // Zugzwang is common in Othello: a null move proves nothing.
    static constexpr bool may_pass(const Board&) { return false; }
    static constexpr bool zugzwang_prone(const Board&) { return true; }
    // In the last moves every move turns many discs, and the tree is small.
    static bool may_reduce(const Board& board) { return popcount(board.empty()) > 8; }

    static std::uint64_t table_key(const Board& board, const Rules&) { return board.key(); }
    static std::uint64_t table_key_after(const Board& board, Move move, const Rules&) {
        return board.key_after(move);
    }
    static constexpr bool may_cut_off(const Board&, const Rules&) { return true; }
    static constexpr bool believes_mate(const Board&, int) { return true; }

  private:
    static Verdict final_score(const Board& board) { return Verdict::of_score(kDisc * margin(board)); }
};

static_assert(tabiya::Game<Game>);

}  // namespace tabiya::othello
