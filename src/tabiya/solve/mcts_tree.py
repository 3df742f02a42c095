"""The tree of `mcts` in a `ValueTable`: what nodes and edges keep, and how searches share them."""

from __future__ import annotations

import math
import time
from typing import Any, NamedTuple

from ..keys.key_of import key_of
from ..table.entry_values import MAX_KEY

__all__ = ["MCTS_DTYPE", "Edge", "Tree", "best_of", "checksum", "keys_of_children", "keys_of_moves"]

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
child     the sum of its edges' keys, modulo 2^64, or 0   the key of the position behind it
========  ==============================================  ==================================================
"""
TICKS = 8
"""Units of time per second."""
WRAP = 2**23
"""Times are modular, so that they are exact in a float32."""
EXPIRY = 10 * TICKS
"""`pending` counts no longer than this. What a killed process had under way is forgotten then."""


def keys_of_moves(key: int, codes: list[int]) -> list[int]:
    """Returns the keys of edges: hashes, so that no structure of the game's keys survives in them."""
    return [key_of((key, code)) for code in codes]


def keys_of_children(key: int, children: list[int]) -> list[int]:
    """Returns the keys of edges that are known by the positions behind them."""
    return [key_of((key, child, 0)) for child in children]


def checksum(keys: list[int]) -> int:
    """Returns a number that depends on the moves of a position, but not on their order."""
    return sum(keys) & MAX_KEY


def now() -> int:
    """Returns the time as an edge keeps it. All processes of a machine have the same clock."""
    return 2 + int(time.monotonic() * TICKS) % WRAP


class Edge(NamedTuple):
    """A move of a position with its counts."""

    move: Any
    key: int
    visits: int
    pending: int
    prior: float
    value: float
    """The value of the child for the player who moves here."""
    child: int
    """The key of the child, if it was visited."""
    mark: float
    """The field `value` of the edge."""


def best_of(edges: list[Edge], exploration: float) -> Edge:
    """Returns the edge to follow.

    It has the best value, with each running simulation as a loss, plus a bonus for likely or new moves.
    """
    total = 0
    for edge in edges:
        total += edge.visits + edge.pending
    bonus = exploration * math.sqrt(max(1, total))
    best, highest = edges[0], -math.inf
    for edge in edges:
        _, _, visits, pending, prior, value, _, _ = edge
        tries = visits + pending
        if pending:
            value = (visits * value - pending) / tries
        score = value + bonus * prior / (1 + tries)
        if score > highest:
            best, highest = edge, score
    return best


class Tree:
    """Nodes and edges in a table. In a `crowded` tree several searches are under way at once."""

    def __init__(self, table: Any, crowded: bool) -> None:
        self.table = table
        self.crowded = crowded
        self._now = 1

    def set_clock(self) -> None:
        """Notes the time. Twice per simulation is exact enough."""
        if self.crowded:
            self._now = now()

    # ---- edges -------------------------------------------------------------------------------------------

    def edges(self, moves: list[Any], keys: list[int], priors: list[float], otherwise: float) -> list[Edge]:
        """Returns edges as the table knows them. New ones have these priors, new children this value."""
        probe, new, edges = self.table.probe, tuple.__new__, []
        for move, key, prior in zip(moves, keys, priors, strict=True):
            known = probe(key)
            if known is None:
                edges.append(new(Edge, (move, key, 0, 0, prior, otherwise, 0, 0.0)))
                continue
            visits, mark, prior, pending, child_key = known[0], known[1], known[2], known[3], known[4]
            child = probe(child_key) if visits else None
            value = otherwise if child is None else child[1] if mark > 0 else -child[1]
            if pending and (pending < 0 or not self.crowded or self._age(mark) > EXPIRY):
                self.table.update(key, {"pending": 0, "prior": prior})  # a count that is out of date
                pending = 0
            edges.append(new(Edge, (move, key, visits, pending, prior, value, child_key, mark)))
        return edges

    def begin(self, edge: Edge) -> int:
        """Counts a simulation that goes along an edge. Returns the time for `finish` or `abandon`.

        It is that of the first simulation in a series: if later ones renewed it, the count that a killed
        process leaves would stay for as long as the edge is busy.
        """
        if not self.crowded:
            return 1
        if edge.pending or (edge.visits and self._age(edge.mark) <= TICKS):
            self.table.add(edge.key, {"pending": 1})
            return int(abs(edge.mark))
        mark = self._now if edge.mark > 0 else -self._now
        self.table.update(edge.key, {"prior": edge.prior, "value": mark}, {"pending": 1})
        return self._now

    def finish(self, edge: Edge, began: int, sign: int, child: int) -> None:
        """Counts a visit of an edge."""
        done = {"visits": 1}
        if self._counts(began):
            done["pending"] = -1
        elif self.crowded:  # the pending ones are of a later series
            known = self.table.probe(edge.key)
            began = self._now if known is None else int(abs(known["value"]))
        new = {"child": child, "value": sign * began, "prior": edge.prior}
        self.table.update(edge.key, new, done, priority_of(edge.visits + 1))

    def abandon(self, edge: Edge, began: int) -> None:
        """Takes back `begin`."""
        if self._counts(began):
            self.table.update(edge.key, {"prior": edge.prior}, {"pending": -1})

    def _counts(self, began: int) -> bool:
        """Returns whether a simulation from then is still counted as pending."""
        return self.crowded and self._age(began) <= EXPIRY

    def _age(self, mark: float) -> int:
        return (self._now - int(abs(mark))) % WRAP

    # ---- nodes -------------------------------------------------------------------------------------------

    def keep_new(self, key: int, value: float) -> float:
        """Stores a new node, unless another thread was faster: its node may have more visits."""
        if key not in self.table:
            self.table.store(key, (1, value, value, 0, 0))
        return value

    def keep_mean(
        self, key: int, own: float, edges: list[Edge], chosen: Edge, value: float, needs_sum: bool
    ) -> float:
        """Counts a visit of a node, with a new value of one edge. Returns the value of the node."""
        total, count = own + value, 2
        for edge in edges:
            visits = edge.visits
            if visits:
                total += visits * (value if edge is chosen else edge.value)
                count += visits
        new: dict[str, Any] = {"value": total / count}
        if needs_sum:
            new["child"] = checksum([edge.key for edge in edges])
        self.table.update(key, new, {"visits": 1}, priority_of(count))
        return total / count


def priority_of(visits: int) -> int:
    """Returns a priority that keeps often visited nodes longer.

    >>> priority_of(1), priority_of(1000)
    (8, 80)
    """
    return 8 * visits.bit_length()
