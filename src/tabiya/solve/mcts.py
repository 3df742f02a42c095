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
from copy import deepcopy
from dataclasses import dataclass, field
from functools import partial
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from .._utils.arguments import check_int
from .._utils.held_signals import HeldSignals
from ..engine.threads import Background
from .game import Game, check_members, check_result
from .mcts_search import Policy, Search, Settings, SharedKeysError
from .mcts_tree import MCTS_DTYPE, Tree

if TYPE_CHECKING:
    from ..values.front import ValueFront

__all__ = ["MCTS_DTYPE", "MctsResult", "mcts"]

MoveT = TypeVar("MoveT")
EXPLORATION = 1.5
SCALE = 300.0
"""The evaluation that counts as a value of 0.5, halfway between a draw and a win."""
MEGABYTES = 64
MAX_THREADS = 1024


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
    (virtual loss), at most ten seconds. With several threads, each works on a copy of the game.

    The game is restored, even if its methods, the policy or Ctrl-C raise. Ctrl-C waits for the end of a call
    of the game or the policy.

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
    check_int("threads", threads, 1, MAX_THREADS)
    if not 0 < scale < math.inf:
        raise ValueError(f"scale must be above 0 and finite, not {scale!r}")
    if not 0 <= exploration < math.inf:
        raise ValueError(f"exploration must be 0 or more and finite, not {exploration!r}")
    if policy is not None and not callable(policy):
        raise TypeError(f"policy must be callable or None, not {policy!r}")
    memory = _checked_table(table)
    if check_result(game.result(), bool(getattr(game, "margins", False))) is not None:
        raise ValueError("the game is over: there is nothing to search")
    begin = time.perf_counter()
    memory.new_search()
    tree = Tree(memory, crowded=threads > 1 or memory.memory_kind != "private")
    with HeldSignals() as signals:
        try:
            settings = Settings(tree, policy, exploration, scale, by_child=False)
            found = _searched(game, settings, signals, simulations, threads)
        except SharedKeysError:
            settings = Settings(tree, policy, exploration, scale, by_child=True)
            found = _searched(game, settings, signals, simulations, threads)
    return MctsResult(*found, simulations, time.perf_counter() - begin)


def _checked_table(table: Any) -> Any:
    from ..values.front import ValueFront
    from ..values.packing import check_dtype

    if table is None:
        from ..values.installed import ValueTable

        return ValueTable(MCTS_DTYPE, MEGABYTES)
    if not isinstance(table, ValueFront) or table.dtype != check_dtype(MCTS_DTYPE):
        raise TypeError(f"table must be a ValueTable(tabiya.MCTS_DTYPE) or None, not {table!r}")
    return table


def _searched(
    game: Game[MoveT], settings: Settings, signals: HeldSignals, simulations: int, threads: int
) -> tuple[MoveT, float, dict[MoveT, int], tuple[MoveT, ...]]:
    """Runs all simulations. Returns the best move, the value, the visits of the moves and the line."""
    search = Search[MoveT](game, settings, signals.waiting, signals.deliver)
    with search.made:
        if threads == 1:
            search.run(simulations)
        else:
            signals.outside(_run_together, copies_of(game, threads), settings, simulations)
        value, edges = search.root()
        line = search.line()
    visits = dict.fromkeys(game.moves(), 0) | {edge.move: edge.visits for edge in edges}
    return line[0] if line else edges[0].move, value, visits, line


class _Stopped(Exception):
    """Ends a thread because another one failed or was interrupted."""


def _run_together(games: list[Any], settings: Settings, simulations: int) -> None:
    """Runs a search on each of the games in its own thread. The first exception ends all of them."""
    stopped: list[bool] = []
    ends: SimpleQueue[BaseException | None] = SimpleQueue()

    def stop() -> None:
        raise _Stopped

    def work(number: int, game: Any) -> None:
        share = simulations // len(games) + (number < simulations % len(games))
        try:
            Search(game, settings, stopped, stop).run(share)
        except BaseException as error:
            ends.put(error)
        else:
            ends.put(None)

    threads = [Background(partial(work, *one), "tabiya mcts") for one in enumerate(games)]
    try:
        for thread in threads:
            thread.start()
        for _ in threads:
            error = ends.get()  # Ctrl-C interrupts this
            if error is not None:
                raise error
    finally:
        stopped.append(True)
        for thread in threads:
            thread.join()


def copies_of(game: Any, count: int) -> list[Any]:
    """Returns independent copies of a game, one for each thread."""
    try:
        return [deepcopy(game) for _ in range(count)]
    except Exception as error:
        raise TypeError(
            f"each thread needs a copy of the game, and copy.deepcopy(game) raised: {error}"
        ) from error
