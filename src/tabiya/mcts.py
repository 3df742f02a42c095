"""`mcts`: Monte-Carlo graph search (PUCT) in plain Python, for any game written in Python.

It keeps its tree in a `ValueTable`, which is bounded and can be shared by threads, processes and later
searches. A position that several move orders reach is one node: a parent counts the visits of its own edges
and reads a child's value from the node that all parents share. A node's value is the mean of its own first
value and of its children's values, weighted by the visits of its edges ("Monte-Carlo Graph Search
for AlphaZero", Czech, Korus and Kersting 2021; "Monte-Carlo Graph Search from First Principles", Wu 2023).
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeAlias, TypeVar

from .arguments import check_int
from .game import Game, check_members, check_result, pack_integer

if TYPE_CHECKING:
    from .value_front import ValueFront

__all__ = ["MCTS_DTYPE", "MctsResult", "mcts"]

MoveT = TypeVar("MoveT")
Priors: TypeAlias = Mapping[Any, float] | Iterable[float] | None
Policy: TypeAlias = Callable[[Any], tuple[Priors, float]]

MCTS_DTYPE = [("visits", "i4"), ("value", "f4"), ("prior", "f4"), ("pending", "i4"), ("child", "u8")]
"""The dtype of a table for `mcts`, with entries of 32 bytes.

