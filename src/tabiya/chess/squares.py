"""Squares are integers: a1 is 0, b1 is 1, h8 is 63.

>>> square_name(parse_square("e4")), square(4, 3), E4
('e4', 28, 28)
"""

from __future__ import annotations

from .._utils.arguments import check_int
from ..boards.squares import square_of_name

__all__ = [
    "FILE_NAMES",
    "RANK_NAMES",
    "SQUARES",
    "SQUARES_180",
    "SQUARE_NAMES",
    "Square",
    "parse_square",
    "square",
    "square_distance",
    "square_file",
    "square_manhattan_distance",
    "square_mirror",
    "square_name",
    "square_rank",
]
# fmt: off
__all__ += [  # noqa: RUF022
    "A1", "B1", "C1", "D1", "E1", "F1", "G1", "H1",
    "A2", "B2", "C2", "D2", "E2", "F2", "G2", "H2",
    "A3", "B3", "C3", "D3", "E3", "F3", "G3", "H3",
    "A4", "B4", "C4", "D4", "E4", "F4", "G4", "H4",
    "A5", "B5", "C5", "D5", "E5", "F5", "G5", "H5",
    "A6", "B6", "C6", "D6", "E6", "F6", "G6", "H6",
    "A7", "B7", "C7", "D7", "E7", "F7", "G7", "H7",
    "A8", "B8", "C8", "D8", "E8", "F8", "G8", "H8",
]
# fmt: on

Square = int
FILE_NAMES = "abcdefgh"
RANK_NAMES = "12345678"
SQUARES = range(64)
SQUARES_180 = tuple(square ^ 56 for square in SQUARES)
"""The squares in the order of a FEN, from a8 to h1."""
SQUARE_NAMES = tuple(file + rank for rank in RANK_NAMES for file in FILE_NAMES)

# fmt: off
A1, B1, C1, D1, E1, F1, G1, H1 = range(8)
A2, B2, C2, D2, E2, F2, G2, H2 = range(8, 16)
A3, B3, C3, D3, E3, F3, G3, H3 = range(16, 24)
A4, B4, C4, D4, E4, F4, G4, H4 = range(24, 32)
A5, B5, C5, D5, E5, F5, G5, H5 = range(32, 40)
A6, B6, C6, D6, E6, F6, G6, H6 = range(40, 48)
A7, B7, C7, D7, E7, F7, G7, H7 = range(48, 56)
A8, B8, C8, D8, E8, F8, G8, H8 = range(56, 64)
# fmt: on


def check_square(value: int, name: str = "square") -> int:
    """Returns an integer from 0 to 63, or raises an error that says so."""
    return check_int(name, value, 0, 63)


def parse_square(name: str) -> int:
    """Returns the square with a name.

    >>> parse_square("e9")
    Traceback (most recent call last):
    ValueError: invalid square name: 'e9'
    """
    return square_of_name(name, SQUARE_NAMES)


def square_name(square: int) -> str:
    """Returns the name of a square: ``"e4"`` for 28."""
    return SQUARE_NAMES[check_square(square)]


def square(file: int, rank: int) -> int:
    """Returns the square on a file and a rank, both counted from 0."""
    return check_int("rank", rank, 0, 7) * 8 + check_int("file", file, 0, 7)


def square_file(square: int) -> int:
    """Returns the file, from 0 (a) to 7 (h)."""
    return check_square(square) & 7


def square_rank(square: int) -> int:
    """Returns the rank, from 0 to 7."""
    return check_square(square) >> 3


def square_mirror(square: int) -> int:
    """Returns the square mirrored vertically: e8 for e1."""
    return check_square(square) ^ 56


def square_distance(a: int, b: int) -> int:
    """Returns the number of king moves from a square to another."""
    files, ranks = _steps(a, b)
    return max(files, ranks)


def square_manhattan_distance(a: int, b: int) -> int:
    """Returns the number of steps along files and ranks from a square to another."""
    files, ranks = _steps(a, b)
    return files + ranks


def _steps(a: int, b: int) -> tuple[int, int]:
    start, end = check_square(a, "a"), check_square(b, "b")
    return abs((start & 7) - (end & 7)), abs((start >> 3) - (end >> 3))
