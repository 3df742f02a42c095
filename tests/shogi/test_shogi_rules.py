"""The rules of shogi, one position each: drops, promotion, mate, repetition, declaration, the end."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabiya import shogi
from tabiya.shogi import (
    BLACK,
    WHITE,
    Board,
    Declaration,
    IllegalMoveError,
    Move,
    Repetition,
    Termination,
)

DATA = Path(__file__).parents[1] / "data"


def rules() -> list[tuple[str, str, str, str]]:
    lines = (DATA / "shogi_rules.txt").read_text().splitlines()
    return [tuple(part.strip() for part in line.split(" ; ")) for line in lines if line and line[0] != "#"]  # type: ignore[misc]


def turned(sfen: str, usi: str) -> tuple[str, str]:
    """The same position and move with the sides exchanged."""
    board, side, hands, number = sfen.split()
    symbols, plus = [], ""
    for letter in board:
        if letter == "+":
            plus = letter
        else:
            symbols.append(plus + letter.swapcase())
            plus = ""
    flipped = "".join(reversed(symbols))
    names = {name: shogi.square_name(80 - place) for place, name in enumerate(shogi.SQUARE_NAMES)}
    move = usi[:2] + names[usi[2:]] if usi[1] == "*" else names[usi[:2]] + names[usi[2:4]] + usi[4:]
    return f"{flipped} {'w' if side == 'b' else 'b'} {hands.swapcase()} {number}", move


@pytest.mark.parametrize(("sfen", "usi", "verdict", "why"), rules())
def test_a_rule_decides_a_move(sfen: str, usi: str, verdict: str, why: str) -> None:
    for text, move in ((sfen, usi), turned(sfen, usi)):
        board = Board(text)
        legal = {str(legal) for legal in board.legal_moves}
        assert (move in legal) == (verdict == "legal"), why
        assert board.is_legal(Move.from_usi(move)) == (verdict == "legal")
        assert (Move.from_usi(move) in board.legal_moves) == (verdict == "legal")
        assert board.legal_moves.count() == len(legal)
        if verdict == "legal":
            board.push(move)
            board.verify()
            assert "mate by" not in why or board.is_checkmate()
        else:
            with pytest.raises(IllegalMoveError, match="illegal move"):
                board.push(move)


# ---- the end of the game -------------------------------------------------------------------------


def test_a_mate_ends_the_game() -> None:
    board = Board("4k4/4+R4/4L4/9/9/9/9/9/4K4 w - 1")
    assert (board.is_checkmate(), board.is_stalemate(), board.is_game_over()) == (True, False, True)
    outcome = board.outcome()
    assert outcome is not None
    assert (outcome.termination, outcome.winner, board.result()) == (Termination.CHECKMATE, BLACK, "1-0")


def test_a_stalemate_is_lost_and_no_checkmate() -> None:
    board = Board("k8/1R7/2G6/9/9/9/9/9/8K w - 1")
    assert (board.is_check(), board.is_checkmate(), board.is_stalemate()) == (False, False, True)
    outcome = board.outcome()
    assert outcome is not None
    assert (outcome.termination, outcome.winner, outcome.result()) == (Termination.STALEMATE, BLACK, "1-0")


def test_a_game_that_goes_on_has_no_outcome() -> None:
    board = Board()
    assert (board.outcome(), board.result(), board.is_game_over()) == (None, "*", False)
    assert board.outcome(declare=27) is None


# ---- repetition ----------------------------------------------------------------------------------


def played(board: Board, cycle: str, times: int) -> Board:
    for _ in range(times):
        for move in cycle.split():
            board.push(move)
    return board


def test_the_fourth_time_is_a_draw() -> None:
    board = Board()
    for times in range(1, 4):
        assert board.repetition() is Repetition.NONE
        assert not board.repetition()
        assert board.is_repetition(times)
        assert not board.is_repetition(times + 1)
        played(board, "2h3h 8b7b 3h2h 7b8b", 1)
    assert board.repetition() is Repetition.DRAW
    assert board.is_repetition()
    outcome = board.outcome()
    assert outcome is not None
    assert (outcome.termination, outcome.winner) == (Termination.REPETITION, None)
    assert board.result() == "1/2-1/2"
    board.pop()
    assert board.repetition() is Repetition.NONE
    assert board.outcome() is None


CHASE = "3k5/9/9/9/9/9/9/3R5/8K w - 1"
CYCLE = "6a5a 6h5h 5a6a 5h6h"


@pytest.mark.parametrize("plies", [0, 1])
def test_who_gives_check_all_the_time_loses(plies: int) -> None:
    board = Board(CHASE)
    played(board, CYCLE, 3)
    if plies:
        board.push("6a5a")
    # With white to move the side to move wins, with black to move it loses.
    assert board.repetition() is (Repetition.LOSS if plies else Repetition.WIN)
    outcome = board.outcome()
    assert outcome is not None
    assert (outcome.termination, outcome.winner) == (Termination.PERPETUAL_CHECK, WHITE)


def test_one_quiet_move_between_makes_it_a_draw() -> None:
    board = Board(CHASE)
    played(board, CYCLE, 2)
    # A longer way back to the same position, with one move that is no check.
    played(board, "6a5a 6h4h 5a6a 4h6h", 1)
    assert board.is_repetition()
    assert board.repetition() is Repetition.DRAW


def test_only_the_last_four_times_count() -> None:
    board = Board(CHASE)
    played(board, "6a5a 6h4h 5a6a 4h6h", 1)
    played(board, CYCLE, 2)
    assert board.repetition() is Repetition.DRAW
    played(board, CYCLE, 1)
    assert board.repetition() is Repetition.WIN


def test_hands_tell_positions_apart() -> None:
    board = Board("4k4/9/9/9/9/9/9/9/4K4 b P 1")
    first = board.key
    played(board, "P*5e 5a4a 5e5d 4a5a", 1)
    assert not board.is_repetition(2)
    assert board.key != first


def test_captures_do_not_end_the_search_for_repetitions() -> None:
    """What was captured can be dropped and captured back."""
    board = Board("k8/7r1/9/4g4/9/9/9/4R4/K8 b - 1")
    cycle = "5h5d 9a8a G*2f 2b2f 5d5h G*5d 9i8i 2f2b 8i9i 8a9a"
    for times in range(1, 4):
        assert board.is_repetition(times)
        assert not board.is_repetition(times + 1)
        played(board, cycle, 1)
    assert board.repetition() is Repetition.DRAW


# ---- declaration ---------------------------------------------------------------------------------

# Ten pieces and the king in the camp: nine tokins and a gold, and a rook, a bishop in hand.
ENTERED = "+P+P+P+P+P+P+P+P+P/G3K4/9/9/9/9/9/9/4k4 {side} {hand} 1"


@pytest.mark.parametrize(
    ("hand", "points", "by_27", "by_24"),
    [
        ("2R5P", 25, Declaration.NONE, Declaration.DRAW),
        ("RB3SP", 24, Declaration.NONE, Declaration.DRAW),
        ("RB3S", 23, Declaration.NONE, Declaration.NONE),
        ("2R7P", 27, Declaration.NONE, Declaration.DRAW),
        ("2R8P", 28, Declaration.WIN, Declaration.DRAW),
        ("2RB5P", 30, Declaration.WIN, Declaration.DRAW),
        ("2RB6P", 31, Declaration.WIN, Declaration.WIN),
    ],
)
def test_points_decide_a_declaration(hand: str, points: int, by_27: Declaration, by_24: Declaration) -> None:
    board = Board(ENTERED.format(side="b", hand=hand))
    assert board.declaration_points() == points
    assert (board.declaration(), board.declaration(27), board.declaration(24)) == (by_27, by_27, by_24)
    assert (board.can_declare(), board.can_declare(24)) == (bool(by_27), bool(by_24))
    assert (board.is_nyugyoku(), board.is_nyugyoku(24)) == (
        by_27 is Declaration.WIN,
        by_24 is Declaration.WIN,
    )
    white = Board(turned(board.sfen(), "1a1b")[0])
    assert white.declaration_points() == points
    assert white.declaration(24) == by_24
    # White moves second and needs a point less.
    assert white.declaration(27) == (Declaration.WIN if points >= 27 else Declaration.NONE)


@pytest.mark.parametrize(
    ("sfen", "why"),
    [
        ("+P+P+P+P+P+P+P+P+P/G8/9/4K4/9/9/9/9/4k4 b 2R2B3S 1", "the king is not in the camp"),
        ("+P+P+P+P+P+P+P+P+P/4K4/9/G8/9/9/9/9/4k4 b 2R2B3S 1", "nine pieces, and the gold outside"),
        ("+P+P+P+P+P+P+P+P+P/G3K4/9/9/4l4/9/9/9/4k4 b 2R2B3S 1", None),
        ("+P+P+P+P+P+P+P+P+P/G3K4/9/9/4r4/9/9/9/4k4 b R2B3S6P 1", "in check"),
        ("+P+P+P+P+P+P+P+P+P/G3K4/9/9/9/9/9/9/4k4 w 2R2B3S 1", "the other side is to move"),
    ],
)
def test_points_alone_do_not_make_a_declaration(sfen: str, why: str | None) -> None:
    board = Board(sfen)
    assert board.can_declare() == board.can_declare(24) == (why is None), why
    assert board.outcome() is None
    assert (board.outcome(declare=27) is None) == (why is not None)


def test_a_declaration_is_a_players_to_make() -> None:
    board = Board(ENTERED.format(side="b", hand="2R8P"))
    assert board.outcome() is None
    for rule, winner in ((27, BLACK), (24, None)):
        outcome = board.outcome(declare=rule)
        assert outcome is not None
        assert (outcome.termination, outcome.winner) == (Termination.DECLARATION, winner)
    with pytest.raises(ValueError, match="rule must be 27 or 24, not 25"):
        board.declaration(25)
    with pytest.raises(ValueError, match="declare must be between 24 and 27, not 28"):
        board.outcome(declare=28)


# ---- exchanges -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sfen", "usi", "wins"),
    [
        ("4k4/9/9/4p4/9/4L4/9/9/4K4 b - 1", "5f5d", 200),
        ("4k4/9/4g4/4p4/4P4/9/9/9/4K4 b - 1", "5e5d", 0),
        ("4k4/9/4g4/4p4/9/4R4/9/9/4K4 b - 1", "5f5d", -1800),
        ("4k4/9/9/9/9/9/9/9/4K4 b P 1", "P*5e", 0),
    ],
)
def test_an_exchange_is_foreseen(sfen: str, usi: str, wins: int) -> None:
    board = Board(sfen)
    assert board.see(board.parse_usi(usi)) == wins
