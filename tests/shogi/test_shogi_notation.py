"""Shogi texts, read and written: SFEN, USI, pictures. Wrong texts are rejected with field and reason."""

from __future__ import annotations

import pytest

from tabiya import shogi
from tabiya.shogi import Board, IllegalMoveError, InvalidMoveError, SfenError

KINGS = "4k4/9/9/9/9/9/9/9/4K4"


@pytest.mark.parametrize(
    ("sfen", "written"),
    [
        (shogi.STARTING_SFEN, shogi.STARTING_SFEN),
        # Hands in any order, and fields that may be missing.
        (f"{KINGS} b PLNSGBR 1", f"{KINGS} b RBGSNLP 1"),
        (f"{KINGS} w 2pB3s17P 7", None),
        (f"{KINGS} b rR 1", f"{KINGS} b Rr 1"),
        (f"{KINGS} w", f"{KINGS} w - 1"),
        (f"{KINGS} w 2P", f"{KINGS} w 2P 1"),
        (f"{KINGS} b 18p 9999", f"{KINGS} b 18p 9999"),
        (
            "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1",
            "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
        ),
    ],
)
def test_an_sfen_is_read_and_written(sfen: str, written: str | None) -> None:
    if written is None:
        with pytest.raises(SfenError):
            Board(sfen)
        return
    board = Board(sfen)
    assert board.sfen() == written
    assert Board(written) == board
    assert eval(repr(board), {"Board": Board}) == board
    other = Board()
    other.set_sfen(sfen)
    assert other == board


@pytest.mark.parametrize(
    ("sfen", "field", "reason"),
    [
        ("", "sfen", "0 instead of 2 to 4 fields"),
        (KINGS, "sfen", "1 instead of 2 to 4 fields"),
        (f"{KINGS} b - 1 2", "sfen", "5 instead of 2 to 4 fields"),
        ("9/9/9/9/9/9/9/9/9 b - 1", "pieces", "king"),
        ("4k4/9/9/9/4k4/9/9/9/4K4 b - 1", "pieces", "white has 2 kings"),
        ("4k4/9/9/9/9/9/9/4K4 b - 1", "pieces", "8 instead of 9 ranks"),
        ("4k4/9/9/9/9/9/9/9/9/4K4 b - 1", "pieces", "10 instead of 9 ranks"),
        ("4k3/9/9/9/9/9/9/9/4K4 b - 1", "pieces", "rank a .* has 8 squares instead of 9"),
        ("4k5/9/9/9/9/9/9/9/4K4 b - 1", "pieces", "rank a .* more than 9 squares"),
        ("4k4/9/9/9/4x4/9/9/9/4K4 b - 1", "pieces", "rank e .* has 'x', which is not a piece"),
        ("4k4/9/9/9/4+G4/9/9/9/4K4 b - 1", "pieces", "promoted gold"),
        ("4k4/9/9/9/4+K4/9/9/9/9 b - 1", "pieces", "promoted king"),
        ("4k4/9/9/9/4++P4/9/9/9/4K4 b - 1", "pieces", "two '\\+' in a row"),
        ("4k4/9/9/9/8+/9/9/9/4K4 b - 1", "pieces", "ends with '\\+'"),
        ("4k4/9/9/9/+9/9/9/9/4K4 b - 1", "pieces", "'\\+' before a digit"),
        ("4k4/9/9/9/45/9/9/9/4K4 b - 1", "pieces", "two digits in a row"),
        ("P3k4/9/9/9/9/9/9/9/4K4 b - 1", "pieces", "black pawn on 9a can never move"),
        ("L3k4/9/9/9/9/9/9/9/4K4 b - 1", "pieces", "black lance on 9a can never move"),
        ("4k4/N8/9/9/9/9/9/9/4K4 b - 1", "pieces", "black knight on 9b can never move"),
        ("4k4/9/9/9/9/9/9/9/p3K4 b - 1", "pieces", "white pawn on 9i can never move"),
        ("4k4/9/9/9/9/9/9/8n/4K4 b - 1", "pieces", "white knight on 1h can never move"),
        ("4k4/9/9/P8/P8/9/9/9/4K4 b - 1", "pieces", "black has two pawns on file 9"),
        ("4k4/8p/8p/9/9/9/9/9/4K4 b - 1", "pieces", "white has two pawns on file 1"),
        ("4k4/4P4/9/9/9/9/9/9/4K4 b - 1", "pieces", "white's king could be captured"),
        ("4k4/9/9/4r4/9/9/9/9/4K4 w - 1", "pieces", "black's king could be captured"),
        (f"{KINGS} x - 1", "side", "'x' is neither 'b' nor 'w'"),
        (f"{KINGS} b 19P 1", "hands", "19"),
        (f"{KINGS} b 10P9p 1", "hands", "19 pawns .*at most 18"),
        (f"{KINGS} b 5G 1", "hands", "5 of black's golds, at most 4"),
        (f"{KINGS} b 3r 1", "hands", "3 of white's rooks, at most 2"),
        (f"{KINGS} b PP 1", "hands", "black's pawns twice"),
        (f"{KINGS} b K 1", "hands", "has 'K'"),
        (f"{KINGS} b 0P 1", "hands", "'0', which is not a number"),
        (f"{KINGS} b P2 1", "hands", "ends with a number"),
        (f"{KINGS} b +P 1", "hands", "has '\\+'"),
        ("4k4/9/9/9/3RRR3/9/9/9/4K4 b - 1", "pieces", "3 rooks"),
        ("4k4/9/9/9/3RR4/9/9/9/4K4 w r 1", "hands", "3 rooks"),
        (f"{KINGS} b - x", "move number", "x"),
        (f"{KINGS} b - -1", "move number", ""),
        (f"{KINGS} b - 99999", "move number", ""),
    ],
)
def test_an_sfen_that_is_wrong_is_refused_with_its_field(sfen: str, field: str, reason: str) -> None:
    board = Board()
    board.push("7g7f")
    for attempt in (Board, board.set_sfen):
        with pytest.raises(SfenError, match=f"^invalid SFEN '.*: {field}: .*{reason}"):
            attempt(sfen)
    assert board.move_stack == [shogi.Move.from_usi("7g7f")]
    board.verify()


