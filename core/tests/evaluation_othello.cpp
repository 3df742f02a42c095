// The laws of Othello's evaluation on random games, and what a call costs.
#include <string>
#include <vector>

#include "games/othello/evaluate.hpp"
#include "games/othello/movegen.hpp"
#include "games/othello/notation.hpp"
#include "tests/evaluation_program.hpp"

namespace {

using namespace tabiya::othello;
using evaluation_program::Arguments;
using program::expect;

Board colours_swapped(const Board& board) {
    return Board(board.discs(Colour::kWhite), board.discs(Colour::kBlack), ~board.turn());
}

template <class Map>
Board mapped(const Board& board, Map map) {
    const auto moved = [&](Colour colour) {
        Bitboard result = 0;
        each(board.discs(colour), [&](Square s) { result |= bit(Square(map(s.column(), s.row()))); });
        return result;
    };
    return Board(moved(Colour::kBlack), moved(Colour::kWhite), board.turn());
}

void check_position(const Board& board) {
    const Evaluator evaluate;
    const int score = evaluate(board);
    const std::string where = " in " + to_text(board);
    expect(score == evaluate(colours_swapped(board)), "colours swapped, the score differs" + where);
    expect(score == evaluate(mapped(board, [](int x, int y) { return 8 * y + 7 - x; })), "mirrored" + where);
    expect(score == evaluate(mapped(board, [](int x, int y) { return 8 * x + y; })), "turned" + where);
    expect(score <= 6400 && score >= -6400, "more than all discs" + where);
    evaluation_program::trace_gives_the_score(trace_evaluation(board).score, score, where);
}

std::vector<Board> random_positions(const Arguments& arguments) {
    return evaluation_program::random_positions<MoveList>(arguments, std::vector{Board()}, 128);
}

void a_corner_is_worth_more_than_the_square_beside_it() {
    const Evaluator evaluate;
    Board corner(0x0000000810000001, 0x0000001008000000, Colour::kBlack);
    Board beside(0x0000000810000200, 0x0000001008000000, Colour::kBlack);
    expect(evaluate(corner) > evaluate(Board()) && evaluate(Board()) > evaluate(beside), "corners");
}

void check_all(const std::vector<Board>& boards) {
    for (const Board& board : boards) check_position(board);
    a_corner_is_worth_more_than_the_square_beside_it();
}

}  // namespace

int main(int argc, char** argv) {
    return evaluation_program::main<Evaluator>(argc, argv, "evaluation_othello", random_positions, check_all);
}
