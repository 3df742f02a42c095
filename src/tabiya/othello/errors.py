"""Errors for invalid texts of Othello. All are ``ValueError`` and quote the text."""

from __future__ import annotations

from ..boards.errors import InvalidMoveError
from ..errors import IllegalMoveError, ValidationError

__all__ = ["IllegalMoveError", "InvalidMoveError", "PositionError", "ValidationError"]


class PositionError(ValueError):
    """A text is not a position of Othello. The message names the field and the reason."""
