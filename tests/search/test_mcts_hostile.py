"""`mcts` checks keys and moves as `negamax` does, is right with shared keys, and ends when told."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
from typing import Any

import numpy as np
import pytest

pytest.importorskip("tabiya._core", reason="the native core is not built", exc_type=ImportError)

from small_games import TicTacToe, minimax, random_play

from forms import sized
from processes import wait_until
from tabiya import MCTS_DTYPE, TranspositionTable, ValueTable, check_game, key_of, mcts, negamax
from tabiya.solve.mcts_tree import EXPIRY, Tree, best_of

# ---- keys and moves ------------------------------------------------------------------------------------


class Passing(TicTacToe):
    """A pass, coded as -1, is always legal."""

    def moves(self) -> list[int]:
        return [*super().moves(), -1]


class WideKeys(TicTacToe):
    @property
    def key(self) -> int:
        return super().key + 2**64


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        (Passing, "a packed move must be between 1 and 16777215, not 0: integer moves are 0 to .*, not -1"),
        (WideKeys, "key must be between -9223372036854775808 and 18446744073709551615, not 1844"),
    ],
)
def test_what_negamax_refuses_mcts_refuses(game: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        mcts(game(), 10)
    with pytest.raises(ValueError, match=sentence.split(",")[0]):
        negamax(game(), 2, table=TranspositionTable(entries=64))


class NumPyGame(TicTacToe):
    """Keys, moves, evaluations and results are NumPy integers."""

    @property
    def key(self) -> Any:
        return np.uint64(super().key)

    def moves(self) -> list[Any]:
        return [np.int8(move) for move in super().moves()]

    def evaluate(self) -> Any:
        return np.int8(random.Random(int(self.key)).randint(-50, 50))

    def result(self) -> Any:
        result = super().result()
        return result if result is None else np.int64(result)


def test_numpy_integers_are_integers() -> None:
    check_game(NumPyGame(), games=3)
    assert mcts(NumPyGame(), 200).visits == mcts(TicTacToe(), 200).visits
    for table in (None, TranspositionTable(entries=1024)):
        assert negamax(NumPyGame(), 4, table=table).pv == negamax(TicTacToe(), 4, table=table).pv
    table = TranspositionTable(entries=1024)
    pv = negamax(NumPyGame(), 4, table=table).pv
    assert table.principal_variation(NumPyGame(), 4) == pv


def test_negative_keys_are_twos_complements() -> None:
    class Negative(TicTacToe):
        @property
        def key(self) -> int:
            return -super().key

        def evaluate(self) -> int:
            return random.Random(-self.key).randint(-50, 50)

    assert mcts(Negative(), 200).visits == mcts(TicTacToe(), 200).visits
    assert negamax(Negative(), 4, table=TranspositionTable(entries=1024)).pv == negamax(TicTacToe(), 4).pv


def test_keys_of_any_structure_build_the_same_tree() -> None:
    """Keys are often XORs of multiples of a constant. Edges must not collide with them."""

    class Multiples(TicTacToe):
        @property
        def key(self) -> int:
            key = 0
            for number, cell in enumerate(self.position):
                key ^= (number + 1 + 9 * (cell - 1)) * 0x9E3779B97F4A7C15 % 2**64 if cell else 0
            return key

        def evaluate(self) -> int:
            return random.Random(super().key).randint(-50, 50)

    count = sized(500, 3000)
    tables = [ValueTable(MCTS_DTYPE, 128, huge_pages=False) for _ in range(2)]
    plain, structured = (
        mcts(game(), count, table=table) for game, table in zip((TicTacToe, Multiples), tables, strict=True)
    )
    assert structured.visits == plain.visits
    assert structured.pv == plain.pv
    assert len(tables[0]) == len(tables[1])


# ---- positions that share a key ------------------------------------------------------------------------


class Heaps(TicTacToe):
    """Nim. The order of the heaps does not matter, so it is not in the key; a move names the heap."""

    def __init__(self, *heaps: int) -> None:
        self.past = [heaps]

    @property
    def key(self) -> int:
        return key_of(tuple(sorted(self.position)))

    def moves(self) -> list[int]:
        return [8 * i + n for i, heap in enumerate(self.position) for n in range(1, heap + 1)]

    def after(self, move: int) -> Any:
        heaps = list(self.position)
        heaps[move // 8] -= move % 8
        return tuple(heaps)

    def evaluate(self) -> int:
        return 0

    def result(self) -> int | None:
        return None if any(self.position) else -1


class Mirrored(TicTacToe):
    """A key for all eight images of a position."""

    @property
    def key(self) -> int:
        x = np.array(self.position).reshape(3, 3)
        images = [np.rot90(one, turns) for one in (x, x.T) for turns in range(4)]
        return min(int("".join(map(str, image.flat)), 3) for image in images)


def winning(game: Any) -> set[int]:
    moves = set()
    for move in game.moves():
        game.push(move)
        if minimax(game, 30, KNOWN) < 0:
            moves.add(move)
        game.pop()
    return moves


KNOWN: dict[Any, int] = {}


def test_positions_that_share_a_key_but_not_their_moves_are_told_apart() -> None:
    rng, wanted = random.Random(3), sized(4, 60)
    table = ValueTable(MCTS_DTYPE, 16)
    while wanted:
        game = Heaps(*(rng.randint(0, 3) for _ in range(3)))
        right = winning(game) if any(game.position) else set()
        if not right or len(right) == len(game.moves()):
            continue
        wanted -= 1
        result = mcts(game, 1500, table=table)
        assert result.best_move in right, (game.position, result)
        assert set(result.visits) == set(game.moves())
        assert result.value > 0


@pytest.mark.parametrize("threads", [1, 2])
def test_mirrored_positions_share_a_node(threads: int) -> None:
    rng, wanted = random.Random(5), sized(2, 40)
    while wanted:
        game = random_play(Mirrored(), rng, rng.randint(2, 5))
        right = winning(game)
        if not right or len(right) == len(game.moves()):
            continue
        wanted -= 1
        assert mcts(game, 500, threads=threads).best_move in right, game.position


def test_visits_are_kept_for_the_move_that_leads_to_the_same_position() -> None:
    """(0, 1, 2) and (2, 1, 0) have the same key, but the winning move takes from another heap."""
    table = ValueTable(MCTS_DTYPE, 16)
    before = mcts(Heaps(0, 1, 2), 500, table=table)
    assert before.best_move == 8 * 2 + 1
    after = mcts(Heaps(2, 1, 0), 1, table=table)
    assert after.best_move == 8 * 0 + 1
    assert after.visits[1] >= before.visits[17]
    assert after.value > 0.9


# ---- long lines, threads, ends ---------------------------------------------------------------------------


class Corridor:
    """One move in each position, for thousands of plies."""

    def __init__(self, place: int, length: int) -> None:
        self.place, self.length = place, length

    @property
    def key(self) -> int:
        return key_of(self.place)

    def moves(self) -> list[int]:
        return [0]

    def push(self, move: int) -> None:
        self.place += 1

    def pop(self) -> None:
        self.place -= 1

    def evaluate(self) -> int:
        return 0

    def result(self) -> int | None:
        return -1 if self.place == self.length else None


def test_lines_may_be_longer_than_the_stack() -> None:
    length, table = 3 * sys.getrecursionlimit(), ValueTable(MCTS_DTYPE, 128, huge_pages=False)
    for place in reversed(range(length)):
        mcts(Corridor(place, length), 1, table=table)
    game = Corridor(0, length)
    assert mcts(game, 3, table=table).pv == (0,) * length
    assert game.place == 0


def slow(game: Any) -> tuple[None, float]:
    time.sleep(0.001)
    return None, 0.0


def test_ctrl_c_ends_all_threads() -> None:
    begin = 0.0

    def interrupt() -> None:
        nonlocal begin
        begin = time.perf_counter()
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(0.2, interrupt)
    threads = threading.active_count()
    game = TicTacToe()
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        mcts(game, 10**7, policy=slow, threads=3)
    assert time.perf_counter() - begin < 2  # milliseconds, if the machine is not busy
    timer.join()
    assert threading.active_count() == threads
    assert len(game.past) == 1


def test_an_exception_in_one_thread_ends_all() -> None:
    calls: list[int] = []

    def policy(game: Any) -> tuple[None, float]:
        calls.append(1)
        if len(calls) == 20:
            raise LookupError("no such network")
        return slow(game)

    threads = threading.active_count()
    with pytest.raises(LookupError, match="no such network"):
        mcts(TicTacToe(), 10**7, policy=policy, threads=3)
    assert len(calls) < 1000
    assert threading.active_count() == threads


def test_a_search_in_a_daemon_thread_does_not_delay_the_exit() -> None:
    program = """
