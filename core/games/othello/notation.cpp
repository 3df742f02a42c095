#include "games/othello/notation.hpp"

#include <array>
#include <vector>

#include "games/othello/movegen.hpp"
#include "games/text.hpp"

namespace tabiya::othello {

namespace {

constexpr std::string_view kPass = "pass";

std::array<Bitboard, 2> parse_discs(std::string_view text) {
    if (text.size() != kSquares) {
        fail("discs", std::to_string(text.size()) + " squares instead of 64");
    }
    std::array<Bitboard, 2> discs{};
    for (int s = 0; s < kSquares; ++s) {
        const char c = text[static_cast<std::size_t>(s)];
        if (c == 'X' || c == 'O') {
            discs[c == 'O'] |= bit(Square(s));
        } else if (c != '-' && c != '.') {
            fail("discs", to_string(Square(s)) + " is " + quoted({&c, 1}) + "; expected 'X', 'O' or '-'");
        }
    }
    return discs;
}

Colour parse_side(std::string_view text) {
    if (text == "X") return Colour::kBlack;
    if (text == "O") return Colour::kWhite;
    fail("side", quoted(text) + " is neither 'X' nor 'O'");
}

Board parse(std::string_view text) {
    const std::vector<std::string_view> fields = split(text);
    if (fields.size() != 2) fail("position", std::to_string(fields.size()) + " instead of 2 fields");
    const auto [black, white] = parse_discs(fields[0]);
    return Board(black, white, parse_side(fields[1]));
}

}  // namespace

PositionError::PositionError(std::string_view text, const Fault& fault)
    : std::invalid_argument("invalid position " + quoted(text) + ": " + fault.field + ": " + fault.reason),
      fault_(fault) {}

Board parse_position(std::string_view text) {
    try {
        return parse(text);
    } catch (const SetupError& error) {
        throw PositionError(text, error.fault());
    }
}

std::string to_text(const Board& board) {
    std::string text(kSquares, '-');
    each(board.discs(Colour::kBlack), [&](Square s) { text[static_cast<std::size_t>(s.index())] = 'X'; });
    each(board.discs(Colour::kWhite), [&](Square s) { text[static_cast<std::size_t>(s.index())] = 'O'; });
    return text + (board.turn() == Colour::kBlack ? " X" : " O");
}

std::string to_text(Move move) {
    if (move.is_placement()) return to_string(move.square());
    return move.is_pass() ? std::string(kPass) : "0000";
}

Move parse_move(const Board& board, std::string_view text) {
    Move move;
    if (text == kPass) {
        move = Move::pass();
    } else if (text.size() == 2 && text[0] >= 'a' && text[0] <= 'h' && text[1] >= '1' && text[1] <= '8') {
        move = Move(Square((text[1] - '1') * 8 + text[0] - 'a'));
    }
    return is_legal(board, move) ? move : kNoMove;
}

}  // namespace tabiya::othello
