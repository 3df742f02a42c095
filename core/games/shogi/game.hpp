// Shogi as the search sees it (search/game.hpp says what it asks).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "games/shogi/board.hpp"
#include "games/shogi/evaluate.hpp"
#include "games/shogi/movegen.hpp"
#include "games/shogi/position.hpp"
#include "games/shogi/see.hpp"
#include "search/game.hpp"

namespace tabiya::shogi {

// What repetition asks of an earlier position: its key, and whether its side to move was in check, which
// takes the place of the lowest bit.
class Past {
  public:
    Past() = default;
    explicit Past(const Board& board)
        : bits_((board.key() & ~std::uint64_t{1}) | static_cast<std::uint64_t>(board.in_check())) {}

    bool same_position(Past other) const { return (bits_ ^ other.bits_) <= 1; }
    bool in_check() const { return bits_ & 1; }
    // Whether a null move lies between the two: nothing but the side to move differs.
    bool passed_to(Past next) const { return (bits_ ^ next.bits_ ^ kSideKey) <= 1; }

  private:
    std::uint64_t bits_ = 0;
};

// The checks that a position's mover can give, prepared once for all of its moves.
class CheckFinder {
  public:
    explicit CheckFinder(const Board& board) : king_(board.king(~board.turn())) {
        if (!king_.valid()) return;
        find_direct(board);
        find_hidden(board);
    }

    bool gives(Move move) const {
        if (from_[static_cast<std::size_t>(index(move.type_after()))].has(move.to())) return true;
        return hidden_.any() && !move.is_drop() && hidden_.has(move.from()) &&
               !line_through(king_, move.from()).has(move.to());
    }

  private:
    // Where a piece of each kind would attack the king. The square that a piece leaves opens no line for the
    // piece itself: it would have given check from there.
    void find_direct(const Board& board) {
        const Colour them = ~board.turn();
        const Bitboard occupied = board.occupied();
        const Bitboard straight = rook_attacks(king_, occupied), diagonal = bishop_attacks(king_, occupied);
        const Bitboard beside = king_attacks(king_), gold = gold_attacks(them, king_);
        const auto set = [&](PieceType type, Bitboard from) {
            from_[static_cast<std::size_t>(index(type))] = from;
        };
        set(PieceType::pawn, pawn_attacks(them, king_));
        set(PieceType::lance, straight & lance_attacks(them, king_));
        set(PieceType::knight, knight_attacks(them, king_));
        set(PieceType::silver, silver_attacks(them, king_));
        set(PieceType::bishop, diagonal);
        set(PieceType::rook, straight);
        for (const PieceType type : {PieceType::gold, PieceType::promoted_pawn, PieceType::promoted_lance,
                                     PieceType::promoted_knight, PieceType::promoted_silver}) {
            set(type, gold);
        }
        set(PieceType::horse, diagonal | beside);
        set(PieceType::dragon, straight | beside);
    }

    // Own pieces that alone stand between one of our sliders and the king.
    void find_hidden(const Board& board) {
        const Pieces& pieces = board.pieces();
        const Bitboard own = pieces.of(board.turn());
        const Bitboard sliders = own & ((rook_attacks(king_) & pieces.family(PieceType::rook)) |
                                        (bishop_attacks(king_) & pieces.family(PieceType::bishop)) |
                                        (lance_attacks(~board.turn(), king_) & pieces.of(PieceType::lance)));
        sliders.each([&](Square slider) {
            const Bitboard blockers = between(king_, slider) & board.occupied();
            if (!blockers.more_than_one()) hidden_ |= blockers & own;
        });
    }

    Square king_;
    std::array<Bitboard, 16> from_{};
    Bitboard hidden_;
};

struct Game {
    using Board = shogi::Board;
    using Move = shogi::Move;
    using MoveList = shogi::MoveList;
    using Evaluator = shogi::Evaluator;
    using Past = shogi::Past;
    using Checks = CheckFinder;
    using Verdict = search::Verdict;

