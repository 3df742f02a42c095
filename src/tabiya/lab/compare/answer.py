"""The results of a comparison: ratios with intervals, and a verdict on each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from ..experiment import Plot
from ..stats.bootstrap import Interval, ratio_interval
from ..verdicts import verdict_of_ratio

__all__ = ["Answer", "Row"]


@dataclass(frozen=True)
class Row:
    """The result of a design at one memory size."""

    name: str
    pressure: str
    """A fraction of what the search fills, or megabytes."""
    ratio: float
    """Nodes to the depth, relative to the first design; the geometric mean over positions."""
    low: float
    high: float
    positions: int
    verdict: str
    unlimited: float
    """Nodes relative to an unlimited table."""
    unlimited_low: float
    unlimited_high: float
    hit_rate: float
    false_hits: int
    """Entries returned for a position that did not store them."""
    probes: int


@dataclass(frozen=True)
class Answer:
    """The rows of all designs and memory sizes, starting with the first design for each size."""

    rows: tuple[Row, ...]

    @classmethod
    def of(
        cls,
        designs: Sequence[str],
        memories: Sequence[str],
        measured: Sequence[Mapping[str, Any]],
        margin: float,
    ) -> Answer:
        """Makes the answer from the values of `nodes_to_depth`, one per position."""
        needed = [position["nodes"] for position in measured]
        rows = []
        for place, memory in enumerate(memories):
            base = [position["runs"][place][0]["nodes"] for position in measured]
            for number, name in enumerate(designs):
                runs = [position["runs"][place][number] for position in measured]
                nodes = [run["nodes"] for run in runs]
                ratio, unlimited = ratio_interval(nodes, base), ratio_interval(nodes, needed)
                rows.append(_row(name, memory, ratio, unlimited, runs, margin, first=number == 0))
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
        return Plot(
            f"Nodes to a depth by memory, {game}",
            "memory, as a share of what the search fills",
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
    margin: float,
    first: bool,
) -> Row:
    probes = sum(run["probes"] for run in runs)
    return Row(
        name=name,
        pressure=memory,
        ratio=ratio.value,
        low=ratio.low,
        high=ratio.high,
        positions=ratio.count,
        verdict="baseline" if first else str(verdict_of_ratio(ratio, margin)),
        unlimited=unlimited.value,
        unlimited_low=unlimited.low,
        unlimited_high=unlimited.high,
        hit_rate=sum(run["hits"] for run in runs) / max(probes, 1),
        false_hits=sum(run["false_hits"] for run in runs),
        probes=probes,
    )
