"""`mcts`: its statistics equal those of a search with dicts, and it finds moves that brute force proves."""

from __future__ import annotations

import math
import multiprocessing
import os
import random
import threading
from collections.abc import Callable, Container
from typing import Any

import numpy as np
import pytest

pytest.importorskip("tabiya._core", reason="the native core is not built", exc_type=ImportError)

from dots_and_boxes import DotsAndBoxes, brute_force
from small_games import WIN, ConnectThree, Domineering, Nim, TicTacToe, minimax, random_play

from forms import sized
from tabiya import MCTS_DTYPE, ValueTable, mcts
from tabiya.solve.mcts import SCALE
from tabiya.solve.mcts_search import squashed
from tabiya.solve.mcts_tree import keys_of_moves


class Circle:
    """A walk on a ring of twelve places, so positions recur. The player to move on place 7 has lost."""

    def __init__(self) -> None:
        self.place = 0
        self.past: list[int] = []

    @property
    def key(self) -> int:
        return self.place

    def moves(self) -> list[int]:
        return [1, 2, 11]

    def push(self, move: int) -> None:
        self.past.append(self.place)
        self.place = (self.place + move) % 12

    def pop(self) -> None:
        self.place = self.past.pop()

    def evaluate(self) -> int:
        return 0

    def result(self) -> int | None:
        return -1 if self.place == 7 else None


# ---- the same search with dicts ------------------------------------------------------------------------


def code_of(game: Any, move: Any) -> int:
    return int(game.pack(move)) if hasattr(game, "pack") else int(move) + 1


def edge_key(game: Any, key: int, move: Any) -> int:
    return keys_of_moves(key, [code_of(game, move)])[0]


def single(number: float) -> float:
    return float(np.float32(number))


class DictSearch:
    """An independent version of the algorithm, with one dict for nodes and one for edges."""

    def __init__(self, game: Any, priors: bool) -> None:
        self.game, self.priors = game, priors
        self.nodes: dict[int, list[float]] = {}
        self.edges: dict[tuple[int, Any], list[Any]] = {}
        self.moves: dict[int, list[Any]] = {}

    def simulate(self, above: tuple[int, ...] = ()) -> float:
        game = self.game
        key, outcome = game.key, game.result()
        if outcome is not None:
            value = squashed(outcome, SCALE) if getattr(game, "margins", False) else float(outcome)
            self.nodes.setdefault(key, [1, single(value), single(value)])
            return value
        if key in above:
            return 0.0
        if key not in self.nodes:
            value = squashed(game.evaluate(), SCALE)
            if self.priors:
                for move, prior in zip(game.moves(), priors_of(game), strict=True):
                    self.edges[key, move] = [0, 0.0, single(prior), 0]
            self.nodes[key] = [1, single(value), single(value)]
            return value
        node = self.nodes[key]
        moves = self.moves[key] = game.moves()
        counts, values, weights = [], [], []
        for move in moves:
            visits, sign, prior, child = self.edges.get((key, move), [0, 0, 1 / len(moves), 0])
            known = self.nodes.get(child) if visits else None
            counts.append(visits)
            values.append(node[1] if known is None else sign * known[1])
            weights.append(prior)
        bonus = 1.5 * math.sqrt(max(1, sum(counts)))
        scores = [q + bonus * p / (1 + n) for q, p, n in zip(values, weights, counts, strict=True)]
        best = scores.index(max(scores))
        turn = getattr(game, "turn", None)
        game.push(moves[best])
        child = game.key
        sign = 1 if turn is not None and game.turn == turn else -1
        value = sign * self.simulate((*above, key))
        game.pop()
        self.edges[key, moves[best]] = [counts[best] + 1, float(sign), single(weights[best]), child]
        values[best] = value
        total = node[2] + value + sum(n * q for n, q in zip(counts, values, strict=True))
        mean = total / (2 + sum(counts))
        self.nodes[key] = [node[0] + 1, single(mean), node[2]]
        return mean


def priors_of(game: Any) -> list[float]:
    weights = [1 + code_of(game, move) % 3 for move in game.moves()]
    return [weight / sum(weights) for weight in weights]


@pytest.mark.parametrize("priors", [False, True])
@pytest.mark.parametrize("game", [TicTacToe, ConnectThree, DotsAndBoxes, Circle])
def test_on_one_thread_the_statistics_are_those_of_dicts(game: Any, priors: bool) -> None:
    count = sized(400, 1500)
    policy = (lambda game: (priors_of(game), squashed(game.evaluate(), SCALE))) if priors else None
    table = ValueTable(MCTS_DTYPE, 128, huge_pages=False)  # large enough that nothing is evicted
    result = mcts(game(), count, policy=policy, table=table)
    search = DictSearch(game(), priors)
    for _ in range(count):
        search.simulate()
    sums: dict[int, int] = {}
    for key, moves in search.moves.items():
        sums[key] = sum(edge_key(search.game, key, move) for move in moves) % 2**64
    expected = {key: (*node, 0, sums.get(key, 0)) for key, node in search.nodes.items()}
    for (key, move), (visits, sign, prior, child) in search.edges.items():
        expected[edge_key(search.game, key, move)] = (visits, sign, prior, 0, child)
    assert {key: tuple(value) for key, value in table.items()} == expected
    root = game()
    assert result.visits == {move: search.edges.get((root.key, move), [0])[0] for move in root.moves()}
    assert result.value == search.nodes[root.key][1]
    assert sum(result.visits.values()) == count - 1


