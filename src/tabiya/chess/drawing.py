"""Boards as text and as pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .pieces import BY_SYMBOL
from .squares import FILE_NAMES

if TYPE_CHECKING:
    from .board import Board

__all__ = ["ascii_board", "unicode_board"]


def ranks(board: Board) -> list[list[str]]:
    """Piece letters, or dots for empty squares, from the eighth rank to the first."""
    return [[board._piece(rank * 8 + file) for file in range(8)] for rank in range(7, -1, -1)]


def ascii_board(board: Board) -> str:
    """The board as letters, with white below and in upper case."""
    return "\n".join(" ".join(letters) for letters in ranks(board))


def unicode_board(board: Board, *, invert_color: bool, borders: bool, empty_square: str) -> str:
    """The board as Unicode figures, with white below."""

    def figure(letter: str) -> str:
        piece = BY_SYMBOL.get(letter)
        return piece.unicode_symbol(invert_color=invert_color) if piece is not None else empty_square

    rows = [[figure(letter) for letter in letters] for letters in ranks(board)]
    if not borders:
        return "\n".join(" ".join(row) for row in rows)
    line = "  " + "-" * 17
    lines = [f"{line}\n{8 - i} |{'|'.join(row)}|" for i, row in enumerate(rows)]
    return "\n".join([*lines, line, "   " + " ".join(FILE_NAMES)])
