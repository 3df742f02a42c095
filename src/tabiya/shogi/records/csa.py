"""Shogi games in CSA format: ``+7776FU``.

Reads versions 1 to 2.2 and the parts of 3.0 that they share: positions by ``PI``, ``P1`` to ``P9``, ``P+``
and ``P-``; moves; endings such as ``%TORYO``; games separated by ``/``; statements separated by commas.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ...books.errors import BookError
from ...books.lines import TextFile
from ...books.record import RecordedGame
from ..spec import SPEC
from .csa_positions import KINDS, Setup
from .kif_writer import kif_ending
from .reading import Reading

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

IN_KIF = {
    "%TORYO": "投了",
    "%TSUMI": "詰み",
    "%TIME_UP": "切れ負け",
    "%ILLEGAL_MOVE": "反則負け",
    "%KACHI": "入玉勝ち",
    "%SENNICHITE": "千日手",
    "%JISHOGI": "持将棋",
    "%HIKIWAKE": "持将棋",
    "%MAX_MOVES": "持将棋",
    "%CHUDAN": "中断",
}
"""The endings in the words of KIF, for `kif_annotate`."""
TAGS = {
    "N+": "先手",
    "N-": "後手",
    "$EVENT:": "棋戦",
    "$SITE:": "場所",
    "$START_TIME:": "開始日時",
    "$END_TIME:": "終了日時",
    "$OPENING:": "戦型",
}
"""The headers, also in the words of KIF."""


class _Reading(Reading):
    """A game whose first position may come piece by piece."""

    def __init__(self) -> None:
        super().__init__()
        self.setup = Setup()

    def begin(self, file: TextFile, turn: str) -> None:
        """Sets up the first position, once the side to move is known."""
        if self.board is None:
            sfen = self.setup.sfen(turn)
            self.set_up(file, sfen)
            self.start = None if sfen == SPEC.notation.full_text(SPEC.board()) else sfen


def read_csa(file: TextFile) -> Iterator[RecordedGame]:
    """Yields the games one by one. A game ends before its first illegal move, which is counted.

    A broken game comes with its fault.
    """
    reading = _Reading()
    found = False
    for line in file:
        if line.startswith("/"):
            if not reading.empty:
                yield reading.record()
            reading = _Reading()
            continue
        if line.strip() and reading.fault is None:
            reading.line = reading.line or file.number
            try:
                for statement in _statements(line):
                    found = _take(file, reading, statement) or found
            except BookError as fault:
                found = True
                reading.stop(fault)
    if not found:
        file.fail("the file contains no CSA game", line=1)
    if not reading.empty:
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
        reading.begin(file, text)
        return True
    elif text.startswith("%"):
        _end(reading, text)
    elif text.startswith("'"):
        reading.note(text[1:])
    elif text.startswith("T") and text[1:].isdecimal() and len(text) < 10:
        reading.seconds[len(reading.moves)] = int(text[1:])
    elif tag := next((tag for tag in TAGS if text.startswith(tag)), None):
        reading.tags[TAGS[tag]] = text.removeprefix(tag)
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
    if text in IN_KIF:
        reading.ending = [*kif_ending(IN_KIF[text], reading.board, reading.board.root())]
    if text in ENDINGS:
        reading.score(ENDINGS[text])
    elif text in ("%+ILLEGAL_ACTION", "%-ILLEGAL_ACTION"):
        reading.points = 0.0 if text[1] == "+" else 1.0


def _take_move(file: TextFile, reading: _Reading, text: str) -> None:
    match = MOVE.fullmatch(text)
    if match is None or match["piece"] not in KINDS:
        file.fail(f"invalid move {text[:20]!r}")
    reading.begin(file, match["side"])
    if reading.over:
        return
    from ...errors import IllegalMoveError

    try:
        if (match["side"] == "+") != reading.board.turn:
            raise IllegalMoveError(text)
        reading.push(SPEC.notation.parse(reading.board, _usi(reading.board, match)))
    except IllegalMoveError:
        reading.stop_at_illegal(file, text)


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
