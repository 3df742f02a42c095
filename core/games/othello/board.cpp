#include "games/othello/board.hpp"

namespace tabiya::othello {

Board::Board() : Board(0x0000000810000000, 0x0000001008000000, Colour::kBlack) {}

Board::Board(Bitboard black, Bitboard white, Colour turn) : discs_{black, white}, turn_(turn) {
    key_ = recomputed_key();
}

std::uint64_t Board::recomputed_key() const {
    std::uint64_t key = turn_ == Colour::kWhite ? kSideKey : 0;
    for (const Colour colour : {Colour::kBlack, Colour::kWhite}) {
        each(discs(colour), [&](Square square) { key ^= disc_key(colour, square); });
    }
    return key;
}

}  // namespace tabiya::othello
