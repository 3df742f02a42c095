"""Errors about chess texts. All are ``ValueError`` and quote the text."""

from __future__ import annotations

from ..boards.errors import InvalidMoveError, shown
from ..errors import FenError, IllegalMoveError, ValidationError

__all__ = [
    "AmbiguousMoveError",
    "FenError",
    "IllegalMoveError",
    "InvalidMoveError",
    "ValidationError",
    "shown",
]


class AmbiguousMoveError(IllegalMoveError):
    """Several legal moves match the text."""
