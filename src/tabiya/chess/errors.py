"""What goes wrong with texts of chess. All are ``ValueError``, and all repeat the text."""

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
    """A text that several legal moves fit."""
