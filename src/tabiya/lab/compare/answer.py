"""The results of a comparison: ratios with intervals, and a verdict on each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from ...plots.plot import Plot
from ...stats.bootstrap import Interval, ratio_interval
from ..designs import Design
from ..verdicts import verdict_of_ratio

__all__ = ["NOT_EXERCISED", "Answer", "DesignResult"]

NOT_EXERCISED = "not exercised"
"""The verdict on a design that differs from the first one, but did exactly the same in every search."""


@dataclass(frozen=True)
class DesignResult:
    """The result of a design at one memory size."""

    name: str
    pressure: str
    """A fraction of what the search fills, or megabytes."""
    ratio: float
    """Nodes to the depths, relative to the first design; the geometric mean over games or positions."""
    low: float
    high: float
    positions: int
    """The independent units: games, or positions if each is searched once."""
    verdict: str
    unlimited: float
    """Nodes relative to an unlimited table."""
    unlimited_low: float
    unlimited_high: float
    full: float
    """The share of the slots that were in use at the end."""
    load: float
    """What the searches fill in an unlimited table, relative to the room in this one."""
    hit_rate: float
    false_hits: int
    """Entries returned for a position that did not store them."""
    probes: int


@dataclass(frozen=True)
class Answer:
    """The rows of all designs and memory sizes, starting with the first design for each size."""

    rows: tuple[DesignResult, ...]

    @classmethod
    def of(
        cls,
        designs: Sequence[str],
        memories: Sequence[str],
        measured: Sequence[Mapping[str, Any]],
        margin: float,
    ) -> Answer:
        """Makes the answer from the values of `nodes_to_depth`, one per game or position."""
        needed = [position["nodes"] for position in measured]
        rows = []
        for place, memory in enumerate(memories):
            first = [position["runs"][place][0] for position in measured]
            base = [run["nodes"] for run in first]
            for number, name in enumerate(designs):
                runs = [position["runs"][place][number] for position in measured]
                nodes = [run["nodes"] for run in runs]
                ratio, unlimited = ratio_interval(nodes, base), ratio_interval(nodes, needed)
                if number == 0:
                    verdict = "baseline"
                elif runs == first and Design.parse(name) != Design.parse(designs[0]):
                    verdict = NOT_EXERCISED
                else:
                    verdict = str(verdict_of_ratio(ratio, margin))
                held = [position["held"] for position in measured]
                rows.append(_row(name, memory, ratio, unlimited, runs, held, verdict))
        return cls(tuple(rows))

    def as_list(self) -> list[dict[str, Any]]:
        """Returns plain values for JSON."""
        return [asdict(row) for row in self.rows]

    def plot(self, game: str) -> Plot:
        """Plots nodes relative to an unlimited table by memory, with intervals."""
        series: dict[str, list[tuple[Any, float]]] = {}
        intervals: dict[str, list[tuple[float, float]]] = {}
        for row in self.rows:
            series.setdefault(row.name, []).append((row.pressure, row.unlimited))
            intervals.setdefault(row.name, []).append((row.unlimited_low, row.unlimited_high))
        absolute = any("MB" in row.pressure for row in self.rows)
        return Plot(
            f"Nodes to a depth by memory, {game}",
            "memory" if absolute else "memory, as a share of what the search fills",
            "nodes, unlimited table = 1",
            series,
            base=1,
            intervals=intervals,
        )


def _row(
    name: str,
    memory: str,
    ratio: Interval,
    unlimited: Interval,
    runs: Sequence[Mapping[str, Any]],
    held: Sequence[int],
    verdict: str,
) -> DesignResult:
    slots = sum(run["slots"] for run in runs)
    probes = sum(run["probes"] for run in runs)
    return DesignResult(
        name=name,
        pressure=memory,
        ratio=ratio.value,
        low=ratio.low,
        high=ratio.high,
        positions=ratio.count,
        verdict=verdict,
        unlimited=unlimited.value,
        unlimited_low=unlimited.low,
        unlimited_high=unlimited.high,
        full=sum(run["live"] for run in runs) / slots,
        load=sum(held) / slots,
        hit_rate=sum(run["hits"] for run in runs) / max(probes, 1),
        false_hits=sum(run["false_hits"] for run in runs),
        probes=probes,
    )
