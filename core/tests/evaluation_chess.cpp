// The laws of chess's evaluation on random games, and what a call costs.
#include "games/chess/evaluate.hpp"
#include "games/chess/evaluate_endings.hpp"
#include "tests/chess_laws.hpp"
#include "tests/evaluation_program.hpp"

namespace {

using namespace chess_laws;
using evaluation_program::Arguments;
using laws::expect;
using laws::read_suite;
using laws::SuiteLine;

// The board with each square mapped by `to`, with colours swapped on request.
Board moved(const Board& board, bool swap_colours, int flip) {
    const Setup from = board.setup();
    Setup setup;
    for (Square square : board.occupied()) {
        const Piece piece = board.at(square);
        const Colour colour = swap_colours ? ~piece.colour() : piece.colour();
        setup.pieces.toggle(Piece(colour, piece.type()), Bitboard(Square(square.index() ^ flip)));
    }
    setup.turn = swap_colours ? ~from.turn : from.turn;
    return Board(setup);  // castling and en passant do not affect the evaluation
}

void check_position(const Board& board, Evaluator& warm) {
    const int score = warm(board);
    const std::string where = " in " + to_fen(board);
    expect(score == Evaluator()(board), "the cache changes the score" + where);
    expect(score == warm(moved(board, true, 56)), "colours swapped, the score differs" + where);
    expect(score == warm(moved(board, false, 7)), "left and right swapped, the score differs" + where);
    expect(score <= tabiya::kMaxEvaluation && score >= -tabiya::kMaxEvaluation,
           "the score leaves its bounds" + where);
    evaluation_program::trace_gives_the_score(trace_evaluation(board).score, score, where);
}

std::vector<Board> random_positions(const Arguments& arguments) {
    std::vector<Board> starts;
    for (const SuiteLine& line : read_suite(arguments.data + "/chess.perft")) {
        starts.push_back(parse_fen(line.position));
    }
    return evaluation_program::random_positions<MoveList>(arguments, starts, 80);
}

void extremes_stay_within_bounds() {
    for (const char* fen : {"QQQQQQQQ/QQQQQQQK/8/8/8/8/8/k7 b - - 0 1", "7k/8/8/8/8/8/8/K7 w - - 0 1"}) {
        Evaluator evaluator;
        Board board;
        try {
            board = parse_fen(fen);
        } catch (const FenError&) {
            continue;  // not a possible position
        }
        check_position(board, evaluator);
    }
}

void drawn_endings_are_near_zero() {
    Evaluator evaluator;
    const char* drawn[] = {
        "8/8/4k3/8/8/3NK3/4N3/8 w - - 0 1",  // two knights
        "8/8/4k3/8/8/3BK3/8/8 w - - 0 1",    // a bishop
        "k7/8/1K6/P7/8/4B3/8/8 w - - 0 1",   // the wrong bishop's pawn
        "8/8/4k3/8/4b3/3RK3/8/8 w - - 0 1",  // rook and bishop
        "7k/8/6KP/7P/8/8/8/5B2 b - - 0 1",   // two of them
    };
    for (const char* fen : drawn) {
        const int score = evaluator(parse_fen(fen));
        expect(score > -60 && score < 60,
               std::string("a drawn ending is worth ") + std::to_string(score) + ": " + fen);
    }
    const char* won[] = {"8/8/4k3/8/8/3RK3/8/8 w - - 0 1", "8/8/4k3/8/8/3BK3/4N3/8 w - - 0 1",
                         "8/8/4k3/8/8/3BK3/4B3/8 w - - 0 1", "k7/8/1K6/P7/8/3B4/8/8 w - - 0 1"};
    for (const char* fen : won) {
        expect(evaluator(parse_fen(fen)) > 200, std::string("a won ending seems drawn: ") + fen);
    }
}

void check_all(const std::vector<Board>& boards) {
    Evaluator evaluator;
    for (const Board& board : boards) check_position(board, evaluator);
    extremes_stay_within_bounds();
    drawn_endings_are_near_zero();
}

}  // namespace

int main(int argc, char** argv) {
    return evaluation_program::main<Evaluator>(argc, argv, "evaluation_chess", random_positions, check_all);
}