========  ==============================================  ==================================================
field     of a node, under the position's key             of an edge, under a key of the position and a move
========  ==============================================  ==================================================
visits    simulations that came through                   simulations that went along
value     the mean so far, for the player to move         1 if the same player moves again, else -1
prior     the policy's own value of the position          the policy's probability of the move
pending   0                                               simulations under way along it
child     0                                               the key of the position behind it
========  ==============================================  ==================================================
"""
EXPLORATION = 1.5
SCALE = 300.0
"""The evaluation that counts as a value of 0.5, halfway between a draw and a win."""
MEGABYTES = 64
MASK64 = 2**64 - 1
GOLDEN = 0x9E3779B97F4A7C15


@dataclass(frozen=True)
class MctsResult(Generic[MoveT]):
    """The result of a search."""

    best_move: MoveT
    """The move with the most visits."""
    value: float
    """The value of the position for the player to move, from -1 to 1."""
    visits: dict[MoveT, int]
    """The visits of every move, including earlier searches on the same table."""
    pv: tuple[MoveT, ...]
    """The line with the most visits."""
    simulations: int
    time: float = field(compare=False)
    """Seconds."""


def mcts(
    game: Game[MoveT],
    simulations: int = 800,
    *,
    policy: Policy | None = None,
    table: ValueFront | None = None,
    threads: int = 1,
    exploration: float = EXPLORATION,
    scale: float = SCALE,
) -> MctsResult[MoveT]:
    """Searches a game with `simulations` and returns the most visited move with its value and line.

    `policy(game)` returns the prior probabilities of the moves, as a dict or in the order of
    ``game.moves()`` (None if all are equal), and a value from -1 to 1 for the player to move. Without a
    policy, all moves are equal and the value comes from ``game.evaluate()``. `scale` is the evaluation, or
    the margin in a game with margins, that counts as a value of 0.5.

    `table` is a ``ValueTable(tabiya.MCTS_DTYPE)`` and keeps the tree for later searches. Threads, and
    processes that share a table, build one tree together: an edge counts as lost while a simulation is on it
    (virtual loss). Each thread works on a copy of the game.

    >>> class Nim:  # take one to three matches; whoever takes the last one wins
    ...     def __init__(self, matches): self.matches, self.taken = matches, []
    ...     key = property(lambda self: self.matches)
    ...     def moves(self): return [n for n in (1, 2, 3) if n <= self.matches]
    ...     def push(self, n): self.matches -= n; self.taken.append(n)
    ...     def pop(self): self.matches += self.taken.pop()
    ...     def evaluate(self): return 0
    ...     def result(self): return -1 if self.matches == 0 else None
    >>> mcts(Nim(10), simulations=400).best_move
    2
    """
    check_members(game)
    check_int("simulations", simulations, 1, 2**31 - 1)
    check_int("threads", threads, 1, 1024)
    if not 0 < scale < math.inf:
        raise ValueError(f"scale must be above 0 and finite, not {scale!r}")
    if not 0 <= exploration < math.inf:
        raise ValueError(f"exploration must be 0 or more and finite, not {exploration!r}")
    if policy is not None and not callable(policy):
        raise TypeError(f"policy must be callable or None, not {policy!r}")
    memory = _checked_table(table)
    games = [game, *copies_of(game, threads - 1)]
    if check_result(game.result(), bool(getattr(game, "margins", False))) is not None:
        raise ValueError("the game is over: there is nothing to search")
    begin = time.perf_counter()
    memory.new_search()
    crowded = threads > 1 or memory.memory_kind != "private"
    shares = [simulations // threads + (number < simulations % threads) for number in range(threads)]
    searches = [_Search(one, memory, policy, exploration, scale, crowded) for one in games]
    if threads == 1:
        searches[0].run(simulations)
    else:
        _run_together(searches, shares)
    return searches[0].result(simulations, time.perf_counter() - begin)


def squashed(score: int, scale: float = SCALE) -> float:
    """Converts an evaluation or a margin to a value between -1 and 1.

    >>> squashed(300), squashed(-100)
    (0.5, -0.25)
    """
    return score / (abs(score) + scale)


def _checked_table(table: Any) -> Any:
    from .value_front import ValueFront
    from .value_packing import check_dtype

    if table is None:
        from . import ValueTable

        return ValueTable(MCTS_DTYPE, MEGABYTES)
    if not isinstance(table, ValueFront) or table.dtype != check_dtype(MCTS_DTYPE):
        raise TypeError(f"table must be a ValueTable(tabiya.MCTS_DTYPE) or None, not {table!r}")
    return table


def _run_together(searches: list[_Search[Any]], shares: list[int]) -> None:
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(len(searches)) as pool:
        for run in [pool.submit(one.run, share) for one, share in zip(searches, shares, strict=True)]:
            run.result()


class _Edge(NamedTuple):
    """A move of a position with its counts."""

    move: Any
    key: int
    visits: int
    pending: int
    prior: float
    value: float
    """The value of the child for the player who moves here."""

    def score(self, exploration: float) -> float:
        """Returns the value, with each running simulation as a loss, plus a bonus for likely or new moves."""
        tries = self.visits + self.pending
        value = (self.visits * self.value - self.pending) / tries if tries else self.value
        return value + exploration * self.prior / (1 + tries)


class _Search(Generic[MoveT]):
    """The search of one thread: its own game, on the common table."""

    def __init__(
        self,
        game: Game[MoveT],
        table: Any,
        policy: Policy | None,
        exploration: float,
        scale: float,
        crowded: bool,
    ) -> None:
        self.game = game
        self.table = table
        self.policy = self.evaluation_policy if policy is None else policy
        self.exploration = exploration
        self.scale = scale
        self.crowded = crowded
        self.margins = bool(getattr(game, "margins", False))
        self.pack: Callable[[Any], int] = getattr(game, "pack", pack_integer)
        self.path: set[int] = set()

    def run(self, simulations: int) -> None:
        for _ in range(simulations):
            self.visit()

    # ---- one simulation ----------------------------------------------------------------------------------

    def visit(self) -> float:
        """Runs a simulation from here. Returns the new value for the player to move."""
        key = self.game.key & MASK64
        outcome = check_result(self.game.result(), self.margins)
        if outcome is not None:  # rules before the table
            return self.keep_new(key, squashed(outcome, self.scale) if self.margins else outcome)
        if key in self.path:
            return 0.0  # a repetition
        node = self.table.probe(key)
        if node is None:
            return self.expand(key)
        edges = self.edges(key, node["value"])
        bonus = self.exploration * math.sqrt(max(1, sum(edge.visits + edge.pending for edge in edges)))
        chosen = max(edges, key=lambda edge: edge.score(bonus))
        value = self.follow(key, chosen)
        return self.keep_mean(key, node["prior"], edges, chosen, value)

    def expand(self, key: int) -> float:
        """Adds a new position with the policy's priors and value."""
        priors, value = checked_answer(self.policy(self.game))
        if priors is not None:
            for move, prior in normalised(priors, list(self.game.moves())):
                self.table.update(self.edge_key(key, move), {"prior": prior})
        return self.keep_new(key, value)

    def evaluation_policy(self, game: Game[MoveT]) -> tuple[None, float]:
        """Returns equal priors, and the value of the game's evaluation."""
        return None, squashed(game.evaluate(), self.scale)

    def edges(self, key: int, otherwise: float) -> list[_Edge]:
        """Returns all moves with their counts. An unknown child has the value of its parent."""
        moves = list(self.game.moves())
        if not moves:
            raise ValueError("moves() is empty although result() is None")
        uniform = 1 / len(moves)
        edges = []
        for move in moves:
            edge_key = self.edge_key(key, move)
            edge = self.table.probe(edge_key)
            if edge is None:
                edges.append(_Edge(move, edge_key, 0, 0, uniform, otherwise))
                continue
            visits, sign, prior, pending, child_key = edge
            child = self.table.probe(child_key) if visits else None
            value = otherwise if child is None else sign * child["value"]
            edges.append(_Edge(move, edge_key, visits, max(0, pending), prior, value))
        return edges

    def edge_key(self, key: int, move: Any) -> int:
        return key ^ self.pack(move) * GOLDEN & MASK64

    def follow(self, key: int, edge: _Edge) -> float:
        """Makes a move, runs the simulation and counts it. Returns the value for the player who moved."""
        if self.crowded:
            self.table.add(edge.key, {"pending": 1})
        done = {"visits": 0, "pending": -1 if self.crowded else 0}
        mover = getattr(self.game, "turn", None)
        self.path.add(key)
        self.game.push(edge.move)
        child, sign = 0, -1
        try:
            child = self.game.key & MASK64
            if mover is not None and self.game.turn == mover:  # type: ignore[attr-defined]
                sign = 1
            value = sign * self.visit()
            done["visits"] = 1
            return value
        finally:
            self.game.pop()
            self.path.remove(key)
            known = {"child": child, "value": sign, "prior": edge.prior}
            self.table.update(edge.key, known, done, priority_of(edge.visits + 1))

    # ---- what is kept ------------------------------------------------------------------------------------

    def keep_new(self, key: int, value: float) -> float:
        """Stores a new node, unless another thread was faster: its node may have more visits."""
        if key not in self.table:
            self.table.store(key, (1, value, value, 0, 0))
        return value

    def keep_mean(self, key: int, own: float, edges: list[_Edge], chosen: _Edge, value: float) -> float:
        total, count = own + value, 2
        for edge in edges:
            total += edge.visits * (value if edge is chosen else edge.value)
            count += edge.visits
        mean = total / count
        self.table.update(key, {"value": mean}, {"visits": 1}, priority_of(count))
        return mean

    # ---- the end -----------------------------------------------------------------------------------------

    def result(self, simulations: int, seconds: float) -> MctsResult[MoveT]:
        node = self.table.probe(self.game.key & MASK64)
        value = 0.0 if node is None else node["value"]
        edges = self.edges(self.game.key & MASK64, value)
        pv = self.line()
        best = pv[0] if pv else edges[0].move
        visits = {edge.move: edge.visits for edge in edges}
        return MctsResult(best, value, visits, pv, simulations, seconds)

    def line(self) -> tuple[MoveT, ...]:
        """Returns the line of the most visited moves."""
        moves: list[MoveT] = []
        seen: set[int] = set()
        try:
            while self.game.key not in seen and self.game.result() is None:
                seen.add(self.game.key)
                best = max(
                    self.edges(self.game.key & MASK64, 0.0), key=lambda edge: (edge.visits, edge.value)
                )
                if best.visits == 0:
                    break
                self.game.push(best.move)
                moves.append(best.move)
        finally:
            for _ in moves:
                self.game.pop()
        return tuple(moves)


