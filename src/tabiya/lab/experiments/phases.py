"""How often probes hit in the opening, the middlegame and the endgame of whole games."""

from __future__ import annotations

from typing import Any

from ...plots.plotting import lines
from ...stats.bootstrap import share_interval
from ..experiment import Cells, Experiment, Figures, Plots, Row, Rows, Scale, cell
from ..gaming import over_a_game

PHASES = {"opening": (1, 20), "middlegame": (21, 50), "endgame": (51, 1000)}
PLIES = 160


def cells(scale: Scale, game: str) -> Cells:
    for seed in range(scale.pick(2, 4, 24)):
        yield cell(
            over_a_game,
            game=game,
            seed=seed,
            plies=scale.pick(8, PLIES, PLIES),
            every=scale.pick(2, 8, 2),
            table={"hash_mb": 64},
            nodes=scale.pick(1_000, 3_000, 20_000),
        )


def by_move(rows: Rows) -> dict[int, list[Any]]:
    """Returns the searches by move number. A move has a ply of each side."""
    found: dict[int, list[Any]] = {}
    for row in rows:
        for search in row.value["searches"]:
            found.setdefault(search["ply"] // 2 + 1, []).append(search)
    return dict(sorted(found.items()))


def of_phase(row: Row, phase: str) -> list[Any]:
    """Returns the searches of a game that belong to a phase."""
    first, last = PHASES[phase]
    return [search for search in row.value["searches"] if first <= search["ply"] // 2 + 1 <= last]


def figures(rows: Rows) -> Figures:
    found: Figures = {}
    for phase in PHASES:
        games = [searches for row in rows if (searches := of_phase(row, phase))]
        if not games:
            continue
        probes = [sum(search["probes"] for search in game) for game in games]
        for name, what in ((phase, "hits"), (f"{phase}_deep", "deep_hits")):
            counted = [sum(search[what] for search in game) for game in games]
            found[name] = share_interval(counted, probes).scaled(100)
        found[f"{phase}_games"] = len(games)
    return found


def plots(game: str, rows: Rows) -> Plots:
    moves = {move: group for move, group in by_move(rows).items() if len(group) > 1}
    rates = {
        name: {
            move: share_interval([s[what] for s in group], [s["probes"] for s in group]).scaled(100)
            for move, group in moves.items()
        }
        for name, what in (("key found", "hits"), ("deep enough", "deep_hits"))
    }
    return [lines(f"Hit rate by move number, {game}", "move", "% of probes", rates)]


EXPERIMENT = Experiment(
    name="phases",
    title="How often do probes hit in the opening, the middlegame and the endgame?",
    varies="the move number in whole games, with one table throughout",
    measures="the percentage of probes that find the key, and of those whose entry is deep enough",
    unit="a whole game: its moves share a table and a line of play",
    sample="24 self-played games of at most 160 plies, every move of one side with 20,000 nodes",
    power="detects differences of 5 points; fewer games reach the endgame",
    cells=cells,
    figures=figures,
    plots=plots,
)
