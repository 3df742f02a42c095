"""Writes Polyglot's ``.bin``: records sorted by key, the heaviest move of a position first."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from typing import Any

from ...books.book import BookMove, BookPosition
from ...books.output import write_file
from ..spec import SPEC
from .polyglot import RECORD

__all__ = ["write_polyglot"]

MAX_WEIGHT = 0xFFFF


def write_polyglot(path: str | PathLike[str], positions: Iterable[BookPosition]) -> int:
    """Writes positions, which must have their texts, and returns how many records that made.

    Scores and depths have no place in the format. Weights above 65,535 are scaled down together.
    """
    records: dict[tuple[int, int], int] = {}
    for position in positions:
        if not position.text:
            raise ValueError(f"the position {position.key:#018x} has no text, and Polyglot's key needs one")
        board = SPEC.board(position.text)
        key = board.polyglot_key
        for known, weight in zip(position.moves, _scaled(position.moves), strict=True):
            code = _code(board, known.move)
            records[key, code] = max(weight, records.get((key, code), 0))
    # Of equally heavy moves the first stays the first: a reader takes it for the best.
    rows = sorted(records.items(), key=lambda row: (row[0][0], -row[1]))
    if not rows:
        raise ValueError("a Polyglot book needs at least one move")
    write_file(path, (RECORD.pack(key, code, weight, 0) for (key, code), weight in rows))
    return len(rows)


def _scaled(moves: Iterable[BookMove]) -> list[int]:
    weights = [max(known.weight, 0) for known in moves]
    most = max(weights, default=0)
    if most <= MAX_WEIGHT:
        return weights
    # A move that was to be played stays one, however seldom.
    return [max(weight * MAX_WEIGHT // most, min(weight, 1)) for weight in weights]


def _code(board: Any, move: Any) -> int:
    """The move's 16 bits. Packed, castling goes to the rook's square already, as the format wants it."""
    packed: int = board._resolve(move.pack()).pack()
    start, end = packed & 63, packed >> 6 & 63
    promotion: int = move.promotion - 1 if move.promotion else 0
    return end | start << 6 | promotion << 12
