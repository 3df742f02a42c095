"""The laws of `Zobrist`: keys follow the moves, tell boards apart, and never change."""

from __future__ import annotations

import itertools
import pickle
import random
from hashlib import sha256
from typing import Any

import numpy as np
import pytest

from forms import sized
from tabiya import Zobrist

CHECKSUM = "be4b9c563e799e08"
"""Of all numbers below: they never change within a major version."""


def numbers(zobrist: Zobrist) -> list[int]:
    keys = [key for piece in zobrist.pieces for key in zobrist.keys_of(piece)]
    return keys + [zobrist.flip(0, extra) for extra in zobrist.extras]


def test_the_numbers_never_change() -> None:
    made = [Zobrist(64, 12, extras=["turn", "ko"]), Zobrist(9, "XO", empty=".", seed=2**64 - 1)]
    raw = b"".join(number.to_bytes(8, "little") for zobrist in made for number in numbers(zobrist))
    assert sha256(raw).hexdigest()[:16] == CHECKSUM
    assert Zobrist(1, 1).keys_of(1) == (0xE220A8397B1DCDAF,)  # SplitMix64's first output of seed 0


def test_the_numbers_are_those_of_the_core() -> None:
    """Chess keys come from the same stream; its seed and numbering are in core/games/chess/zobrist.cpp."""
    from tabiya._utils.mixing import mix

    zobrist = Zobrist(8, 3, seed=77)
    terms = [mix((77 + (i + 1) * 0x9E3779B97F4A7C15) % 2**64) for i in range(24)]
    assert [key for piece in (1, 2, 3) for key in zobrist.keys_of(piece)] == terms


def test_numbers_stay_when_pieces_or_extras_are_added() -> None:
    before, after = (
        Zobrist(25, "AB", empty=".", extras=["x"]),
        Zobrist(25, "ABC", empty=".", extras=["x", "y"]),
    )
    assert set(numbers(before)) < set(numbers(after))
    assert before.key("A" * 25, "x") == after.key("A" * 25, "x")


def test_keys_of_moves_are_keys_from_scratch() -> None:
    zobrist = Zobrist(25, [-1, 1, 7], extras=["turn", "ko"])
    chance = random.Random(1)
    board, extras, key = [0] * 25, set[str](), zobrist.key([0] * 25)
    assert key == 0
    for _ in range(sized(2_000, 50_000)):
        place, extra = chance.randrange(25), chance.choice(zobrist.extras)
        for piece in (board[place], new := chance.choice((0, -1, 1, 7))):
            if piece:
                key = zobrist.toggle(key, place, piece)
        board[place] = new
        extras ^= {extra}
        key = zobrist.flip(key, extra)
        assert key == zobrist.key(board, *extras)


def test_small_boards_have_different_keys() -> None:
    zobrist = Zobrist(9, 2)
    boards = list(itertools.product((0, 1, 2), repeat=9))
    assert len({zobrist.key(board) for board in boards}) == len(boards)


def test_a_board_is_a_sequence_a_text_or_an_array_of_any_shape() -> None:
    zobrist = Zobrist(6, 2)
    cells = [0, 1, 2, 0, 0, 1]
    for board in (tuple(cells), iter(cells), np.array(cells), np.array(cells, np.int8).reshape(2, 3)):
        assert zobrist.key(board) == zobrist.key(cells)
    assert zobrist.key(np.asfortranarray(np.array(cells).reshape(2, 3))) == zobrist.key(cells)


@pytest.mark.parametrize("seed", range(5))
def test_the_numbers_pass_the_checks_of_the_cores_keys(seed: int) -> None:
    zobrist = Zobrist(64, 12, seed=seed, extras=["turn"])
    assert zobrist.check() == 64
    keys = np.array(numbers(zobrist), np.uint64)
    ones = np.array([np.count_nonzero(keys >> np.uint64(bit) & np.uint64(1)) for bit in range(64)])
    assert (np.abs(ones - len(keys) / 2) / np.sqrt(len(keys) / 4)).max() < 4.5


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_the_check_finds_numbers_that_cancel(count: int) -> None:
    zobrist = Zobrist(20, 3)
    row = zobrist._rows[2]
    row[7] = 0
    for place in range(count - 1):
        row[7] ^= row[place]
    with pytest.raises(ValueError, match="cancel each other: choose another seed"):
        zobrist.check()


