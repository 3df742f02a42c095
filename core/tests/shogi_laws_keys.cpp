// Keys: material, stability, what they depend on, and the drift that verify must name.
#include "tests/shogi_laws.hpp"

namespace tabiya::shogi {

// Access to a board's internals, to plant faults that verify must find.
struct BoardTamperer {
    static void flip_key(Board& board, int term) { board.key_ ^= kTermKeys[static_cast<std::size_t>(term)]; }
    static void clear_square(Board& board, Square square) {
        board.squares_[static_cast<std::size_t>(square.index())] = kNoPiece;
    }
    static void take_from_hand(Board& board, Colour colour, int place) {
        board.hands_[static_cast<std::size_t>(index(colour))].remove(place);
    }
    static void move_king(Board& board, Colour colour, Square square) {
        board.kings_[static_cast<std::size_t>(index(colour))] = square;
    }
};

}  // namespace tabiya::shogi

namespace shogi_laws {

namespace {

using tabiya::shogi::BoardTamperer;

// Changes only with a major version.
void keys_are_the_promised_ones() {
    expect(kTermKeys[0] == 0x35CD51B9AC733FC1, "key of term 0");
    expect(kTermKeys[kSideTerm] == 0x9803B1BAB321A8F0, "key of term 2534");
    expect(kTermKeys[2538] == 0xCCB36CCBE8227B8A, "key of term 2538");
    expect(Board().key() == 0xA26EC62D918AFA39, "key of the start position");
    expect(parse_sfen(kDrops).key() == 0x832523D380C245F7, "key of the middle game");
}

// Pieces and hands have a colour, and hands a count of up to 18.
void different_positions_have_different_keys() {
    laws::different_positions_have_different_keys<Shogi>(
        {"4k4/9/9/9/9/9/9/9/4K4 b - 1", "4k4/9/9/9/9/9/9/9/4K4 w - 1", "4k4/9/9/9/4G4/9/9/9/4K4 b - 1",
         "4k4/9/9/9/4g4/9/9/9/4K4 b - 1", "4k4/9/9/9/9/9/9/9/4K4 b G 1", "4k4/9/9/9/9/9/9/9/4K4 b g 1",
         "4k4/9/9/9/4S4/9/9/9/4K4 b - 1", "4k4/9/9/9/4+S4/9/9/9/4K4 b - 1", "4K4/9/9/9/9/9/9/9/4k4 b - 1",
         "4k4/9/9/9/9/9/9/9/9 b - 1"});
    std::vector<std::string> counts;
    for (const char* pawn : {"P", "p"}) {
        for (int count = 1; count <= 18; ++count) {
            counts.push_back("4k4/9/9/9/9/9/9/9/4K4 b " + std::to_string(count) + pawn + " 1");
        }
    }
    counts.push_back("4k4/9/9/9/9/9/9/9/4K4 b - 1");
    laws::different_positions_have_different_keys<Shogi>(counts);
}

void equal_positions_have_equal_keys() {
    Board a, b;
    for (const char* text : {"7g7f", "3c3d", "2g2f", "8c8d"}) a.make(move_of(a, text));
    for (const char* text : {"2g2f", "8c8d", "7g7f", "3c3d"}) b.make(move_of(b, text));
    expect(a.key() == b.key() && a.key() == a.setup().key(), "a transposition has two keys");
    expect(
        parse_sfen("4k4/9/9/9/9/9/9/9/4K4 b - 1").key() == parse_sfen("4k4/9/9/9/9/9/9/9/4K4 b - 99").key(),
        "the number of the move is in the key");
}

void repetition_keys_count_the_occurrences() {
    Position position;
    std::set<std::uint64_t> keys = {position.key(), position.repetition_aware_key()};
    for (int times = 1; times <= 4; ++times) {
        for (const char* text : {"2h3h", "8b7b", "3h2h", "7b8b"}) {
            position.make(move_of(position.board(), text));
        }
        expect(position.key() == Board().key(), "the plain key has the repetitions in it");
        keys.insert(position.repetition_aware_key());
    }
    expect(keys.size() == 5, "1 plain key and 4 with occurrences");
}

void verify_names_the_term_that_drifted() {
    const laws::Faulty<Shogi> board(kDrops);
    const auto term = [&](int number, const char* text) {
        board.is_named([&](Board& b) { BoardTamperer::flip_key(b, number); }, text);
    };
    term(piece_term(Piece(Colour::kBlack, PieceType::kKnight), Square(7, 8)), "black knight on 8i");
    term(piece_term(Piece(Colour::kWhite, PieceType::kDragon), Square(0, 0)), "white dragon on 1a");
    term(hand_term(Colour::kWhite, 0, 18), "18 pawns in white's hand");
    term(hand_term(Colour::kBlack, 4, 1), "1 gold in black's hand");
    term(kSideTerm, "side to move");
    term(kTerms - 1, "3 earlier occurrences");
    board.is_named(
        [](Board& b) {
            BoardTamperer::flip_key(b, 0);
            BoardTamperer::flip_key(b, 81);
        },
        "black pawn on 1a and black lance on 1a");
    board.is_named([](Board& b) { BoardTamperer::clear_square(b, Square(0, 0)); }, "square 1a");
    board.is_named([](Board& b) { BoardTamperer::take_from_hand(b, Colour::kWhite, 0); },
                   "4 pawns in white's hand and 5 pawns in white's hand");
    board.is_named([](Board& b) { BoardTamperer::move_king(b, Colour::kWhite, Square(4, 4)); },
                   "white's king");
}

}  // namespace

void keys() {
    laws::no_four_terms_cancel(kTermKeys);
    expect(tabiya::zobrist::bits_balanced(tabiya::zobrist::KeySpan(kTermKeys).first(kGameTerms)),
           "bits of the game's keys are not balanced");
    laws::keys_of_real_positions_are_evenly_spread<Shogi>(std::string(kStartSfen), 3);
    laws::keys_of_real_positions_are_evenly_spread<Shogi>(kDrops, 2);
    keys_are_the_promised_ones();
    different_positions_have_different_keys();
    equal_positions_have_equal_keys();
    repetition_keys_count_the_occurrences();
    verify_names_the_term_that_drifted();
}

}  // namespace shogi_laws
