"""`SquareSet` is that of python-chess, for random sets and every operation."""

from __future__ import annotations

import operator
import random

import pytest

import chess as peer
from tabiya import chess

OPERATORS = (operator.or_, operator.and_, operator.sub, operator.xor)
IN_PLACE = (operator.ior, operator.iand, operator.isub, operator.ixor)
METHODS = ("union", "intersection", "difference", "symmetric_difference")
CHANGES = ("update", "intersection_update", "difference_update", "symmetric_difference_update")
QUESTIONS = ("isdisjoint", "issubset", "issuperset")


def masks() -> list[int]:
    rng = random.Random(9)
    some = [rng.getrandbits(64) & rng.getrandbits(64) for _ in range(20)]
    return [0, 1, 1 << 63, (1 << 64) - 1, *some, some[0] & some[1], some[0] | some[1]]


def test_operations_give_what_python_chess_gives() -> None:
    for a in masks():
        for b in masks():
            for other, theirs in (
                (b, b),
                (chess.SquareSet(b), peer.SquareSet(b)),
                ([*peer.SquareSet(b)],) * 2,
            ):
                ours, expected = chess.SquareSet(a), peer.SquareSet(a)
                for apply in (*OPERATORS, *IN_PLACE):
                    if isinstance(other, list):
                        continue
                    assert int(apply(ours.copy(), other)) == int(apply(expected.copy(), theirs))
                for name in METHODS:
                    assert int(getattr(ours, name)(other)) == int(getattr(expected, name)(theirs))
                for name in QUESTIONS:
                    assert getattr(ours, name)(other) == getattr(expected, name)(theirs)
                for name in CHANGES:
                    changed, wanted = ours.copy(), expected.copy()
                    getattr(changed, name)(other)
                    getattr(wanted, name)(theirs)
                    assert int(changed) == int(wanted)
                assert (ours == other) == (a == b)
                if not isinstance(other, list):
                    assert (ours <= other, ours < other, ours >= other, ours > other) == (
                        not a & ~b,
                        not a & ~b and a != b,
                        not b & ~a,
                        not b & ~a and a != b,
                    )
                    assert int(other - ours) == b & ~a if isinstance(other, chess.SquareSet) else True


def test_a_set_is_a_collection_in_the_order_of_python_chess() -> None:
    for mask in masks():
        ours, theirs = chess.SquareSet(mask), peer.SquareSet(mask)
        assert list(ours) == list(theirs)
        assert list(reversed(ours)) == list(reversed(theirs))
        assert (len(ours), bool(ours), int(ours), operator.index(ours)) == (
            len(theirs),
            bool(theirs),
            mask,
            mask,
        )
        assert ours.tolist() == theirs.tolist()
        assert (str(ours), repr(ours)) == (str(theirs), repr(theirs))
        assert int(ours.mirror()) == int(theirs.mirror())
        assert int(~ours) == int(~theirs)
        assert (int(ours << 9), int(ours >> 9)) == (int(theirs << 9), int(theirs >> 9))
        shifted = ours.copy()
        shifted <<= 3
        shifted >>= 2
        assert int(shifted) == (mask << 3 & (1 << 64) - 1) >> 2
        if len(ours) < 10:
            assert list(ours.carry_rippler()) == list(theirs.carry_rippler())


def test_squares_come_and_go() -> None:
    squares = chess.SquareSet([chess.A1, chess.H8])
    squares.add(chess.E4)
    squares.discard(chess.D4)
    assert chess.E4 in squares
    assert chess.D4 not in squares
    squares.remove(chess.E4)
    with pytest.raises(KeyError):
        squares.remove(chess.E4)
    assert squares.pop() == chess.A1
    assert squares == chess.SquareSet.from_square(chess.H8)
    squares.clear()
    with pytest.raises(KeyError, match="empty"):
        squares.pop()
    with pytest.raises(TypeError, match="unhashable"):
        hash(squares)


@pytest.mark.parametrize(
    ("squares", "error", "reason"),
    [
        (1 << 64, ValueError, "a mask of squares must have at most 64 bits"),
        ([64], ValueError, "square must be between 0 and 63, not 64"),
        (None, TypeError, "squares must be a mask or an iterable of squares, not NoneType"),
    ],
)
def test_what_is_no_set_of_squares_is_named(squares: object, error: type[Exception], reason: str) -> None:
    with pytest.raises(error, match=reason):
        chess.SquareSet(squares)  # type: ignore[arg-type]
    assert chess.SquareSet() != squares
