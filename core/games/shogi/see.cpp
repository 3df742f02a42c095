#include "games/shogi/see.hpp"

#include <algorithm>

#include "games/exchange.hpp"

namespace tabiya::shogi {

namespace {

constexpr int value(PieceType type) {
    return kExchangeValue[static_cast<std::size_t>(index(type))];
}

// The swing of a capture: one side loses the piece as it stands, the other gains it unpromoted.
constexpr int swing(PieceType type) {
    return value(type) + value(base(type));
}

// The order of capturers: by what is lost with them.
constexpr std::array<PieceType, kTypes - 1> kCapturers = [] {
    std::array<PieceType, kTypes - 1> result{};
    for (int type = 1; type < kTypes; ++type) {
        result[static_cast<std::size_t>(type - 1)] = static_cast<PieceType>(type);
    }
    std::ranges::sort(result, {}, swing);
    return result;
}();

static_assert(kCapturers.front() == PieceType::kPawn && kCapturers.back() == PieceType::kKing);

Pins<Bitboard> pins_of(const Board& board, Colour us, Square target) {
    const Pieces& pieces = board.pieces();
    const Square king = board.king(us);
    const Bitboard snipers = ((rook_attacks(king) & pieces.family(PieceType::kRook)) |
                              (bishop_attacks(king) & pieces.family(PieceType::kBishop)) |
                              (lance_attacks(us, king) & pieces.of(PieceType::kLance))) &
                             pieces.of(~us);
    return pins_away_from(target, snipers, pieces.of(us), pieces.occupied(),
                          [king](Square sniper) { return between(king, sniper); });
}

// The exchange after the first capture, from one capturer to the next.
class Exchange {
  public:
    Exchange(const Board& board, Square target, Bitboard occupied)
        : pieces_(board.pieces()),
          target_(target),
          occupied_(occupied),
          pins_{pins_of(board, Colour::kBlack, target), pins_of(board, Colour::kWhite, target)} {}

    // Removes the least valuable capturer of `side` from the board. Returns what is lost with it, or 0 if
    // there is none.
    int next(Colour side) {
        Bitboard own = pieces_.attackers_to(side, target_, occupied_) & occupied_;
        const Pins<Bitboard>& pins = pins_[static_cast<std::size_t>(index(side))];
        if (pins.pinners.intersects(occupied_)) own -= pins.pinned;
        if (own.empty()) return 0;
        for (PieceType type : kCapturers) {
            const Bitboard candidates = own & pieces_.of(type);
            if (candidates.empty()) continue;
            if (type == PieceType::kKing && defended_by(~side)) break;
            occupied_ -= Bitboard(candidates.first());
            return swing(type);
        }
        return 0;
    }

  private:
    // A king only captures undefended pieces.
    bool defended_by(Colour side) const {
        return pieces_.attackers_to(side, target_, occupied_).intersects(occupied_);
    }

    const Pieces& pieces_;
    Square target_;
    Bitboard occupied_;
    std::array<Pins<Bitboard>, 2> pins_;
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
    Exchange exchange(board, to, occupied);
    return settle_exchange<40>(first_gain(move), swing(move.type_after()), ~board.turn(),
                               [&exchange](Colour side) { return exchange.next(side); });
}

bool see_at_least(const Board& board, Move move, int threshold) {
    const int gain = first_gain(move);
    if (gain < threshold) return false;                             // the opponent need not recapture
    if (gain - swing(move.type_after()) >= threshold) return true;  // even if the piece is lost for nothing
    return see(board, move) >= threshold;
}

}  // namespace tabiya::shogi