# ---- against brute force -------------------------------------------------------------------------------


SOLVED: dict[str, tuple[Callable[[], Any], int]] = {
    "tic-tac-toe": (TicTacToe, 9),
    "connect three": (ConnectThree, 12),
    "domineering": (lambda: Domineering(3, 4), 12),
    "nim": (lambda: Nim((3, 4, 2)), 9),
    "misere nim": (lambda: Nim((3, 2, 3), misere=True), 8),
}
"""Games and their maximum length in plies."""


def values_of_moves(game: Any, plies: int, known: dict[Any, int]) -> dict[Any, int]:
    values = {}
    for move in game.moves():
        game.push(move)
        values[move] = -minimax(game, plies, known)
        game.pop()
    return values


def finds(game: Any, right: Container[Any], simulations: int, **options: Any) -> bool:
    """Whether the search comes to a right move. It converges; how soon depends on the position."""
    return any(mcts(game, simulations * more, **options).best_move in right for more in (1, 4, 16, 64))


@pytest.mark.parametrize("name", SOLVED)
def test_it_finds_the_forced_wins_that_brute_force_proves(name: str) -> None:
    make, plies = SOLVED[name]
    rng, known = random.Random(name), dict[Any, int]()
    wanted, found = sized(6, 120), 0
    while found < wanted:
        game = random_play(make(), rng, rng.randrange(plies))
        values = values_of_moves(game, plies, known)
        wins = {move for move, value in values.items() if value > WIN // 2}
        if not wins or len(wins) == len(values):
            continue  # nothing to choose
        found += 1
        assert finds(game, wins, 800), (game.position, values)


def test_it_does_not_lose_what_can_be_held() -> None:
    rng, known = random.Random(1), dict[Any, int]()
    wanted, found = sized(6, 120), 0
    while found < wanted:
        game = random_play(TicTacToe(), rng, rng.randrange(1, 6))
        values = values_of_moves(game, 9, known)
        if max(values.values()) != 0 or min(values.values()) == 0:
            continue
        found += 1
        held = {move for move, value in values.items() if value == 0}
        assert finds(game, held, 1000), game.position


def test_the_value_of_a_forced_win_comes_near_to_one() -> None:
    game = TicTacToe()
    for move in (0, 3, 1, 4):
        game.push(move)
    result = mcts(game, 800)
    assert (result.best_move, result.pv) == (2, (2,))
    assert result.value > 0.9


def test_margins_and_extra_turns_are_understood() -> None:
    rng, known = random.Random(2), dict[object, int]()
    for _ in range(sized(8, 80)):
        game = random_play(DotsAndBoxes(), rng, rng.randrange(4, 9))
        values, mover = {}, game.turn
        for move in game.moves():
            game.push(move)
            value = brute_force(game, 12, known)
            values[move] = value if game.turn == mover else -value
            game.pop()
        best = {move for move, value in values.items() if value == max(values.values())}
        assert finds(game, best, 1500, scale=1), (game.drawn, values)


def test_positions_that_several_orders_reach_are_one_node() -> None:
    table = ValueTable(MCTS_DTYPE, 128, huge_pages=False)  # large enough that nothing is evicted
    mcts(TicTacToe(), 3000, table=table)
    entries = dict(table.items())
    arrivals: dict[int, int] = {}
    for key, value in entries.items():
        if key >= 3**9 and value["visits"]:  # an edge
            arrivals[value["child"]] = arrivals.get(value["child"], 0) + value["visits"]
    shared = [child for child in arrivals if entries[child]["visits"] > 1]
    assert len(shared) > 100
    # Each arrival counts once, from whichever parent. The end of a game keeps its first visit.
    assert all(entries[child]["visits"] in (1, arrivals[child]) for child in arrivals)


# ---- memory, threads, processes ------------------------------------------------------------------------


def test_a_tiny_table_costs_knowledge_and_nothing_else() -> None:
    table = ValueTable(MCTS_DTYPE, entries=64)
    game = TicTacToe()
    for move in (0, 3, 1, 4):
        game.push(move)
    assert mcts(game, 1500, table=table).best_move == 2
    assert len(table) <= 64


def test_a_later_search_goes_on_with_the_tree() -> None:
    table = ValueTable(MCTS_DTYPE, 4)
    mcts(TicTacToe(), 300, table=table)
    again = mcts(TicTacToe(), 300, table=table)
    assert sum(again.visits.values()) == 599


def totals(table: Any) -> tuple[int, int]:
    """Simulations under way, and visits of the root's edges."""
    root = TicTacToe()
    edges = [table.probe(edge_key(root, root.key, move)) for move in root.moves()]
    pending = sum(abs(value["pending"]) for _, value in table.items())
    return pending, sum(edge["visits"] for edge in edges if edge is not None)


def test_threads_search_one_tree() -> None:
    table = ValueTable(MCTS_DTYPE, 16)
    result = mcts(TicTacToe(), 2000, table=table, threads=4)
    pending, visits = totals(table)
    assert pending == 0
    # Threads that reach the root before it is expanded all expand it and follow no edge.
    assert 1996 <= visits == sum(result.visits.values()) <= 1999


def search_in_child(name: str) -> None:
    with ValueTable.attach(name) as table:
        mcts(TicTacToe(), 1000, table=table)


def test_processes_search_one_tree() -> None:
    name = f"mcts-{os.getpid()}"
    with ValueTable.create_shared(name, MCTS_DTYPE, 16) as table:
        context = multiprocessing.get_context("spawn")
        children = [context.Process(target=search_in_child, args=(name,)) for _ in range(2)]
        for child in children:
            child.start()
        for child in children:
            child.join()
        assert [child.exitcode for child in children] == [0, 0]
        pending, visits = totals(table)
    assert pending == 0
    assert 1998 <= visits <= 1999


def test_a_move_that_is_on_its_way_is_avoided() -> None:
    """Virtual loss: a second simulation avoids the path of an unfinished one."""
    game = TicTacToe()
    ways: list[Any] = []

    def policy(game: Any) -> tuple[None, float]:
        if len(game.past) == 2 and len(ways) < 2:
            ways.append(game.position)
            if len(ways) == 1:  # a second simulation begins during the first
                mcts(TicTacToe(), 1, policy=policy, table=table)
        return None, 0.0

    with ValueTable.create_shared(f"mcts-way-{os.getpid()}", MCTS_DTYPE, 1) as table:
        mcts(game, 2, policy=policy, table=table)
    assert len(set(ways)) == 2


# ---- mistakes ------------------------------------------------------------------------------------------


def test_the_game_is_left_as_it_was_whatever_raises() -> None:
    class Trouble(Exception):
        pass

    calls = []

    def policy(game: Any) -> tuple[None, float]:
        calls.append(1)
        if len(calls) == 30:
            raise Trouble
        return None, 0.0

    game = TicTacToe()
    with ValueTable.create_shared(f"mcts-trouble-{os.getpid()}", MCTS_DTYPE, 4) as table:
        with pytest.raises(Trouble):
            mcts(game, 100, policy=policy, table=table)
        assert totals(table)[0] == 0
    assert game.past == [(0,) * 9]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"simulations": 0}, "simulations must be between 1 and"),
        ({"scale": 0}, "scale must be above 0 and finite, not 0"),
        ({"exploration": -1}, "exploration must be 0 or more and finite, not -1"),
        ({"threads": 0}, "threads must be between 1 and 1024, not 0"),
        ({"policy": lambda game: (None, 2.0)}, "must give a value from -1 to 1, not 2.0"),
        ({"policy": lambda game: ([1.0], 0.0)}, "a probability of 0 or more for each of the 9 moves"),
        ({"policy": lambda game: ([-1.0] * 9, 0.0)}, "a probability of 0 or more"),
        (
            {"policy": lambda game: None},
            r"must return priors \(or None\) and a value, not None",
        ),
        ({"policy": lambda game: (None, "x")}, "must return priors"),
        ({"policy": 3}, "policy must be callable or None, not 3"),
        ({"table": {}}, r"table must be a ValueTable\(tabiya.MCTS_DTYPE\) or None, not {}"),
        ({"table": ValueTable("f8", 1)}, "table must be a ValueTable"),
    ],
)
def test_wrong_arguments_are_named(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises((TypeError, ValueError), match=sentence):
        mcts(TicTacToe(), **options)


def test_a_finished_game_has_nothing_to_search() -> None:
    with pytest.raises(ValueError, match="the game is over"):
        mcts(Nim((0,)))
    with pytest.raises(TypeError, match="int has no moves"):
        mcts(3)  # type: ignore[arg-type]


def test_a_game_that_cannot_be_copied_needs_one_thread() -> None:
    class Locked(TicTacToe):
        def __init__(self) -> None:
            super().__init__()
            self.lock = threading.Lock()

    assert mcts(Locked(), 10).simulations == 10
    with pytest.raises(TypeError, match="each thread needs a copy of the game, and copy"):
        mcts(Locked(), 10, threads=2)
