"""Squares are integers: a1 is 0, b1 is 1, a2 is 8, h8 is 63. Row 1 is at the top.

>>> square_name(parse_square("d3")), square(3, 2)
('d3', 19)
"""

from __future__ import annotations

from .._utils.arguments import check_int
from ..boards.squares import square_of_name

COLUMN_NAMES = "abcdefgh"
ROW_NAMES = "12345678"
SQUARES = range(64)
SQUARE_NAMES = tuple(column + row for row in ROW_NAMES for column in COLUMN_NAMES)


def check_square(value: int, name: str = "square") -> int:
    """Returns the square. Raises if it is not an integer from 0 to 63."""
    return check_int(name, value, 0, 63)


def parse_square(name: str) -> int:
    """Returns the square with this name.

    >>> parse_square("d9")
    Traceback (most recent call last):
    ValueError: invalid square name: 'd9'
    """
    return square_of_name(name, SQUARE_NAMES)


def square_name(square: int) -> str:
    """Returns the name of a square: ``"d3"`` for 19."""
    return SQUARE_NAMES[check_square(square)]


def square(column: int, row: int) -> int:
    """Returns the square in a column and a row, both counted from 0."""
    return check_int("row", row, 0, 7) * 8 + check_int("column", column, 0, 7)
