"""The 960 starting positions of Chess960, by the numbers that Reinhard Scharnagl gave them.

>>> start_of_chess960(518)
'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1'
>>> position_of_chess960(start_of_chess960(959))
959
"""

from __future__ import annotations

from functools import cache
from itertools import combinations

from .._utils.arguments import check_int
from .squares import FILE_NAMES

__all__ = ["position_of_chess960", "start_of_chess960"]

KNIGHTS = tuple(combinations(range(5), 2))


def start_of_chess960(number: int) -> str:
    """Returns the FEN of a starting position, with the files of the rooks as castling rights."""
    rest = check_int("scharnagl", number, 0, 959)
    pieces = [""] * 8
    rest, light = divmod(rest, 4)
    rest, dark = divmod(rest, 4)
    knights, queen = divmod(rest, 6)
    pieces[2 * light + 1] = pieces[2 * dark] = "B"
    _free(pieces, queen, "Q")
    first, second = KNIGHTS[knights]
    _free(pieces, second, "N")
    _free(pieces, first, "N")
    for letter in "RKR":
        _free(pieces, 0, letter)
    back = "".join(pieces)
    rooks = "".join(FILE_NAMES[file].upper() for file in range(7, -1, -1) if back[file] == "R")
    return f"{back.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{back} w {rooks}{rooks.lower()} - 0 1"


def _free(pieces: list[str], number: int, letter: str) -> None:
    """Puts a piece on a free file, counted from the left."""
    free = [file for file in range(8) if not pieces[file]]
    pieces[free[number]] = letter


def position_of_chess960(fen: str) -> int | None:
    """Returns the number of a starting position, given with the files of its rooks, or None."""
    return _numbers().get(fen)


@cache
def _numbers() -> dict[str, int]:
    return {start_of_chess960(number): number for number in range(960)}
