"""`ValueTable` as this installation has it: native, or in plain Python where there is no core."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._native import HAS_CORE

__all__ = ["Value", "ValueTable"]

if TYPE_CHECKING or HAS_CORE:
    from .._core import Value
    from .table import ValueTable
else:
    from ..reference.values import ReferenceValue as Value
    from ..reference.values import ReferenceValueTable as ValueTable
