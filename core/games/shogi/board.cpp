#include "games/shogi/board.hpp"

namespace tabiya::shogi {

namespace {

Setup usual_start() {
    using enum PieceType;
    constexpr PieceType kBack[] = {kLance, kKnight, kSilver, kGold, kKing, kGold, kSilver, kKnight, kLance};
    Setup setup;
    for (Colour colour : {Colour::kBlack, Colour::kWhite}) {
        const auto put = [&](PieceType type, int file, int rank) {
            setup.pieces.toggle(Piece(colour, type), Bitboard(Square(file, rank).relative(colour)));
        };
        for (int file = 0; file < 9; ++file) {
            put(kBack[file], file, 8);
            put(kPawn, file, 6);
        }
        put(kBishop, 7, 7);
        put(kRook, 1, 7);
    }
    return setup;
}

}  // namespace

Board::Board() : Board(usual_start()) {}

Board::Board(const Setup& setup) {
    if (auto wrong = fault(setup)) throw SetupError(*std::move(wrong));
    for (Square square : setup.pieces.occupied()) put(setup.pieces.at(square), square);
    for (Colour colour : {Colour::kBlack, Colour::kWhite}) {
        for (int place = 0; place < kHandTypes; ++place) {
            key_ ^= hand_key(colour, place, 0);
            const int count = setup.hands[static_cast<std::size_t>(index(colour))].count(place);
            for (int i = 0; i < count; ++i) add_to_hand(colour, place);
        }
    }
    turn_ = setup.turn;
    if (turn_ == Colour::kWhite) key_ ^= kSideKey;
    move_number_ = static_cast<std::uint16_t>(setup.move_number);
}

Setup Board::setup() const {
    return {pieces_, hands_, turn_, move_number_};
}

template <Colour Us>
void Board::make(Move move) {
    const Square to = move.to();
    if (move.is_drop()) {
        remove_from_hand(Us, move.drop_index());
    } else {
        const PieceType captured = move.captured();
        if (captured != PieceType::kNone) {
            remove(Piece(~Us, captured), to);
            add_to_hand(Us, hand_index(captured));
        }
        remove(Piece(Us, move.type()), move.from());
    }
    put(Piece(Us, move.type_after()), to);
    pass_turn();
}

void Board::make(Move move) {
    if (turn_ == Colour::kBlack) {
        make<Colour::kBlack>(move);
    } else {
        make<Colour::kWhite>(move);
    }
}

void Board::make_null() {
    pass_turn();
}

std::uint64_t Board::key_after(Move move) const {
    const Square to = move.to();
    std::uint64_t key = key_ ^ kSideKey ^ piece_key(Piece(turn_, move.type_after()), to);
    if (move.is_drop()) {
        const int place = move.drop_index(), count = hand(turn_).count(place);
        return key ^ hand_key(turn_, place, count) ^ hand_key(turn_, place, count - 1);
    }
    key ^= piece_key(Piece(turn_, move.type()), move.from());
    if (move.captured() == PieceType::kNone) return key;
    const int place = hand_index(move.captured()), count = hand(turn_).count(place);
    return key ^ piece_key(Piece(~turn_, move.captured()), to) ^ hand_key(turn_, place, count) ^
           hand_key(turn_, place, count + 1);
}

bool Board::gives_check(Move move) const {
    const Square king = this->king(~turn_), to = move.to();
    if (!king.valid()) return false;
    const Bitboard from = move.is_drop() ? Bitboard() : Bitboard(move.from());
    const Bitboard after = (occupied() - from) | Bitboard(to);
    if (attacks(move.type_after(), turn_, to, after).has(king)) return true;
    // A discovered check by a piece that leaves the king's lines.
    if (!from.intersects(rook_attacks(king) | bishop_attacks(king))) return false;
    const Bitboard own = pieces_.of(turn_) - from;
    const Bitboard lances = pieces_.of(PieceType::kLance) & lance_attacks(~turn_, king);
    return (rook_attacks(king, after) & own).intersects(pieces_.family(PieceType::kRook) | lances) ||
           (bishop_attacks(king, after) & own).intersects(pieces_.family(PieceType::kBishop));
}

}  // namespace tabiya::shogi
