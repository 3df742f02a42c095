"""The laws of keys in all games: they follow the moves, are good random numbers, and never change."""

from __future__ import annotations

import hashlib
import itertools
import random
from pathlib import Path

import numpy as np
import pytest
from every_game import SUBJECTS, Subject, every_game

from forms import sized

DATA = Path(__file__).parents[1] / "data"
GAMES = sized(48, 360)
BITS = 2**64 - 1


# ---- keys follow the moves -----------------------------------------------------------------------


@every_game
def test_the_incremental_key_is_the_recomputed_one(subject: Subject) -> None:
    for number in range(GAMES):
        for board in subject.play(number):
            board.verify()
            assert board.key == subject.Board(subject.text(board)).key


@every_game
def test_key_after_foretells_the_key_of_every_child(subject: Subject) -> None:
    for number in range(GAMES // 4):
        for board in itertools.islice(subject.play(number), 0, None, 5):
            for move in [*board.legal_moves, *([] if board.is_check() else [subject.Move.null()])]:
                foretold = board.key_after(move)
                assert board.key_after(str(move)) == foretold
                board.push(move)
                assert board.key == foretold
                board.pop()


@every_game
def test_unmaking_a_thousand_moves_brings_every_key_back(subject: Subject) -> None:
    rng = random.Random(3)
    board = subject.Board()
    keys = []
    for _ in range(1000):
        moves = list(board.legal_moves)
        if not moves:
            break
        keys.append(board.key)
        board.push(rng.choice(moves))
    assert len(keys) > 40
    board.verify()
    for key in reversed(keys):
        board.pop()
        assert board.key == key
        board.verify()
    assert board == subject.Board()


@pytest.mark.parametrize("clusters", [1021, 1024, 4096])
@every_game
def test_real_positions_spread_evenly_over_clusters(subject: Subject, clusters: int) -> None:
    """Chi-square of mulhi(key, clusters), within five standard deviations of its mean."""
    keys: set[int] = set()
    for number in itertools.count():
        for board in itertools.islice(subject.play(number, plies=100), 0, None, 2):
            keys.update(board.key_after(move) for move in board.legal_moves)
        if number >= 60 and len(keys) > 12 * clusters:
            break
    counts = np.bincount([key * clusters >> 64 for key in keys], minlength=clusters)
    expected = len(keys) / clusters
    chi_square = float(((counts - expected) ** 2 / expected).sum())
    freedom = clusters - 1
    assert abs(chi_square - freedom) < 5 * (2 * freedom) ** 0.5


# ---- the key material ----------------------------------------------------------------------------


@every_game
def test_the_keys_are_those_of_the_snapshot(subject: Subject) -> None:
    """A promise: saved and shared tables depend on it, so a change here is a breaking change."""
    lines = (DATA / f"{subject.name}_keys.txt").read_text().splitlines()
    facts = [line.split(" ", 1) for line in lines if line and not line.startswith("#")]
    assert len(facts) >= 14
    for key, text in facts:
        if text.startswith("sha256"):
            material = b"".join(term.to_bytes(8, "big") for term in subject.term_keys())
            assert hashlib.sha256(material).hexdigest()[:16] == key
        else:
            assert f"{subject.Board(text).key:016x}" == key, text


@every_game
def test_the_keys_are_outputs_of_the_documented_generator(subject: Subject) -> None:
    """SplitMix64, written again from its publication."""
    state = int.from_bytes(subject.seed, "big")
    for term in subject.term_keys():
        state = (state + 0x9E3779B97F4A7C15) & BITS
        x = ((state ^ state >> 30) * 0xBF58476D1CE4E5B9) & BITS
        x = ((x ^ x >> 27) * 0x94D049BB133111EB) & BITS
        assert term == x ^ x >> 31


@every_game
def test_no_two_to_four_keys_cancel_out(subject: Subject) -> None:
    """No keys are equal or zero, and no XOR of two is a key or another XOR of two."""
    keys = np.array(subject.term_keys(), dtype=np.uint64)
    assert np.all(keys != 0)
    assert len(np.unique(keys)) == len(keys)
    pairs = np.concatenate([keys[i + 1 :] ^ keys[i] for i in range(len(keys) - 1)])
    pairs.sort()
    assert np.all(pairs[1:] != pairs[:-1])
    places = np.minimum(np.searchsorted(pairs, keys), len(pairs) - 1)
    assert not np.any(pairs[places] == keys)


def test_the_keys_of_one_game_are_not_those_of_another() -> None:
    for first, second in itertools.combinations(SUBJECTS, 2):
        assert not set(first.term_keys()) & set(second.term_keys())
    assert len({subject.Board().key for subject in SUBJECTS}) == len(SUBJECTS)


def rank(numbers: list[int]) -> int:
    """Over GF(2), by elimination."""
    basis: dict[int, int] = {}
    for number in numbers:
        while number:
            top = number.bit_length()
            if top not in basis:
                basis[top] = number
                break
            number ^= basis[top]
    return len(basis)


@every_game
def test_the_keys_span_all_64_bits(subject: Subject) -> None:
    assert rank([1, 2, 3]) == 2
    assert rank(subject.term_keys()[: subject.terms]) == 64


@every_game
def test_every_bit_is_set_in_about_half_of_the_keys(subject: Subject) -> None:
    for bit in range(64):
        ones = sum(term >> bit & 1 for term in subject.term_keys()[: subject.terms])
        # Five standard deviations of a fair coin.
        assert abs(ones - subject.terms / 2) < 5 * subject.terms**0.5 / 2
