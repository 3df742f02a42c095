#include "games/shogi/see.hpp"

#include <algorithm>

namespace tabiya::shogi {

namespace {

constexpr int value(PieceType type) {
    return kExchangeValue[static_cast<std::size_t>(index(type))];
}

// What it changes to capture a piece: its side loses it as it stands, the other gets it unpromoted.
constexpr int swing(PieceType type) {
    return value(type) + value(base(type));
}

// In which order capturers are sent: by what is lost with them.
constexpr std::array<PieceType, kTypes - 1> kCapturers = [] {
    std::array<PieceType, kTypes - 1> result{};
    for (int type = 1; type < kTypes; ++type) {
        result[static_cast<std::size_t>(type - 1)] = static_cast<PieceType>(type);
    }
    std::ranges::sort(result, {}, swing);
    return result;
}();

static_assert(kCapturers.front() == PieceType::pawn && kCapturers.back() == PieceType::king);

// What a side cannot use in an exchange, and the sliders that forbid it.
struct Pins {
    Bitboard pinned, pinners;
};

Pins pins_away_from(const Board& board, Colour us, Square target) {
    const Pieces& pieces = board.pieces();
    const Square king = board.king(us);
    const Bitboard snipers = ((rook_attacks(king) & pieces.family(PieceType::rook)) |
                              (bishop_attacks(king) & pieces.family(PieceType::bishop)) |
                              (lance_attacks(us, king) & pieces.of(PieceType::lance))) &
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
          pins_{pins_away_from(board, Colour::black, target), pins_away_from(board, Colour::white, target)} {}

    // Takes the least valuable capturer of `side` off the board; none if there is none.
    PieceType next(Colour side) {
        Bitboard own = pieces_.attackers_to(side, target_, occupied_) & occupied_;
        const Pins& pins = pins_[static_cast<std::size_t>(index(side))];
        if (pins.pinners.intersects(occupied_)) own -= pins.pinned;
        if (own.empty()) return PieceType::none;
        for (PieceType type : kCapturers) {
            const Bitboard candidates = own & pieces_.of(type);
            if (candidates.empty()) continue;
            if (type == PieceType::king && defended_by(~side)) break;
            occupied_ -= Bitboard(candidates.first());
            return type;
        }
        return PieceType::none;
    }

  private:
    // A king captures only what is no longer defended.
    bool defended_by(Colour side) const {
        return pieces_.attackers_to(side, target_, occupied_).intersects(occupied_);
    }

    const Pieces& pieces_;
    Square target_;
    Bitboard occupied_;
    std::array<Pins, 2> pins_;
};

int first_gain(Move move) {
    const int promoted = move.is_promotion() ? value(move.type_after()) - value(move.type()) : 0;
    return (Board::is_capture(move) ? swing(move.captured()) : 0) + promoted;
}

}  // namespace

int see(const Board& board, Move move) {
    const Square to = move.to();
    Bitboard occupied = board.occupied() - Bitboard(to);
    if (!move.is_drop()) occupied -= Bitboard(move.from());

    // gains[i]: what the side of capture i has won if the exchange ends after it.
    std::array<int, 41> gains;
    std::size_t last = 0;
    gains[0] = first_gain(move);
    int at_risk = swing(move.type_after());
    Exchange exchange(board, to, occupied);
    Colour side = ~board.turn();
    for (PieceType type = exchange.next(side); type != PieceType::none; type = exchange.next(side)) {
        gains[last + 1] = at_risk - gains[last];
        ++last;
        at_risk = swing(type);
        side = ~side;
    }
    // From the end: each side captures only where that is better than to have stopped.
    for (; last > 0; --last) gains[last - 1] = std::min(gains[last - 1], -gains[last]);
    return gains[0];
}

bool see_at_least(const Board& board, Move move, int threshold) {
    const int gain = first_gain(move);
    if (gain < threshold) return false;                             // the opponent need not answer
    if (gain - swing(move.type_after()) >= threshold) return true;  // even if the piece is lost for nothing
    return see(board, move) >= threshold;
}

}  // namespace tabiya::shogi
