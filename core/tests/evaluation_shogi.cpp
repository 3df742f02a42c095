// The laws of shogi's evaluation on random games, and what a call costs.
#include <string>
#include <vector>

#include "games/shogi/evaluate.hpp"
#include "games/shogi/movegen.hpp"
#include "games/shogi/sfen.hpp"
#include "tests/evaluation_program.hpp"

namespace {

using namespace tabiya::shogi;
using evaluation_program::Arguments;
using program::expect;

// The same position with colours swapped and the board rotated.
Board turned(const Board& board) {
    const Setup from = board.setup();
    Setup setup;
    board.occupied().each([&](Square square) {
        const Piece piece = board.at(square);
        setup.pieces.toggle(Piece(~piece.colour(), piece.type()), Bitboard(square.relative(Colour::kWhite)));
    });
    setup.hands = {from.hands[1], from.hands[0]};
    setup.turn = ~from.turn;
    return Board(setup);
}

void check_position(const Board& board) {
    const Evaluator evaluate;
    const int score = evaluate(board);
    const std::string where = " in " + to_sfen(board);
    expect(score == evaluate(turned(board)), "colours swapped, the score differs" + where);
    expect(score <= tabiya::kMaxEvaluation && score >= -tabiya::kMaxEvaluation,
           "the score leaves its bounds" + where);
    evaluation_program::trace_gives_the_score(trace_evaluation(board).score, score, where);
}

// Random moves capture and promote a lot, and fill the hands.
std::vector<Board> random_positions(const Arguments& arguments) {
    return evaluation_program::random_positions<MoveList>(arguments, std::vector{Board()}, 150);
}

void problems_may_lack_a_king() {
    for (const char* sfen :
         {"7nl/7k1/9/7pp/7N1/9/9/9/9 b GS2r2b3g3s2n3l16p 1", "4k4/9/4P4/9/9/9/9/9/9 b G2r2b 1"}) {
        check_position(parse_sfen(sfen));
    }
}

void material_counts_wherever_it_is() {
    const Evaluator evaluate;
    const int rook_up = evaluate(parse_sfen("lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b R 1"));
    expect(rook_up > 1000, "a rook that changed sides is worth " + std::to_string(rook_up));
    const int pawn_up =
        evaluate(parse_sfen("lnsgkgsnl/1r5b1/1pppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b P 1"));
    expect(pawn_up > 100 && pawn_up < 600, "a pawn that changed sides is worth " + std::to_string(pawn_up));
}

void check_all(const std::vector<Board>& boards) {
    for (const Board& board : boards) check_position(board);
    problems_may_lack_a_king();
    material_counts_wherever_it_is();
}

}  // namespace

int main(int argc, char** argv) {
    return evaluation_program::main<Evaluator>(argc, argv, "evaluation_shogi", random_positions, check_all);
}
