#include "games/chess/see.hpp"

#include <array>

#include "games/exchange.hpp"

namespace tabiya::chess {

namespace {

constexpr int value(PieceType type) {
    return kExchangeValue[index(type)];
}

Pins<Bitboard> pins_of(const Board& board, Colour us, Square target) {
    const Pieces& pieces = board.pieces();
    const Square king = board.king(us);
    const Bitboard snipers = ((rook_attacks(king) & pieces.straight_sliders()) |
                              (bishop_attacks(king) & pieces.diagonal_sliders())) &
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
          pins_{pins_of(board, Colour::kWhite, target), pins_of(board, Colour::kBlack, target)} {}

    // Removes the least valuable capturer of `side` from the board. Returns its value, or 0 if there is none.
    int next(Colour side) {
        const Bitboard attackers = pieces_.attackers_to(target_, occupied_) & occupied_;
        Bitboard own = attackers & pieces_.of(side);
        const Pins<Bitboard>& pins = pins_[static_cast<std::size_t>(index(side))];
        if (pins.pinners.intersects(occupied_)) own &= ~pins.pinned;
        for (int t = 0; t < 6; ++t) {
            const PieceType type = static_cast<PieceType>(t);
            const Bitboard candidates = own & pieces_.of(type);
            if (candidates.empty()) continue;
            // A king only captures undefended pieces.
            if (type == PieceType::kKing && attackers.intersects(pieces_.of(~side))) break;
            occupied_ ^= Bitboard(candidates.first());
            return value(type);
        }
        return 0;
    }

  private:
    const Pieces& pieces_;
    Square target_;
    Bitboard occupied_;
    std::array<Pins<Bitboard>, 2> pins_;
};

int first_gain(const Board& board, Move move) {
    const int promoted = move.is_promotion() ? value(move.promotion()) - value(PieceType::kPawn) : 0;
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
    Exchange exchange(board, to, occupied & ~Bitboard(to));
    return settle_exchange<32>(first_gain(board, move), at_risk(board, move), ~board.turn(),
                               [&exchange](Colour side) { return exchange.next(side); });
}

bool see_at_least(const Board& board, Move move, int threshold) {
    if (move.is_castling()) return threshold <= 0;
    const int gain = first_gain(board, move);
    if (gain < threshold) return false;                         // the opponent need not recapture
    if (gain - at_risk(board, move) >= threshold) return true;  // even if the piece is lost for nothing
    return see(board, move) >= threshold;
}

}  // namespace tabiya::chess
