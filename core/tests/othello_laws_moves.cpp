// Moves: counts, legality, packing and texts.
#include <random>

#include "tests/othello_laws.hpp"

namespace othello_laws {

namespace {

// The rule as written: walk from a square in all eight directions.
Bitboard turned_by_walking(Square square, Bitboard own, Bitboard theirs) {
    Bitboard result = 0;
    for (int dx = -1; dx <= 1; ++dx) {
        for (int dy = -1; dy <= 1; ++dy) {
            if (dx == 0 && dy == 0) continue;
            Bitboard line = 0;
            int x = square.column() + dx, y = square.row() + dy;
            const auto on = [&](Bitboard discs) {
                return x >= 0 && x < 8 && y >= 0 && y < 8 && (discs & bit(Square(8 * y + x))) != 0;
            };
            for (; on(theirs); x += dx, y += dy) line |= bit(Square(8 * y + x));
            if (on(own)) result |= line;
        }
    }
    return result;
}

void expect_as_walked(Bitboard own, Bitboard theirs) {
    Bitboard squares = 0;
    for (int s = 0; s < kSquares; ++s) {
        const Square square(s);
        if ((own | theirs) & bit(square)) continue;
        const Bitboard walked = turned_by_walking(square, own, theirs);
        expect(turned(square, own, theirs) == walked, "turned from " + to_string(square));
        if (walked) squares |= bit(square);
    }
    expect(placements(own, theirs) == squares, "placements");
}

// Random discs reach every pattern of a line; positions of games do not.
void discs_turn_as_the_walk_says() {
    std::mt19937_64 random(5);
    for (int i = 0; i < 20000; ++i) {
        const Bitboard occupied = random() | (i % 3 ? random() : 0),
                       own = random() & (i % 2 ? random() : ~0ull);
        expect_as_walked(own & occupied, occupied & ~own);
    }
}

// A table may return any 24 bits: is_legal must agree with the move list on all of them.
void legality_of_any_24_bits_is_that_of_the_list() {
    for (const char* text : {kStart.data(), kMiddle, kPass, kOver}) {
        const Board board = parse_position(text);
        const MoveList moves = laws::moves_of<Othello>(board);
        std::size_t found = 0;
        for (std::uint32_t bits = 0; bits < 1u << 24; ++bits) {
            found += static_cast<bool>(Game::move_from_table(board, bits));
        }
        expect(found == moves.size(), "legal ones among all 24 bits in " + std::string(text));
    }
}

void who_cannot_place_a_disc_passes_unless_neither_side_can() {
    const Board pass = parse_position(kPass), over = parse_position(kOver);
    const MoveList moves = laws::moves_of<Othello>(pass);
    expect(moves.size() == 1 && moves[0] == Move::pass(), "a pass");
    Board after = pass;
    after.make(moves[0]);
    expect(after.turn() == Colour::kWhite && after.own() == pass.theirs(), "a pass changes the side alone");
    expect(laws::moves_of<Othello>(over).empty() && !has_legal_move(over), "neither side can move");
    expect(Game::verdict(pass, false, {}) == tabiya::Verdict::none, "a pass does not end the game");
    expect(Game::verdict(over, false, {}) == tabiya::Verdict::of_score(-64 * kDisc), "all discs are lost");
}

// Empty squares count for the winner, and for neither side in a draw.
void the_winner_gets_the_empty_squares() {
    expect(margin(0xFF, 0xFF00) == 0, "a draw");
    expect(margin(0xFF, 0x0F00) == 64 - 8 && margin(0x0F00, 0xFF) == -(64 - 8), "a win");
    expect(margin(~0ull >> 31, ~0ull << 33) == 2, "a full board");
}

// Games that ended before that depth, which some published counts include as leaves.
std::uint64_t ended_before(const Board& board, int depth) {
    if (depth == 0) return 0;
    const MoveList moves = laws::moves_of<Othello>(board);
    if (moves.empty()) return 1;
    std::uint64_t sum = 0;
    for (const Move move : moves) {
        Board child = board;
        child.make(move);
        sum += ended_before(child, depth - 1);
    }
    return sum;
}

// Perft counts sequences of `depth` moves, including passes. Published counts from depth 10 on also
// include games that ended earlier.
void published_counts_include_games_that_ended_before(std::uint64_t most) {
    constexpr std::pair<int, std::uint64_t> kPublished[] = {
        {8, 390'216}, {9, 3'005'288}, {10, 24'571'284}, {11, 212'258'800}};
    for (const auto& [depth, count] : kPublished) {
        if (count > most) break;
        const std::uint64_t whole = tabiya::perft(Board(), depth), ended = ended_before(Board(), depth);
        expect(whole + ended == count, "depth " + std::to_string(depth) + ": " + std::to_string(whole) +
                                           " and " + std::to_string(ended) + " that ended");
    }
}

void impossible_texts_are_refused_with_the_field() {
    const std::string empty(63, '-');
    const std::string short_by_one = empty + " X", too_long = empty + "-- X", no_side = empty + "-";
    const std::string strange = empty + "x X", wrong_side = empty + "- B", third = empty + "- X 1";
    laws::impossible_positions_are_refused_with_the_field<Othello>({{"", "position"},
                                                                    {no_side.c_str(), "position"},
                                                                    {third.c_str(), "position"},
                                                                    {short_by_one.c_str(), "discs"},
                                                                    {too_long.c_str(), "discs"},
                                                                    {strange.c_str(), "discs"},
                                                                    {wrong_side.c_str(), "side"}});
    const Board dots = parse_position("...........................OX......XO........................... X");
    expect(dots == Board() && to_text(dots) == kStart, "dots are empty squares");
}

}  // namespace

void Othello::own_laws(const Board& board, Move move) {
    expect_as_walked(board.own(), board.theirs());
    Board child = board;
    child.make(move);
    const int before = popcount(board.empty()), after = popcount(child.empty());
    expect(after == before - !move.is_pass(), "a placement fills one square");
    expect(child.turn() == ~board.turn(), "the other side moves next");
}

void moves(const std::string& data_directory, std::uint64_t nodes) {
    const std::string suite = data_directory + "/othello.perft";
    discs_turn_as_the_walk_says();
    legality_of_any_24_bits_is_that_of_the_list();
    who_cannot_place_a_disc_passes_unless_neither_side_can();
    the_winner_gets_the_empty_squares();
    impossible_texts_are_refused_with_the_field();
    laws::damaged_texts_never_break_the_generator<Othello>({std::string(kStart), kMiddle, kPass}, "XO-. xB",
                                                           20000);
    laws::every_mode_of_perft_counts_the_same<Othello>(Board(), 7, 55092, 8200);
    laws::random_games_hold_every_law<Othello>(1, 60, 70, {std::string(kStart), kMiddle, kPass});
    laws::perft_counts_are_the_published_ones<Othello>(suite, nodes);
    laws::nothing_drifts_in_perft<Othello>(suite, nodes / 50);
    published_counts_include_games_that_ended_before(nodes);
}

}  // namespace othello_laws
