"""What goes wrong with texts of shogi. All are ``ValueError``, and all repeat the text."""

from __future__ import annotations

from ..boards.errors import InvalidMoveError
from ..errors import IllegalMoveError, SfenError, ValidationError

__all__ = ["IllegalMoveError", "InvalidMoveError", "SfenError", "ValidationError"]
