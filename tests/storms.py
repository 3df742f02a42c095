"""Storms: a call is interrupted at every point in turn, and must never leak anything."""

from __future__ import annotations

import os
import random
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from claims import Claims, claims, settled
from forms import sized
from interrupts import count_points, interrupted_at

__all__ = ["NAME", "WARNINGS", "Watch", "storm"]

NAME = f"storm-{os.getpid()}"
"""A part of the names of all shared tables that storms make."""
WARNINGS = [pytest.mark.filterwarnings("ignore::ResourceWarning")]  # what is dropped is closed all the same


class Watch:
    """The resources of the process after one call, for comparison after each interrupt."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._before: Claims = {}

    def _look(self) -> Claims:
        return claims(self._folder, NAME)

    def begin(self) -> None:
        """Records the resources once they are stable: threads take a moment to disappear."""
        while self._before != (now := self._look()):
            self._before = now
            time.sleep(0.05)

    def check(self, moment: str) -> None:
        now = settled(self._look, self._before)
        assert now == self._before, f"{moment}: {now}, and {self._before} before"


def nothing(_: Any) -> None:
    """For calls with nothing to undo or check."""


def storm(
    folder: Path,
    call: Callable[[], Any],
    *,
    check: Callable[[str], object] = nothing,
    undo: Callable[[Any], object] = nothing,
) -> None:
    """Interrupts the call again and again. A call that completed anyway is undone before the check.

    `check` is for the objects of the call; the resources of the process are checked for all calls.
    """
    watch = Watch(folder)
    undo(call())  # imports
    watch.begin()
    result, points = count_points(call)
    assert points > 0
    undo(result)
    del result
    watch.check("after a call")
    for point in sorted(chosen(points)):
        with finalisers_interrupted():
            interrupted, result = interrupted_at(call, point)
        if not interrupted:
            undo(result)
        del result
        moment = f"after an interrupt at point {point} of {points}"
        check(moment)
        watch.check(moment)


@contextmanager
def finalisers_interrupted() -> Iterator[None]:
    """Python drops an interrupt of a finaliser. Pytest would keep it and everything in its frames."""
    before = sys.unraisablehook
    sys.unraisablehook = lambda told: None if told.exc_type is KeyboardInterrupt else before(told)
    try:
        yield
    finally:
        sys.unraisablehook = before


def chosen(points: int) -> set[int]:
    """All points, or a random sample plus half as many at the end, where resources are released."""
    limit = sized(5, 150)
    every = range(1, points + 1)
    if points <= limit:
        return set(every)
    return {*random.Random(points).sample(every, limit), *every[-limit // 2 :]}
