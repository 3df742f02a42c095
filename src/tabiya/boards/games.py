"""`Game`: the games that the package knows, by name."""

from __future__ import annotations

from enum import Enum
from importlib import import_module
from typing import Any

__all__ = ["Game"]


class Game(Enum):
    """A game.

    >>> Game("shogi").module().__name__
    'tabiya.shogi'
    """

    CHESS = "chess"
    SHOGI = "shogi"

    def module(self) -> Any:
        """The game's module, with its ``Board`` and ``Move``, loaded when it is asked for."""
        return import_module(f"tabiya.{self.value}")
