// Shared by the laws of shogi.
#pragma once

#include "games/shogi/declaration.hpp"
#include "games/shogi/game.hpp"
#include "games/shogi/movegen.hpp"
#include "games/shogi/position.hpp"
#include "games/shogi/see.hpp"
#include "games/shogi/sfen.hpp"
#include "games/shogi/usi.hpp"
#include "games/shogi/verify.hpp"
#include "tests/laws.hpp"

namespace shogi_laws {

using namespace tabiya::shogi;
using laws::broken;
using laws::expect;
using tabiya::Verdict;

// A middle game with many pieces in hand.
inline constexpr const char* kDrops = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1";
// 593 moves, the known maximum.
inline constexpr const char* kMostMoves = "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1";

struct Shogi {
    using Board = tabiya::shogi::Board;
    using Move = tabiya::shogi::Move;
    using MoveList = tabiya::shogi::MoveList;
    using Position = tabiya::shogi::Position;
    using ParseError = SfenError;

    static Board parse(std::string_view text) { return parse_sfen(text); }
    static std::string text(const Board& board) { return to_sfen(board); }
    static std::string move_text(Move move) { return to_usi(move); }
    static Move parse_move(const Board& board, std::string_view text) { return parse_usi(board, text); }
    static bool is_tactical(const Board& board, Move move) { return Game::is_tactical(board, move); }
    // A move is complete: its moving and captured pieces are those on the board.
    static void own_laws(const Board& board, Move move) {
        const std::string name = to_usi(move) + " in " + to_sfen(board);
        expect(move.captured() == board.at(move.to()).type(), name + " captures something else");
        expect(move.pack() >> 23 == 0, name + " has the last bit");
        if (move.is_drop()) {
            expect(move == Move::drop(move.type(), move.to()), name + " is another drop");
        } else {
            expect(Piece(board.turn(), move.type()) == board.at(move.from()), name + " moves something else");
        }
        const Move open = Move::unpack(move.pack() & 0x7FFF);
        expect(resolve(board, open) == move, name + " is not found by its squares");
    }
};

inline Move move_of(const Board& board, const char* text) {
    return laws::move_of<Shogi>(board, text);
}

inline MoveList moves_of(const Board& board) {
    return laws::moves_of<Shogi>(board);
}

// The groups of laws, one to a file.
void moves(const std::string& data_directory, std::uint64_t nodes);
void keys();
void rules(const std::string& data_directory);

}  // namespace shogi_laws
