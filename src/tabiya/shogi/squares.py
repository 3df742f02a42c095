"""Squares are integers: 1a is 0, 1b is 1, 2a is 9, 9i is 80.

Files count from the right and ranks from the top, as black, the first player, sees the board.

>>> square_name(parse_square("7g")), square(6, 6)
('7g', 60)
"""

from __future__ import annotations

from .._utils.arguments import check_int
from ..boards.squares import square_of_name

FILE_NAMES = "123456789"
RANK_NAMES = "abcdefghi"
SQUARES = range(81)
SQUARE_NAMES = tuple(file + rank for file in FILE_NAMES for rank in RANK_NAMES)


def check_square(value: int, name: str = "square") -> int:
    """Returns an integer from 0 to 80, or raises an error that says so."""
    return check_int(name, value, 0, 80)


def parse_square(name: str) -> int:
    """Returns the square with a name.

    >>> parse_square("7j")
    Traceback (most recent call last):
    ValueError: invalid square name: '7j'
    """
    return square_of_name(name, SQUARE_NAMES)


def square_name(square: int) -> str:
    """Returns the name of a square: ``"7g"`` for 60."""
    return SQUARE_NAMES[check_square(square)]


def square(file: int, rank: int) -> int:
    """Returns the square on a file and a rank, both counted from 0: file 0 is ``1``, rank 0 is ``a``."""
    return check_int("file", file, 0, 8) * 9 + check_int("rank", rank, 0, 8)


def square_file(square: int) -> int:
    """Returns the file, from 0 (``1``) to 8 (``9``)."""
    return check_square(square) // 9


def square_rank(square: int) -> int:
    """Returns the rank, from 0 (``a``) to 8 (``i``)."""
    return check_square(square) % 9


def square_rotate(square: int) -> int:
    """Returns the square rotated by 180 degrees: 3c for 7g."""
    return 80 - check_square(square)