def test_the_check_counts_the_rank() -> None:
    assert Zobrist(5, 2).check() == 10  # fewer numbers than bits


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: Zobrist(0, 2), "places must be between 1 and"),
        (lambda: Zobrist(9, 0), "pieces must be between 1 and"),
        (lambda: Zobrist(9, "XX"), "pieces must differ from each other, but 'X' is there twice"),
        (lambda: Zobrist(9, [0, 1]), "empty must be none of the pieces, not 0"),
        (lambda: Zobrist(9, 2, seed=2**64), "seed must be between"),
        (lambda: Zobrist(9, 2).toggle(0, -1, 1), "place must be between 0 and 8, not -1"),
        (lambda: Zobrist(9, 2).toggle(0, 9, 1), "place must be between 0 and 8, not 9"),
        (lambda: Zobrist(9, 2).toggle(0, 1, 3), "piece must be one of 1, 2 (empty places: 0), not 3"),
        (lambda: Zobrist(9, 2).key([0] * 8), "board must have 9 places, not 8"),
        (lambda: Zobrist(2, 2).key([0, 5]), "piece must be one of 1, 2 (empty places: 0), not 5"),
        (
            lambda: Zobrist(2, 2, extras=["turn"]).flip(0, "tun"),
            "extra must be one of turn, not 'tun'; did you",
        ),
        (lambda: Zobrist(2, 2).flip(0, "turn"), "no extra is known, so not 'turn': name it with extras="),
    ],
)
def test_a_wrong_argument_is_named(call: Any, sentence: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        call()
    assert str(caught.value).startswith(sentence)


def test_it_can_be_pickled_and_shown() -> None:
    zobrist = Zobrist(4, "XO", empty=".", seed=3, extras=["turn"])
    assert numbers(pickle.loads(pickle.dumps(zobrist))) == numbers(zobrist)
    assert repr(zobrist) == "Zobrist(4, ['X', 'O'], seed=3, empty='.', extras=['turn'])"


@pytest.mark.parametrize("unordered", [{"X", "O"}, frozenset("XO")])
def test_names_without_an_order_are_refused(unordered: Any) -> None:
    """Their order, and so the keys, would depend on Python's hash seed."""
    with pytest.raises(
        TypeError, match=r"pieces must have an order, not (frozen)?set .*: sorted\(x\) has one"
    ):
        Zobrist(9, unordered)
    with pytest.raises(TypeError, match="extras must have an order"):
        Zobrist(9, "XO", extras=unordered)
    assert Zobrist(9, {"X": 1, "O": 2}.keys()).pieces == ("X", "O")


def test_a_text_is_not_a_list_of_extras() -> None:
    with pytest.raises(
        TypeError, match=r"extras must be a list of names, not str \('side'\): extras=\['side'\]"
    ):
        Zobrist(9, 2, extras="side")


@pytest.mark.parametrize(
    ("places", "pieces"), [(2**24, 2), (2**20, 1000), (2, itertools.count()), (2, range(2**16 + 1))]
)
def test_more_numbers_than_memory_are_refused_at_once(places: int, pieces: Any) -> None:
    with pytest.raises(ValueError, match="must be at most"):
        Zobrist(places, pieces)


@pytest.mark.parametrize("key", [-1, 2**64 - 1, np.uint64(2**63), np.int64(-5), True])
def test_updates_stay_within_64_bits(key: Any) -> None:
    zobrist = Zobrist(9, 2, extras=["side"])
    for update in (lambda key: zobrist.toggle(key, 3, 1), lambda key: zobrist.flip(key, "side")):
        changed = update(key)
        assert type(changed) is int
        assert 0 <= changed < 2**64
        assert update(changed) == int(key) % 2**64


@pytest.mark.parametrize("key", [2**64, 2**70, 1.5, "1"])
def test_updates_of_what_is_no_key_are_refused(key: Any) -> None:
    zobrist = Zobrist(9, 2, extras=["side"])
    for update in (lambda: zobrist.toggle(key, 3, 1), lambda: zobrist.flip(key, "side")):
        with pytest.raises((TypeError, ValueError), match="key must be"):
            update()
