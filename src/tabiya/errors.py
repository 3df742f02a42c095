"""The exceptions of the package that are not plain ``ValueError``, ``TypeError`` or ``BufferError``."""

from __future__ import annotations

__all__ = ["ValidationError"]


class ValidationError(RuntimeError):
    """A checked table found its memory different from what was stored: a bug, or memory that was damaged.

    Only tables with ``validation="debug"`` or ``"paranoid"`` look, so only they raise it.
    """
