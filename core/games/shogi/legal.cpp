// Checks whether one move is legal, without listing the others.
#include "games/shogi/movegen.hpp"
#include "games/shogi/pawn_drop_mate.hpp"

namespace tabiya::shogi {

namespace {

// Whether a piece of this type could move on from the square.
template <Colour Us>
bool can_stand(PieceType type, Square square) {
    if (type == PieceType::kPawn || type == PieceType::kLance) return !relative_rank(Us, 0).has(square);
    if (type == PieceType::kKnight) {
        return !(relative_rank(Us, 0) | relative_rank(Us, 1)).has(square);
    }
    return true;
}

template <Colour Us>
bool resolves_checks(const Board& board, Bitboard checkers, Square to) {
    if (checkers.empty()) return true;
    if (checkers.more_than_one()) return false;
    return (checkers | between(board.king(Us), checkers.first())).has(to);
}

template <Colour Us>
bool drop_is_legal(const Board& board, Move move) {
    const int place = move.drop_index();
    const Square to = move.to();
    if (place >= kHandTypes || !board.hand(Us).has(place)) return false;
    const PieceType type = kHandOrder[static_cast<std::size_t>(place)];
    if (move != Move::drop(type, to) || board.at(to) != kNoPiece || !can_stand<Us>(type, to)) return false;
    const Pieces& pieces = board.pieces();
    const Bitboard checkers = find_checks_and_pins<Us>(pieces, board.king(Us), board.occupied()).checkers;
    if (!resolves_checks<Us>(board, checkers, to)) return false;
    if (type != PieceType::kPawn) return true;
    if (file_of(to.file()).intersects(pieces.of(Us, PieceType::kPawn))) return false;
    return !pawn_attacks(Us, to).has(board.king(~Us)) || !pawn_drop_mates<Us>(board, to);
}

template <Colour Us>
bool step_is_legal(const Board& board, Move move) {
    const Square from = move.from(), to = move.to();
    const PieceType type = move.type();
    if (type == PieceType::kNone || board.at(from) != Piece(Us, type)) return false;
    const Piece target = board.at(to);
    if (target.type() != move.captured() || (target != kNoPiece && target.colour() == Us)) return false;
    if (move.is_promotion()) {
        if (!can_promote(type) || !camp_of_enemy(Us).intersects(Bitboard(from) | Bitboard(to))) return false;
    } else if (!can_stand<Us>(type, to)) {
        return false;
    }
    const Pieces& pieces = board.pieces();
    if (!attacks(type, Us, from, board.occupied()).has(to)) return false;
    const Square king = board.king(Us);
    if (from == king) {
        return pieces.attackers_to(~Us, to, board.occupied() - Bitboard(from)).empty();
    }
    const ChecksAndPins checks = find_checks_and_pins<Us>(pieces, king, board.occupied());
    return resolves_checks<Us>(board, checks.checkers, to) &&
           (!checks.pinned.has(from) || line_through(king, from).has(to));
}

template <Colour Us>
bool is_legal_for(const Board& board, Move move) {
    if (!move.to().valid() || move.pack() >> 23 != 0) return false;
    return move.is_drop() ? drop_is_legal<Us>(board, move) : step_is_legal<Us>(board, move);
}

}  // namespace

bool is_legal(const Board& board, Move move) {
    return board.turn() == Colour::kBlack ? is_legal_for<Colour::kBlack>(board, move)
                                          : is_legal_for<Colour::kWhite>(board, move);
}

Move completed(const Board& board, std::uint32_t bits) {
    const Move part = Move::unpack(bits);
    if (!part.to().valid()) return Move();
    Move whole;
    if (part.is_drop()) {
        const int place = part.drop_index();
        if (place < kHandTypes) whole = Move::drop(kHandOrder[static_cast<std::size_t>(place)], part.to());
    } else {
        whole = Move(part.from(), part.to(), board.at(part.from()).type(), board.at(part.to()).type(),
                     part.is_promotion());
    }
    return (whole.pack() & 0xFFFF) == bits ? whole : Move();
}

}  // namespace tabiya::shogi
