"""A game is left as it was, whenever a signal or an exception ends a search or a check."""

from __future__ import annotations

import os
import random
import signal
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from small_games import TicTacToe

from forms import sized
from interrupts import count_points, interrupted_at
from tabiya import MCTS_DTYPE, TranspositionTable, ValueTable, check_game, mcts, negamax
from tabiya._utils.held_signals import HELD, HeldSignals


class Heap:
    """The Nim of docs/games.md: an interrupt inside `push` or `pop` would leave half a move."""

    def __init__(self, matches: int = 61) -> None:
        self.matches, self.taken = matches, list[int]()

    @property
    def key(self) -> int:
        return self.matches

    def moves(self) -> list[int]:
        return [n for n in (1, 2, 3) if n <= self.matches]

    def push(self, n: int) -> None:
        self.matches -= n
        self.taken.append(n)

    def pop(self) -> None:
        self.matches += self.taken.pop()

    def evaluate(self) -> int:
        return 0

    def result(self) -> int | None:
        return -1 if self.matches == 0 else None


TABLE, TREE = TranspositionTable(entries=64), ValueTable(MCTS_DTYPE, entries=64)
CALLS: dict[str, Callable[[Any], object]] = {
    "negamax": lambda game: negamax(game, 60, table=TABLE),
    "mcts": lambda game: mcts(game, 10_000, table=TREE),
    "check_game": lambda game: check_game(game, games=1000),
}


class Interrupted(Exception):
    pass


@pytest.fixture
def alarm() -> Iterator[Callable[[float], None]]:
    """Raises in the main thread after some seconds, at any instruction."""

    def ring(*_: object) -> None:
        raise Interrupted

    before = signal.signal(signal.SIGALRM, ring)
    yield partial(signal.setitimer, signal.ITIMER_REAL)
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("name", CALLS)
def test_a_signal_at_any_time_leaves_the_game_as_it_was(name: str, alarm: Callable[[float], None]) -> None:
    game, rng, interrupts = Heap(), random.Random(name), 0
    handler = signal.getsignal(signal.SIGALRM)
    for _ in range(sized(150, 5000)):
        try:
            alarm(rng.uniform(0.0002, 0.003))
            CALLS[name](game)
            alarm(0)
        except Interrupted:
            interrupts += 1
        assert (game.matches, game.taken) == (61, [])
        assert signal.getsignal(signal.SIGALRM) is handler
    assert interrupts > sized(100, 4000)


def test_an_interrupted_search_leaves_nothing_pending_in_a_shared_tree(
    alarm: Callable[[float], None],
) -> None:
    game, rng = Heap(), random.Random(1)
    with ValueTable.create_shared(f"pending-{os.getpid()}", MCTS_DTYPE, 4) as table:
        for _ in range(sized(150, 4000)):
            with pytest.raises(Interrupted):  # noqa: PT012 (the alarm belongs to the search)
                alarm(rng.uniform(0.0005, 0.002))
                mcts(game, 2**31 - 1, table=table)
        assert sum(abs(value["pending"]) for _, value in table.items()) == 0
        assert sum(value["visits"] for _, value in table.items()) > 1000
    assert (game.matches, game.taken) == (61, [])


SHORT: dict[str, Callable[[Any], object]] = {
    "negamax": lambda game: negamax(game, 2, table=TABLE),
    "mcts": lambda game: mcts(game, 12, table=TREE),
    "check_game": lambda game: check_game(game, games=1, plies=2),
}


@pytest.mark.parametrize("name", SHORT)
def test_an_exception_at_any_point_leaves_a_game_of_whole_moves_as_it_was(name: str) -> None:
    """Other threads raise exceptions that no handler can hold. `TicTacToe` changes in one step."""
    game = TicTacToe()
    game.push(4)
    game.push(0)
    expected = list(game.past)
    call = partial(SHORT[name], game)
    TABLE.clear()
    TREE.clear()
    _, points = count_points(call)
    assert points > 500
    handler = signal.getsignal(signal.SIGINT)
    for point in random.Random(name).sample(range(1, points - 100), sized(15, 2000)):
        TABLE.clear()
        TREE.clear()
        assert interrupted_at(call, point)[0]
        signal.signal(signal.SIGINT, handler)  # what the exception may have kept from being restored
        assert game.past == expected, point


