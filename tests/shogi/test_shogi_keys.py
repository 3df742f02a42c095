"""The laws of shogi keys: they follow the moves, tell positions apart, and never change."""

from __future__ import annotations

import hashlib
import itertools
import os
import random
from pathlib import Path

import numpy as np
import pytest
from shogi_games import STARTS, play

from tabiya import _core, chess, shogi
from tabiya.shogi import Board

DATA = Path(__file__).parents[1] / "data"
GAMES = 360 if os.environ.get("TABIYA_LONG") else 48
BITS = 2**64 - 1
TERMS = 28 * 81 + 2 * 7 * 19 + 1
"""What a position is made of: pieces on squares, counts in hands, the side to move."""


@pytest.fixture(scope="module")
def terms() -> list[int]:
    """The keys of all terms; the last four are those of repetitions."""
    return _core.shogi_term_keys()


# ---- keys follow the moves -----------------------------------------------------------------------


def test_the_incremental_key_is_the_recomputed_one() -> None:
    for number in range(GAMES):
        for game in play(number, plies=120):
            game.ours.verify()
            assert game.ours.key == Board(game.ours.sfen()).key


def test_key_after_foretells_the_key_of_every_child() -> None:
    for number in range(GAMES // 4):
        for game in itertools.islice(play(number), 0, None, 10):
            board = game.ours
            for move in board.legal_moves:
                foretold = board.key_after(move)
                assert board.key_after(move.usi()) == foretold
                board.push(move)
                assert board.key == foretold
                board.pop()


def test_unmaking_a_thousand_moves_brings_every_key_back() -> None:
    rng = random.Random(3)
    board = Board()
    keys = []
    for _ in range(1000):
        moves = list(board.legal_moves)
        if not moves:
            break
        keys.append(board.key)
        board.push(rng.choice(moves))
    assert len(keys) > 100
    board.verify()
    for key in reversed(keys):
        board.pop()
        assert board.key == key
        board.verify()
    assert board == Board()


def test_the_key_is_the_xor_of_its_terms(terms: list[int]) -> None:
    """Written here again, from the numbering that core/games/shogi/zobrist.hpp documents."""
    for number in range(GAMES):
        board = list(play(number, plies=60))[-1].ours
        key = 0 if board.turn else terms[TERMS - 1]
        for square, piece in board.piece_map().items():
            key ^= terms[((not piece.color) * 14 + piece.piece_type - 1) * 81 + square]
        for color in (shogi.BLACK, shogi.WHITE):
            for place, count in enumerate(board.hand(color).values()):
                key ^= terms[28 * 81 + ((not color) * 7 + place) * 19 + count]
        assert board.key == key


# ---- equal positions, different positions --------------------------------------------------------


def test_move_orders_that_transpose_meet_in_one_key() -> None:
    keys = set()
    for blacks in itertools.permutations(["7g7f", "2g2f", "6i7h"]):
        for whites in itertools.permutations(["8c8d", "4a3b", "7a6b"]):
            board = Board()
            for pair in zip(blacks, whites, strict=True):
                for move in pair:
                    board.push(move)
            keys.add(board.key)
    assert len(keys) == 1


def test_the_colour_of_a_piece_changes_the_key() -> None:
    for symbol in "plnsbrg":
        for plus in ("", "+") if symbol != "g" else ("",):
            texts = [f"1k7/9/9/9/4{plus}{letter}4/9/9/9/7K1 b - 1" for letter in (symbol, symbol.upper())]
            assert len({Board(text).key for text in texts}) == 2


def test_the_owner_of_a_hand_changes_the_key() -> None:
    for symbol, most in zip("PLNSGBR", (18, 4, 4, 4, 4, 2, 2), strict=True):
        for count in range(1, most + 1):
            text = symbol if count == 1 else f"{count}{symbol}"
            keys = {Board(f"4k4/9/9/9/9/9/9/9/4K4 b {hand} 1").key for hand in (text, text.lower(), "-")}
            assert len(keys) == 3


def test_every_number_in_hand_has_a_key_of_its_own() -> None:
    """All ways to share 18 pawns, and every count of every other kind."""
    hands = ["-"]
    for black in range(19):
        for white in range(19 - black):
            hands.append((f"{black}P" if black else "") + (f"{white}p" if white else ""))
    for symbol, most in zip("LNSGBR", (4, 4, 4, 4, 2, 2), strict=True):
        hands += [f"{count}{symbol}" for count in range(1, most + 1)]
    texts = [hand.replace("1P", "P").replace("1p", "p") if hand in ("1P", "1p") else hand for hand in hands]
    boards = [Board(f"4k4/9/9/9/9/9/9/9/4K4 b {text or '-'} 1") for text in texts]
    distinct = {board.sfen() for board in boards}
    assert len({board.key for board in boards}) == len(distinct) > 190


def test_the_side_to_move_and_promotion_change_the_key() -> None:
    texts = [
        f"4k4/9/9/9/2{piece}6/9/9/9/4K4 {side} - 1" for side in "bw" for piece in ("P", "+P", "S", "+S", "G")
    ]
    assert len({Board(text).key for text in texts}) == len(texts)


def test_the_move_number_is_no_part_of_the_key() -> None:
    assert len({Board(f"4k4/9/9/9/9/9/9/9/4K4 b P {number}").key for number in (1, 2, 99, 9999)}) == 1


def test_repetition_is_in_the_key_only_if_asked_for() -> None:
    board = Board()
    plain, with_repetition = [], []
    for _ in range(5):
        plain.append(board.key)
        assert board.key_with() == board.key_with(repetition_keys=False) == board.key
        with_repetition.append(board.key_with(repetition_keys=True))
        for move in ("2h3h", "8b7b", "3h2h", "7b8b"):
            board.push(move)
    assert len(set(plain)) == 1
    # None, one, two, and three or more earlier ones.
    assert len(set(with_repetition)) == 4
    assert with_repetition[3] == with_repetition[4]
    assert plain[0] not in with_repetition
    with pytest.raises(TypeError, match=r"repetition_keys must be a bool, not str \('on'\)"):
        board.key_with(repetition_keys="on")  # type: ignore[arg-type]


# ---- the key material ----------------------------------------------------------------------------


def test_the_keys_are_those_of_the_snapshot(terms: list[int]) -> None:
    """A promise: saved and shared tables depend on it, so a change here is a breaking change."""
    lines = (DATA / "shogi_keys.txt").read_text().splitlines()
    facts = [line.split(" ", 1) for line in lines if line and not line.startswith("#")]
    assert len(facts) >= 14
    for key, text in facts:
        if text.startswith("sha256"):
            digest = hashlib.sha256(b"".join(term.to_bytes(8, "big") for term in terms)).hexdigest()
            assert digest[:16] == key
        else:
            assert f"{Board(text).key:016x}" == key, text


def test_the_keys_are_outputs_of_the_documented_generator(terms: list[int]) -> None:
    """SplitMix64, written here again from its publication."""
    assert len(terms) == TERMS + 4
    state = int.from_bytes(b"tabiya02", "big")
    for term in terms:
        state = (state + 0x9E3779B97F4A7C15) & BITS
        x = ((state ^ state >> 30) * 0xBF58476D1CE4E5B9) & BITS
        x = ((x ^ x >> 27) * 0x94D049BB133111EB) & BITS
        assert term == x ^ x >> 31


def test_no_two_to_four_keys_cancel_out(terms: list[int]) -> None:
    """Neither equal, nor zero, nor is a XOR of two another key or another XOR of two."""
    keys = np.array(terms, dtype=np.uint64)
    assert np.all(keys != 0)
    assert len(np.unique(keys)) == len(keys)
    pairs = np.concatenate([keys[i + 1 :] ^ keys[i] for i in range(len(keys) - 1)])
    pairs.sort()
    assert np.all(pairs[1:] != pairs[:-1])
    places = np.minimum(np.searchsorted(pairs, keys), len(pairs) - 1)
    assert not np.any(pairs[places] == keys)


def test_the_keys_are_not_those_of_chess(terms: list[int]) -> None:
    assert not set(terms) & set(_core.chess_term_keys())
    assert Board().key != chess.Board().key


def test_the_keys_span_all_64_bits(terms: list[int]) -> None:
    basis: dict[int, int] = {}
    for number in terms[:TERMS]:
        while number:
            top = number.bit_length()
            if top not in basis:
                basis[top] = number
                break
            number ^= basis[top]
    assert len(basis) == 64


def test_every_bit_is_set_in_about_half_of_the_keys(terms: list[int]) -> None:
    for bit in range(64):
        ones = sum(term >> bit & 1 for term in terms[:TERMS])
        # Five standard deviations of a fair coin: sqrt(2535) / 2 = 25.
        assert abs(ones - TERMS / 2) < 126


@pytest.mark.parametrize("clusters", [1021, 4096])
def test_real_positions_spread_evenly_over_clusters(clusters: int) -> None:
    """Chi-square of mulhi(key, clusters), within five standard deviations of its mean."""
    keys = set()
    for number in range(2 * len(STARTS)):
        for game in itertools.islice(play(number, plies=100), 0, None, 2):
            keys.update(game.ours.key_after(move) for move in game.ours.legal_moves)
    counts = np.bincount([key * clusters >> 64 for key in keys], minlength=clusters)
    expected = len(keys) / clusters
    assert expected > 20
    chi_square = float(((counts - expected) ** 2 / expected).sum())
    freedom = clusters - 1
    assert abs(chi_square - freedom) < 5 * (2 * freedom) ** 0.5
