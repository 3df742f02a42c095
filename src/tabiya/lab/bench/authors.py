"""Measures for `tabiya bench authors`: what a Python program pays for keys, probes, windows and values."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from typing import Any

from ... import Bound, TranspositionTable, key_of
from ...table.entry_values import MAX_KEY
from ..timing import BenchRow, Case, measure
from . import values
from .self_play import self_play

__all__ = ["GROUPS"]

STATES = 20_000
"""As many as a small solver keeps: a dict of them fits the processor's cache."""
Get = Callable[[Any], object]


def keys(quick: bool) -> Iterator[BenchRow]:
    """key_of vs what authors write today, ``hash(state) & MASK``, which differs between processes."""
    repeats = 15 if quick else 60
    for group, states, target in (
        ("key of a tuple of 25 ints", _boards(), 1.0),
        ("key of a string of 9", _strings(), 1.5),
        ("key of a pair of 64-bit ints", _bitboards(), None),
        ("key of a tuple of 25 enum members", _enum_boards(), None),
        ("key of a frozenset of 8 ints", _sets(), None),
    ):
        subjects = {"hash(state) & MASK": _hashing(states), "key_of(state)": _over(key_of, states)}
        targets = {} if target is None else {"key_of(state)": target}
        yield from measure(Case(group, len(states), subjects, targets, repeats=repeats))


def probes(quick: bool) -> Iterator[BenchRow]:
    """A probe by state vs a dict with the state as its key."""
    boards = _boards()
    table = TranspositionTable(hash_mb=16)
    known: dict[tuple[int, ...], tuple[int, int, int]] = {}
    for board in boards:
        table.store_state(board, move=7, score=30, depth=5)
        known[board] = (7, 30, 5)
    order = random.Random(5).sample(boards, len(boards))
    asked = [(*board,) for board in order]  # other objects than the stored ones, as in a search
    probe = table.probe
    subjects = {
        "dict.get(state)": _over(known.get, asked),
        "probe_state(state)": _over(table.probe_state, asked),
        "probe(key_of(state))": _over(lambda board: probe(key_of(board)), asked),
        "probe(hash(state))": _over(lambda board: probe(hash(board)), asked),
    }
    targets = {"probe_state(state)": 0.8}
    yield from measure(
        Case("probe, 20,000 tuples of 25", len(asked), subjects, targets, repeats=15 if quick else 60)
    )


def windows(quick: bool) -> Iterator[BenchRow]:
    """lookup and record vs the bound logic in Python, over the same table."""
    table = TranspositionTable(hash_mb=16)
    numbers = random.Random(6)
    asked = [numbers.getrandbits(64) for _ in range(STATES)]
    for key in asked:
        table.record(key, 5, -10, 10, numbers.randint(-20, 20), 7)
    repeats = 15 if quick else 60
    yield from measure(
        Case(
            "look a window up",
            STATES,
            {
                "probe and bounds in Python": _over(_lookup_by_hand(table), asked),
                "lookup": _over(lambda key: table.lookup(key, 4, -5, 5).score, asked),
            },
            repeats=repeats,
        )
    )
    yield from measure(
        Case(
            "record a window",
            STATES,
            {
                "bounds in Python and store": _over(_record_by_hand(table), asked),
                "record": _over(lambda key: table.record(key, 5, -10, 10, 3, 7), asked),
            },
            repeats=repeats,
        )
    )


def _lookup_by_hand(table: TranspositionTable) -> Get:
    def look(key: int, depth: int = 4, alpha: int = -5, beta: int = 5) -> object:
        entry = table.probe(key)
        if entry is not None and entry.depth >= depth:
            score, bound = entry.score, entry.bound
            if bound is Bound.EXACT or (score >= beta if bound is Bound.LOWER else score <= alpha):
                return score
        return None

    return look


def _record_by_hand(table: TranspositionTable) -> Get:
    def keep(key: int, score: int = 3, alpha: int = -10, beta: int = 10) -> None:
        bound = Bound.UPPER if score <= alpha else Bound.LOWER if score >= beta else Bound.EXACT
        table.store(key, move=7, score=score, depth=5, bound=bound)

    return keep


def _over(get: Get, states: Sequence[Any]) -> Callable[[], None]:
    def run() -> None:
        for state in states:
            get(state)

    return run


def _hashing(states: Sequence[Any]) -> Callable[[], None]:
    mask = MAX_KEY

    def run() -> None:
        for state in states:
            hash(state) & mask

    return run


# ---- states ------------------------------------------------------------------------------------------------


def _boards() -> list[tuple[int, ...]]:
    numbers = random.Random(1)
    return [tuple(numbers.choices((0, 1, 2), k=25)) for _ in range(STATES)]


def _strings() -> list[str]:
    numbers = random.Random(2)
    return ["".join(numbers.choices(".XO", k=9)) for _ in range(STATES)]


def _bitboards() -> list[tuple[int, int]]:
    numbers = random.Random(3)
    return [(numbers.getrandbits(64), numbers.getrandbits(64)) for _ in range(STATES)]


class _Cell(Enum):
    EMPTY = 0
    BLACK = 1
    WHITE = 2


def _enum_boards() -> list[tuple[_Cell, ...]]:
    numbers = random.Random(4)
    return [tuple(numbers.choices(tuple(_Cell), k=25)) for _ in range(STATES)]


def _sets() -> list[frozenset[int]]:
    numbers = random.Random(7)
    return [frozenset(numbers.sample(range(100), 8)) for _ in range(STATES)]


GROUPS: dict[str, Callable[[bool], Iterator[BenchRow]]] = {
    "keys": keys,
    "probes": probes,
    "windows": windows,
    "values": values.probes,
    "memoize": values.functions,
    "self-play": self_play,
}
"""The last three are also in `tabiya bench values`."""
