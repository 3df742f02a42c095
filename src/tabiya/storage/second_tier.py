"""Saves and loads the second tier: raw lines, and the moves that they refer to."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ..table.config import LINE_BYTES
from .format import BLOCK_LINES, MOVE_BYTES, MOVES

__all__ = ["load_tier_block", "second_tier_at_rest", "tier_blocks"]


def tier_blocks(table: Any) -> Iterator[tuple[int, int, bytes]]:
    """Yields the position of the walk, the number of lines or moves, and the raw bytes of each block.

    Moves come last, because a line written meanwhile may refer to a new one.
    """
    clusters, lines = table.config.clusters, table.config.l2_lines
    for first in range(0, lines, BLOCK_LINES):
        count = min(BLOCK_LINES, lines - first)
        raw = table._save_lines(first, count)
        if raw:
            yield clusters + first + count, count, first.to_bytes(8, "little") + raw
    moves = table._save_moves()
    if moves:
        yield clusters + lines, len(moves) // MOVE_BYTES, MOVES.to_bytes(8, "little") + moves


def load_tier_block(table: Any, raw: bytes) -> None:
    """Loads a block of `tier_blocks` into a new second tier with the same number of lines."""
    first, contents = int.from_bytes(raw[:8], "little"), raw[8:]
    if first == MOVES:
        table._load_moves(contents)
    elif len(contents) % LINE_BYTES:
        raise ValueError("its second tier has lines of an impossible size")
    else:
        table._load_lines(first, contents)


@contextmanager
def second_tier_at_rest(table: Any) -> Iterator[None]:
    """Stops the table's demotion thread, which would number moves differently."""
    if not table.config.l2_mb:
        yield
        return
    table._pause_tiers(True)
    try:
        yield
    finally:
        table._pause_tiers(False)
