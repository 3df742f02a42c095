"""`key_of`: a stable key of any plain Python state, for tables that are saved or shared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._native import HAS_CORE

__all__ = ["key_of"]

if TYPE_CHECKING or HAS_CORE:
    from .._core import key_of
else:
    from ..reference.state_key import key_of
