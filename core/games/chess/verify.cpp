#include "games/chess/verify.hpp"

#include "games/chess/fen.hpp"
#include "games/chess/uci.hpp"
#include "games/drift.hpp"

namespace tabiya::chess {

namespace {

std::string describe_piece(Piece piece) {
    if (piece == kNoPiece) return "nothing";
    return std::string(name(piece.colour())) + " " + std::string(name(piece.type()));
}

std::optional<std::string> square_fault(const Board& board) {
    for (int s = 0; s < 64; ++s) {
        const Square square(s);
        const Piece sets = board.pieces().at(square), listed = board.at(square);
        if (sets != listed) {
            return "square " + to_string(square) + ": the sets have " + describe_piece(sets) +
                   ", the list of squares " + describe_piece(listed);
        }
    }
    return std::nullopt;
}

}  // namespace

std::string describe_term(int term) {
    for (Colour colour : {Colour::white, Colour::black}) {
        for (int type = 0; type < 6; ++type) {
            const Piece piece(colour, static_cast<PieceType>(type));
            const int square = term - piece_term(piece, Square(0));
            if (square >= 0 && square < 64) return describe_piece(piece) + " on " + to_string(Square(square));
        }
        for (int file = 0; file < 8; ++file) {
            const Square rook = Square(file, 0).relative(colour);
            if (term == castling_term(rook)) return "castling right of the rook on " + to_string(rook);
        }
    }
    for (int file = 0; file < 8; ++file) {
        if (term == en_passant_term(file)) {
            return std::string("en passant on the ") + static_cast<char>('a' + file) + "-file";
        }
    }
    if (term == kSideTerm) return "side to move";
    return "fifty-move counter " + std::to_string(term - kGameTerms - 12 + 1);
}

std::optional<std::string> verify(const Board& board) {
    if (auto reason = square_fault(board)) return reason;
    if (auto wrong = fault(board.setup())) return wrong->field + ": " + wrong->reason;
    const Setup setup = board.setup();
    if (setup.legal_en_passant() != board.en_passant()) {
        return "en passant: " + to_string(board.en_passant()) + " is kept, " +
               to_string(setup.legal_en_passant()) + " is legal";
    }
    const std::uint64_t expected = setup.key();
    if (expected != board.key()) {
        return "key " + describe_drift(kTermKeys, board.key(), expected, describe_term);
    }
    return std::nullopt;
}

std::optional<std::string> verify_move(const Board& parent, Move move, const Board& child) {
    const std::uint64_t foretold = parent.key_after(move);
    if (foretold != child.key()) {
        return "key_after " + describe_drift(kTermKeys, foretold, child.key(), describe_term);
    }
    if (parent.gives_check(move) != child.in_check()) {
        return std::string("gives_check says ") + (child.in_check() ? "no check" : "check");
    }
    if (Move::unpack(move.pack()) != move) return "the move does not survive packing";
    return std::nullopt;
}

std::string describe(const Board& board) {
    return to_fen(board);
}

std::string describe(Move move) {
    return to_uci(move, true);
}

}  // namespace tabiya::chess
