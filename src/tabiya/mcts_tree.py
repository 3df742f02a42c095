"""The tree of `mcts` in a `ValueTable`: what nodes and edges keep, and how searches share them."""

from __future__ import annotations

import time
from typing import Any, NamedTuple

from .keys import key_of

__all__ = ["MCTS_DTYPE", "Edge", "Tree", "key_of_child", "key_of_move"]

MCTS_DTYPE = [("visits", "i4"), ("value", "f4"), ("prior", "f4"), ("pending", "i4"), ("child", "u8")]
"""The dtype of a table for `mcts`, with entries of 32 bytes.

========  ==============================================  ==================================================
field     of a node, under the position's key             of an edge, under a key of the position and a move
========  ==============================================  ==================================================
visits    simulations that came through                   simulations that went along
value     the mean so far, for the player to move         positive if the same player moves again, else
                                                          negative; its size is the time of `pending`, or 1
prior     the policy's own value of the position          the policy's probability of the move
pending   0                                               simulations under way along it
child     0                                               the key of the position behind it
========  ==============================================  ==================================================
"""
TICKS = 8
"""Units of time per second."""
WRAP = 2**23
"""Times are modular, so that they are exact in a float32."""
EXPIRY = 10 * TICKS
"""`pending` counts no longer than this. What a killed process had under way is forgotten then."""


def key_of_move(key: int, code: int) -> int:
    """Returns the key of an edge: a hash, so that no structure of the game's keys survives in it."""
    return key_of((key, code, "move"))


def key_of_child(key: int, child: int) -> int:
    """Returns the key of the edge from one position to another, by whichever move."""
    return key_of((key, child, "child"))


def now() -> int:
    """Returns the time as an edge keeps it. All processes of a machine have the same clock."""
    return 2 + int(time.monotonic() * TICKS) % WRAP


def is_over(began: int) -> bool:
    """Returns whether simulations that began then no longer count."""
    return (now() - began) % WRAP > EXPIRY


class Edge(NamedTuple):
    """A move of a position with its counts."""

    move: Any
    key: int
    visits: int
    pending: int
    prior: float
    value: float
    """The value of the child for the player who moves here."""
    sign: int
    """1 if the same player moves again, else -1."""
    child: int
    """The key of the child, if it was visited."""
    began: int
    """When the oldest pending simulation began, or 0."""

    def score(self, exploration: float) -> float:
        """Returns the value, with each running simulation as a loss, plus a bonus for likely or new moves."""
        tries = self.visits + self.pending
        value = (self.visits * self.value - self.pending) / tries if tries else self.value
        return value + exploration * self.prior / (1 + tries)


class Tree:
    """Nodes and edges in a table. In a `crowded` tree several searches are under way at once."""

    def __init__(self, table: Any, crowded: bool) -> None:
        self.table = table
        self.crowded = crowded

    # ---- edges -------------------------------------------------------------------------------------------

    def edge(self, move: Any, key: int, prior: float, otherwise: float) -> Edge:
        """Returns an edge as the table knows it. An unknown one has this prior, an unknown child this value."""
        known = self.table.probe(key)
        if known is None:
            return Edge(move, key, 0, 0, prior, otherwise, -1, 0, 0)
        visits, mark, prior, pending, child_key = known
        sign = 1 if mark > 0 else -1
        child = self.table.probe(child_key) if visits else None
        value = otherwise if child is None else sign * child["value"]
        began = 0
        if pending:
            began = int(abs(mark))
            if pending < 0 or not self.crowded or is_over(began):
                self.table.update(key, {"pending": 0, "prior": prior})
                pending = began = 0
        return Edge(move, key, visits, pending, prior, value, sign, child_key, began)

    def begin(self, edge: Edge) -> int:
        """Counts a simulation that goes along an edge. Returns the time for `finish` or `abandon`.

        It is that of the oldest simulation in a series: if later ones renewed it, the count that a killed
        process leaves would stay for as long as the edge is busy.
        """
        if not self.crowded:
            return 1
        began = edge.began or now()
        self.table.update(edge.key, {"prior": edge.prior, "value": edge.sign * began}, {"pending": 1})
        return began

    def finish(self, edge: Edge, began: int, sign: int, child: int) -> None:
        """Counts a visit of an edge."""
        known = {"child": child, "value": sign * began, "prior": edge.prior}
        done = {"visits": 1, "pending": -self._counted(began)}
        self.table.update(edge.key, known, done, priority_of(edge.visits + 1))

    def abandon(self, edge: Edge, began: int) -> None:
        """Takes back `begin`."""
        if self._counted(began):
            self.table.update(edge.key, {"prior": edge.prior}, {"pending": -1})

    def _counted(self, began: int) -> int:
        """Returns 1 if a simulation from then is among the pending ones, else 0."""
        return int(self.crowded and not is_over(began))

    # ---- nodes -------------------------------------------------------------------------------------------

    def keep_new(self, key: int, value: float) -> float:
        """Stores a new node, unless another thread was faster: its node may have more visits."""
        if key not in self.table:
            self.table.store(key, (1, value, value, 0, 0))
        return value

    def keep_mean(self, key: int, own: float, edges: list[Edge], chosen: Edge, value: float) -> float:
        """Counts a visit of a node, with a new value of one edge. Returns the value of the node."""
        total, count = own + value, 2
        for edge in edges:
            total += edge.visits * (value if edge is chosen else edge.value)
            count += edge.visits
        mean = total / count
        self.table.update(key, {"value": mean}, {"visits": 1}, priority_of(count))
        return mean


def priority_of(visits: int) -> int:
    """Returns a priority that keeps often visited nodes longer.

    >>> priority_of(1), priority_of(1000)
    (8, 80)
    """
    return 8 * visits.bit_length()
