"""The native game follows the rules: moves, flipped discs, passes and results, on random positions."""

from __future__ import annotations

import pickle

import pytest
from othello_oracle import Position, play

from forms import sized
from tabiya import othello
from tabiya.othello import BLACK, PASS, WHITE, Board, Move, Outcome, Termination

GAMES = sized(50, 900)
"""About 60 positions each."""
MUST_PASS = "O" * 62 + "X- X"
OVER = "XXXX" + "-" * 60 + " O"


def test_moves_and_positions_are_those_of_the_rules() -> None:
    positions = passes = 0
    for number in range(GAMES):
        board = Board()
        for position in play(number):
            while board.position() != str(position):
                # The oracle chose a move: the one that leads to its position.
                board = next(child for child in children(board) if child.position() == str(position))
            assert [str(move) for move in board.legal_moves] == position.moves()
            assert board.legal_moves.count() == len(position.moves())
            positions += 1
            passes += position.moves() == ["pass"]
    assert positions >= sized(2_900, 50_000)
    assert passes > 20


def children(board: Board) -> list[Board]:
    found = []
    for move in board.legal_moves:
        child = board.copy()
        child.push(move)
        found.append(child)
    return found


def test_every_child_is_that_of_the_rules() -> None:
    for number in range(GAMES // 5):
        for position in list(play(number))[::4]:
            board = Board(str(position))
            expected = [str(position.after(move)) for move in position.moves()]
            assert [child.position() for child in children(board)] == expected


def test_results_are_those_of_the_rules() -> None:
    for number in range(GAMES):
        *_, last = play(number)
        board = Board(str(last))
        outcome = board.outcome()
        margin = last.margin() if last.side == "X" else -last.margin()
        assert outcome is not None
        assert (outcome.winner, outcome.discs) == (margin > 0 if margin else None, abs(margin))
        assert board.result() == outcome.result() == ("1/2-1/2" if not margin else ("0-1", "1-0")[margin > 0])
        assert board.is_game_over()
        assert (outcome.termination is Termination.FULL_BOARD) == ("-" not in last.squares)


def test_the_winner_gets_the_empty_squares() -> None:
    assert Board(OVER).outcome() == Outcome(Termination.NO_MOVES, BLACK, 64)
    even = "XX" + "-" * 60 + "OO X"
    assert Board(even).outcome() == Outcome(Termination.NO_MOVES, None, 0)
    assert Board("X" * 30 + "O" * 34 + " X").outcome() == Outcome(Termination.FULL_BOARD, WHITE, 4)
    assert Board().outcome() is None
    assert Board().result() == "*"


def test_a_side_that_cannot_place_a_disc_passes() -> None:
    board = Board(MUST_PASS)
    assert list(board.legal_moves) == [PASS]
    assert not board.is_game_over()
    with pytest.raises(othello.IllegalMoveError, match="illegal move: 'h8' in OOO"):
        board.push("h8")
    before = board.position()
    board.push("pass")
    assert board.position() == before.replace(" X", " O")
    assert [str(move) for move in board.legal_moves] == ["h8"]
    board.push("h8")
    assert board.outcome() == Outcome(Termination.FULL_BOARD, WHITE, 64)
    assert [board.pop(), board.pop()] == [Move.from_text("h8"), PASS]
    assert board.position() == before


def test_nobody_passes_who_can_move() -> None:
    with pytest.raises(othello.IllegalMoveError, match="illegal move: 'pass'"):
        Board().push("pass")
    with pytest.raises(othello.IllegalMoveError, match="illegal move: 'pass'"):
        Board(OVER).push(PASS)


def test_the_oracle_knows_the_published_counts() -> None:
    from othello_oracle import START, perft

    assert [perft(Position.parse(START), depth) for depth in range(1, 7)] == [4, 12, 56, 244, 1396, 8200]


# ---- moves and texts -------------------------------------------------------------------------------


def test_a_move_survives_packing_texts_and_pickles() -> None:
    for code in range(1, 66):
        move = Move.unpack(code)
        assert move.pack() == code
        assert Move.from_text(str(move)) == move
        assert hash(Move.from_text(str(move))) == hash(move)
        assert pickle.loads(pickle.dumps(move)) == move
        assert eval(repr(move), {"Move": Move}) == move
    assert [Move(19), Move.from_text("d3").square, PASS.square] == [Move.from_text("d3"), 19, None]
    assert PASS.is_pass
    assert not Move(0).is_pass
    assert not Move.null()
    assert bool(PASS)


@pytest.mark.parametrize("code", [-1, 66, 1 << 20])
def test_what_packs_no_move_is_refused(code: int) -> None:
    with pytest.raises(ValueError, match="packed must be between 0 and 65"):
        Move.unpack(code)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "position: 0 instead of 2 fields"),
        ("-" * 64, "position: 1 instead of 2 fields"),
        ("-" * 63 + " X", "discs: 63 squares instead of 64"),
        ("-" * 65 + " X", "discs: 65 squares instead of 64"),
        ("-" * 63 + "x X", "discs: h8 is 'x'; expected 'X', 'O' or '-'"),
        ("-" * 64 + " B", "side: 'B' is neither 'X' nor 'O'"),
    ],
)
def test_a_text_that_is_no_position_is_refused_with_the_reason(text: str, reason: str) -> None:
    board = Board()
    board.push("d3")
    before = board.position()
    for attempt in (Board, board.set_position):
        with pytest.raises(othello.PositionError, match="invalid position ") as error:
            attempt(text)
        assert reason in str(error.value)
    assert board.position() == before
    with pytest.raises(TypeError, match="position must be a str, not int"):
        Board(5)  # type: ignore[arg-type]


def test_dots_are_empty_squares_too() -> None:
    assert Board(othello.STARTING_POSITION.replace("-", ".")).position() == othello.STARTING_POSITION


def test_discs_are_pieces() -> None:
    board = Board()
    assert (board.count(BLACK), board.count(WHITE), board.empties()) == (2, 2, 60)
    assert {othello.square_name(at): str(disc) for at, disc in board.piece_map().items()} == {
        "d4": "O", "e4": "X", "d5": "X", "e5": "O",
    }  # fmt: skip
    assert board.color_at(othello.parse_square("e4")) is BLACK
    assert not board.is_check()
    with pytest.raises(TypeError, match=r"color must be BLACK \(True\) or WHITE \(False\), not int \(1\)"):
        board.count(1)  # type: ignore[arg-type]


def test_a_board_is_drawn_with_its_counts() -> None:
    from tabiya.games import game_spec

    assert str(Board()).splitlines()[-1] == "X 2, O 2; X to move"
    drawn = game_spec("othello").notation.draw(Board()).splitlines()
    assert drawn[:4] == ["  a b c d e f g h", "1 . . . . . . . .", "2 . . . . . . . .", "3 . . . * . . . ."]
