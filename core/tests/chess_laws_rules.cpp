// Draws and impossible positions.
#include <initializer_list>
#include <utility>

#include "tests/chess_laws.hpp"

namespace chess_laws {

namespace {

void repetition_and_fifty_moves_are_seen() {
    Position position;
    const auto play = [&](std::initializer_list<const char*> moves) {
        for (const char* text : moves) position.make(move_of(position.board(), text));
    };
    play({"g1f3", "g8f6", "f3g1", "f6g8"});
    expect(position.repetitions() == 1, "the start stands for the second time");
    expect(position.repetition(4) == Verdict::draw && position.repetition(3) == Verdict::none,
           "repeated within the search or before it");
    play({"g1f3", "g8f6", "f3g1", "f6g8"});
    expect(position.repetitions() == 2 && position.repetition() == Verdict::draw,
           "the start stands for the third time");
    play({"e2e4"});
    expect(position.repetitions() == 0, "a pawn move cannot be repeated");
    for (int i = 0; i < 9; ++i) position.unmake();
    expect(position.board() == Board() && position.height() == 0, "unmaking nine moves");

    // Losing a castling right makes another position, even with the same placement.
    Position rights(parse_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"));
    for (const char* text : {"e1e2", "e8e7", "e2e1", "e7e8"}) rights.make(move_of(rights.board(), text));
    expect(rights.repetitions() == 0, "rights lost, position equal");

    Position fifty(parse_fen("7k/8/8/8/8/8/8/KR6 w - - 99 120"));
    fifty.make(move_of(fifty.board(), "b1b2"));
    expect(fifty.is_fifty_moves(), "a hundred plies");
    Position mate(parse_fen("7k/6pp/8/8/8/8/8/KR6 w - - 99 120"));
    mate.make(move_of(mate.board(), "b1b8"));
    expect(!mate.is_fifty_moves() && !has_legal_move(mate.board()), "mate comes before the fiftieth move");

    Position null(parse_fen("4k3/8/8/8/8/8/8/R3K3 w Q - 5 9"));
    null.make_null();
    expect(null.board().key() == (null.board().setup().key()), "key after a null move");
    expect(!verify(null.board()), "null move");
}

void insufficient_material_is_what_fide_says() {
    const auto draw = [](const char* pieces) {
        return parse_fen(std::string(pieces) + " w - - 0 1").insufficient_material();
    };
    expect(draw("4k3/8/8/8/8/8/8/4K3") && draw("4k3/8/8/8/8/8/8/4KN2") && draw("4k3/8/8/8/8/8/8/4KB2"),
           "few");
    expect(draw("4kb2/8/8/8/8/8/8/2B1K3"), "bishops of one shade");
    expect(!draw("4kb2/8/8/8/8/8/8/4KB2"), "bishops of two shades");
    expect(!draw("4k3/8/8/8/8/8/8/3NKN2") && !draw("4kn2/8/8/8/8/8/8/4KN2"), "two knights");
    expect(!draw("4k3/8/8/8/8/8/P7/4K3") && !draw("4k3/8/8/8/8/8/8/4KR2"), "pawn or rook");
}

void impossible_positions_are_refused_with_the_field() {
    laws::impossible_positions_are_refused_with_the_field<Chess>({
        {"", "fen"},
        {"8/8/8/8/8/8/8/8", "fen"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1 x", "fen"},
        {"4k3/8/8/8/8/8/4K3 w - - 0 1", "pieces"},
        {"4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", "pieces"},
        {"4k4/8/8/8/8/8/8/4K3 w - - 0 1", "pieces"},
        {"4k2/8/8/8/8/8/8/4K3 w - - 0 1", "pieces"},
        {"4k12/8/8/8/8/8/8/4K3 w - - 0 1", "pieces"},
        {"4kx2/8/8/8/8/8/8/4K3 w - - 0 1", "pieces"},
        {"8/8/8/8/8/8/8/4K3 w - - 0 1", "pieces"},
        {"4k3/8/8/8/8/8/8/8 w - - 0 1", "pieces"},
        {"4k3/8/8/8/8/8/8/3KK3 w - - 0 1", "pieces"},
        {"4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "pieces"},
        {"p3k3/8/8/8/8/8/8/4K3 w - - 0 1", "pieces"},
        {"4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "pieces"},
        {"4k3/8/8/8/QQ6/QQQQQQQQ/PPPPPPPP/4K3 w - - 0 1", "pieces"},
        {"QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQKQQQk w - - 0 1", "pieces"},
        {"4k3/8/8/8/8/8/QQ6/4K2R w - - 0 x", "fullmove number"},
        {"4k3/8/8/8/8/4R3/8/4K3 w - - 0 1", "pieces"},
        {"8/8/8/8/8/8/4k3/4K3 w - - 0 1", "pieces"},
        {"8/8/8/8/1k6/8/1K6/4Q3 w - - 0 1", "pieces"},
        {"8/2P5/8/8/8/8/2p5/8 w - - 0 1", "pieces"},
        {"4k3/8/8/8/8/8/8/4K3 x - - 0 1", "side"},
        {"4k3/8/8/8/8/8/8/4K3 W - - 0 1", "side"},
        {"4k3/8/8/8/8/8/8/4K3 w K - 0 1", "castling"},
        {"4k3/8/8/8/8/8/8/4K2R w Q - 0 1", "castling"},
        {"4k3/8/8/8/8/8/4K3/7R w K - 0 1", "castling"},
        {"4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "castling"},
        {"4k3/8/8/8/8/8/8/4K2R w KH - 0 1", "castling"},
        {"4k3/8/8/8/8/8/8/4K1RR w GH - 0 1", "castling"},
        {"4k3/8/8/8/8/8/8/4K2R w Kx - 0 1", "castling"},
        {"4k3/8/8/8/8/8/8/4K2R w E - 0 1", "castling"},
        {"4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "en passant"},
        {"4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "en passant"},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d3 0 1", "en passant"},
        {"4k3/3p4/8/3pP3/8/8/8/4K3 w - d6 0 1", "en passant"},
        {"4k3/8/3n4/3pP3/8/8/8/4K3 w - d6 0 1", "en passant"},
        {"4k3/8/8/8/8/8/8/4K3 w - - -1 1", "halfmove clock"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 1.5 1", "halfmove clock"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 99999999999999 1", "halfmove clock"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 10000", "fullmove number"},
    });
}

void a_double_push_is_written_as_asked() {
    Board board;
    board.make(move_of(board, "e2e4"));
    expect(to_fen(board) == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "legal: none");
    expect(to_fen(board, CastlingStyle::kShredder, EnPassantStyle::kAlways) ==
               "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b HAha e3 0 1",
           "always: e3");
}

}  // namespace

void rules() {
    repetition_and_fifty_moves_are_seen();
    insufficient_material_is_what_fide_says();
    impossible_positions_are_refused_with_the_field();
    a_double_push_is_written_as_asked();
    laws::damaged_texts_never_break_the_generator<Chess>(
        {"8/2p5/3p4/KP5r/1R2Pp1k/8/6P1/8 b - e3 0 1", kKiwipete}, "pnbrqkPNBRQK12345678/ wb-KQkqAHahe36x0",
        100000);
}

}  // namespace chess_laws
