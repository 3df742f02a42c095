"""Keys of states that differ little are as good as random: balanced, spread, and without collisions."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from forms import sized
from tabiya import key_of

COUNT = sized(100_000, 1_000_000)


def boards() -> Iterator[Any]:
    """Tuples of 25 that differ in few cells: positions of one game."""
    start = [0] * 25
    for cells in itertools.combinations(range(25), 5):
        for colours in range(32):
            board = start.copy()
            for i, cell in enumerate(cells):
                board[cell] = 1 + (colours >> i & 1)
            yield tuple(board)


def bitboards() -> Iterator[Any]:
    """Pairs of sparse 64-bit numbers."""
    bits = [1 << i for i in range(64)]
    for one, two in itertools.product(itertools.combinations(bits, 2), itertools.combinations(bits, 2)):
        yield sum(one), sum(two)


def strings() -> Iterator[Any]:
    yield from map("".join, itertools.product(".XO", repeat=13))


def counters() -> Iterator[Any]:
    yield from itertools.count()


def nested() -> Iterator[Any]:
    for i in itertools.count():
        yield (i % 7, (i // 7 % 11, frozenset({i // 77, -1})), i % 2 == 0)


def arrays() -> Iterator[Any]:
    for i in itertools.count():
        board = np.zeros(64, np.int8)
        board[[i % 64, i // 64 % 64, i // 4096 % 64]] = 1, 2, 3
        board[i // 2**18 % 64] += 4
        yield board


def floats() -> Iterator[Any]:
    for i in itertools.count():
        yield (i / 8, -i / 3)


FAMILIES = [boards, bitboards, strings, counters, nested, arrays, floats]


@pytest.fixture(params=FAMILIES, ids=lambda family: family.__name__)
def keys(request: pytest.FixtureRequest) -> Any:
    return np.fromiter(map(key_of, itertools.islice(request.param(), COUNT)), np.uint64)


def distinct_states(family: Any) -> int:
    """Arrays with pieces on one square repeat; everything else differs."""
    if family is not arrays:
        return COUNT
    return len({board.tobytes() for board in itertools.islice(arrays(), COUNT)})


def test_a_million_states_have_a_million_keys(keys: Any, request: pytest.FixtureRequest) -> None:
    family = request.node.callspec.params["keys"]
    assert len(np.unique(keys)) == distinct_states(family)


def test_every_bit_of_the_keys_is_balanced(keys: Any) -> None:
    different = np.unique(keys)
    ones = np.array([np.count_nonzero(different >> np.uint64(bit) & np.uint64(1)) for bit in range(64)])
    deviations = np.abs(ones - len(different) / 2) / math.sqrt(len(different) / 4)
    assert deviations.max() < 4.5  # 64 fair coins exceed it in 1 of 2,300 families


@pytest.mark.parametrize("shift", [0, 17, 40, 52])
def test_any_twelve_bits_of_the_keys_spread_evenly(keys: Any, shift: int) -> None:
    """The table takes its cluster from the high bits, others take the low ones."""
    different = np.unique(keys)
    bins = 4096
    counts = np.bincount(
        (different >> np.uint64(shift) & np.uint64(bins - 1)).astype(np.int64), minlength=bins
    )
    expected = len(different) / bins
    chi_square = float(((counts - expected) ** 2 / expected).sum())
    assert abs(chi_square - (bins - 1)) / math.sqrt(2 * (bins - 1)) < 4.5


def changed(state: tuple[int, ...], place: int, bit: int) -> tuple[int, ...]:
    return (*state[:place], state[place] ^ 1 << bit, *state[place + 1 :])


@pytest.mark.parametrize("bit", [0, 1, 7, 31, 47, 62, 63, 64, 100])
def test_one_changed_bit_of_a_state_turns_half_of_the_key(bit: int) -> None:
    randomness = random.Random(bit)
    turned = np.zeros(64)
    rounds = sized(2_500, 20_000)
    for _ in range(rounds):
        state = tuple(randomness.randrange(4) for _ in range(9))
        difference = key_of(state) ^ key_of(changed(state, randomness.randrange(9), bit))
        turned += [difference >> i & 1 for i in range(64)]
    deviations = np.abs(turned - rounds / 2) / math.sqrt(rounds / 4)
    assert deviations.max() < 4.5


def test_changes_in_two_neighbouring_words_do_not_cancel() -> None:
    """Every pair of bits of two 64-bit numbers, around several states."""
    for base in [(0, 0), (2**40 + 5, -1), (-(2**63), 2**63 - 1)]:
        seen = {key_of((base[0] ^ 1 << i, base[1] ^ 1 << j)) for i in range(63) for j in range(63)}
        assert len(seen) == 63 * 63