def test_a_problem_may_leave_one_king_out() -> None:
    board = Board("4k4/9/4G4/9/9/9/9/9/9 b G 1")
    assert (board.king(shogi.BLACK), board.king(shogi.WHITE)) == (None, shogi.parse_square("5a"))
    board.push("G*5b")
    assert board.is_checkmate()


NO_MOVES = "7g|7g7|7g7f=|7g7f++|7j7f|0a1a|P*|P*5|K*5e|p*5e|+P*5e|P*5e+|７g7f|7G7F| 7g7f|7g7f\n|resign|"


@pytest.mark.parametrize("text", NO_MOVES.split("|"))
def test_a_text_that_is_no_move_is_refused(text: str) -> None:
    for parse in (Board().parse_usi, Board().push, Board().push_usi, shogi.Move.from_usi):
        with pytest.raises(InvalidMoveError, match=r"^invalid usi: '"):
            parse(text)


@pytest.mark.parametrize("text", ["7g7e", "5e5d", "3c3d", "2h2b", "P*5e", "8h2b+", "7g7f+"])
def test_a_move_that_is_not_legal_is_refused_with_the_position(text: str) -> None:
    board = Board()
    for parse in (board.parse_usi, board.push, board.push_usi, board.key_after):
        with pytest.raises(
            IllegalMoveError, match=f"^illegal move: '{text.replace('+', '.').replace('*', '.')}' in lnsg"
        ):
            parse(text)
    assert board == Board()


def test_moves_are_pushed_as_text_and_as_moves() -> None:
    board = Board()
    board.push("7g7f")
    assert board.push_usi("3c3d") == shogi.Move.from_usi("3c3d")
    board.push(shogi.Move.from_usi("8h2b+"))
    assert board.sfen() == "lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B 4"
    assert (board.ply(), board.move_number, board.turn) == (3, 4, shogi.WHITE)
    assert board.hand(shogi.BLACK)[shogi.BISHOP] == 1
    assert board.piece_at(shogi.parse_square("2b")) == shogi.Piece(shogi.PROM_BISHOP, shogi.BLACK)


def test_a_game_without_end_keeps_a_readable_sfen() -> None:
    board = Board(shogi.STARTING_SFEN[:-1] + "9990")
    for ply in range(40):
        board.push(("2h3h", "8b7b", "3h2h", "7b8b")[ply % 4])
        again = Board(board.sfen())
        assert (again.sfen(), again.key) == (board.sfen(), board.key)
    assert board.move_number == 9999
    board.verify()


def test_the_board_is_drawn_with_its_hands() -> None:
    board = Board("l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1")
    assert str(board).splitlines() == [
        "white: g s n 5p",
        "  9  8  7  6  5  4  3  2  1",
        "  l  .  .  .  .  .  .  n  l  a",
        "  .  .  .  .  . +P  .  g  k  b",
        "  .  .  n  p  .  S  .  .  .  c",
        "  p  .  p  .  .  .  .  P  p  d",
        "  .  .  .  P  .  .  S  p  .  e",
        "  .  P  P  b  .  .  P  .  P  f",
        "  P  .  .  .  .  .  G  S  .  g",
        "  R  .  .  .  .  .  .  .  .  h",
        "  L  N  .  .  .  .  b  K  L  i",
        "black: R G",
    ]
    assert str(Board()).splitlines()[0] == "white: -"
    drawn = board.kif().splitlines()
    assert drawn[0] == "後手の持駒：金　銀　桂　歩五"
    assert drawn[4] == "| ・ ・ ・ ・ ・ と ・v金v玉|二"
    assert drawn[-2:] == ["先手の持駒：飛　金", "後手番"]
    assert Board(f"{KINGS} b 18P 1").kif().splitlines()[-1] == "先手の持駒：歩十八"


def test_squares_are_named_and_numbered() -> None:
    assert [shogi.parse_square(name) for name in ("1a", "1i", "2a", "9i")] == [0, 8, 9, 80]
    for number, name in enumerate(shogi.SQUARE_NAMES):
        assert shogi.square_name(number) == name
        assert shogi.parse_square(name) == number
        assert shogi.square(shogi.square_file(number), shogi.square_rank(number)) == number
        assert shogi.square_rotate(shogi.square_rotate(number)) == number
    assert shogi.square_name(shogi.square_rotate(shogi.parse_square("7g"))) == "3c"
