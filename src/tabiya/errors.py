"""The exceptions of the package beside plain ``ValueError``, ``TypeError`` and ``BufferError``."""

from __future__ import annotations

__all__ = ["FenError", "GameError", "IllegalMoveError", "SfenError", "TableFileError", "ValidationError"]


class ValidationError(RuntimeError):
    """A checked table found its memory different from what was stored: a bug, or memory that was damaged.

    Only tables with ``validation="debug"`` or ``"paranoid"`` look, so only they raise it.
    """


class FenError(ValueError):
    """A text that describes no possible position of chess; the sentence names the field and the reason."""


class SfenError(ValueError):
    """A text that describes no possible position of shogi; the sentence names the field and the reason."""


class GameError(ValueError):
    """A game written in Python that breaks a promise of `tabiya.Game`; the sentence names the first one."""


class IllegalMoveError(ValueError):
    """A move that the position does not allow."""


class TableFileError(ValueError):
    """A file, or a piece of shared memory, that holds no table which this version can use, and why."""
