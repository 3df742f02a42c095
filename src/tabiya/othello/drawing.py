"""Boards as text."""

from __future__ import annotations

from .squares import COLUMN_NAMES, ROW_NAMES

__all__ = ["draw"]


def draw(position: str, moves: frozenset[str] = frozenset()) -> str:
    """Draws a position. A star marks the squares of `moves`."""
    squares, _, side = position.partition(" ")
    rows = []
    for row, name in enumerate(ROW_NAMES):
        cells = squares[8 * row : 8 * row + 8].replace("-", ".")
        marked = [
            "*" if f"{column}{name}" in moves else cell
            for column, cell in zip(COLUMN_NAMES, cells, strict=True)
        ]
        rows.append(f"{name} {' '.join(marked)}")
    counts = ", ".join(f"{disc} {squares.count(disc)}" for disc in "XO")
    return "\n".join([f"  {' '.join(COLUMN_NAMES)}", *rows, f"{counts}; {side} to move"])
