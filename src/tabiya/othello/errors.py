"""What goes wrong with texts of Othello. All are ``ValueError``, and all repeat the text."""

from __future__ import annotations

from ..boards.errors import InvalidMoveError
from ..errors import IllegalMoveError, ValidationError

__all__ = ["IllegalMoveError", "InvalidMoveError", "PositionError", "ValidationError"]


class PositionError(ValueError):
    """A text that describes no position of Othello; the sentence names the field and the reason."""
