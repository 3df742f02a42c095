"""The same searches with and without a table, summed over the positions of `tabiya bench search`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..engine.engine import Engine
from ..games.positions import positions
from ..lab.bench.search_runs import HASH_MB, prepare

__all__ = ["Comparison", "Total", "compare"]


@dataclass
class Total:
    """Nodes and seconds of several searches."""

    nodes: int = 0
    seconds: float = 0.0

    def add(self, nodes: int, seconds: float) -> None:
        self.nodes += nodes
        self.seconds += seconds


@dataclass(frozen=True)
class Comparison:
    """Searches of the same positions to the same depth, with the table off vs on.

    >>> found = Comparison("chess", 12, 40, Total(600, 4.5), Total(100, 1.5))
    >>> found.gain
    'nodes / 6.0, time / 3.0'
    >>> print(found)
    chess: with the table, 17% of the nodes and 33% of the time.
    """

    game: str
    depth: int
    positions: int
    off: Total
    on: Total

    @property
    def gain(self) -> str:
        nodes, seconds = self.off.nodes / self.on.nodes, self.off.seconds / self.on.seconds
        return f"nodes / {nodes:.1f}, time / {seconds:.1f}"

    def __str__(self) -> str:
        nodes, seconds = self.on.nodes / self.off.nodes, self.on.seconds / self.off.seconds
        return f"{self.game}: with the table, {nodes:.0%} of the nodes and {seconds:.0%} of the time."


def compare(game: str, depth: int, say: Callable[[str], None]) -> Comparison:
    """Searches all positions of the game with the table off and on in turns, each from an empty table.

    Singular extensions are off: they need a table and search deeper, so depths would not be comparable.
    """
    off, on = Total(), Total()
    runs = [
        (Engine(game, hash_mb=hash_mb, singular_extension=False), total)
        for hash_mb, total in ((0, off), (HASH_MB, on))
    ]
    chosen = positions(game)
    for number, position in enumerate(chosen, 1):
        say(f"searching {game} to depth {depth}: position {number} of {len(chosen)} …")
        for engine, total in runs:
            prepare(engine)
            result = engine.search(position.board(game), depth=depth)
            total.add(result.nodes, result.time)
    return Comparison(game, depth, len(chosen), off, on)
