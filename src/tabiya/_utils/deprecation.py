"""Deprecated names: still accepted, with a warning."""

from __future__ import annotations

import sys
import warnings
from enum import Enum
from typing import Any

__all__ = ["OldMember", "warn_of_old_name"]

BETWEEN = ("tabiya", "enum", "dataclasses")
"""Modules between the user's code and the warning."""


def warn_of_old_name(old: str, new: str) -> None:
    """Warns at the line of the user's code that uses the name."""
    level, frame = 1, sys._getframe()
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] in BETWEEN:
        level, frame = level + 1, frame.f_back
    warnings.warn(f"{old} is called {new} now", DeprecationWarning, stacklevel=level)


class OldMember:
    """The old name of an enum member."""

    def __init__(self, old: str, new: str) -> None:
        self.old, self.new = old, new

    def __get__(self, instance: object, owner: type[Enum]) -> Any:
        warn_of_old_name(f"{owner.__name__}.{self.old}", f"{owner.__name__}.{self.new}")
        return owner[self.new]
