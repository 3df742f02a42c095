// Shared by the laws of chess.
#pragma once

#include "games/chess/fen.hpp"
#include "games/chess/game.hpp"
#include "games/chess/movegen.hpp"
#include "games/chess/position.hpp"
#include "games/chess/see.hpp"
#include "games/chess/uci.hpp"
#include "games/chess/verify.hpp"
#include "tests/laws.hpp"

namespace chess_laws {

using namespace tabiya::chess;
using laws::broken;
using laws::expect;
using tabiya::Verdict;

inline constexpr const char* kKiwipete =
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

struct Chess {
    using Board = tabiya::chess::Board;
    using Move = tabiya::chess::Move;
    using MoveList = tabiya::chess::MoveList;
    using Position = tabiya::chess::Position;
    using ParseError = FenError;

    static Board parse(std::string_view text) { return parse_fen(text); }
    static std::string text(const Board& board) { return to_fen(board); }
    static std::string move_text(Move move) { return to_uci(move, true); }
    static Move parse_move(const Board& board, std::string_view text) { return parse_uci(board, text); }
    static bool is_tactical(const Board& board, Move move) { return Game::is_tactical(board, move); }
    static void own_laws(const Board& board, Move) {
        expect(to_fen(parse_fen(to_fen(board, CastlingStyle::kShredder))) == to_fen(board),
               "Shredder-FEN of " + to_fen(board) + " is another position");
    }
};

inline Move move_of(const Board& board, const char* text) {
    return laws::move_of<Chess>(board, text);
}

inline MoveList moves_of(const Board& board) {
    return laws::moves_of<Chess>(board);
}

// The groups of laws, one to a file.
void moves(const std::string& data_directory, std::uint64_t nodes);
void keys();
void rules();

}  // namespace chess_laws
