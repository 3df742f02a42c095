#include "games/chess/setup.hpp"

#include <algorithm>

#include "games/chess/zobrist.hpp"
#include "games/text.hpp"

namespace tabiya::chess {

namespace {

std::string colour_name(Colour colour) {
    return std::string(name(colour));
}

// Counts of kings, pawns and promoted pieces that no game can reach. This limits the number of legal moves to
// 218, which MoveList relies on.
std::optional<std::string> count_fault(const Pieces& pieces, Colour colour) {
    const auto count = [&](PieceType type) { return pieces.of(colour, type).count(); };
    const std::string side = colour_name(colour);
    if (count(PieceType::kKing) == 0) return side + " has no king";
    if (count(PieceType::kKing) > 1)
        return side + " has " + std::to_string(count(PieceType::kKing)) + " kings";
    const int pawns = count(PieceType::kPawn);
    if (pawns > 8) return side + " has " + std::to_string(pawns) + " pawns, at most 8 are possible";
    const int all = pieces.of(colour).count();
    if (all > 16) return side + " has " + std::to_string(all) + " pieces, at most 16 are possible";
    const int promoted = std::max(0, count(PieceType::kKnight) - 2) +
                         std::max(0, count(PieceType::kBishop) - 2) +
                         std::max(0, count(PieceType::kRook) - 2) + std::max(0, count(PieceType::kQueen) - 1);
    if (promoted > 8 - pawns) {
        return side + " has " + std::to_string(promoted) + " promoted pieces, but only " +
               std::to_string(8 - pawns) + " pawns are gone";
    }
    return std::nullopt;
}

std::optional<std::string> pieces_fault(const Setup& setup) {
    const Pieces& pieces = setup.pieces;
    Bitboard seen;
    for (Bitboard type : pieces.types) {
        if (seen.intersects(type)) return "two pieces stand on " + to_string((seen & type).first());
        seen |= type;
    }
    if (pieces.colours[0].intersects(pieces.colours[1]) || seen != pieces.occupied()) {
        return "the sets of kinds and of colours do not describe the same squares";
    }
    for (Colour colour : {Colour::kWhite, Colour::kBlack}) {
        if (auto reason = count_fault(pieces, colour)) return reason;
    }
    const Bitboard last = pieces.of(PieceType::kPawn) & (rank_of(0) | rank_of(7));
    if (last.any()) return "a pawn stands on " + to_string(last.first());
    const Square king = pieces.of(~setup.turn, PieceType::kKing).first();
    if (pieces.attackers_to(king, pieces.occupied()).intersects(pieces.of(setup.turn))) {
        return colour_name(~setup.turn) + "'s king could be captured: it is in check and " +
               colour_name(setup.turn) + " is to move";
    }
    return std::nullopt;
}

std::optional<std::string> castling_fault(const Setup& setup) {
    const Bitboard home = rank_of(0) | rank_of(7);
    if (setup.castling_rooks.intersects(~home)) {
        return "no rook castles from " + to_string((setup.castling_rooks & ~home).first());
    }
    for (Colour colour : {Colour::kWhite, Colour::kBlack}) {
        const Bitboard rooks = setup.castling_rooks & relative_rank(colour, 0);
        if (rooks.empty()) continue;
        const Square king = setup.pieces.of(colour, PieceType::kKing).first();
        if (!relative_rank(colour, 0).has(king)) {
            return colour_name(colour) + " cannot castle with its king on " + to_string(king);
        }
        const Bitboard missing = rooks & ~setup.pieces.of(colour, PieceType::kRook);
        if (missing.any()) {
            return colour_name(colour) + " has no rook on " + to_string(missing.first()) + " to castle with";
        }
        const Bitboard west(Bitboard(king).bits() - 1);
        if ((rooks & west).more_than_one() || (rooks & ~west).more_than_one()) {
            return colour_name(colour) + " cannot castle with two rooks on one side of its king";
        }
    }
    return std::nullopt;
}

std::optional<std::string> en_passant_fault(const Setup& setup) {
    if (!setup.en_passant.valid()) return std::nullopt;
    const Square target = setup.en_passant.relative(setup.turn);  // as the capturer sees it
    const std::string at = to_string(setup.en_passant);
    if (target.rank() != 5) {
        return "with " + colour_name(setup.turn) + " to move, the square is on rank " +
               (setup.turn == Colour::kWhite ? "6" : "3") + ", not " + at;
    }
    const Square pawn = Square(target.index() - 8).relative(setup.turn);
    const Square origin = Square(target.index() + 8).relative(setup.turn);
    if (!setup.pieces.of(~setup.turn, PieceType::kPawn).has(pawn)) {
        return "no " + colour_name(~setup.turn) + " pawn on " + to_string(pawn) + " can have passed " + at;
    }
    for (Square square : {setup.en_passant, origin}) {
        if (setup.pieces.occupied().has(square)) {
            return "the pawn on " + to_string(pawn) + " cannot have come over " + to_string(square) +
                   ", which is occupied";
        }
    }
    // A king in check before the push is accepted: published perft positions have that, and the generator
    // checks the king after the capture anyway.
    return std::nullopt;
}

}  // namespace

std::optional<Fault> fault(const Setup& setup) {
    if (auto reason = pieces_fault(setup)) return Fault{"pieces", *reason};
    if (auto reason = castling_fault(setup)) return Fault{"castling", *reason};
    if (auto reason = en_passant_fault(setup)) return Fault{"en passant", *reason};
    if (setup.rule50 < 0 || setup.rule50 > kLargestCounter) {
        return Fault{"halfmove clock", std::to_string(setup.rule50) + " is not between 0 and 9999"};
    }
    if (setup.fullmove < 1 || setup.fullmove > kLargestCounter) {
        return Fault{"fullmove number", std::to_string(setup.fullmove) + " is not between 1 and 9999"};
    }
    return std::nullopt;
}

Bitboard clean_castling(const Pieces& pieces, Bitboard rooks, bool chess960) {
    Bitboard clean;
    for (Colour colour : {Colour::kWhite, Colour::kBlack}) {
        const Bitboard home = relative_rank(colour, 0);
        const Bitboard king = pieces.of(colour, PieceType::kKing) & home;
        const Bitboard usual_king(Square(4, 0).relative(colour));
        if (king.empty() || (!chess960 && !king.intersects(usual_king))) continue;
        Bitboard left = rooks & home & pieces.of(colour, PieceType::kRook);
        if (!chess960) left &= kFileA | kFileH;
        if (left.empty()) continue;
        const int place = king.first().index();
        if (left.first().index() < place) clean |= Bitboard(left.first());
        if (left.last().index() > place) clean |= Bitboard(left.last());
    }
    return clean;
}

Setup cleaned(const Setup& setup, bool chess960) {
    Setup result = setup;
    result.castling_rooks = clean_castling(setup.pieces, setup.castling_rooks, chess960);
    if (en_passant_fault(setup)) result.en_passant = kNoSquare;
    return result;
}

Square Setup::legal_en_passant() const {
    if (!en_passant.valid()) return kNoSquare;
    const Square target = en_passant.relative(turn);
    if (target.rank() != 5) return kNoSquare;
    const Square to = Square(target.index() - 8).relative(turn);
    const Square from = Square(target.index() + 8).relative(turn);
    if (!pieces.of(~turn, PieceType::kPawn).has(to) || pieces.occupied().has(en_passant)) return kNoSquare;
    return pieces.en_passant_exists(~turn, from, to) ? en_passant : kNoSquare;
}

std::uint64_t Setup::key() const {
    std::uint64_t key = 0;
    for (Colour colour : {Colour::kWhite, Colour::kBlack}) {
        for (int type = 0; type < 6; ++type) {
            const Piece piece(colour, static_cast<PieceType>(type));
            for (Square square : pieces.of(colour, piece.type())) key ^= piece_key(piece, square);
        }
    }
    for (Square rook : castling_rooks&(rank_of(0) | rank_of(7))) key ^= castling_key(rook);
    const Square target = legal_en_passant();
    if (target.valid()) key ^= en_passant_key(target);
    if (turn == Colour::kBlack) key ^= kSideKey;
    return key;
}

}  // namespace tabiya::chess
