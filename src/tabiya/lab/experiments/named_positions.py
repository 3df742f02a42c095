"""Whether positions with a reputation for collisions collide more."""

from __future__ import annotations

from ...stats.bootstrap import Interval, mean_interval
from ..experiment import Cells, Experiment, Figures, Row, Rows, Scale, cell
from ..searching import known_positions, middlegame_numbers, search

NAMED = ("killer: Kiwipete", "killer: fortress")
KILLER = "killer: "
MIDDLEGAMES = "chess_middlegames"


def cells(scale: Scale, game: str) -> Cells:
    """Yields the named positions, all other killer positions, and middlegames of other games."""
    killers = [n for n, position in enumerate(known_positions(game)) if position.name.startswith(KILLER)]
    others = [(MIDDLEGAMES, number) for number in middlegame_numbers(scale.pick(2, 8, 64))]
    for positions_of, position in [*((game, number) for number in killers), *others]:
        yield cell(
            search,
            game=game,
            positions_of=positions_of,
            position=position,
            table={"hash_mb": 1, "statistics": True},
            nodes=scale.pick(1_000, 50_000, 500_000),
        )


def collisions(row: Row) -> float:
    """Returns the percentage of stores that evicted another key of this search."""
    counted = row.value["table"]
    return float(100 * counted["collisions"] / max(counted["stores"], 1))


def group_of(row: Row) -> str:
    """Returns the group of a position, which its name decides."""
    if row.arguments["positions_of"] == MIDDLEGAMES:
        return "middlegames"
    name = known_positions(row.arguments["positions_of"])[row.arguments["position"]].name
    return "named" if name in NAMED else "killers"


def figures(rows: Rows) -> Figures:
    """Resamples the others. The named positions are all that the claim is about, so they are no sample."""
    groups: dict[str, list[float]] = {"named": [], "killers": [], "middlegames": []}
    for row in rows:
        groups[group_of(row)].append(collisions(row))
    named = sum(groups["named"]) / len(groups["named"])
    found: Figures = {"named": named}
    for group in ("killers", "middlegames"):
        others = mean_interval(groups[group])
        found[group] = others
        found[f"over_{group}"] = times_the_others(named, others)
    return found


def times_the_others(named: float, others: Interval) -> Interval:
    """Returns the ratio to the mean of the others, with the interval of that mean."""
    ends = Interval(others.value, max(others.low, 0.0), others.high, others.count)
    if ends.value == 0:  # a search too short for any eviction
        return Interval(1.0, 0.0, float("inf"), others.count)
    return ends.inverse().scaled(named)


EXPERIMENT = Experiment(
    name="named_positions",
    title="Do positions with a reputation for collisions collide more?",
    varies="the position: two with that reputation, the other killer positions, and middlegames",
    measures="the percentage of stores that evict an entry of the same search, in 1 MB",
    unit="a position that is not named; the named ones are the whole subject",
    sample="the 2 named positions vs all other killer positions, and vs 64 middlegames from 64 self-played "
    "games, 500,000 nodes each",
    power="detects a factor of 1.1 over middlegames and of 1.5 over the few killer positions",
    cells=cells,
    figures=figures,
    games=("chess",),
)
