"""What the validation tiers cost the search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...bench.search_runs import prepare
from ..experiment import Experiment, Row, Scale, cell
from ..jobs import Job
from ..searching import build_engine, known_positions, spread
from ..stats.bootstrap import Figure, ratio_interval

TIERS = ("release", "debug", "paranoid")


def in_turns(*, game: str, position: int, nodes: int, hash_mb: float, repeats: int) -> dict[str, float]:
    """Returns the best seconds of the same search with a table of each tier, taking turns."""
    engines = {tier: build_engine(game, {"hash_mb": hash_mb, "validation": tier}) for tier in TIERS}
    board = known_positions(game)[position].board(game)
    found: dict[str, float] = {}
    for _ in range(repeats):
        for tier, engine in engines.items():
            prepare(engine)
            seconds = engine.search(board, nodes=nodes).time
            found[tier] = min(found.get(tier, seconds), seconds)
    return found


def cells(scale: Scale, game: str) -> Iterator[Job]:
    nodes, repeats = scale.pick((2_000, 1), (50_000, 2), (200_000, 4))
    for position in spread(game, scale.pick(1, 2, 12)):
        yield cell(in_turns, game=game, position=position, nodes=nodes, hash_mb=16, repeats=repeats)


def figures(rows: Sequence[Row]) -> dict[str, Figure]:
    return {
        tier: ratio_interval(
            [row.value[tier] for row in rows], [row.value["release"] for row in rows]
        ).percent_more()
        for tier in TIERS[1:]
    }


EXPERIMENT = Experiment(
    name="validation_cost",
    title="What do the validation tiers cost the search?",
    varies="the tier: release, debug, paranoid",
    measures="extra time for the same nodes as a percentage of release, in 16 MB, taking turns",
    unit="a position of the benchmark set, the same nodes under every tier",
    sample="12 positions per game, best of 4 turns",
    power="differences under 3% are noise",
    cells=cells,
    figures=figures,
    alone=True,
)
