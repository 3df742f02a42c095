"""Shogi games in CSA format: ``+7776FU``.

Reads versions 1 to 2.2 and the parts of 3.0 that they share: positions by ``PI``, ``P1`` to ``P9``, ``P+``
and ``P-``; moves; endings such as ``%TORYO``; games separated by ``/``; statements separated by commas.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ...books.lines import TextFile
from ...books.record import RecordedGame
from ..spec import SPEC
from .csa_positions import KINDS, Setup

__all__ = ["read_csa"]

MOVE = re.compile(r"(?P<side>[+-])(?P<from>00|[1-9][1-9])(?P<to>[1-9][1-9])(?P<piece>[A-Z]{2})")
HEADER = re.compile(r"V\d|N[+-]|\$|P[1-9I+-]|'|T\d|[+-]$|[a-z0-9_]+:", re.IGNORECASE)
# Points of the side to move, by ending.
ENDINGS = {
    "%TORYO": 0.0,
    "%TSUMI": 0.0,
    "%TIME_UP": 0.0,
    "%ILLEGAL_MOVE": 0.0,
    "%KACHI": 1.0,
    "%SENNICHITE": 0.5,
    "%JISHOGI": 0.5,
    "%HIKIWAKE": 0.5,
    "%MAX_MOVES": 0.5,
}


class _Reading:
    """A game while it is being read."""

    def __init__(self) -> None:
        self.setup = Setup()
        self.start: str | None = None
        self.board: Any = None
        self.moves: list[Any] = []
        self.points: float | None = None
        self.over = False

    def begin(self, file: TextFile, turn: str) -> Any:
        """Sets up the first position and returns its board."""
        sfen = self.setup.sfen(turn)
        try:
            self.board = SPEC.board(sfen)
        except ValueError as error:
            file.fail(f"the game's first position is invalid: {error}")
        self.start = None if sfen == SPEC.notation.full_text(SPEC.board()) else sfen
        return self.board

    def record(self) -> RecordedGame:
        return RecordedGame(SPEC, self.start, tuple(self.moves), self.points)


def read_csa(file: TextFile) -> Iterator[RecordedGame]:
    """Yields the games one by one. A game ends before its first illegal move, which is counted."""
    reading = _Reading()
    found = False
    for line in file:
        if line.startswith("/"):
            if reading.moves:
                yield reading.record()
            reading = _Reading()
            continue
        for statement in _statements(line):
            found = _take(file, reading, statement) or found
    if not found:
        file.fail("the file contains no CSA game", line=1)
    if reading.moves:
        yield reading.record()


def _statements(line: str) -> list[str]:
    """Splits a line at commas, except comments and headers with free text."""
    if line.startswith(("'", "N", "$", "V")):
        return [line.rstrip()]
    return [statement.strip() for statement in line.split(",") if statement.strip()]


def _take(file: TextFile, reading: _Reading, text: str) -> bool:
    """Reads a statement. Returns whether it is a move or the side to move, which every game has."""
    if text.startswith("P") and reading.board is None:
        reading.setup.take(file, text)
    elif text in ("+", "-"):
        if reading.board is None:
            reading.begin(file, text)
        return True
    elif text.startswith("%"):
        _end(reading, text)
    elif text.startswith(("+", "-")):
        _take_move(file, reading, text)
        return True
    elif not HEADER.match(text):
        file.fail(f"unknown CSA statement {text[:20]!r}")
    return False


def _end(reading: _Reading, text: str) -> None:
    if reading.over or reading.board is None:
        return
    reading.over = True
    if text in ENDINGS:
        points = ENDINGS[text]
        reading.points = points if reading.board.turn else 1 - points
    elif text in ("%+ILLEGAL_ACTION", "%-ILLEGAL_ACTION"):
        reading.points = 0.0 if text[1] == "+" else 1.0


def _take_move(file: TextFile, reading: _Reading, text: str) -> None:
    match = MOVE.fullmatch(text)
    if match is None or match["piece"] not in KINDS:
        file.fail(f"invalid move {text[:20]!r}")
    board = reading.begin(file, match["side"]) if reading.board is None else reading.board
    if reading.over:
        return
    from ...errors import IllegalMoveError

    try:
        if (match["side"] == "+") != board.turn:
            raise IllegalMoveError(text)
        move = SPEC.notation.parse(board, _usi(board, match))
    except IllegalMoveError:
        file.illegal += 1
        reading.over = True
        return
    reading.moves.append(move)
    board.push(move)


def _usi(board: Any, match: re.Match[str]) -> str:
    """Converts a move to USI. CSA names the piece after the move, so the board tells promotions."""
    from ...errors import IllegalMoveError
    from .. import parse_square

    letter = KINDS[match["piece"]]
    end = _square(match["to"])
    if match["from"] == "00":
        return f"{letter}*{end}"
    start = _square(match["from"])
    before = str(board.piece_at(parse_square(start)) or "").upper()
    if before == letter:
        return start + end
    if f"+{before}" == letter:
        return f"{start}{end}+"
    raise IllegalMoveError(f"{match[0]}: {before or 'no piece'} stands on {start}")


def _square(digits: str) -> str:
    return digits[0] + chr(96 + int(digits[1]))
