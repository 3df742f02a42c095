"""A small table in front of a compressed large one, vs a flat table of the same memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ...config import TableConfig
from ...table import TranspositionTable
from ..compare.measure import comparable_engine, following
from ..compare.positions import middlegames
from ..experiment import Experiment, Plot, Row, Scale, cell
from ..jobs import Job
from ..plotting import bars
from ..stats.bootstrap import Figure, Interval, ratio_interval, share_interval

ENTRY_BYTES = 16
SMALL = (4, 4)
"""Megabytes of both tiers: the minimum for a first tier, and the same again."""
UNLIMITED = 16


def flat_and_tiered(
    *, game: str, position: str, first_mb: int, second_mb: int, nodes: int
) -> dict[str, dict[str, float]]:
    """Returns nodes and hits to the depth that `nodes` nodes reach in a flat table of 16 times the memory."""
    engine = comparable_engine(game)
    board = following(game, position, 1)[0]
    total = first_mb + second_mb
    with TranspositionTable(TableConfig(hash_mb=min(UNLIMITED * total, 2048))) as table:
        engine.table = table
        depth = max(1, engine.search(board, nodes=nodes).depth)
        filled = len(table) * ENTRY_BYTES / 2**20
    found: dict[str, dict[str, float]] = {"filled": {"mb": filled}}
    for name, config in (
        ("flat", TableConfig(hash_mb=total)),
        ("tiers", TableConfig(hash_mb=first_mb, l2_mb=second_mb)),
    ):
        with TranspositionTable(config) as table:
            engine.table = table
            engine.new_game()
            result = engine.search(board, depth=depth, nodes=8 * nodes)
            engine.table = None
            second = table.second_tier
            found[name] = {
                "nodes": result.nodes,
                **{count: result.stats[count] for count in ("probes", "hits")},
                **({} if second is None else {"entries": second.entries, "bits": second.entry_bits}),
            }
    return found


def cells(scale: Scale, game: str) -> Iterator[Job]:
    """Yields searches that fill small tables. The claimed gigabyte would take 100 million nodes each."""
    positions, nodes = scale.pick((2, 5_000), (2, 300_000), (60, 2_000_000))
    small = {"first_mb": SMALL[0], "second_mb": SMALL[1], "nodes": nodes}
    for position in middlegames(game, positions):
        yield cell(flat_and_tiered, game=game, position=position, **small)


def ratio(values: Sequence[Any]) -> Interval:
    return ratio_interval([v["tiers"]["nodes"] for v in values], [v["flat"]["nodes"] for v in values])


def hits(values: Sequence[Any], name: str) -> Interval:
    part, whole = ([value[name][count] for value in values] for count in ("hits", "probes"))
    return share_interval(part, whole).scaled(100)


def figures(rows: Sequence[Row]) -> dict[str, Figure]:
    small = [row.value for row in rows]
    tiers = [value["tiers"] for value in small if value["tiers"]["entries"]]
    named: dict[str, Figure] = {}
    if tiers:
        each = share_interval([tier["bits"] for tier in tiers], [tier["entries"] for tier in tiers])
        named["compression"] = each.scaled(-100 / 8 / ENTRY_BYTES, 100)
    return {
        **named,
        "hits_flat": hits(small, "flat"),
        "hits_tiers": hits(small, "tiers"),
        "nodes_tiers_over_flat": ratio(small),
        "filled_mb": sum(value["filled"]["mb"] for value in small) / len(small),
    }


def plots(game: str, rows: Sequence[Row]) -> list[Plot]:
    small = [row.value for row in rows]
    groups = {"hits": {"flat": hits(small, "flat"), "two tiers": hits(small, "tiers")}}
    return [bars(f"Flat and tiered tables of the same memory, {game}", "% of probes", groups)]


EXPERIMENT = Experiment(
    name="tiers",
    title="Is a small table in front of a compressed large one better than a flat one?",
    varies="the table: flat, or half of its 8 MB in front of a compressed half",
    measures="nodes to a depth and hits; bits per entry in the second tier, empty room not counted",
    unit="a middlegame, searched with both in the comparable search",
    sample="60 positions from 60 self-played games, 2 million nodes each, which fill two to three times "
    "the memory",
    power="detects differences of 1 point in hit rates and of 12% in nodes",
    cells=cells,
    figures=figures,
    plots=plots,
)
