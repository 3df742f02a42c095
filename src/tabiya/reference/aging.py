"""The generation counter of a table, advanced by searches and optionally by nodes."""

from __future__ import annotations

from ..table.entry_values import GENERATIONS

__all__ = ["Generations"]


class Generations:
    """A free-running counter. Its low 6 bits are the generation of new entries.

    >>> clock = Generations()
    >>> clock.new_search()
    >>> clock.add_nodes(25_000, interval=10_000), clock.current
    (2, 3)
    """

    def __init__(self) -> None:
        self.count = 0
        self._nodes = 0  # in this search
        self.steps = 0
        """Steps taken for these nodes: this search has as many generations more than one."""

    @property
    def current(self) -> int:
        return self.count % GENERATIONS

    def new_search(self) -> None:
        self.count += 1
        self._nodes = self.steps = 0

    def follow(self, other: Generations) -> None:
        """Continues another table's count and search."""
        self.count, self._nodes, self.steps = other.count, other._nodes, other.steps

    def add_nodes(self, nodes: int, interval: int, most: int = GENERATIONS // 2) -> int:
        """Advances one step per `interval` nodes of this search (0: never). Returns the steps.

        A search takes at most `most` steps: twice as many would make the oldest entries look new.
        """
        if interval == 0:
            return 0
        self._nodes += nodes
        # A longer interval in the middle of a search does not step back.
        steps = max(self.steps, min(most, self._nodes // interval))
        advance = steps - self.steps
        self.steps = steps
        self.count += advance
        return advance
