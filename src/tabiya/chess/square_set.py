"""`SquareSet`: a set of squares, kept as a bit mask.

>>> from tabiya import chess
>>> board = chess.Board()
>>> knights = board.pieces(chess.KNIGHT, chess.WHITE)
>>> sorted(chess.square_name(square) for square in knights)
['b1', 'g1']
>>> len(knights | chess.SquareSet([chess.E4])), chess.B1 in knights
(3, True)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, SupportsIndex, SupportsInt, cast

from .._core import _chess_between, _chess_ray
from .squares import check_square

__all__ = ["ALL", "Bitboard", "IntoSquareSet", "SquareSet", "mask_of"]

Bitboard = int
IntoSquareSet = SupportsInt | Iterable[int]
"""A mask, a `SquareSet`, or squares."""

ALL = (1 << 64) - 1
"""The mask of all squares."""


class SquareSet:
    """A mutable set of squares. It combines with other sets, with masks and with iterables of squares.

    Squares come in order from a1 to h8. ``int(squares)`` and ``squares.mask`` are the bit mask.
    """

    __slots__ = ("mask",)

    mask: int

    def __init__(self, squares: IntoSquareSet = 0) -> None:
        self.mask = mask_of(squares)

    @classmethod
    def _of(cls, mask: int) -> SquareSet:
        """Wraps a mask of the core, which needs no check."""
        made = cls.__new__(cls)
        made.mask = mask
        return made

    # ---- constructors ------------------------------------------------------------------------------

    @classmethod
    def from_square(cls, square: int) -> SquareSet:
        """Returns the set of one square."""
        return cls._of(1 << check_square(square))

    @classmethod
    def between(cls, a: int, b: int) -> SquareSet:
        """Returns the squares strictly between two squares on a line; none if they share no line."""
        return cls._of(_chess_between(check_square(a, "a"), check_square(b, "b")))

    @classmethod
    def ray(cls, a: int, b: int) -> SquareSet:
        """Returns the rank, file or diagonal through two squares; none if they share no line."""
        return cls._of(_chess_ray(check_square(a, "a"), check_square(b, "b")))

    # ---- as a collection ---------------------------------------------------------------------------

    def __contains__(self, square: int) -> bool:
        return self.mask >> check_square(square) & 1 == 1

    def __iter__(self) -> Iterator[int]:
        mask = self.mask
        while mask:
            yield (mask & -mask).bit_length() - 1
            mask &= mask - 1

    def __reversed__(self) -> Iterator[int]:
        mask = self.mask
        while mask:
            square = mask.bit_length() - 1
            yield square
            mask ^= 1 << square

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __bool__(self) -> bool:
        return self.mask != 0

    def tolist(self) -> list[bool]:
        """Returns for each square whether it is in the set."""
        return [self.mask >> square & 1 == 1 for square in range(64)]

    def carry_rippler(self) -> Iterator[int]:
        """Iterates over the masks of all subsets."""
        subset = 0
        while True:
            yield subset
            subset = (subset - self.mask) & self.mask
            if not subset:
                return

    # ---- changes -----------------------------------------------------------------------------------

    def add(self, square: int) -> None:
        """Adds a square."""
        self.mask |= 1 << check_square(square)

    def discard(self, square: int) -> None:
        """Removes a square if it is in the set."""
        self.mask &= ~(1 << check_square(square))

    def remove(self, square: int) -> None:
        """Removes a square. Raises KeyError if it is not in the set."""
        if square not in self:
            raise KeyError(square)
        self.discard(square)

    def pop(self) -> int:
        """Removes and returns the first square. Raises KeyError if the set is empty."""
        if not self.mask:
            raise KeyError("pop from an empty SquareSet")
        square = (self.mask & -self.mask).bit_length() - 1
        self.mask &= self.mask - 1
        return square

    def clear(self) -> None:
        """Removes all squares."""
        self.mask = 0

    def update(self, *others: IntoSquareSet) -> None:
        """Adds the squares of other sets."""
        for other in others:
            self.mask |= mask_of(other)

    def intersection_update(self, *others: IntoSquareSet) -> None:
        """Keeps the squares that all other sets have."""
        for other in others:
            self.mask &= mask_of(other)

    def difference_update(self, other: IntoSquareSet) -> None:
        """Removes the squares of another set."""
        self.mask &= ~mask_of(other)

    def symmetric_difference_update(self, other: IntoSquareSet) -> None:
        """Keeps the squares that exactly one of the two sets has."""
        self.mask ^= mask_of(other)

    # ---- new sets ----------------------------------------------------------------------------------

    def copy(self) -> SquareSet:
        """Returns a copy."""
        return self._of(self.mask)

    __copy__ = copy

    def mirror(self) -> SquareSet:
        """Returns the set mirrored vertically: e8 for e1."""
        return self._of(int.from_bytes(self.mask.to_bytes(8, "little"), "big"))

    def union(self, *others: IntoSquareSet) -> SquareSet:
        """Returns the squares of this set and of the others."""
        result = self.copy()
        result.update(*others)
        return result

    def intersection(self, *others: IntoSquareSet) -> SquareSet:
        """Returns the squares that all sets have."""
        result = self.copy()
        result.intersection_update(*others)
        return result

    def difference(self, other: IntoSquareSet) -> SquareSet:
        """Returns the squares that the other set does not have."""
        return self._of(self.mask & ~mask_of(other))

    def symmetric_difference(self, other: IntoSquareSet) -> SquareSet:
        """Returns the squares that exactly one of the two sets has."""
        return self._of(self.mask ^ mask_of(other))

    def __or__(self, other: IntoSquareSet) -> SquareSet:
        return self._of(self.mask | mask_of(other))

    def __and__(self, other: IntoSquareSet) -> SquareSet:
        return self._of(self.mask & mask_of(other))

    def __sub__(self, other: IntoSquareSet) -> SquareSet:
        return self._of(self.mask & ~mask_of(other))

    def __xor__(self, other: IntoSquareSet) -> SquareSet:
        return self._of(self.mask ^ mask_of(other))

    __ror__, __rand__, __rxor__ = __or__, __and__, __xor__

    def __rsub__(self, other: IntoSquareSet) -> SquareSet:
        return self._of(mask_of(other) & ~self.mask)

    def __ior__(self, other: IntoSquareSet) -> SquareSet:
        self.mask |= mask_of(other)
        return self

    def __iand__(self, other: IntoSquareSet) -> SquareSet:
        self.mask &= mask_of(other)
        return self

    def __isub__(self, other: IntoSquareSet) -> SquareSet:
        self.mask &= ~mask_of(other)
        return self

    def __ixor__(self, other: IntoSquareSet) -> SquareSet:
        self.mask ^= mask_of(other)
        return self

    def __invert__(self) -> SquareSet:
        return self._of(self.mask ^ ALL)

    def __lshift__(self, count: int) -> SquareSet:
        return self._of(self.mask << count & ALL)

    def __rshift__(self, count: int) -> SquareSet:
        return self._of(self.mask >> count)

    def __ilshift__(self, count: int) -> SquareSet:
        self.mask = self.mask << count & ALL
        return self

    def __irshift__(self, count: int) -> SquareSet:
        self.mask >>= count
        return self

    # ---- comparison --------------------------------------------------------------------------------

    def isdisjoint(self, other: IntoSquareSet) -> bool:
        """Returns whether the sets have no square in common."""
        return not self.mask & mask_of(other)

    def issubset(self, other: IntoSquareSet) -> bool:
        """Returns whether the other set has all squares of this one."""
        return not self.mask & ~mask_of(other)

    def issuperset(self, other: IntoSquareSet) -> bool:
        """Returns whether this set has all squares of the other one."""
        return not mask_of(other) & ~self.mask

    __le__, __ge__ = issubset, issuperset

    def __lt__(self, other: IntoSquareSet) -> bool:
        return self.issubset(other) and self != other

    def __gt__(self, other: IntoSquareSet) -> bool:
        return self.issuperset(other) and self != other

    def __eq__(self, other: object) -> bool:
        try:
            return self.mask == mask_of(cast("IntoSquareSet", other))
        except (TypeError, ValueError):
            return NotImplemented

    __hash__: ClassVar[None]  # type: ignore[assignment]

    # ---- conversions -------------------------------------------------------------------------------

    def __int__(self) -> int:
        return self.mask

    def __index__(self) -> int:
        return self.mask

    def __str__(self) -> str:
        """Draws the board with ``1`` for the squares in the set."""
        rows = ([str(self.mask >> rank * 8 + file & 1) for file in range(8)] for rank in range(7, -1, -1))
        return "\n".join(" ".join(row) for row in rows).replace("0", ".")

    def __repr__(self) -> str:
        return f"SquareSet({self.mask:#021_x})"


def mask_of(squares: IntoSquareSet) -> int:
    """Returns squares as a bit mask."""
    if isinstance(squares, SquareSet):
        return squares.mask
    if isinstance(squares, SupportsIndex):
        mask = squares.__index__()
        if not -ALL - 1 <= mask <= ALL:
            raise ValueError(f"a mask of squares must have at most 64 bits, not {mask:#x}")
        return mask & ALL
    if not isinstance(squares, Iterable):
        kind = type(squares).__name__
        raise TypeError(f"squares must be a mask or an iterable of squares, not {kind} ({squares!r})")
    mask = 0
    for square in squares:
        mask |= 1 << check_square(square)
    return mask
