"""`OnProgress`: how a long call reports its progress."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

__all__ = ["OnProgress"]

OnProgress: TypeAlias = Callable[[int, int], object]
"""Called now and then with the work done and the total: bytes, clusters or entries."""
