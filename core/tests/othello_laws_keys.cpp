// Keys: material, stability, what they depend on, and the drift that verify must name.
#include "tests/othello_laws.hpp"

namespace tabiya::othello {

// Access to a board's internals, to plant faults that verify must find.
struct BoardTamperer {
    static void flip_key(Board& board, int term) { board.key_ ^= kTermKeys[static_cast<std::size_t>(term)]; }
    static void add_disc(Board& board, Colour colour, Square square) {
        board.discs_[static_cast<std::size_t>(index(colour))] |= bit(square);
    }
};

}  // namespace tabiya::othello

namespace othello_laws {

namespace {

using tabiya::othello::BoardTamperer;

// Changes only with a major version.
void keys_are_the_promised_ones() {
    expect(kTermKeys[0] == 0xE426A04F0BDD0746, "key of term 0");
    expect(kSideKey == 0x2B09F70CE6B6C43A, "key of the side");
    expect(kExactKey == 0x2B83CE063CB7A51A, "key of exact scores");
    expect(Board().key() == 0x6A194322C7A69F83, "key of the start position");
    expect(parse_position(kMiddle).key() == 0xC8AFF6859793FF48, "key of the middle game");
}

void different_positions_have_different_keys() {
    const std::string start(kStart), discs = start.substr(0, 64);
    std::string swapped = discs, more = discs;
    for (char& c : swapped) c = c == 'X' ? 'O' : c == 'O' ? 'X' : c;
    more[0] = 'X';
    laws::different_positions_have_different_keys<Othello>(
        {start, discs + " O", swapped + " X", swapped + " O", more + " X", kMiddle, kPass, kOver});
}

void equal_positions_have_equal_keys() {
    Board a, b;
    for (const char* text : {"c4", "c3", "c2", "c5", "c6"}) a.make(laws::move_of<Othello>(a, text));
    for (const char* text : {"c4", "c5", "c6", "c3", "c2"}) b.make(laws::move_of<Othello>(b, text));
    expect(a == b && a.key() == a.recomputed_key(), "a transposition has two keys");
    a.make_null();
    expect(a.key() != b.key(), "the side to move is not in the key");
    a.make_null();
    expect(a == b, "two null moves change nothing");
}

void verify_names_the_term_that_drifted() {
    const laws::Faulty<Othello> board(kMiddle);
    const auto term = [&](int number, const char* text) {
        board.is_named([&](Board& b) { BoardTamperer::flip_key(b, number); }, text);
    };
    term(disc_term(Colour::kWhite, Square(26)), "white disc on c4");
    term(disc_term(Colour::kBlack, Square(0)), "black disc on a1");
    term(kSideTerm, "side to move");
    term(kExactTerm, "exact score");
    board.is_named([](Board& b) { BoardTamperer::add_disc(b, Colour::kBlack, Square(0)); },
                   "black disc on a1");
    board.is_named([](Board& b) { BoardTamperer::add_disc(b, Colour::kWhite, Square(2)); }, "square c1");
}

}  // namespace

void keys() {
    laws::no_four_terms_cancel(kTermKeys);
    laws::keys_of_real_positions_are_evenly_spread<Othello>(std::string(kStart), 6);
    laws::keys_of_real_positions_are_evenly_spread<Othello>(kMiddle, 4);
    keys_are_the_promised_ones();
    different_positions_have_different_keys();
    equal_positions_have_equal_keys();
    verify_names_the_term_that_drifted();
}

}  // namespace othello_laws
