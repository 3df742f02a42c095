"""Writes Polyglot ``.bin`` books: records sorted by key, then by descending weight."""

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
    """Writes positions, which must have texts, and returns the number of records.

    The format has no scores or depths. Weights above 65,535 are scaled down together.
    """
    records: dict[tuple[int, int], int] = {}
    for position in positions:
        if not position.text:
            raise ValueError(f"the position {position.key:#018x} has no text, which its Polyglot key needs")
        board = SPEC.board(position.text)
        key = board.polyglot_key
        for known, weight in zip(position.moves, _scaled(position.moves), strict=True):
            code = _code(board, known.move)
            records[key, code] = max(weight, records.get((key, code), 0))
    # The sort is stable: readers take the first of equally heavy moves for the best.
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
    # A positive weight stays positive.
    return [max(weight * MAX_WEIGHT // most, min(weight, 1)) for weight in weights]


def _code(board: Any, move: Any) -> int:
    """The move's 16 bits. Packed castling moves go to the rook's square, as the format requires."""
    packed: int = board._resolve(move.pack()).pack()
    start, end = packed & 63, packed >> 6 & 63
    promotion: int = move.promotion - 1 if move.promotion else 0
    return end | start << 6 | promotion << 12
