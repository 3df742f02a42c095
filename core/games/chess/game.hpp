// Chess as the search sees it (search/game.hpp says what it asks).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "games/chess/board.hpp"
#include "games/chess/evaluate.hpp"
#include "games/chess/movegen.hpp"
#include "games/chess/position.hpp"
#include "games/chess/see.hpp"
#include "search/game.hpp"

namespace tabiya::chess {

// The checks that a position's mover can give, prepared once for all of its moves.
class Checks {
  public:
    explicit Checks(const Board& board) : board_(board), king_(board.king(~board.turn())) {
        const Pieces& pieces = board.pieces();
        const Bitboard occupied = board.occupied();
        const Bitboard straight = rook_attacks(king_, occupied), diagonal = bishop_attacks(king_, occupied);
        from_ = {pawn_attacks(~board.turn(), king_),
                 knight_attacks(king_),
                 diagonal,
                 straight,
                 straight | diagonal,
                 Bitboard()};
        // Our pieces in the king's view behind which one of our sliders would see it.
        const Bitboard own = pieces.of(board.turn()), lifted = occupied ^ ((straight | diagonal) & own);
        const bool hidden =
            (rook_attacks(king_, lifted) & pieces.straight_sliders() & own & ~straight).any() ||
            (bishop_attacks(king_, lifted) & pieces.diagonal_sliders() & own & ~diagonal).any();
        if (hidden) seen_ = (straight | diagonal) & own;
    }

    bool gives(Move move) const {
        if (move.kind() >= MoveKind::castling) return board_.gives_check(move);  // and promotions
        const auto type = static_cast<std::size_t>(index(board_.at(move.from()).type()));
        if (from_[type].has(move.to())) return true;
        return seen_.has(move.from()) && board_.gives_check(move);
    }

  private:
    const Board& board_;
    Square king_;
    std::array<Bitboard, 6> from_;
    Bitboard seen_;  // may uncover a check when they move
};

struct Game {
    using Board = chess::Board;
    using Move = chess::Move;
    using MoveList = chess::MoveList;
    using Evaluator = chess::Evaluator;
    using Past = std::uint64_t;  // the key, without the fifty-move counter
    using Verdict = search::Verdict;

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
    using Checks = chess::Checks;
    static bool in_check(const Board& board) { return board.in_check(); }
    static void make(Board& board, Move move) { board.make(move); }
    static void make_null(Board& board) { board.make_null(); }

    // Most valuable victim, then least valuable attacker; a promotion wins what it becomes.
    static int tactical_order(const Board& board, Move move) {
        return tactical_gain(board, move) - index(board.at(move.from()).type());
    }
    static int tactical_gain(const Board& board, Move move) {
        const int promoted =
            move.is_promotion() ? exchange_value(move.promotion()) - exchange_value(PieceType::pawn) : 0;
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

    static Past past(const Board& board) { return board.key(); }

    // A draw at the first repetition within the search, where the side that chose to repeat can do so again,
    // and at the second over the whole game.
    static Verdict repetition(const Board& board, std::span<const Past> line, int search_plies) {
        const int here = static_cast<int>(line.size()) - 1;
        const int reach = std::min(board.reversible_plies(), here);
        int earlier = 0;
        for (int back = 4; back <= reach; back += 2) {
            if (line[static_cast<std::size_t>(here - back)] != line.back()) continue;
            if (back <= search_plies || ++earlier == 2) return Verdict::draw;
        }
        return Verdict::none;
    }

    // A hundred plies without a capture or a pawn move, unless the last of them mates; or nobody can mate.
    static Verdict verdict(const Board& board, bool in_check, int) {
        if (board.rule50() >= 100 && (!in_check || chess::has_legal_move(board))) return Verdict::draw;
        const bool few = board.occupied().count() <= 3;
        return few && board.insufficient_material() ? Verdict::draw : Verdict::none;
    }
    static Verdict without_moves(bool in_check) { return in_check ? Verdict::loss : Verdict::draw; }

    static int pieces_beside_pawns(const Board& board) {
        const Pieces& pieces = board.pieces();
        return (pieces.of(board.turn()) & ~pieces.of(PieceType::pawn, PieceType::king)).count();
    }
    static bool may_pass(const Board& board) {
        const Pieces& pieces = board.pieces();
        return (pieces.of(board.turn()) & ~pieces.of(PieceType::pawn, PieceType::king)).any();
    }
    static bool zugzwang_prone(const Board& board) { return pieces_beside_pawns(board) <= 2; }

    static std::uint64_t table_key(const Board& board, int rule50_keys) {
        return board.key(static_cast<Rule50Keys>(rule50_keys));
    }
    static std::uint64_t table_key_after(const Board& board, Move move, int rule50_keys) {
        const std::uint64_t key = board.key_after(move);
        if (rule50_keys == 0) return key;
        const bool resets = board.at(move.from()).type() == PieceType::pawn || board.is_capture(move);
        return key ^ rule50_key(resets ? 0 : board.rule50() + 1, static_cast<Rule50Keys>(rule50_keys));
    }

    // Near the fifty-move draw a score from elsewhere says little, unless the keys tell the counters apart.
    static bool may_cut_off(const Board& board, int rule50_keys) {
        return board.rule50() < 90 || rule50_keys != 0;
    }
    static bool believes_mate(const Board& board, int plies) { return board.rule50() + plies <= 100; }

  private:
    static int exchange_value(PieceType type) { return kExchangeValue[index(type)]; }
};

static_assert(search::Game<Game>);

}  // namespace tabiya::chess
