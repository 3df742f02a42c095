"""The graph of a game: win probability after each move, for a terminal or as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ..games.rules import Ending

if TYPE_CHECKING:
    from ..books.record import RecordedGame
    from .game import GameAnalysis

__all__ = ["terminal_graph", "title_of", "write_graph"]

BLOCKS = " ▁▂▃▄▅▆▇█"
HEIGHT = 8


def terminal_graph(analysis: GameAnalysis, width: int = 80) -> str:
    """Draws the chances of the side that moves first: a column per move, or per several in long games."""
    name = analysis.record.game.sides[0]
    room = max(width - 6, 1)
    columns = _columns([move.chances for move in analysis.moves], room)
    rows = []
    for row in range(HEIGHT - 1, -1, -1):
        label = {HEIGHT - 1: "100%", HEIGHT // 2 - 1: " 50%", 0: "  0%"}.get(row, "    ")
        rows.append(f"{label} " + "".join(BLOCKS[_eighths(chances, row)] for chances in columns))
    return "\n".join([f"win probability of {name}", *rows])


def _columns(chances: list[float], room: int) -> list[float]:
    """The values, or means of neighbours if there is no room for all."""
    if len(chances) <= room:
        return chances
    groups = [chances[i * len(chances) // room : (i + 1) * len(chances) // room] for i in range(room)]
    return [sum(group) / len(group) for group in groups]


def _eighths(chances: float, row: int) -> int:
    """How much of a cell is filled.

    >>> [_eighths(0.5, row) for row in (0, 3, 4)]
    [8, 8, 0]
    """
    return max(0, min(8, round(chances * HEIGHT * 8) - row * 8))


def write_graph(analysis: GameAnalysis, path: Path) -> None:
    """Writes the graph as SVG or PNG, by the suffix. PNG needs a Chromium on the PATH."""
    from ..plots.pictures import write_plot
    from ..plots.plot import Plot

    record = analysis.record
    points = [(move.ply, 100 * move.chances) for move in analysis.moves]
    side = record.game.sides[0]
    write_plot(Plot(title_of(record), "ply", f"win probability of {side}, %", {side: points}), path)


def title_of(record: RecordedGame) -> str:
    """The players and the result, as far as the record names them."""
    names = [name or side for name, side in zip(record.players, record.game.sides, strict=True)]
    result = "" if record.points is None else f", {Ending(_winner(record.points), '').result}"
    return f"{' – '.join(names)}{result}"


def _winner(points: float) -> bool | None:
    return None if points == 0.5 else points == 1
