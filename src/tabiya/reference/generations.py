"""The clock of a table: which generation it is, advanced by searches and, if asked for, by nodes."""

from __future__ import annotations

from ..values import GENERATIONS

__all__ = ["MAX_STEPS", "Generations"]

MAX_STEPS = 32
"""Steps that the nodes of one search can earn: 64 would make the oldest entries look new."""


class Generations:
    """A counter that runs freely; its low 6 bits are the generation that entries are stored with.

    >>> clock = Generations()
    >>> clock.new_search()
    >>> clock.add_nodes(25_000, interval=10_000), clock.current
    (2, 3)
    """

    def __init__(self) -> None:
        self.count = 0
        self._nodes = 0  # of this search
        self._steps = 0  # that they have earned

    @property
    def current(self) -> int:
        return self.count % GENERATIONS

    def new_search(self) -> None:
        self.count += 1
        self._nodes = self._steps = 0

    def add_nodes(self, nodes: int, interval: int) -> int:
        """Advances by a step for every `interval` nodes of this search (0: never); returns by how many."""
        if interval == 0:
            return 0
        self._nodes += nodes
        # An interval that became longer in the middle of a search takes no step back.
        steps = max(self._steps, min(MAX_STEPS, self._nodes // interval))
        advance = steps - self._steps
        self._steps = steps
        self.count += advance
        return advance
