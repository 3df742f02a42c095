// Keys: material, stability, what they depend on, and the drift that verify must name.
#include <set>

#include "tests/chess_laws.hpp"

namespace tabiya::chess {

// Access to a board's internals, to plant faults that verify must find.
struct BoardTamperer {
    static void flip_key(Board& board, int term) { board.key_ ^= kTermKeys[static_cast<std::size_t>(term)]; }
    static void set_en_passant(Board& board, Square square) { board.en_passant_ = square; }
    static void clear_square(Board& board, Square square) {
        board.squares_[static_cast<std::size_t>(square.index())] = kNoPiece;
    }
};

}  // namespace tabiya::chess

namespace chess_laws {

namespace {

// Changes only with a major version.
void keys_are_the_promised_ones() {
    expect(kTermKeys[0] == 0xC556597D083DCD50, "key of term 0");
    expect(kTermKeys[780] == 0x9022F9AE42AA73AB, "key of term 780");
    expect(kTermKeys[892] == 0x9BBB755A176236E5, "key of term 892");
    expect(Board().key() == 0xFFFFD03EC1537389, "key of the start position");
    expect(parse_fen(kKiwipete).key() == 0x7B82E7D6A874646E, "key of Kiwipete");
}

void different_positions_have_different_keys() {
    laws::different_positions_have_different_keys<Chess>(
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
         "r3k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w Kkq - 0 1",
         "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
         "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "4k3/8/8/3pP3/8/8/8/4K3 b - - 0 1",
         "4k3/8/8/8/8/8/8/RR1K2RR w GB - 0 1", "4k3/8/8/8/8/8/8/RR1K2RR w HA - 0 1"});
}

void equal_positions_have_equal_keys() {
    const auto key = [](const char* fen) { return parse_fen(fen).key(); };
    // No pawn can capture on e3; the pawn that could is pinned along the rank; no pawn can capture
    // on c6.
    expect(key("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1") ==
               key("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"),
           "en passant without a capturer is in the key");
    expect(key("8/8/3p4/KPp4r/1R2Pp1k/8/6P1/8 b - e3 0 1") == key("8/8/3p4/KPp4r/1R2Pp1k/8/6P1/8 b - - 0 1"),
           "an illegal en passant is in the key");
    // KQkq and file letters name the same castling rights.
    expect(key("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1") == key("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1"),
           "Shredder-FEN has another key");
    // Two orders of the same moves.
    Board a, b;
    for (const char* text : {"e2e4", "e7e5", "g1f3", "b8c6"}) a.make(move_of(a, text));
    for (const char* text : {"g1f3", "b8c6", "e2e4", "e7e5"}) b.make(move_of(b, text));
    expect(a.key() == b.key() && a.key() == a.setup().key(), "a transposition has two keys");
}

void rule50_keys_are_kept_apart() {
    const Board board = parse_fen("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    const Board later = parse_fen("4k3/8/8/8/8/8/8/R3K3 w Q - 70 80");
    expect(board.key() == later.key(), "the counter is in the plain key");
    for (Rule50Keys mode : {Rule50Keys::kOff, Rule50Keys::kBucketed, Rule50Keys::kFull}) {
        expect(board.key(mode) == board.key(), "a counter of 0 has a key");
        expect((later.key(mode) == later.key()) == (mode == Rule50Keys::kOff), "a counter of 70 has none");
    }
    std::set<std::uint64_t> full, bucketed;
    for (int counter = 0; counter <= 100; ++counter) {
        full.insert(rule50_key(counter, Rule50Keys::kFull));
        bucketed.insert(rule50_key(counter, Rule50Keys::kBucketed));
    }
    expect(full.size() == 101 && bucketed.size() == 7, "number of fifty-move keys");
}

void verify_names_the_term_that_drifted() {
    const laws::Faulty<Chess> board(kKiwipete);
    const auto has = [&](int term, const char* text) {
        board.is_named([&](Board& b) { BoardTamperer::flip_key(b, term); }, text);
    };
    has(piece_term(Piece(Colour::kWhite, PieceType::kKnight), Square(5, 2)), "white knight on f3");
    has(piece_term(Piece(Colour::kBlack, PieceType::kKing), Square(4, 7)), "black king on e8");
    has(castling_term(Square(7, 0)), "castling right of the rook on h1");
    has(castling_term(Square(1, 7)), "castling right of the rook on b8");
    has(en_passant_term(2), "en passant on the c-file");
    has(kSideTerm, "side to move");
    has(kTerms - 1, "fifty-move counter 100");
    board.is_named(
        [](Board& b) {
            BoardTamperer::flip_key(b, 8);
            BoardTamperer::flip_key(b, 16);
        },
        "white pawn on a2 and white pawn on a3");
    expect(
        board.report([](Board& b) { BoardTamperer::clear_square(b, Square(4, 4)); }).find("square e5") == 0,
        "e5");
    expect(board.report([](Board& b) {
                    BoardTamperer::set_en_passant(b, Square(0, 5));
                }).find("en passant") == 0,
           "ep");
}

}  // namespace

void keys() {
    laws::no_four_terms_cancel(kTermKeys);
    for (const std::string& fen : {std::string(kStartFen), std::string(kKiwipete)}) {
        laws::keys_of_real_positions_are_evenly_spread<Chess>(fen, 3);
    }
    keys_are_the_promised_ones();
    different_positions_have_different_keys();
    equal_positions_have_equal_keys();
    rule50_keys_are_kept_apart();
    verify_names_the_term_that_drifted();
}

}  // namespace chess_laws
