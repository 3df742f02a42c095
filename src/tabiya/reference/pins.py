"""Pins: a table keeps its memory while at least one is held."""

from __future__ import annotations

import weakref
from typing import Self

__all__ = ["Pin", "Pins"]


class Pin:
    """Holds a table while it lives, unless it is released: no interrupt can come between the two."""

    held = True

    def release(self) -> None:
        self.held = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.release()


class Pins:
    """The pins of one table.

    >>> pins = Pins()
    >>> pin = pins.new()
    >>> pins.any_held()
    True
    >>> pin.release()
    >>> pins.any_held()
    False
    """

    def __init__(self) -> None:
        self._known: list[weakref.ref[Pin]] = []

    def new(self) -> Pin:
        pin = Pin()
        self._known = [*filter(_is_held, self._known), weakref.ref(pin)]
        return pin

    def any_held(self) -> bool:
        return any(map(_is_held, self._known))


def _is_held(reference: weakref.ref[Pin]) -> bool:
    pin = reference()
    return pin is not None and pin.held
