// Shared by the laws of Othello.
#pragma once

#include "games/othello/game.hpp"
#include "games/othello/movegen.hpp"
#include "games/othello/notation.hpp"
#include "games/othello/position.hpp"
#include "games/othello/verify.hpp"
#include "tests/laws.hpp"

namespace othello_laws {

using namespace tabiya::othello;
using laws::broken;
using laws::expect;
using tabiya::popcount;

// A middle game with many moves; a position in which black must pass; one in which neither side can move.
inline constexpr const char* kMiddle = "--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O";
inline constexpr const char* kPass = "OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOX- X";
inline constexpr const char* kOver = "XXXX------------------------------------------------------------ O";

struct Othello {
    using Board = tabiya::othello::Board;
    using Move = tabiya::othello::Move;
    using MoveList = tabiya::othello::MoveList;
    using Position = tabiya::othello::Position;
    using ParseError = PositionError;

    static Board parse(std::string_view text) { return parse_position(text); }
    static std::string text(const Board& board) { return to_text(board); }
    static std::string move_text(Move move) { return to_text(move); }
    static Move parse_move(const Board& board, std::string_view text) {
        return tabiya::othello::parse_move(board, text);
    }
    static bool is_tactical(const Board& board, Move move) { return Game::is_tactical(board, move); }
    static void own_laws(const Board& board, Move move);
};

// The groups of laws, one to a file.
void moves(const std::string& data_directory, std::uint64_t nodes);
void keys();
void endings(std::uint64_t nodes);

}  // namespace othello_laws
