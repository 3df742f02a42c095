"""Errors about shogi texts. All are ``ValueError`` and quote the text."""

from __future__ import annotations

from ..boards.errors import InvalidMoveError
from ..errors import IllegalMoveError, SfenError, ValidationError

__all__ = ["IllegalMoveError", "InvalidMoveError", "SfenError", "ValidationError"]
