"""What goes wrong with texts of any game. All are ``ValueError``, and all repeat the text."""

from __future__ import annotations

from ..errors import IllegalMoveError

__all__ = ["InvalidMoveError", "checked_text", "shown"]


class InvalidMoveError(IllegalMoveError):
    """A text that is no move in any position.

    >>> from tabiya.chess import Move
    >>> Move.from_uci("e9e4")
    Traceback (most recent call last):
    tabiya.boards.errors.InvalidMoveError: invalid uci: 'e9e4'
    """


LONGEST = 100
"""Characters of a user's text that an error repeats."""


def shown(text: str) -> str:
    """A text as an error shows it: quoted, printable, and not longer than can be read."""
    return ascii(text) if len(text) <= LONGEST else f"{text[:LONGEST]!a}..."


def checked_text(name: str, text: str) -> str:
    """A text for the core's parsers, which read ASCII; any other letter is as wrong as a question mark."""
    if not isinstance(text, str):
        raise TypeError(f"{name} must be a str, not {type(text).__name__} ({text!r})")
    return text.encode("ascii", "replace").decode("ascii")
