"""Errors about texts of any game. All are ``ValueError`` and quote the text."""

from __future__ import annotations

from ..errors import IllegalMoveError

__all__ = ["InvalidMoveError", "checked_text", "shown"]


class InvalidMoveError(IllegalMoveError):
    """The text is not a move in any position.

    >>> from tabiya.chess import Move
    >>> Move.from_uci("e9e4")
    Traceback (most recent call last):
    tabiya.boards.errors.InvalidMoveError: invalid uci: 'e9e4'
    """


LONGEST = 100
"""Characters of a text that an error quotes."""


def shown(text: str) -> str:
    """Formats a text for an error message: quoted, printable and shortened."""
    return ascii(text) if len(text) <= LONGEST else f"{text[:LONGEST]!a}..."


def checked_text(name: str, text: str) -> str:
    """Returns a text for the core's parsers, which read ASCII. Other letters become question marks."""
    if not isinstance(text, str):
        raise TypeError(f"{name} must be a str, not {type(text).__name__} ({text!r})")
    return text.encode("ascii", "replace").decode("ascii")
