#include "games/shogi/sfen.hpp"

#include <algorithm>
#include <vector>

#include "games/text.hpp"

namespace tabiya::shogi {

namespace {

// One rank, from the ninth file to the first.
class RankParser {
  public:
    RankParser(Pieces& pieces, std::string_view text, int rank)
        : pieces_(pieces),
          text_(text),
          rank_(rank),
          where_(std::string("rank ") + static_cast<char>('a' + rank) + " (" + quoted(text) + ") ") {}

    void parse() {
        for (char c : text_) {
            if (c == '+') {
                if (promoted_) wrong("has two '+' in a row");
                promoted_ = true;
            } else if (c >= '1' && c <= '9') {
                skip(c - '0');
            } else {
                put(c);
            }
        }
        if (promoted_) wrong("ends with '+'");
        if (squares_ < 9) wrong("has " + std::to_string(squares_) + " squares instead of 9");
    }

  private:
    [[noreturn]] void wrong(const std::string& reason) const { fail("pieces", where_ + reason); }

    void skip(int count) {
        if (promoted_) wrong("has '+' before a digit");
        if (digit_before_) wrong("has two digits in a row");
        digit_before_ = true;
        advance(count);
    }

    void put(char letter) {
        Piece piece = piece_from(letter);
        if (piece == kNoPiece) wrong("has " + quoted({&letter, 1}) + ", which is not a piece");
        if (promoted_ && !can_promote(piece.type())) {
            wrong("has a promoted " + std::string(name(piece.type())) + ", which is not a piece");
        }
        if (promoted_) piece = Piece(piece.colour(), promoted(piece.type()));
        promoted_ = digit_before_ = false;
        const int file = 8 - squares_;
        advance(1);
        pieces_.toggle(piece, Bitboard(Square(file, rank_)));
    }

    void advance(int count) {
        squares_ += count;
        if (squares_ > 9) wrong("has more than 9 squares");
    }

    Pieces& pieces_;
    std::string_view text_;
    int rank_;
    std::string where_;
    int squares_ = 0;
    bool promoted_ = false, digit_before_ = false;
};

void parse_pieces(Pieces& pieces, std::string_view text) {
    const auto ranks = std::ranges::count(text, '/') + 1;
    if (ranks != 9) fail("pieces", std::to_string(ranks) + " instead of 9 ranks");
    for (int rank = 0; rank < 9; ++rank) {
        const std::size_t end = std::min(text.find('/'), text.size());
        RankParser(pieces, text.substr(0, end), rank).parse();
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

Colour parse_side(std::string_view text) {
    if (text == "b") return Colour::kBlack;
    if (text == "w") return Colour::kWhite;
    fail("side", quoted(text) + " is neither 'b' nor 'w'");
}

// Reads the count before a piece in hand: nothing for one, else the number. Moves `at` past it.
int parse_count(std::string_view text, std::size_t& at) {
    const std::size_t start = at;
    int count = 0;
    for (; at < text.size() && text[at] >= '0' && text[at] <= '9' && at < start + 3; ++at) {
        count = count * 10 + (text[at] - '0');
    }
    const std::string_view digits = text.substr(start, at - start);
    if (digits.empty()) return 1;
    if (digits[0] == '0' || count > kMostInHand) {
        fail("hands", quoted(text) + " has " + quoted(digits) + ", which is not a number from 1 to 18");
    }
    return count;
}

std::array<Hand, 2> parse_hands(std::string_view text) {
    std::array<Hand, 2> hands;
    if (text == "-") return hands;
    for (std::size_t at = 0; at < text.size();) {
        const int count = parse_count(text, at);
        if (at == text.size()) fail("hands", quoted(text) + " ends with a number");
        const char letter = text[at++];
        const Piece piece = piece_from(letter);
        if (piece == kNoPiece || piece.type() == PieceType::kKing) {
            fail("hands", quoted(text) + " has " + quoted({&letter, 1}) + "; expected '-' or P L N S G B R");
        }
        const int place = hand_index(piece.type()), most = kSetCounts[static_cast<std::size_t>(place)];
        Hand& hand = hands[static_cast<std::size_t>(index(piece.colour()))];
        const std::string whose = std::string(name(piece.colour())) + "'s " + std::string(name(piece.type()));
        if (hand.has(place)) fail("hands", quoted(text) + " names " + whose + "s twice");
        if (count > most) {
            fail("hands", quoted(text) + " has " + std::to_string(count) + " of " + whose + "s, at most " +
                              std::to_string(most) + " are possible");
        }
        for (int i = 0; i < count; ++i) hand.add(place);
    }
    return hands;
}

Setup parse_setup(std::string_view sfen) {
    const std::vector<std::string_view> fields = split(sfen);
    if (fields.size() < 2 || fields.size() > 4) {
        fail("sfen", std::to_string(fields.size()) + " instead of 2 to 4 fields");
    }
    Setup setup;
    parse_pieces(setup.pieces, fields[0]);
    setup.turn = parse_side(fields[1]);
    setup.hands = parse_hands(fields.size() > 2 ? fields[2] : "-");
    // Some programs write 0 for a game that has not begun.
    const int number = parse_counter(fields.size() > 3 ? fields[3] : "1", "move number");
    setup.move_number = number == 0 ? 1 : number;
    return setup;
}

std::string pieces_field(const Board& board) {
    std::string text;
    for (int rank = 0; rank < 9; ++rank) {
        int empty = 0;
        const auto flush = [&] {
            if (empty > 0) text += static_cast<char>('0' + empty);
            empty = 0;
        };
        for (int file = 8; file >= 0; --file) {
            const Piece piece = board.at(Square(file, rank));
            if (piece == kNoPiece) {
                ++empty;
                continue;
            }
            flush();
            text += to_string(piece);
        }
        flush();
        if (rank < 8) text += '/';
    }
    return text;
}

std::string hands_field(const Board& board) {
    using enum PieceType;
    std::string text;
    for (Colour colour : {Colour::kBlack, Colour::kWhite}) {
        for (PieceType type : {kRook, kBishop, kGold, kSilver, kKnight, kLance, kPawn}) {
            const int count = board.hand(colour).count(type);
            if (count == 0) continue;
            if (count > 1) text += std::to_string(count);
            text += to_string(Piece(colour, type));
        }
    }
    return text.empty() ? "-" : text;
}

}  // namespace

SfenError::SfenError(std::string_view sfen, const Fault& fault)
    : std::invalid_argument("invalid SFEN " + quoted(sfen) + ": " + fault.field + ": " + fault.reason),
      fault_(fault) {}

Board parse_sfen(std::string_view sfen) {
    try {
        return Board(parse_setup(sfen));
    } catch (const SetupError& error) {
        throw SfenError(sfen, error.fault());
    }
}

std::string to_sfen(const Board& board) {
    return pieces_field(board) + (board.turn() == Colour::kBlack ? " b " : " w ") + hands_field(board) + " " +
           std::to_string(board.move_number());
}

}  // namespace tabiya::shogi
