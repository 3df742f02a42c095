"""The laws of shogi keys: they follow the moves, tell positions apart, and never change."""

from __future__ import annotations

import itertools

import pytest
from shogi_games import play

from forms import sized
from tabiya import _core, shogi
from tabiya.shogi import Board

GAMES = sized(48, 360)
TERMS = 28 * 81 + 2 * 7 * 19 + 1
"""What a position is made of: pieces on squares, counts in hands, the side to move."""


@pytest.fixture(scope="module")
def terms() -> list[int]:
    """The keys of all terms; the last four are those of repetitions."""
    return _core.shogi_term_keys()


def test_the_key_is_the_xor_of_its_terms(terms: list[int]) -> None:
    """Written again from the numbering in core/games/shogi/zobrist.hpp."""
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
