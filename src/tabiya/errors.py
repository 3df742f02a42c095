"""The exceptions of the package, in addition to ``ValueError``, ``TypeError`` and ``BufferError``."""

from __future__ import annotations

__all__ = ["FenError", "GameError", "IllegalMoveError", "SfenError", "TableFileError", "ValidationError"]


class ValidationError(RuntimeError):
    """The memory of a table differs from what was stored: a bug, or damaged memory.

    Only tables with ``validation="debug"`` or ``"paranoid"`` check for it.
    """


class FenError(ValueError):
    """A text is not a possible chess position. The message names the field and the reason."""


class SfenError(ValueError):
    """A text is not a possible shogi position. The message names the field and the reason."""


class GameError(ValueError):
    """A game written in Python breaks a promise of `tabiya.Game`. The message names the first one."""


class IllegalMoveError(ValueError):
    """A move is illegal in the position."""


class TableFileError(ValueError):
    """A file or shared memory segment does not hold a table that this version can use."""
