#include "games/chess/board.hpp"

namespace tabiya::chess {

namespace {

Setup usual_start() {
    constexpr PieceType kBack[] = {PieceType::kRook,   PieceType::kKnight, PieceType::kBishop,
                                   PieceType::kQueen,  PieceType::kKing,   PieceType::kBishop,
                                   PieceType::kKnight, PieceType::kRook};
    Setup setup;
    for (int file = 0; file < 8; ++file) {
        for (Colour colour : {Colour::kWhite, Colour::kBlack}) {
            const Square back = Square(file, 0).relative(colour), front = Square(file, 1).relative(colour);
            setup.pieces.toggle(Piece(colour, kBack[file]), Bitboard(back));
            setup.pieces.toggle(Piece(colour, PieceType::kPawn), Bitboard(front));
        }
    }
    setup.castling_rooks = setup.pieces.of(PieceType::kRook);
    return setup;
}

constexpr Square captured_en_passant(Square from, Square to) {
    return Square(to.file(), from.rank());
}

}  // namespace

Board::Board() : Board(usual_start()) {}

Board::Board(const Setup& setup) {
    if (auto wrong = fault(setup)) throw SetupError(*std::move(wrong));
    for (Square square : setup.pieces.occupied()) put(setup.pieces.at(square), square);
    castling_rooks_ = setup.castling_rooks;
    for (Square rook : castling_rooks_) key_ ^= castling_key(rook);
    pushed_over_ = setup.en_passant;
    en_passant_ = setup.legal_en_passant();
    if (en_passant_.valid()) key_ ^= en_passant_key(en_passant_);
    turn_ = setup.turn;
    if (turn_ == Colour::kBlack) key_ ^= kSideKey;
    rule50_ = static_cast<std::uint16_t>(setup.rule50);
    ply_ = static_cast<std::uint16_t>((setup.fullmove - 1) * 2 + index(turn_));
}

Setup Board::setup() const {
    return {pieces_, turn_, castling_rooks_, pushed_over_, rule50_, fullmove()};
}

void Board::lose_castling(Bitboard rooks) {
    castling_rooks_ ^= rooks;
    for (Square rook : rooks) key_ ^= castling_key(rook);
}

void Board::clear_en_passant() {
    pushed_over_ = kNoSquare;
    if (!en_passant_.valid()) return;
    key_ ^= en_passant_key(en_passant_);
    en_passant_ = kNoSquare;
}

template <Colour Us>
void Board::castle(Square king, Square rook) {
    // Remove both before placing either: in Chess960 one may go where the other stood.
    remove(king);
    remove(rook);
    put(Piece(Us, PieceType::kKing), castled_king(king, rook));
    put(Piece(Us, PieceType::kRook), castled_rook(king, rook));
    reversible_ = 0;
}

template <Colour Us>
void Board::make(Move move) {
    const Square from = move.from(), to = move.to();
    const PieceType type = at(from).type();
    clear_en_passant();
    count_ply();

    Bitboard touched = Bitboard(from) | Bitboard(to);
    if (type == PieceType::kKing) touched |= relative_rank(Us, 0);
    const Bitboard lost = castling_rooks_ & touched;
    if (lost.any()) lose_castling(lost);

    if (move.is_castling()) {
        castle<Us>(from, to);
    } else {
        if (at(to) != kNoPiece) {
            remove(to);
            rule50_ = reversible_ = 0;
        }
        relocate(from, to);
        if (type == PieceType::kPawn) {
            rule50_ = reversible_ = 0;
            if (move.kind() == MoveKind::kDoublePush) {
                pushed_over_ = Square((from.index() + to.index()) / 2);
                if (pieces_.en_passant_exists(Us, from, to)) {
                    en_passant_ = pushed_over_;
                    key_ ^= en_passant_key(en_passant_);
                }
            } else if (move.is_promotion()) {
                remove(to);
                put(Piece(Us, move.promotion()), to);
            } else if (move.is_en_passant()) {
                remove(captured_en_passant(from, to));
            }
        }
    }
    turn_ = ~Us;
    key_ ^= kSideKey;
}

void Board::make(Move move) {
    if (turn_ == Colour::kWhite) {
        make<Colour::kWhite>(move);
    } else {
        make<Colour::kBlack>(move);
    }
}

void Board::make_null() {
    clear_en_passant();
    count_ply();
    reversible_ = 0;
    turn_ = ~turn_;
    key_ ^= kSideKey;
}

std::uint64_t Board::key_after(Move move) const {
    const Square from = move.from(), to = move.to();
    const Piece piece = at(from);
    std::uint64_t key = key_ ^ kSideKey ^ piece_key(piece, from);
    if (en_passant_.valid()) key ^= en_passant_key(en_passant_);

    Bitboard touched = Bitboard(from) | Bitboard(to);
    if (piece.type() == PieceType::kKing) touched |= relative_rank(turn_, 0);
    for (Square rook : castling_rooks_& touched) key ^= castling_key(rook);

    if (move.is_castling()) {
        return key ^ piece_key(at(to), to) ^ piece_key(piece, castled_king(from, to)) ^
               piece_key(at(to), castled_rook(from, to));
    }
    key ^= piece_key(at(to), to);  // 0 for an empty square
    if (move.is_promotion()) return key ^ piece_key(Piece(turn_, move.promotion()), to);
    key ^= piece_key(piece, to);
    if (move.kind() == MoveKind::kDoublePush && pieces_.en_passant_exists(turn_, from, to)) {
        key ^= en_passant_key(to);
    }
    if (move.is_en_passant()) {
        const Square captured = captured_en_passant(from, to);
        key ^= piece_key(at(captured), captured);
    }
    return key;
}

bool Board::gives_check(Move move) const {
    // The sets after the move, as far as they matter for an attack on the king.
    Pieces after = pieces_;
    const Square from = move.from(), to = move.to();
    const Piece piece = at(from);
    after.toggle(piece, Bitboard(from));
    if (move.is_castling()) {
        after.toggle(at(to), Bitboard(to));
        after.toggle(piece, Bitboard(castled_king(from, to)));
        after.toggle(at(to), Bitboard(castled_rook(from, to)));
    } else {
        if (at(to) != kNoPiece) after.toggle(at(to), Bitboard(to));
        if (move.is_en_passant()) {
            after.toggle(Piece(~turn_, PieceType::kPawn), Bitboard(captured_en_passant(from, to)));
        }
        after.toggle(move.is_promotion() ? Piece(turn_, move.promotion()) : piece, Bitboard(to));
    }
    return after.attackers_to(king(~turn_), after.occupied()).intersects(after.of(turn_));
}

PieceType Board::captured(Move move) const {
    if (move.is_castling()) return PieceType::kNone;
    return move.is_en_passant() ? PieceType::kPawn : at(move.to()).type();
}

bool Board::insufficient_material() const {
    return insufficient_material(Colour::kWhite) && insufficient_material(Colour::kBlack);
}

bool Board::insufficient_material(Colour colour) const {
    const Bitboard own = pieces_.of(colour), other = pieces_.of(~colour);
    const Bitboard heavy = pieces_.of(PieceType::kPawn) | pieces_.straight_sliders();
    if (own.intersects(heavy)) return false;
    if (own.intersects(pieces_.of(PieceType::kKnight))) {
        // A lone knight only mates if an enemy piece blocks the flight of its own king. A queen never has to.
        return own.count() <= 2 && !other.intersects(~pieces_.of(PieceType::kKing, PieceType::kQueen));
    }
    if (own.intersects(pieces_.of(PieceType::kBishop))) {
        const Bitboard bishops = pieces_.of(PieceType::kBishop);
        const bool one_shade = !bishops.intersects(kDarkSquares) || !bishops.intersects(~kDarkSquares);
        return one_shade && !pieces_.occupied().intersects(pieces_.of(PieceType::kPawn, PieceType::kKnight));
    }
    return true;
}

}  // namespace tabiya::chess
