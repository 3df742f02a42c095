#include "games/chess/fen.hpp"

#include <algorithm>
#include <vector>

#include "games/text.hpp"

namespace tabiya::chess {

namespace {

// One rank, from the a-file to the h-file.
void parse_rank(Pieces& pieces, std::string_view text, int rank) {
    const std::string where = "rank " + std::to_string(rank + 1) + " (" + quoted(text) + ") ";
    int file = 0;
    bool digit_before = false;
    for (char c : text) {
        const bool digit = c >= '1' && c <= '8';
        if (digit && digit_before) fail("pieces", where + "has two digits in a row");
        digit_before = digit;
        if (digit) {
            file += c - '0';
        } else {
            const Piece piece = piece_from(c);
            if (piece == kNoPiece)
                fail("pieces", where + "has " + quoted({&c, 1}) + ", which is not a piece");
            if (file < 8) pieces.toggle(piece, Bitboard(Square(file, rank)));
            ++file;
        }
        if (file > 8) fail("pieces", where + "has more than 8 squares");
    }
    if (file < 8) fail("pieces", where + "has " + std::to_string(file) + " squares instead of 8");
}

void parse_pieces(Pieces& pieces, std::string_view text) {
    const auto ranks = std::ranges::count(text, '/') + 1;
    if (ranks != 8) fail("pieces", std::to_string(ranks) + " instead of 8 ranks");
    for (int rank = 7; rank >= 0; --rank) {
        const std::size_t end = std::min(text.find('/'), text.size());
        parse_rank(pieces, text.substr(0, end), rank);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

Colour parse_side(std::string_view text) {
    if (text == "w") return Colour::kWhite;
    if (text == "b") return Colour::kBlack;
    fail("side", quoted(text) + " is neither 'w' nor 'b'");
}

// The rook meant by a letter of the castling field.
Square castling_rook(const Pieces& pieces, char letter) {
    const Colour colour = letter >= 'A' && letter <= 'Z' ? Colour::kWhite : Colour::kBlack;
    const char upper = static_cast<char>(letter & ~0x20);
    const int rank = colour == Colour::kWhite ? 0 : 7;
    if (upper >= 'A' && upper <= 'H') return Square(upper - 'A', rank);

    const Bitboard home = relative_rank(colour, 0);
    const Bitboard king = pieces.of(colour, PieceType::kKing) & home;
    if (king.empty()) fail("castling", std::string(name(colour)) + "'s king is not on its first rank");
    const Bitboard west(Bitboard(king.first()).bits() - 1);
    const Bitboard rooks = pieces.of(colour, PieceType::kRook) & home & (upper == 'K' ? ~west : west);
    if (rooks.empty()) {
        fail("castling", quoted({&letter, 1}) + " without a " + std::string(name(colour)) + " rook on the " +
                             (upper == 'K' ? "king's" : "queen's") + " side");
    }
    return upper == 'K' ? rooks.last() : rooks.first();
}

Bitboard parse_castling(const Pieces& pieces, std::string_view text) {
    Bitboard rooks;
    if (text == "-") return rooks;
    for (char c : text) {
        const char upper = static_cast<char>(c & ~0x20);
        const bool letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
        if (!letter || !((upper >= 'A' && upper <= 'H') || upper == 'K' || upper == 'Q')) {
            fail("castling",
                 quoted(text) + " has " + quoted({&c, 1}) + "; expected '-', KQkq or files A to H");
        }
        const Square rook = castling_rook(pieces, c);
        if (rooks.has(rook))
            fail("castling", quoted(text) + " names the rook on " + to_string(rook) + " twice");
        rooks |= Bitboard(rook);
    }
    return rooks;
}

Square parse_en_passant(std::string_view text) {
    if (text == "-") return kNoSquare;
    if (text.size() != 2 || text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8') {
        fail("en passant", quoted(text) + " is neither '-' nor a square");
    }
    return Square(text[0] - 'a', text[1] - '1');
}

Setup parse_setup(std::string_view fen) {
    const std::vector<std::string_view> fields = split(fen);
    if (fields.size() < 2 || fields.size() > 6) {
        fail("fen", std::to_string(fields.size()) + " instead of 2 to 6 fields");
    }
    const auto field = [&](std::size_t i, std::string_view missing) {
        return i < fields.size() ? fields[i] : missing;
    };
    Setup setup;
    parse_pieces(setup.pieces, fields[0]);
    setup.turn = parse_side(fields[1]);
    setup.castling_rooks = parse_castling(setup.pieces, field(2, "-"));
    setup.en_passant = parse_en_passant(field(3, "-"));
    setup.rule50 = parse_counter(field(4, "0"), "halfmove clock");
    // Many programs write 0 for a game that has not begun.
    const int fullmove = parse_counter(field(5, "1"), "fullmove number");
    setup.fullmove = fullmove == 0 ? 1 : fullmove;
    return setup;
}

// Of a Board or of Pieces.
template <class Source>
std::string pieces_field(const Source& source) {
    std::string text;
    for (int rank = 7; rank >= 0; --rank) {
        int empty = 0;
        const auto flush = [&] {
            if (empty > 0) text += static_cast<char>('0' + empty);
            empty = 0;
        };
        for (int file = 0; file < 8; ++file) {
            const Piece piece = source.at(Square(file, rank));
            if (piece == kNoPiece) {
                ++empty;
                continue;
            }
            flush();
            text += to_char(piece);
        }
        flush();
        if (rank > 0) text += '/';
    }
    return text;
}

std::string castling_field(const Pieces& pieces, Bitboard castling_rooks, CastlingStyle style) {
    std::string text;
    for (Colour colour : {Colour::kWhite, Colour::kBlack}) {
        const Bitboard home = relative_rank(colour, 0);
        const Bitboard rooks = pieces.of(colour, PieceType::kRook) & home;
        Bitboard rights = castling_rooks & home;
        while (rights.any()) {  // the king's side first
            const Square rook = rights.last();
            rights ^= Bitboard(rook);
            const bool king_side = rook.index() > pieces.of(colour, PieceType::kKing).first().index();
            const bool outermost = rook == (king_side ? rooks.last() : rooks.first());
            char letter = static_cast<char>('A' + rook.file());
            if (style == CastlingStyle::kXfen && outermost) letter = king_side ? 'K' : 'Q';
            text += colour == Colour::kWhite ? letter : static_cast<char>(letter | 0x20);
        }
    }
    return text.empty() ? "-" : text;
}

std::string other_fields(Colour turn, const std::string& castling, Square target, int rule50, int fullmove) {
    return (turn == Colour::kWhite ? " w " : " b ") + castling + " " + to_string(target) + " " +
           std::to_string(rule50) + " " + std::to_string(fullmove);
}

}  // namespace

FenError::FenError(std::string_view fen, const Fault& fault)
    : std::invalid_argument("invalid FEN " + quoted(fen) + ": " + fault.field + ": " + fault.reason),
      fault_(fault) {}

Board parse_fen(std::string_view fen) {
    try {
        return Board(parse_setup(fen));
    } catch (const SetupError& error) {
        throw FenError(fen, error.fault());
    }
}

std::string to_fen(const Board& board, CastlingStyle castling, EnPassantStyle en_passant) {
    const Square target = en_passant == EnPassantStyle::kLegal ? board.en_passant() : board.pushed_over();
    return pieces_field(board) +
           other_fields(board.turn(), castling_field(board.pieces(), board.castling_rooks(), castling),
                        target, board.rule50(), board.fullmove());
}

std::string to_fen(const Setup& setup, CastlingStyle castling, EnPassantStyle en_passant) {
    const Square target = en_passant == EnPassantStyle::kLegal ? setup.legal_en_passant() : setup.en_passant;
    return pieces_field(setup.pieces) +
           other_fields(setup.turn, castling_field(setup.pieces, setup.castling_rooks, castling), target,
                        setup.rule50, setup.fullmove);
}

}  // namespace tabiya::chess