import sys, threading, time
sys.path.insert(0, "tests/search")
from small_games import TicTacToe
from tabiya import mcts
begun = threading.Event()
def policy(game):
    begun.set()
    return None, 0.0
search = lambda: mcts(TicTacToe(), 2**31 - 1, policy=policy, threads=2)
threading.Thread(target=search, daemon=True).start()
begun.wait()
"""
    assert subprocess.run([sys.executable, "-c", program], timeout=60).returncode == 0


# ---- simulations under way -------------------------------------------------------------------------------


class Clock:
    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.time = 1000
        monkeypatch.setattr("tabiya.solve.mcts_tree.now", lambda: self.time)


def pending(table: Any) -> list[int]:
    return [int(value["pending"]) for _, value in table.items()]


def test_what_a_killed_process_had_under_way_expires_even_on_a_busy_edge(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock, table = Clock(monkeypatch), ValueTable(MCTS_DTYPE, 4)
    killed, alive = Tree(table, crowded=True), Tree(table, crowded=True)

    def edge() -> Any:
        alive.set_clock()
        return alive.edges([0], [7], [1.0], 0.0)[0]

    killed.set_clock()
    killed.begin(edge())  # and never finishes
    for _ in range(EXPIRY - 1):
        clock.time += 1
        one = edge()
        assert one.pending == 1
        alive.finish(one, alive.begin(one), -1, 99)
    clock.time += 2
    one = edge()
    assert (one.pending, one.visits) == (0, EXPIRY - 1)
    assert pending(table) == [0]
    alive.finish(one, alive.begin(one), -1, 99)
    assert pending(table) == [0]


def test_a_simulation_longer_than_its_count_does_not_end_another(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, table = Clock(monkeypatch), ValueTable(MCTS_DTYPE, 4)
    tree = Tree(table, crowded=True)

    def edge() -> Any:
        tree.set_clock()
        return tree.edges([0], [7], [1.0], 0.0)[0]

    first = edge()
    began = tree.begin(first)
    clock.time += EXPIRY + 1
    second = tree.begin(edge())
    assert pending(table) == [1]
    tree.finish(first, began, -1, 99)
    assert pending(table) == [1]
    tree.abandon(edge(), second)
    assert pending(table) == [0]
    assert edge().visits == 1


def test_a_private_tree_of_one_thread_ignores_and_clears_what_is_pending() -> None:
    table = ValueTable(MCTS_DTYPE, 4)
    table.store(7, (3, -5.0, 0.5, 2, 99))
    edges = Tree(table, crowded=False).edges([0, 1], [7, 8], [0.5, 0.5], 0.0)
    assert [edge.pending for edge in edges] == [0, 0]
    assert pending(table) == [0]
    assert best_of(edges, 1.5).move == 1


def test_a_killed_search_does_not_bias_later_ones_for_ever() -> None:
    name = f"mcts-killed-{os.getpid()}"
    program = f"""
import sys
sys.path.insert(0, "tests/search")
from small_games import TicTacToe
from tabiya import ValueTable, mcts
with ValueTable.attach({name!r}) as table:
    mcts(TicTacToe(), 2**31 - 1, table=table)
"""
    root = TicTacToe()
    with ValueTable.create_shared(name, MCTS_DTYPE, 4) as table:
        for _ in range(sized(1, 30)):
            child = subprocess.Popen([sys.executable, "-c", program])
            wait_until(lambda: sum(value["visits"] for _, value in table.items()) > 1000)
            child.kill()
            child.wait()
        with pytest.MonkeyPatch.context() as patch:
            later = 2 + (int(time.monotonic() * 8) + EXPIRY + 1) % 2**23
            patch.setattr("tabiya.solve.mcts_tree.now", lambda: later)
            tree = Tree(table, crowded=True)
            tree.set_clock()
            keys = [key_of((root.key, move + 1)) for move in root.moves()]
            assert sum(edge.pending for edge in tree.edges(root.moves(), keys, [1 / 9] * 9, 0.0)) == 0
            assert sum(abs(table.probe(key)["pending"]) for key in keys) == 0
