"""The simulations of `mcts` on one thread: one game, on the common tree."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from .._utils.arguments import check_int
from ..table.arguments import check_key
from ..table.entry_values import MAX_KEY, MAX_MOVE
from .game import MAX_EVALUATION, Game, check_result, pack_integer, packed
from .made_moves import MadeMoves
from .mcts_tree import Edge, Tree, best_of, checksum, keys_of_children, keys_of_moves

__all__ = ["Policy", "Search", "Settings", "SharedKeysError", "squashed"]

MoveT = TypeVar("MoveT")
Priors: TypeAlias = Mapping[Any, float] | Iterable[float] | None
Policy: TypeAlias = Callable[[Any], tuple[Priors, float]]


class SharedKeysError(Exception):
    """Positions with the same key have different moves, or a move leads to different positions.

    Mirrored positions may share a key, for example. Then the move does not say which edge it is, but the
    position behind it does. The search begins anew with edges `by_child`.
    """


@dataclass(frozen=True)
class Settings:
    """State shared by all threads of a search."""

    tree: Tree
    policy: Policy | None
    exploration: float
    scale: float
    by_child: bool
    """Whether edges are identified by the positions behind them. That costs a push and a pop per move."""


Step: TypeAlias = tuple[int, Any, list[Edge], Edge, int]
"""A move of the simulation under way: the position's key and node, its edges, the chosen one, and when
the tree began to count it."""


class Search(Generic[MoveT]):
    """Runs simulations. It calls `look` between calls of the game if anything is `waiting`."""

    def __init__(
        self, game: Game[MoveT], settings: Settings, waiting: list[Any], look: Callable[[], object]
    ) -> None:
        self.game = game
        self.tree, self.exploration, self.scale = settings.tree, settings.exploration, settings.scale
        self.by_child = settings.by_child
        self.policy = self.evaluation_policy if settings.policy is None else settings.policy
        self.waiting, self.look = waiting, look
        self.margins = bool(getattr(game, "margins", False))
        self.has_turn = hasattr(game, "turn")
        self.pack: Callable[[Any], int] = getattr(game, "pack", pack_integer)
        self.made = MadeMoves[MoveT](game)
        self.steps: list[Step] = []
        self.path: set[int] = set()

    def run(self, simulations: int) -> None:
        try:
            with self.made:
                for _ in range(simulations):
                    self.back_up(*self.descend())
        finally:
            for _, _, _, chosen, began in self.steps:  # of a simulation that was broken off
                self.tree.abandon(chosen, began)

    # ---- one simulation ----------------------------------------------------------------------------------

    def descend(self) -> tuple[float, list[tuple[int, int]]]:
        """Goes down to a new position, a repetition or the end of the game.

        Returns its value for the player to move, and the sign and the key behind each step.
        """
        game, tree, path = self.game, self.tree, self.path
        tree.set_clock()
        key, behind = self.key(), list[tuple[int, int]]()
        while True:
            if self.waiting:
                self.look()
            outcome = check_result(game.result(), self.margins)
            if outcome is not None:  # rules before the table
                value = squashed(outcome, self.scale) if self.margins else outcome
                return tree.keep_new(key, value), behind
            if key in path:
                return 0.0, behind  # a repetition
            node = tree.table.probe(key)
            if node is None:
                return self.expand(key), behind
            edges = self.edges(key, node)
            chosen = best_of(edges, self.exploration)
            mover = self.turn()
            self.steps.append((key, node, edges, chosen, tree.begin(chosen)))
            path.add(key)
            self.made.push(chosen.move, key)
            key = self.key()
            self.check(chosen, key)
            behind.append((1 if mover is not None and self.turn() == mover else -1, key))

    def back_up(self, value: float, behind: list[tuple[int, int]]) -> None:
        """Takes the moves back and counts the simulation in each edge and node."""
        steps, tree = self.steps, self.tree
        tree.set_clock()
        while steps:
            key, node, edges, chosen, began = steps[-1]
            sign, child = behind.pop()
            self.made.pop()
            self.path.remove(key)
            value = sign * value
            tree.finish(chosen, began, sign, child)
            steps.pop()
            needs_sum = not node["child"] and not self.by_child
            value = tree.keep_mean(key, node["prior"], edges, chosen, value, needs_sum)

    def expand(self, key: int) -> float:
        """Adds a new position with the policy's priors and value."""
        priors, value = checked_answer(self.policy(self.game))
        if priors is not None:
            moves = list(self.game.moves())
            shares: dict[int, float] = {}
            for edge, prior in zip(self.edge_keys(key, moves), normalised(priors, moves), strict=True):
                shares[edge] = shares.get(edge, 0.0) + prior
            for edge, prior in shares.items():
                self.tree.table.update(edge, {"prior": prior})
        return self.tree.keep_new(key, value)

    def evaluation_policy(self, game: Game[MoveT]) -> tuple[None, float]:
        """Returns equal priors, and the value of the game's evaluation."""
        score = check_int("evaluate()", game.evaluate(), -MAX_EVALUATION, MAX_EVALUATION)
        return None, squashed(score, self.scale)

    # ---- the position ------------------------------------------------------------------------------------

    def key(self) -> int:
        key = self.game.key
        return key if type(key) is int and 0 <= key <= MAX_KEY else check_key(key)

    def turn(self) -> object:
        """Returns the player to move, or None in a game whose players alternate."""
        return self.game.turn if self.has_turn else None  # type: ignore[attr-defined]

    def edges(self, key: int, node: Any) -> list[Edge]:
        """Returns all edges with their counts. An unknown child has the value of its parent.

        Moves that lead to the same position are one edge if edges are known `by_child`.
        """
        otherwise, known_sum = (0.0, 0) if node is None else (node["value"], node["child"])
        moves = list(self.game.moves())
        if not moves:
            raise ValueError("moves() is empty although result() is None")
        keys, priors = self.edge_keys(key, moves), [1 / len(moves)] * len(moves)
        if self.by_child:
            counts = Counter(keys)
            first = dict(zip(reversed(keys), reversed(moves), strict=True))
            moves, priors = [first[one] for one in counts], [n / len(moves) for n in counts.values()]
            keys = list(counts)
        elif known_sum and known_sum != checksum(keys):
            raise SharedKeysError
        return self.tree.edges(moves, keys, priors, otherwise)

    def edge_keys(self, key: int, moves: list[MoveT]) -> list[int]:
        """Returns the keys of the edges, in the order of the moves."""
        if self.by_child:
            return keys_of_children(key, [self.child(key, move) for move in moves])
        if self.pack is pack_integer and set(map(type, moves)) == {int}:
            codes: list[Any] = [move + 1 for move in moves]  # type: ignore[operator]
        else:
            codes = [packed(self.pack, move) for move in moves]
        if min(codes) < 1 or max(codes) > MAX_MOVE:
            codes = [packed(self.pack, move) for move in moves]  # raises
        return keys_of_moves(key, codes)

    def child(self, key: int, move: MoveT) -> int:
        """Returns the key of the position behind a move."""
        self.made.push(move, key)
        child = self.key()
        self.made.pop()
        return child

    # ---- the end -----------------------------------------------------------------------------------------

    def root(self) -> tuple[float, list[Edge]]:
        """Returns the value of the position and its edges."""
        key = self.key()
        node = self.tree.table.probe(key)
        value = 0.0 if node is None else node["value"]
        with self.made:
            edges = self.edges(key, node)
            for edge in edges:
                self.check(edge, self.child(key, edge.move))
        return value, edges

    def line(self) -> tuple[MoveT, ...]:
        """Returns the line of the most visited moves."""
        moves: list[MoveT] = []
        seen: set[int] = set()
        with self.made:
            key = self.key()
            while key not in seen and self.game.result() is None:
                if self.waiting:
                    self.look()
                seen.add(key)
                edges = self.edges(key, self.tree.table.probe(key))
                best = max(edges, key=lambda edge: (edge.visits, edge.value))
                if best.visits == 0:
                    break
                self.made.push(best.move, key)
                moves.append(best.move)
                key = self.key()
                self.check(best, key)
        return tuple(moves)

    def check(self, edge: Edge, child: int) -> None:
        """Raises if a visited edge is that of another position."""
        if edge.visits and edge.child != child and not self.by_child:
            raise SharedKeysError


def squashed(score: int, scale: float) -> float:
    """Converts an evaluation or a margin to a value between -1 and 1.

    >>> squashed(300, 300.0), squashed(-100, 300.0)
    (0.5, -0.25)
    """
    return score / (abs(score) + scale)


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


def normalised(priors: Any, moves: list[Any]) -> list[float]:
    """Returns the probabilities of the moves, which add up to 1."""
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
    return [weight / total if total else 1 / len(moves) for weight in weights]
