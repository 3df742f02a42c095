"""`TranspositionTable` as this installation has it: native, or in plain Python where there is no core."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._native import HAS_CORE

__all__ = ["TranspositionTable"]

# Type checkers see the native table. The one in plain Python differs only in batches.
if TYPE_CHECKING or HAS_CORE:
    from .transposition import TranspositionTable
else:
    from ..reference import ReferenceTable as TranspositionTable
