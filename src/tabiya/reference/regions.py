"""What a table holds, region by region. ``core/table/regions.cpp`` does the same."""

from __future__ import annotations

from typing import Any

from ..table.regions import raw_dtype
from .replacement import age
from .slots import Slots

__all__ = ["summarize"]


def summarize(slots: Slots, generation: int, clusters: int, out: Any) -> None:
    """Fills regions, passed as an array of bytes, reading at most `clusters` clusters or one per region."""
    regions = out.view(raw_dtype())
    count, total = len(regions), slots.geometry.clusters
    for number, region in enumerate(regions):
        first = number * total // count
        size = (number + 1) * total // count - first
        sampled = min(size, max(clusters // count, 1))
        region["first"], region["sampled"] = first, sampled
        region["slots"] = sampled * slots.geometry.ways
        for k in range(sampled):
            for _, entry in slots.recovered(first + k * size // sampled):
                region["entries"] += 1
                region["depths"] += entry.depth
                region["bounds"][entry.bound - 1] += 1
                region["sources"][entry.source] += 1
                region["ages"][_age_class(age(entry, generation))] += 1


def _age_class(years: int) -> int:
    if years < 2:
        return years
    return 2 if years < 8 else 3
