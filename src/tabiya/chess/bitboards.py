"""Bit masks of squares, for programs that work with masks: ``BB_FILE_A``, `scan_forward`, `between`.

>>> [hex(mask) for mask in (BB_A1, BB_RANK_2, BB_KNIGHT_ATTACKS[0])]
['0x1', '0xff00', '0x20400']
>>> list(scan_forward(BB_CORNERS))
[0, 7, 56, 63]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from .._core import _chess_between as between
from .._core import _chess_ray as ray
from .squares import square_distance

__all__ = [
    "BB_ALL",
    "BB_BACKRANKS",
    "BB_CENTER",
    "BB_CORNERS",
    "BB_DARK_SQUARES",
    "BB_EMPTY",
    "BB_FILES",
    "BB_KING_ATTACKS",
    "BB_KNIGHT_ATTACKS",
    "BB_LIGHT_SQUARES",
    "BB_PAWN_ATTACKS",
    "BB_RANKS",
    "BB_SQUARES",
    "between",
    "flip_anti_diagonal",
    "flip_diagonal",
    "flip_horizontal",
    "flip_vertical",
    "lsb",
    "msb",
    "popcount",
    "ray",
    "scan_forward",
    "scan_reversed",
]
# fmt: off
__all__ += [  # noqa: RUF022
    "BB_A1", "BB_B1", "BB_C1", "BB_D1", "BB_E1", "BB_F1", "BB_G1", "BB_H1",
    "BB_A2", "BB_B2", "BB_C2", "BB_D2", "BB_E2", "BB_F2", "BB_G2", "BB_H2",
    "BB_A3", "BB_B3", "BB_C3", "BB_D3", "BB_E3", "BB_F3", "BB_G3", "BB_H3",
    "BB_A4", "BB_B4", "BB_C4", "BB_D4", "BB_E4", "BB_F4", "BB_G4", "BB_H4",
    "BB_A5", "BB_B5", "BB_C5", "BB_D5", "BB_E5", "BB_F5", "BB_G5", "BB_H5",
    "BB_A6", "BB_B6", "BB_C6", "BB_D6", "BB_E6", "BB_F6", "BB_G6", "BB_H6",
    "BB_A7", "BB_B7", "BB_C7", "BB_D7", "BB_E7", "BB_F7", "BB_G7", "BB_H7",
    "BB_A8", "BB_B8", "BB_C8", "BB_D8", "BB_E8", "BB_F8", "BB_G8", "BB_H8",
    "BB_FILE_A", "BB_FILE_B", "BB_FILE_C", "BB_FILE_D", "BB_FILE_E", "BB_FILE_F", "BB_FILE_G", "BB_FILE_H",
    "BB_RANK_1", "BB_RANK_2", "BB_RANK_3", "BB_RANK_4", "BB_RANK_5", "BB_RANK_6", "BB_RANK_7", "BB_RANK_8",
]
# fmt: on

BB_EMPTY = 0
BB_ALL = (1 << 64) - 1
BB_SQUARES = [1 << square for square in range(64)]

# fmt: off
BB_A1, BB_B1, BB_C1, BB_D1, BB_E1, BB_F1, BB_G1, BB_H1 = BB_SQUARES[:8]
BB_A2, BB_B2, BB_C2, BB_D2, BB_E2, BB_F2, BB_G2, BB_H2 = BB_SQUARES[8:16]
BB_A3, BB_B3, BB_C3, BB_D3, BB_E3, BB_F3, BB_G3, BB_H3 = BB_SQUARES[16:24]
BB_A4, BB_B4, BB_C4, BB_D4, BB_E4, BB_F4, BB_G4, BB_H4 = BB_SQUARES[24:32]
BB_A5, BB_B5, BB_C5, BB_D5, BB_E5, BB_F5, BB_G5, BB_H5 = BB_SQUARES[32:40]
BB_A6, BB_B6, BB_C6, BB_D6, BB_E6, BB_F6, BB_G6, BB_H6 = BB_SQUARES[40:48]
BB_A7, BB_B7, BB_C7, BB_D7, BB_E7, BB_F7, BB_G7, BB_H7 = BB_SQUARES[48:56]
BB_A8, BB_B8, BB_C8, BB_D8, BB_E8, BB_F8, BB_G8, BB_H8 = BB_SQUARES[56:]

BB_FILES = [0x0101_0101_0101_0101 << file for file in range(8)]
BB_FILE_A, BB_FILE_B, BB_FILE_C, BB_FILE_D, BB_FILE_E, BB_FILE_F, BB_FILE_G, BB_FILE_H = BB_FILES
BB_RANKS = [0xFF << 8 * rank for rank in range(8)]
BB_RANK_1, BB_RANK_2, BB_RANK_3, BB_RANK_4, BB_RANK_5, BB_RANK_6, BB_RANK_7, BB_RANK_8 = BB_RANKS
# fmt: on

BB_BACKRANKS = BB_RANK_1 | BB_RANK_8
BB_CORNERS = BB_A1 | BB_H1 | BB_A8 | BB_H8
BB_CENTER = BB_D4 | BB_E4 | BB_D5 | BB_E5
BB_DARK_SQUARES = 0xAA55_AA55_AA55_AA55
BB_LIGHT_SQUARES = BB_ALL ^ BB_DARK_SQUARES


def _steps(reaches: Callable[[int, int], bool]) -> list[int]:
    """For each square the squares with these steps of file and rank, within a distance of two."""

    def mask(origin: int) -> int:
        near = (end for end in range(64) if 0 < square_distance(origin, end) <= 2)
        return sum(1 << end for end in near if reaches((end & 7) - (origin & 7), (end >> 3) - (origin >> 3)))

    return [mask(origin) for origin in range(64)]


BB_KNIGHT_ATTACKS = _steps(lambda file, rank: abs(file * rank) == 2)
BB_KING_ATTACKS = _steps(lambda file, rank: max(abs(file), abs(rank)) == 1)
BB_PAWN_ATTACKS = [
    _steps(lambda file, rank: abs(file) == 1 and rank == -1),
    _steps(lambda file, rank: abs(file) == 1 and rank == 1),
]
"""By colour: black's, then white's."""


def scan_forward(mask: int) -> Iterator[int]:
    """Iterates over the squares of a mask from a1 to h8."""
    while mask:
        yield lsb(mask)
        mask &= mask - 1


def scan_reversed(mask: int) -> Iterator[int]:
    """Iterates over the squares of a mask from h8 to a1."""
    while mask:
        square = msb(mask)
        yield square
        mask ^= 1 << square


def lsb(mask: int) -> int:
    """Returns the first square of a mask, -1 if there is none."""
    return (mask & -mask).bit_length() - 1


def msb(mask: int) -> int:
    """Returns the last square of a mask, -1 if there is none."""
    return mask.bit_length() - 1


def popcount(mask: int) -> int:
    """Returns the number of squares in a mask."""
    return mask.bit_count()


def flip_vertical(mask: int) -> int:
    """Returns the mask with the ranks in reverse order."""
    return int.from_bytes(mask.to_bytes(8, "little"), "big")


def flip_horizontal(mask: int) -> int:
    """Returns the mask with the files in reverse order."""
    return sum(1 << (square ^ 7) for square in scan_forward(mask))


def flip_diagonal(mask: int) -> int:
    """Returns the mask mirrored at the diagonal from a1 to h8."""
    return sum(1 << ((square & 7) << 3 | square >> 3) for square in scan_forward(mask))


def flip_anti_diagonal(mask: int) -> int:
    """Returns the mask mirrored at the diagonal from a8 to h1."""
    return flip_vertical(flip_horizontal(flip_diagonal(mask)))
