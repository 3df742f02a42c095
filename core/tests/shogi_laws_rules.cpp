// Repetitions, declarations and impossible positions.
#include <initializer_list>

#include "tests/shogi_laws.hpp"

namespace shogi_laws {

namespace {

using Moves = std::initializer_list<const char*>;

void play(Position& position, Moves moves, int times = 1) {
    for (; times > 0; --times) {
        for (const char* text : moves) position.make(move_of(position.board(), text));
    }
}

void the_fourth_time_is_a_draw() {
    Position position;
    const Moves there_and_back = {"2h3h", "8b7b", "3h2h", "7b8b"};
    play(position, there_and_back);
    expect(position.repetitions() == 1 && position.repetition() == Verdict::none, "twice");
    expect(position.repetition(4) == Verdict::draw && position.repetition(3) == Verdict::none,
           "repeated within the search or before it");
    play(position, there_and_back, 2);
    expect(position.repetitions() == 3 && position.repetition() == Verdict::draw, "four times");
    expect(position.repetition(0) == Verdict::draw, "four times, before the search");
    position.unmake();
    expect(position.repetition() == Verdict::none, "a ply before");
    for (int i = 0; i < 11; ++i) position.unmake();
    expect(position.board() == Board() && position.height() == 0, "unmaking twelve moves");
}

void a_capture_does_not_end_the_search_for_repetitions() {
    // A silver is dropped and captured by either side: placement and hands are as before.
    Position position(parse_sfen("4k4/9/4g4/9/9/4G4/9/9/4K4 b S2r2b2g2sn2l 1"));
    const std::uint64_t key = position.key();
    play(position, {"S*5d", "5c5d", "5f5e", "5d5c", "5e5f"});
    expect(position.repetitions() == 0 && position.key() != key, "white has the silver now");
    play(position, {"S*5e", "5f5e", "5c5d", "5e5f", "5d5c"});
    expect(position.repetitions() == 1 && position.key() == key, "black has it back");
}

void who_gives_check_all_the_time_loses() {
    const Moves chase = {"6a5a", "6h5h", "5a6a", "5h6h"};
    Position position(parse_sfen("3k5/9/9/9/9/9/9/3R5/8K w - 1"));
    play(position, chase, 3);
    expect(position.repetition() == Verdict::win, "white, who was checked, is to move");
    expect(position.repetition(4) == Verdict::win, "in the search too");
    play(position, {"6a5a"});
    expect(position.repetition() == Verdict::loss, "black, who gave check, is to move");

    Position quiet(parse_sfen("3k5/9/9/9/9/9/9/3R5/8K w - 1"));
    play(quiet, chase, 2);
    play(quiet, {"6a5a", "6h4h", "5a6a", "4h6h"});
    expect(quiet.repetition() == Verdict::draw, "one move was no check");
    expect(quiet.repetition(4) == Verdict::draw, "within the search");
    play(quiet, chase, 1);
    expect(quiet.repetition(4) == Verdict::win, "the last time round all were");
}

void no_repetition_reaches_beyond_a_null_move() {
    Position position;
    play(position, {"2h3h", "8b7b", "3h2h", "7b8b"});
    position.make_null();
    position.make_null();
    expect(position.key() == Board().key() && position.repetitions() == 0, "two null moves");
    expect(!verify(position.board()), "null move");
    position.unmake();
    position.unmake();
    expect(position.repetitions() == 1, "taken back");
}

void declarations_are_counted() {
    // Ten pieces and the king in the camp: a dragon (5), 9 others (9); in hand a rook (5), 9 pawns (9): 28.
    const auto result = [](const std::string& pieces, const char* rest, DeclarationRule rule) {
        return declaration(parse_sfen(pieces + rest), rule);
    };
    const std::string black = "+RK+P+P+P+P3/+P+P+P+P+P4/9/9/9/9/9/9/8k";
    using enum DeclarationRule;
    expect(result(black, " b R9P 1", kPoints27) == Declaration::kWin, "28 points");
    expect(result(black, " b R8P 1", kPoints27) == Declaration::kNone, "27 points are not enough for black");
    expect(result(black, " w R9P 1", kPoints27) == Declaration::kNone, "only the side to move declares");
    expect(result(black, " b R9P 1", kPoints24) == Declaration::kDraw, "28 points of 31");
    expect(result(black, " b RB7P 1", kPoints24) == Declaration::kWin, "31 points");
    expect(result(black, " b R5P 1", kPoints24) == Declaration::kDraw, "24 points");
    expect(result(black, " b R4P 1", kPoints24) == Declaration::kNone, "23 points");
    expect(result("+RK+P+P+P+P3/+P+P+P+P5/9/9/9/9/9/9/8k", " b RB9P 1", kPoints27) == Declaration::kNone,
           "nine pieces");
    expect(result("+R1+P+P+P+P3/+P+P+P+P+P4/9/1K7/9/9/9/9/8k", " b RB9P 1", kPoints27) == Declaration::kNone,
           "the king is not there");
    expect(result("+RK+P+P+P+P3/+P+P+P+P+P4/9/9/9/9/9/4b4/8k", " b R9P 1", kPoints27) == Declaration::kWin,
           "no check");
    expect(result("+RK+P+P+P+P3/+P1+P+P+P4/+P8/9/9/9/9/1r7/8k", " b B9P 1", kPoints27) == Declaration::kNone,
           "check");
    const std::string white = "K8/9/9/9/9/9/9/4+p+p+p+p+p/3+p+p+p+pk+r";
    expect(result(white, " w r8p 1", kPoints27) == Declaration::kWin, "27 points are enough for white");
    expect(result(white, " w r7p 1", kPoints27) == Declaration::kNone, "26 points");
    const DeclarationCount count = declaration_count(parse_sfen(white + " w r8p 1"), Colour::kWhite);
    expect(count.king_in_camp && count.pieces == 10 && count.points == 27, "counted");
}

void problems_may_leave_a_king_out() {
    const Board board = parse_sfen("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1");
    expect(!board.king(Colour::kBlack).valid() && !board.in_check(), "no king, no check");
    expect(to_sfen(board) == "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", "its text");
    Board mate = board;
    mate.make(move_of(board, "G*5b"));
    expect(mate.in_check() && !has_legal_move(mate) && !verify(mate), "mate by a side without a king");
    expect(declaration(board, DeclarationRule::kPoints24) == Declaration::kNone, "no side may declare");
}

void impossible_positions_are_refused_with_the_field() {
    laws::impossible_positions_are_refused_with_the_field<Shogi>({
        {"", "sfen"},
        {"9/9/9/9/9/9/9/9/9", "sfen"},
        {"4k4/9/9/9/9/9/9/9/4K4 b - 1 x", "sfen"},
        {"4k4/9/9/9/9/9/9/4K4 b - 1", "pieces"},
        {"4k4/9/9/9/9/9/9/9/9/4K4 b - 1", "pieces"},
        {"4k5/9/9/9/9/9/9/9/4K4 b - 1", "pieces"},
        {"4k3/9/9/9/9/9/9/9/4K4 b - 1", "pieces"},
        {"4k22/9/9/9/9/9/9/9/4K4 b - 1", "pieces"},
        {"4k3x/9/9/9/9/9/9/9/4K4 b - 1", "pieces"},
        {"4k3+/9/9/9/9/9/9/9/4K4 b - 1", "pieces"},
        {"4k3++P/9/9/9/9/9/9/9/4K4 b - 1", "pieces"},
        {"4k+4/9/9/9/9/9/9/9/4K4 b - 1", "pieces"},
        {"4k3+G/9/9/9/9/9/9/9/4K4 b - 1", "pieces"},
        {"4+k4/9/9/9/9/9/9/9/4K4 b - 1", "pieces"},
        {"4k4/9/9/9/0/9/9/9/4K4 b - 1", "pieces"},
        {"9/9/9/9/9/9/9/9/9 b - 1", "pieces"},
        {"4k4/9/9/9/9/9/9/9/3KK4 b - 1", "pieces"},
        {"3kk4/9/9/9/9/9/9/9/4K4 b - 1", "pieces"},
        {"4k3P/9/9/9/9/9/9/9/4K4 b - 1", "pieces"},
        {"4k4/9/9/9/9/9/9/9/4K3p b - 1", "pieces"},
        {"4k3L/9/9/9/9/9/9/9/4K4 b - 1", "pieces"},
        {"4k4/8N/9/9/9/9/9/9/4K4 b - 1", "pieces"},
        {"4k4/9/9/9/9/9/9/8n/4K4 b - 1", "pieces"},
        {"4k4/9/9/8P/8P/9/9/9/4K4 b - 1", "pieces"},
        {"4k4/9/9/8p/9/8p/9/9/4K4 b - 1", "pieces"},
        {"4k4/9/9/9/9/9/9/4R4/4K4 b - 1", "pieces"},
        {"9/9/9/9/9/9/9/4k4/4K4 b - 1", "pieces"},
        {"4k4/9/3N5/9/9/9/9/9/4K4 b - 1", "pieces"},
        {"4k4/9/9/9/9/9/3n5/9/4K4 w - 1", "pieces"},
        {"4k4/RRR6/9/9/9/9/9/9/4K4 w - 1", "pieces"},
        {"4k4/9/RR7/9/9/9/9/9/4K4 b R 1", "hands"},
        {"4k4/9/+P8/9/9/9/9/9/4K4 b 9P9p 1", "hands"},
        {"4k4/9/9/9/9/9/9/9/4K4 b 19P 1", "hands"},
        {"4k4/9/9/9/9/9/9/9/4K4 b 3R 1", "hands"},
        {"4k4/9/9/9/9/9/9/9/4K4 b 0P 1", "hands"},
        {"4k4/9/9/9/9/9/9/9/4K4 b 01P 1", "hands"},
        {"4k4/9/9/9/9/9/9/9/4K4 b 2P3P 1", "hands"},
        {"4k4/9/9/9/9/9/9/9/4K4 b P2 1", "hands"},
        {"4k4/9/9/9/9/9/9/9/4K4 b K 1", "hands"},
        {"4k4/9/9/9/9/9/9/9/4K4 b +P 1", "hands"},
        {"4k4/9/9/9/9/9/9/9/4K4 b 99999999999P 1", "hands"},
        {"4k4/9/9/9/9/9/9/9/4K4 x - 1", "side"},
        {"4k4/9/9/9/9/9/9/9/4K4 B - 1", "side"},
        {"4k4/9/9/9/9/9/9/9/4K4 b - -1", "move number"},
        {"4k4/9/9/9/9/9/9/9/4K4 b - 1.5", "move number"},
        {"4k4/9/9/9/9/9/9/9/4K4 b - 10000", "move number"},
        {"4k4/9/9/9/9/9/9/9/4K4 b - 99999999999999", "move number"},
    });
}

void hands_are_read_in_any_order() {
    expect(to_sfen(parse_sfen("4k4/9/9/9/9/9/9/9/4K4 b pr2PBR1n 3")) == "4k4/9/9/9/9/9/9/9/4K4 b RB2Prnp 3",
           "mixed hands");
    expect(to_sfen(parse_sfen("4k4/9/9/9/9/9/9/9/4K4 w")) == "4k4/9/9/9/9/9/9/9/4K4 w - 1",
           "fields left out");
}

// Lines of "SFEN ; move ; legal or illegal ; why".
void rules_of_moves_are_those_of_the_data_file(const std::string& path) {
    std::ifstream file(path);
    expect(static_cast<bool>(file), "cannot read " + path);
    int lines = 0;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line[0] == '#') continue;
        const auto part = [rest = std::string_view(line)]() mutable {
            const std::size_t end = std::min(rest.find(" ; "), rest.size());
            const std::string_view found = rest.substr(0, end);
            rest.remove_prefix(std::min(end + 3, rest.size()));
            return found;
        };
        auto next = part;
        const Board board = parse_sfen(next());
        const Move move = parse_usi(board, next());
        expect(static_cast<bool>(move) == (next() == "legal"), line);
        ++lines;
    }
    expect(lines > 50, "few rules in " + path);
}

}  // namespace

void rules(const std::string& data_directory) {
    the_fourth_time_is_a_draw();
    a_capture_does_not_end_the_search_for_repetitions();
    who_gives_check_all_the_time_loses();
    no_repetition_reaches_beyond_a_null_move();
    declarations_are_counted();
    problems_may_leave_a_king_out();
    impossible_positions_are_refused_with_the_field();
    hands_are_read_in_any_order();
    rules_of_moves_are_those_of_the_data_file(data_directory + "/shogi_rules.txt");
    laws::damaged_texts_never_break_the_generator<Shogi>(
        {kDrops, std::string(kStartSfen), "7nk/9/8G/9/9/9/9/9/K8 b 9P 1"},
        "plnsgbrkPLNSGBRK+123456789/ wb-0x", 50000);
}

}  // namespace shogi_laws
