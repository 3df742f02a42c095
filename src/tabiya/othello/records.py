"""Othello games as transcripts, one per line: ``f5d6c3d3c4``. A pass is not written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ..books.formats import GameFormat, Records
from ..books.record import RecordedGame
from .move import PASS
from .spec import SPEC

if TYPE_CHECKING:
    from ..books.errors import GameFault
    from ..books.lines import TextFile

__all__ = ["RECORDS", "read_transcripts"]

SQUARE = re.compile(r"\s*([A-Ha-h][1-8])")


def read_transcripts(file: TextFile) -> Iterator[RecordedGame]:
    """Yields each line as a game. ``#`` starts a comment. A broken line comes with its fault."""
    found = False
    for line in file:
        text = line.partition("#")[0].strip()
        if text:
            found = True
            yield _game(file, text)
    if not found:
        file.fail("the file contains no game", line=1)


def _game(file: TextFile, text: str) -> RecordedGame:
    from ..errors import IllegalMoveError

    board = SPEC.board()
    fault: GameFault | None = None
    place = 0
    while place < len(text):
        square = SQUARE.match(text, place)
        if square is None:
            fault = file.fault(f"{text[place : place + 10]!r} is not a square")
            break
        _pass_if_needed(board)
        try:
            board.push(SPEC.notation.parse(board, square[1].lower()))
        except IllegalMoveError:
            fault = file.illegal_move(len(board.move_stack) + 1, square[1])
            break
        place = square.end()
    ending = SPEC.rules.ending(board)
    points = None if ending is None else ending.points
    return RecordedGame(SPEC, None, tuple(board.move_stack), points, line=file.number, fault=fault)


def _pass_if_needed(board: Any) -> None:
    if list(board.legal_moves) == [PASS]:
        board.push(PASS)


RECORDS = Records(
    games={
        ".oth": GameFormat(
            read_transcripts,
            sign=re.compile(r"^[ \t]*(?:[A-Ha-h][1-8][ \t]*){6,}(?:#.*)?$", re.MULTILINE).search,
        )
    }
)