    static void generate(const Board& board, MoveList& moves) { shogi::generate(board, moves); }
    static void generate_tactical(const Board& board, MoveList& moves) {
        shogi::generate_tactical(board, moves);
    }
    static void generate_quiet(const Board& board, MoveList& moves) { shogi::generate_quiet(board, moves); }
    static bool has_legal_move(const Board& board) { return shogi::has_legal_move(board); }
    static bool is_legal(const Board& board, Move move) { return shogi::is_legal(board, move); }
    static Move move_from_table(const Board& board, std::uint32_t bits) {
        const Move move = Move::unpack(bits);
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
    // A captured piece leaves one side and, without its promotion, joins the other.
    static int tactical_gain(const Board&, Move move) {
        const PieceType taken = move.captured();
        const int promoted = move.is_promotion() ? value(move.type_after()) - value(move.type()) : 0;
        return taken == PieceType::none ? promoted : value(taken) + value(base(taken)) + promoted;
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
    // All that moves like a gold is one kind here: the histories stay small, and learn sooner.
    static std::size_t piece_slot(const Board& board, Move move) {
        return (side(board) * 10 + kMovers[static_cast<std::size_t>(index(move.type()))]) * kSquares +
               target(move);
    }
    static std::size_t tactical_slot(const Board& board, Move move) {
        return piece_slot(board, move) * 16 + static_cast<std::size_t>(index(move.captured()));
    }

    static Past past(const Board& board) { return Past(board); }

    // A position that came up before within the search, or for the fourth time in the game: a draw, unless
    // one side gave check with every move since. Captures do not end the look back, since what was taken can
    // be dropped again; a null move does.
    static Verdict repetition(const Board&, std::span<const Past> line, int search_plies) {
        const int here = static_cast<int>(line.size()) - 1;
        int earlier = 0;
        for (int at = here; at >= 2; at -= 2) {
            if (before(line, at).passed_to(line[static_cast<std::size_t>(at)]) ||
                before(line, at - 1).passed_to(before(line, at))) {
                break;
            }
            if (!before(line, at - 1).same_position(line.back())) continue;
            if (here - (at - 2) <= search_plies || ++earlier == 3) return kind_since(line, at - 2);
        }
        return Verdict::none;
    }

    // A king that has entered, with pieces and points enough, wins by saying so.
    // `rule` is its points, 27 or 24; 0 where nobody declares. A declaration that only draws is a choice that
    // the search leaves to whoever plays.
    static Verdict verdict(const Board& board, bool in_check, int rule) {
        if (in_check || rule == 0 || !has_entered(board)) return Verdict::none;
        const auto points = rule == 24 ? DeclarationRule::points24 : DeclarationRule::points27;
        return board.declaration(points) == Declaration::win ? Verdict::win : Verdict::none;
    }
    static Verdict without_moves(bool) { return Verdict::loss; }

    // With pieces in hand there is always something to do: zugzwang is a curiosity.
    static bool may_pass(const Board&) { return true; }
    static bool zugzwang_prone(const Board&) { return false; }

    static std::uint64_t table_key(const Board& board, int) { return board.key(); }
    static std::uint64_t table_key_after(const Board& board, Move move, int) { return board.key_after(move); }
    static bool may_cut_off(const Board&, int) { return true; }
    static bool believes_mate(const Board&, int) { return true; }

  private:
    static constexpr std::array<std::size_t, kTypes> kMovers = {0, 0, 1, 2, 3, 4, 5, 6, 7, 6, 6, 6, 6, 8, 9};

    static int value(PieceType type) { return kExchangeValue[static_cast<std::size_t>(index(type))]; }
    static std::size_t side(const Board& board) { return static_cast<std::size_t>(index(board.turn())); }
    static std::size_t target(Move move) { return static_cast<std::size_t>(move.to().index()); }
    static Past before(std::span<const Past> line, int at) { return line[static_cast<std::size_t>(at - 1)]; }

    static bool has_entered(const Board& board) {
        const Square king = board.king(board.turn());
        return king.valid() && (board.turn() == Colour::black ? king.rank() <= 2 : king.rank() >= 6);
    }

    // Who gave check with every move since `first`: that side loses.
    static Verdict kind_since(std::span<const Past> line, int first) {
        bool us = true, them = true;  // in check each time
        for (int at = static_cast<int>(line.size()) - 1; at > first; at -= 2) {
            us = us && line[static_cast<std::size_t>(at)].in_check();
            them = them && before(line, at).in_check();
        }
        if (us == them) return Verdict::draw;
        return us ? Verdict::win : Verdict::loss;
    }
};

static_assert(search::Game<Game>);

}  // namespace tabiya::shogi
