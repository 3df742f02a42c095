#include "games/chess/see.hpp"

#include <algorithm>
#include <array>

namespace tabiya::chess {

namespace {

constexpr int value(PieceType type) {
    return kExchangeValue[index(type)];
}

// What a side cannot use in an exchange, and the sliders that forbid it.
struct Pins {
    Bitboard pinned, pinners;
};

Pins pins_away_from(const Board& board, Colour us, Square target) {
    const Pieces& pieces = board.pieces();
    const Square king = board.king(us);
    const Bitboard snipers = ((rook_attacks(king) & pieces.straight_sliders()) |
                              (bishop_attacks(king) & pieces.diagonal_sliders())) &
                             pieces.of(~us);
    Pins pins;
    for (Square sniper : snipers) {
        const Bitboard line = between(king, sniper);
        const Bitboard blockers = line & pieces.occupied();
        const bool pins_one =
            blockers.any() && !blockers.more_than_one() && blockers.intersects(pieces.of(us));
        if (!pins_one || sniper == target || line.has(target)) continue;
        pins.pinned |= blockers;
        pins.pinners |= Bitboard(sniper);
    }
    return pins;
}

// The exchange after the first capture, as a walk from one capturer to the next.
class Exchange {
  public:
    Exchange(const Board& board, Square target, Bitboard occupied)
        : pieces_(board.pieces()),
          target_(target),
          occupied_(occupied),
          pins_{pins_away_from(board, Colour::white, target), pins_away_from(board, Colour::black, target)} {}

    // Takes the least valuable capturer of `side` off the board; none if there is none.
    PieceType next(Colour side) {
        const Bitboard attackers = pieces_.attackers_to(target_, occupied_) & occupied_;
        Bitboard own = attackers & pieces_.of(side);
        const Pins& pins = pins_[static_cast<std::size_t>(index(side))];
        if (pins.pinners.intersects(occupied_)) own &= ~pins.pinned;
        for (int t = 0; t < 6; ++t) {
            const PieceType type = static_cast<PieceType>(t);
            const Bitboard candidates = own & pieces_.of(type);
            if (candidates.empty()) continue;
            // A king captures only what is no longer defended.
            if (type == PieceType::king && attackers.intersects(pieces_.of(~side))) break;
            occupied_ ^= Bitboard(candidates.first());
            return type;
        }
        return PieceType::none;
    }

  private:
    const Pieces& pieces_;
    Square target_;
    Bitboard occupied_;
    std::array<Pins, 2> pins_;
};

int first_gain(const Board& board, Move move) {
    const int promoted = move.is_promotion() ? value(move.promotion()) - value(PieceType::pawn) : 0;
    return value(board.captured(move)) + promoted;
}

int at_risk(const Board& board, Move move) {
    return move.is_promotion() ? value(move.promotion()) : value(board.at(move.from()).type());
}

}  // namespace

int see(const Board& board, Move move) {
    if (move.is_castling()) return 0;
    const Square from = move.from(), to = move.to();
    Bitboard occupied = (board.occupied() & ~Bitboard(from)) | Bitboard(to);
    if (move.is_en_passant()) occupied &= ~Bitboard(Square(to.file(), from.rank()));

    // gains[i]: what the side of capture i has won if the exchange ends after it.
    std::array<int, 33> gains;
    std::size_t last = 0;
    gains[0] = first_gain(board, move);
    int standing = at_risk(board, move);
    Exchange exchange(board, to, occupied & ~Bitboard(to));
    Colour side = ~board.turn();
    for (PieceType type = exchange.next(side); type != PieceType::none; type = exchange.next(side)) {
        gains[last + 1] = standing - gains[last];
        ++last;
        standing = value(type);
        side = ~side;
    }
    // From the end: each side captures only where that is better than to have stopped.
    for (; last > 0; --last) gains[last - 1] = std::min(gains[last - 1], -gains[last]);
    return gains[0];
}

bool see_at_least(const Board& board, Move move, int threshold) {
    if (move.is_castling()) return threshold <= 0;
    const int gain = first_gain(board, move);
    if (gain < threshold) return false;                         // the opponent need not answer
    if (gain - at_risk(board, move) >= threshold) return true;  // even if the piece is lost for nothing
    return see(board, move) >= threshold;
}

}  // namespace tabiya::chess