def checked_answer(answer: Any) -> tuple[Any, float]:
    """Checks what a policy returned, except for the priors.

    >>> checked_answer(0.5)
    Traceback (most recent call last):
    TypeError: policy(game) must return priors (or None) and a value, not 0.5
    """
    try:
        priors, given = answer
        value = float(given)
    except (TypeError, ValueError):
        raise TypeError(f"policy(game) must return priors (or None) and a value, not {answer!r}") from None
    if not -1 <= value <= 1:
        raise ValueError(f"policy(game) must give a value from -1 to 1, not {value!r}")
    return priors, value


def copies_of(game: Any, count: int) -> list[Any]:
    """Returns independent copies of a game, one for each further thread."""
    try:
        return [deepcopy(game) for _ in range(count)]
    except Exception as error:
        raise TypeError(
            f"each thread needs a copy of the game, and copy.deepcopy(game) raised: {error}"
        ) from error


def priority_of(visits: int) -> int:
    """Returns a priority that keeps often visited nodes longer.

    >>> priority_of(1), priority_of(1000)
    (8, 80)
    """
    return 8 * visits.bit_length()


def normalised(priors: Any, moves: list[Any]) -> list[tuple[Any, float]]:
    """Returns the moves with probabilities that add up to 1."""
    if isinstance(priors, Mapping):
        weights = [float(priors.get(move, 0.0)) for move in moves]
    else:
        weights = [float(prior) for prior in priors]
    if len(weights) != len(moves) or min(weights) < 0 or not math.isfinite(sum(weights)):
        raise ValueError(
            f"policy(game) must give a probability of 0 or more for each of the {len(moves)} moves, "
            f"not {priors!r}"
        )
    total = sum(weights)
    return [
        (move, weight / total if total else 1 / len(moves))
        for move, weight in zip(moves, weights, strict=True)
    ]
