"""Code shared by the search benchmarks: runs from an empty table, and means."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

import numpy as np

from ...engine.engine import Engine
from ...games.positions import Position
from ..timing import BenchRow

__all__ = [
    "HASH_MB",
    "fastest",
    "geometric_mean",
    "prepare",
    "rows",
    "searched",
    "some",
    "speeds",
]

HASH_MB = 64
TOUCHES = 8192


def prepare(engine: Engine) -> None:
    """Clears the engine and makes the kernel allocate the table's memory now instead of during the search.

    This leaves a few thousand entries, which belong to an older generation when the search begins.
    """
    engine.new_game()
    if engine.table is not None:
        engine.table.clear()
        engine.table.store_many(np.random.default_rng(1).integers(0, 2**64, TOUCHES, dtype=np.uint64))


def some(all_positions: list[Position], quick: bool) -> list[Position]:
    return all_positions[::5] if quick else all_positions


def geometric_mean(values: Iterable[float]) -> float:
    """
    >>> geometric_mean([2, 8])
    4.0
    """
    logarithms = [math.log(value) for value in values]
    return math.exp(sum(logarithms) / len(logarithms)) if logarithms else 0.0


def rows(
    group: str, figures: dict[str, float], unit: str, target: float | None = None, inverse: bool = False
) -> Iterator[BenchRow]:
    """Yields one row per subject. Ratios are to the first; with `inverse` (speeds) they are inverted."""
    base = next(iter(figures.values()))
    for number, (subject, figure) in enumerate(figures.items()):
        top, bottom = (base, figure) if inverse else (figure, base)
        ratio = top / bottom if bottom else None
        yield BenchRow(group, subject, figure, unit, ratio, target if number == len(figures) - 1 else None)


def searched(engine: Engine, position: Position, movetime: int) -> tuple[int, float]:
    """Returns nodes and seconds of a search from an empty table."""
    prepare(engine)
    result = engine.search(position.board(engine.game), time=movetime / 1000)
    return result.nodes, result.time


def fastest(runs: list[tuple[int, float]]) -> tuple[int, float]:
    """Returns the run with the most nodes per second: other load only slows a run down.

    >>> fastest([(100, 0.2), (110, 0.2), (50, 0.11)])
    (110, 0.2)
    """
    return max(runs, key=lambda run: run[0] / max(run[1], 1e-9))


def speeds(counted: dict[str, list[tuple[int, float]]]) -> dict[str, float]:
    """Returns thousands of nodes per second over all positions."""
    return {
        name: sum(nodes for nodes, _ in runs) / max(sum(seconds for _, seconds in runs), 1e-9) / 1000
        for name, runs in counted.items()
    }
