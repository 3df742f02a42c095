"""What goes wrong with texts of chess. All are ``ValueError``, and all repeat the text."""

from __future__ import annotations

from ..errors import FenError, IllegalMoveError, ValidationError

__all__ = [
    "AmbiguousMoveError",
    "FenError",
    "IllegalMoveError",
    "InvalidMoveError",
    "ValidationError",
    "shown",
]


class InvalidMoveError(IllegalMoveError):
    """A text that is no move in any position.

    >>> from tabiya.chess import Move
    >>> Move.from_uci("e9e4")
    Traceback (most recent call last):
    tabiya.chess.errors.InvalidMoveError: invalid uci: 'e9e4'
    """


class AmbiguousMoveError(IllegalMoveError):
    """A text that several legal moves fit."""


LONGEST = 100
"""Characters of a user's text that an error repeats."""


def shown(text: str) -> str:
    """A text as an error shows it: quoted, printable, and not longer than can be read."""
    return ascii(text) if len(text) <= LONGEST else f"{text[:LONGEST]!a}..."
