"""Timing, for benchmarks and experiments: variants in turns, best or median of several repeats.

Machines are noisy, so a time alone says little. The ratio of two times taken in turns says more.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field
from functools import partial
from typing import Any, TypeVar

from ..stats.bootstrap import Interval
from ..stats.exact import median_interval

__all__ = [
    "BenchRow",
    "Case",
    "best",
    "compare",
    "in_turns",
    "least_seconds",
    "measure",
    "ratio_of_turns",
    "seconds_of",
]

T = TypeVar("T")


def seconds_of(call: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    """Returns the time of a call in seconds."""
    begin = clock()
    call()
    return clock() - begin


def best(measure: Callable[[], float], repeats: int) -> float:
    """Returns the least of several measurements, because noise only adds time.

    >>> best(iter([3.0, 1.0, 2.0]).__next__, 3)
    1.0
    """
    return min(measure() for _ in range(repeats))


def in_turns(measures: Mapping[str, Callable[[], T]], repeats: int) -> dict[str, list[T]]:
    """Returns several measurements of each kind. They take turns, so that a slow moment hits all of them.

    >>> in_turns({"one": lambda: 1.0, "two": lambda: 2.0}, 3)
    {'one': [1.0, 1.0, 1.0], 'two': [2.0, 2.0, 2.0]}
    """
    found: dict[str, list[T]] = {name: [] for name in measures}
    for _ in range(repeats):
        for name, measure in measures.items():
            found[name].append(measure())
    return found


def least_seconds(calls: Mapping[str, Callable[[], object]], turns: int) -> dict[str, float]:
    """Returns the least processor time of each call in seconds. They take turns.

    >>> sorted(least_seconds({"a": lambda: sum(range(1000)), "b": lambda: 0}, 3))
    ['a', 'b']
    """
    found = in_turns(
        {name: partial(seconds_of, call, time.process_time) for name, call in calls.items()}, turns
    )
    return {name: max(min(seconds), 1e-9) for name, seconds in found.items()}


def ratio_of_turns(tops: list[float], bottoms: list[float]) -> Interval:
    """Returns the median ratio of measurements that took turns.

    >>> ratio_of_turns([2.0, 4.0, 9.0], [1.0, 2.0, 3.0]).value
    2.0
    """
    return median_interval([top / bottom for top, bottom in zip(tops, bottoms, strict=True)])


@dataclass(frozen=True)
class BenchRow:
    """One measured figure."""

    group: str
    subject: str
    value: float
    unit: str
    ratio: float | None = None
    """Ratio to the baseline, the first subject of the group."""
    target: float | None = None
    """The largest ratio that meets the target."""
    interval: tuple[float, float] | None = None
    """The 95% interval of the ratio, if it is a mean over positions."""

    @property
    def holds(self) -> bool | None:
        return None if self.target is None or self.ratio is None else self.ratio <= self.target

    def as_dict(self) -> dict[str, Any]:
        return {**asdict(self), "holds": self.holds}


@dataclass
class Case:
    """Peers that do the same work. The first is the baseline of the ratios."""

    group: str
    count: int
    """Operations in one call of a subject."""
    subjects: Mapping[str, Callable[[], object]]
    targets: Mapping[str, float] = field(default_factory=dict)
    unit: str = "ns"
    repeats: int = 5


def measure(case: Case) -> list[BenchRow]:
    """Runs the subjects in turns and keeps the best time of each. The garbage collector waits."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        turns = in_turns(
            {name: partial(seconds_of, work) for name, work in case.subjects.items()}, case.repeats
        )
    finally:
        if collecting:
            gc.enable()
    least = {name: min(found) for name, found in turns.items()}
    baseline = next(iter(least.values()))
    scale = {"ns": 1e9, "ms": 1e3}[case.unit]
    return [
        BenchRow(
            case.group,
            name,
            seconds * scale / case.count,
            case.unit,
            seconds / baseline,
            case.targets.get(name),
        )
        for name, seconds in least.items()
    ]


def compare(new: Iterable[dict[str, Any]], old: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Returns the rows that two runs share, with the change of the ratio (or of the value).

    >>> row = {"group": "probe", "subject": "table", "ratio": 0.3, "value": 1.0}
    >>> compare([row], [{**row, "ratio": 0.6}])[0]["change"]
    0.5
    """
    before = {(row["group"], row["subject"]): row for row in old}
    changes = []
    for row in new:
        earlier = before.get((row["group"], row["subject"]))
        if earlier is None:
            continue
        kind = "ratio" if row.get("ratio") is not None and earlier.get("ratio") is not None else "value"
        if earlier[kind]:
            changes.append({**row, "kind": kind, "old": earlier[kind], "change": row[kind] / earlier[kind]})
    return changes
