"""Timing: peers in turns, best of several repeats, garbage collection off.

Machines are noisy, so a time alone says little. The ratio of two times taken in turns says more.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

__all__ = ["Case", "Row", "compare", "measure"]


@dataclass(frozen=True)
class Row:
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


def measure(case: Case) -> list[Row]:
    """Runs the subjects in turns and keeps the best time of each."""
    best = dict.fromkeys(case.subjects, float("inf"))
    collecting = gc.isenabled()
    gc.disable()
    try:
        for _ in range(case.repeats):
            for name, work in case.subjects.items():
                begin = time.perf_counter()
                work()
                best[name] = min(best[name], time.perf_counter() - begin)
    finally:
        if collecting:
            gc.enable()
    baseline = next(iter(best.values()))
    scale = {"ns": 1e9, "ms": 1e3}[case.unit]
    return [
        Row(
            case.group,
            name,
            seconds * scale / case.count,
            case.unit,
            seconds / baseline,
            case.targets.get(name),
        )
        for name, seconds in best.items()
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
