"""What pieces attack, square by square, against a walk along the steps of each piece."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from shogi_games import cshogi, positions

from tabiya import shogi
from tabiya.shogi import BLACK, WHITE

GOLD_STEPS = "f fl fr l r b"
STEPS = {
    "p": "f",
    "l": "f*",
    "n": "ffl ffr",
    "s": "f fl fr bl br",
    "g": GOLD_STEPS,
    "k": "f fl fr l r b bl br",
    "b": "fl* fr* bl* br*",
    "r": "f* l* r* b*",
    "+p": GOLD_STEPS,
    "+l": GOLD_STEPS,
    "+n": GOLD_STEPS,
    "+s": GOLD_STEPS,
    "+b": "fl* fr* bl* br* f l r b",
    "+r": "f* l* r* b* fl fr bl br",
}
"""Steps as their player sees them: forward, back, left, right; a star repeats."""


def walked(board: shogi.Board, square: int) -> set[int]:
    piece = board.piece_at(square)
    if piece is None:
        return set()
    forward = -1 if piece.color else 1
    found = set()
    for step in STEPS[piece.symbol().lower()].split():
        ranks = forward * (step.count("f") - step.count("b"))
        files = -forward * (step.count("l") - step.count("r"))
        file, rank = divmod(square, 9)
        while True:
            file, rank = file + files, rank + ranks
            if not (0 <= file < 9 and 0 <= rank < 9):
                break
            found.add(file * 9 + rank)
            if "*" not in step or board.piece_at(file * 9 + rank) is not None:
                break
    return found


def test_attacks_and_attackers_are_what_a_walk_finds() -> None:
    for number, game in enumerate(positions(400)):
        if number % 4:
            continue
        board = game.ours
        reached = {square: walked(board, square) for square in shogi.SQUARES}
        for square in shogi.SQUARES:
            assert set(board.attacks(square)) == reached[square], square
            for color in (BLACK, WHITE):
                found = board.attackers(color, square)
                assert sorted(found) == [
                    origin
                    for origin, ends in reached.items()
                    if square in ends and board.color_at(origin) == color
                ]
                assert board.is_attacked_by(color, square) == bool(found)
        assert bool(board.checkers()) == board.is_check()
        king = board.king(board.turn)
        assert all(king in reached[square] for square in board.checkers())


def test_pieces_are_those_of_cshogi() -> None:
    for game in positions(300):
        board = game.ours
        for color in (BLACK, WHITE):
            for kind in shogi.PIECE_TYPES:
                piece = kind if color == BLACK else kind + 16
                expected = [square for square, other in enumerate(game.theirs.pieces) if other == piece]
                assert list(board.pieces(kind, color)) == expected
            king = game.theirs.king_square(cshogi.BLACK if color == BLACK else cshogi.WHITE)
            assert board.king(color) == (king if king < 81 else None)


def test_a_pass_is_taken_back() -> None:
    board = shogi.Board()
    board.push_pass()
    assert not board.peek()
    assert board.turn == WHITE
    board.pop()
    assert board == shogi.Board()
    check = shogi.Board("4k4/9/9/9/4R4/9/9/9/4K4 w - 1")
    with pytest.raises(shogi.IllegalMoveError, match="null move in check"):
        check.push_pass()


def test_the_page_has_an_answer_for_every_verb_of_cshogi() -> None:
    page = Path(__file__).parents[2] / "docs/shogi.md"
    table = page.read_text(encoding="utf-8").partition("| cshogi | tabiya.shogi |")[2].partition("\n\n")[0]
    rows = re.findall(r"^\| (`.*?) \| (.+) \|$", table, re.MULTILINE)
    listed = {name for verbs, _ in rows for name in re.findall(r"`(\w+)", verbs)}
    ignored = {"_dlshogi_make_input_features"}
    verbs = {name for name in dir(cshogi.Board) if not name.startswith("__")} - ignored
    assert verbs == listed - {"Board"}
    ours = {name for _, text in rows for name in re.findall(r"`(\w+)", text)}
    own = {name for name in ours if hasattr(shogi.Board, name)}
    assert len(own) > 20
