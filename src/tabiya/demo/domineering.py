"""Domineering, solved in plain Python.

Left places dominoes upright, Right lengthwise; the player who cannot move loses. Many move orders fill the
same squares, so a table saves most of the work. The solver takes its memory as an argument: none, a dict or a
table.
"""

from __future__ import annotations

from typing import Protocol

from .. import Bound, TranspositionTable

__all__ = ["DictMemory", "Domineering", "Memory", "TableMemory"]


class Memory(Protocol):
    """The memory of a solver: whether the player to move wins a position."""

    def recall(self, key: int) -> bool | None: ...
    def remember(self, key: int, won: bool) -> None: ...


class DictMemory:
    """The usual first attempt: exact, unbounded, for one process."""

    def __init__(self) -> None:
        self.known: dict[int, bool] = {}

    def recall(self, key: int) -> bool | None:
        return self.known.get(key)

    def remember(self, key: int, won: bool) -> None:
        self.known[key] = won


class TableMemory:
    """The same in a table: bounded, 16 bytes per entry, shared by threads."""

    def __init__(self, table: TranspositionTable) -> None:
        self.table = table

    def recall(self, key: int) -> bool | None:
        entry = self.table.probe(key)
        return None if entry is None else entry.score > 0

    def remember(self, key: int, won: bool) -> None:
        self.table.store(key, score=1 if won else -1, bound=Bound.EXACT)


class Domineering:
    """A board of `width` by `height` squares; a position is a bit mask of filled squares."""

    def __init__(self, width: int, height: int) -> None:
        squares = [(x, y) for y in range(height) for x in range(width)]
        bit = {square: 1 << i for i, square in enumerate(squares)}
        upright = [bit[x, y] | bit[x, y + 1] for x, y in squares if y + 1 < height]
        lengthwise = [bit[x, y] | bit[x + 1, y] for x, y in squares if x + 1 < width]
        self.dominoes = (upright, lengthwise)
        self.nodes = 0

    def wins(self, filled: int, player: int, memory: Memory | None) -> bool:
        """Returns whether `player` (0 or 1) wins if it is their move."""
        self.nodes += 1
        key = filled << 1 | player
        if memory is not None and (known := memory.recall(key)) is not None:
            return known
        won = any(
            not filled & domino and not self.wins(filled | domino, 1 - player, memory)
            for domino in self.dominoes[player]
        )
        if memory is not None:
            memory.remember(key, won)
        return won