def test_an_exception_of_the_game_in_a_position_with_the_key_of_its_parent_is_undone() -> None:
    """A pass may leave the key as it is, if the side to move does not matter."""

    class Passing(Heap):
        def moves(self) -> list[int]:
            return [0]

        def evaluate(self) -> int:
            if len(self.taken) == 3:
                raise Interrupted
            return 0

    game = Passing()
    with pytest.raises(Interrupted):
        negamax(game, depth=3)
    assert game.taken == []


def test_an_error_says_if_the_game_could_not_be_restored() -> None:
    class Torn(Heap):
        def push(self, n: int) -> None:
            self.matches -= n
            if len(self.taken) == 2:
                raise Interrupted
            self.taken.append(n)

    with pytest.raises(Interrupted) as caught:
        negamax(Torn(), 5)
    assert caught.value.__notes__ == [
        "the game is not as it was: its pop() raised IndexError('pop from empty list')"
    ]

    class TornLater(Torn):
        def pop(self) -> None:
            if self.taken:
                super().pop()

    with pytest.raises(Interrupted) as caught:
        negamax(TornLater(), 5)
    assert caught.value.__notes__ == [
        "the game is not as it was: its push() or pop() was interrupted or is wrong"
    ]


# ---- signals -------------------------------------------------------------------------------------------


def test_a_held_signal_is_delivered_at_the_end(alarm: Callable[[float], None]) -> None:
    signals = HeldSignals()
    reached = False

    def hold() -> None:
        nonlocal reached
        with signals:
            signal.raise_signal(signal.SIGALRM)
            assert signals.waiting == [signal.SIGALRM]
            reached = True

    with pytest.raises(Interrupted):
        hold()
    assert reached
    assert not signals.waiting


@pytest.mark.parametrize("number", [signal.SIGALRM, signal.SIGINT])
def test_a_signal_while_the_handlers_are_given_back_keeps_none_of_them(
    number: int, alarm: Callable[[float], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It raises there. Handlers that stayed would pile up, one more for each such signal."""
    before = {each: signal.getsignal(each) for each in HELD}
    plain, rings = signal.signal, [True]

    def restored(each: int, handler: Any) -> object:
        replaced = plain(each, handler)
        if each == number and handler is before[number] and rings:
            rings.clear()
            signal.raise_signal(signal.SIGALRM)
        return replaced

    signals = HeldSignals()
    with pytest.raises(Interrupted), signals:
        monkeypatch.setattr(signal, "signal", restored)
    monkeypatch.undo()
    assert not rings
    assert {each: signal.getsignal(each) for each in HELD} == before


def test_a_second_signal_breaks_into_a_call_that_does_not_return(
    alarm: Callable[[float], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tabiya._utils.held_signals.PATIENCE", 0.01)

    class Endless(Heap):
        def evaluate(self) -> int:
            signal.raise_signal(signal.SIGALRM)
            while True:
                time.sleep(0.02)
                signal.raise_signal(signal.SIGALRM)

    with pytest.raises(Interrupted):
        negamax(Endless(), 1)


def test_on_info_is_interrupted_at_once(alarm: Callable[[float], None]) -> None:
    after: list[object] = []

    def on_info(info: object) -> None:
        signal.raise_signal(signal.SIGALRM)
        after.append(info)

    with pytest.raises(Interrupted):
        negamax(Heap(), 3, on_info=on_info)
    assert not after


def test_a_handler_that_does_not_raise_lets_the_search_go_on() -> None:
    calls: list[int] = []
    before = signal.signal(signal.SIGUSR1, lambda number, frame: calls.append(number))
    try:

        class Signalled(Heap):
            def evaluate(self) -> int:
                if not calls:
                    signal.raise_signal(signal.SIGUSR1)
                return 0

        assert negamax(Signalled(9), 9).score.plies == negamax(Heap(9), 9).score.plies
        assert calls == [signal.SIGUSR1]
    finally:
        signal.signal(signal.SIGUSR1, before)


def test_other_threads_search_without_touching_signals() -> None:
    before = signal.getsignal(signal.SIGINT)
    found: list[object] = []

    def search() -> None:
        found.append(negamax(Heap(9), 9).best_move)
        found.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=search)
    thread.start()
    thread.join()
    assert found == [1, before]
