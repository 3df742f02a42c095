"""What the table is worth in games: on vs off."""

from __future__ import annotations

from ...stats.elo import Elo
from ...stats.results import Pairs
from ..experiment import Cells, Experiment, Figures, Rows, Scale, cell
from ..gaming import play_pair


def cells(scale: Scale, game: str) -> Cells:
    for seed in range(scale.pick(1, 2, 40)):
        yield cell(play_pair, game=game, seed=seed, movetime=scale.pick(1, 3, 20), hash_mb=16)


def figures(rows: Rows) -> Figures:
    pairs = Pairs.of((row.value[0], row.value[1]) for row in rows)
    return {
        "elo": Elo.of(pairs).figure(pairs.pairs),
        "score": 100 * pairs.score,
        "games": pairs.games,
    }


EXPERIMENT = Experiment(
    name="elo_on_off",
    title="What is the table worth in games?",
    varies="the table: 16 MB vs none, with equal time per move and paired openings",
    measures="Elo with its 95% interval",
    unit="a pair of games from one opening, colours exchanged",
    sample="40 pairs per game, 20 ms per move",
    power="an interval of about 60 to 90 Elo on either side",
    cells=cells,
    figures=figures,
    alone=True,
)
