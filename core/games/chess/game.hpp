// Chess for the search. games/game.hpp lists the requirements.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "games/chess/board.hpp"
#include "games/chess/check_finder.hpp"
#include "games/chess/evaluate.hpp"
#include "games/chess/fifty_moves.hpp"
#include "games/chess/movegen.hpp"
#include "games/chess/repetition.hpp"
#include "games/chess/rules.hpp"
#include "games/chess/see.hpp"
#include "games/chess/verify.hpp"
#include "games/game.hpp"

namespace tabiya::chess {

struct Game {
    using Board = chess::Board;
    using Move = chess::Move;
    using MoveList = chess::MoveList;
    using Evaluator = chess::Evaluator;
    using CheckFinder = chess::CheckFinder;
    using Past = chess::Past;
    using Rules = chess::Rules;

    static void generate(const Board& board, MoveList& moves) { chess::generate(board, moves); }
    static void generate_tactical(const Board& board, MoveList& moves) {
        chess::generate_tactical(board, moves);
    }
    static void generate_quiet(const Board& board, MoveList& moves) { chess::generate_quiet(board, moves); }
    static bool has_legal_move(const Board& board) { return chess::has_legal_move(board); }
    static bool is_legal(const Board& board, Move move) { return chess::is_legal(board, move); }
    static Move move_from_table(const Board& board, std::uint32_t bits) {
        const Move move = Move::unpack(bits);
        return bits <= 0xFFFF && chess::is_legal(board, move) ? move : Move();
    }
    static bool is_tactical(const Board& board, Move move) {
        return move.is_promotion() || board.is_capture(move);
    }
    static bool in_check(const Board& board) { return board.in_check(); }
    static void make(Board& board, Move move) { board.make(move); }
    static void make_null(Board& board) { board.make_null(); }

    // Most valuable victim, then least valuable attacker. A promotion wins the new piece.
    static int tactical_order(const Board& board, Move move) {
        return tactical_gain(board, move) - index(board.at(move.from()).type());
    }
    static int tactical_gain(const Board& board, Move move) {
        const int promoted =
            move.is_promotion() ? exchange_value(move.promotion()) - exchange_value(PieceType::kPawn) : 0;
        return exchange_value(board.captured(move)) + promoted;
    }
    static bool see_at_least(const Board& board, Move move, int threshold) {
        return chess::see_at_least(board, move, threshold);
    }

    static constexpr std::size_t kRouteSlots = 2 * 64 * 64;
    static constexpr std::size_t kPieceSlots = 12 * 64;
    static constexpr std::size_t kTacticalSlots = kPieceSlots * 8;
    static std::size_t route_slot(const Board& board, Move move) {
        return static_cast<std::size_t>((index(board.turn()) * 64 + move.from().index()) * 64 +
                                        move.to().index());
    }
    static std::size_t piece_slot(const Board& board, Move move) {
        const Piece piece = board.at(move.from());
        return static_cast<std::size_t>((index(piece.colour()) * 6 + index(piece.type())) * 64 +
                                        move.to().index());
    }
    static std::size_t tactical_slot(const Board& board, Move move) {
        return piece_slot(board, move) * 8 + static_cast<std::size_t>(index(board.captured(move)));
    }

    static Past past(const Board& board) { return Past(board); }

    static Verdict repetition(const Board& board, std::span<const Past> past, int search_plies) {
        return chess::repetition(board, past, search_plies);
    }
    // Fifty moves, or insufficient material.
    static Verdict verdict(const Board& board, bool in_check, const Rules&) {
        if (is_fifty_moves(board, in_check)) return Verdict::draw;
        const bool few = board.occupied().count() <= 3;
        return few && board.insufficient_material() ? Verdict::draw : Verdict::none;
    }
    static Verdict without_moves(const Board&, bool in_check) {
        return in_check ? Verdict::loss : Verdict::draw;
    }

    static int pieces_beside_pawns(const Board& board) {
        const Pieces& pieces = board.pieces();
        return (pieces.of(board.turn()) & ~pieces.of(PieceType::kPawn, PieceType::kKing)).count();
    }
    static bool may_pass(const Board& board) {
        const Pieces& pieces = board.pieces();
        return (pieces.of(board.turn()) & ~pieces.of(PieceType::kPawn, PieceType::kKing)).any();
    }
    static bool zugzwang_prone(const Board& board) { return pieces_beside_pawns(board) <= 2; }
    // In zugzwang-prone positions every tempo counts, and the tree is small.
    static bool may_reduce(const Board& board) { return may_pass(board); }

    static std::uint64_t table_key(const Board& board, const Rules& rules) {
        return board.key(rules.rule50_keys);
    }
    static std::uint64_t table_key_after(const Board& board, Move move, const Rules& rules) {
        const std::uint64_t key = board.key_after(move);
        if (rules.rule50_keys == Rule50Keys::kOff) return key;
        const bool resets = board.at(move.from()).type() == PieceType::kPawn || board.is_capture(move);
        return key ^ rule50_key(resets ? 0 : board.rule50() + 1, rules.rule50_keys);
    }
    static bool may_cut_off(const Board& board, const Rules& rules) {
        return !is_near_fifty_moves(board) || rules.rule50_keys != Rule50Keys::kOff;
    }
    static bool believes_mate(const Board& board, int plies) { return has_time_for(board, plies); }

  private:
    static int exchange_value(PieceType type) { return kExchangeValue[index(type)]; }
};

static_assert(tabiya::Game<Game>);

}  // namespace tabiya::chess
