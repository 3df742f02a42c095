"""Axes: the place of values on a plot, and their ticks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["Axis", "axis_for", "tick_text"]


@dataclass(frozen=True)
class Axis:
    """Maps a range of values to a range of pixels."""

    low: float
    high: float
    begin: float
    end: float
    logarithmic: bool = False

    def place(self, value: float) -> float:
        """Returns the pixel of a value.

        >>> Axis(0, 10, 0, 100).place(5), Axis(1, 100, 0, 100, logarithmic=True).place(10)
        (50.0, 50.0)
        """
        low, high, at = self.low, self.high, value
        if self.logarithmic:
            low, high, at = math.log10(low), math.log10(high), math.log10(max(value, low))
        return self.begin + (at - low) / (high - low) * (self.end - self.begin)

    def ticks(self) -> list[float]:
        """Returns round values within the range.

        >>> Axis(0, 10, 0, 1).ticks(), Axis(1, 1000, 0, 1, logarithmic=True).ticks()
        ([0, 2, 4, 6, 8, 10], [1, 10, 100, 1000])
        """
        if self.logarithmic:
            first, last = math.floor(math.log10(self.low)), math.ceil(math.log10(self.high))
            step = max(1, round((last - first) / 6))
            between = (1, 2, 5) if math.log10(self.high / self.low) < 2.5 else (1,)
            powers = [
                _whole(factor * 10.0**power) for power in range(first, last + 1, step) for factor in between
            ]
            return [power for power in powers if self.low * 0.999 <= power <= self.high * 1.001]
        rough = (self.high - self.low) / 5
        unit = 10 ** math.floor(math.log10(rough))
        step_size = min((factor * unit for factor in (1, 2, 5, 10)), key=lambda size: abs(size - rough))
        first_tick = math.ceil(self.low / step_size - 1e-9)
        last_tick = math.floor(self.high / step_size + 1e-9)
        return [_whole(round(i * step_size, 10)) for i in range(first_tick, last_tick + 1)]


def _whole(value: float) -> float:
    return int(value) if value == int(value) else value


def axis_for(
    values: Sequence[float],
    begin: float,
    end: float,
    logarithmic: bool,
    from_zero: bool = True,
) -> Axis:
    """Returns an axis for all values with a margin. A linear axis starts at zero if that is near.

    >>> axis_for([0.9, 1.6], 0, 1, logarithmic=False, from_zero=False).low > 0
    True
    """
    low, high = min(values), max(values)
    if logarithmic and low > 0:
        low, high = low / 1.15, high * 1.15
        return Axis(low, high if high > low else low * 10, begin, end, True)
    if from_zero and 0 <= low < high * 0.6:
        low = 0.0
    room = (high - low) * 0.06 or abs(high) * 0.1 or 1.0
    return Axis(low if low == 0 else low - room, high + room, begin, end)


def tick_text(value: float) -> str:
    """
    >>> [tick_text(value) for value in (0.05, 12, 1500, 2_000_000)]
    ['0.05', '12', '1.5k', '2M']
    """
    for size, name in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if abs(value) >= size:
            return f"{value / size:g}{name}"
    return f"{value:g}"
