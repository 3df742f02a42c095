#include "tests/search_laws.hpp"

namespace search_laws {

Root random_root(Random& random, int plies) {
    Root root = root_of(Board());
    for (int ply = 0; ply < plies; ++ply) {
        chess::MoveList moves;
        chess::generate(root.board, moves);
        Board next = root.board;
        if (!moves.empty()) next.make(moves[random() % moves.size()]);
        if (moves.empty() || !chess::has_legal_move(next) || next.rule50() >= 80) break;
        root.board = next;
        root.line.push_back(Game::past(next));
    }
    return root;
}

void expect_legal(const Board& board, const std::vector<Move>& moves) {
    Board here = board;
    for (const Move move : moves) {
        expect(chess::is_legal(here, move), chess::to_uci(move) + " is played in " + chess::to_fen(here));
        here.make(move);
    }
}

bool mates_within(const Board& board, int plies) {
    chess::MoveList moves;
    chess::generate(board, moves);
    for (const Move move : moves) {
        Board after = board;
        after.make(move);
        if (plies == 1 && !after.in_check()) continue;
        chess::MoveList replies;
        chess::generate(after, replies);
        if (replies.empty()) {
            if (after.in_check()) return true;
            continue;
        }
        bool forced = plies >= 3;
        for (std::size_t i = 0; forced && i < replies.size(); ++i) {
            Board next = after;
            next.make(replies[i]);
            forced = mates_within(next, plies - 2);
        }
        if (forced) return true;
    }
    return false;
}

}  // namespace search_laws
