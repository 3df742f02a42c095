"""A small table in front of a compressed large one, vs a flat table of the same memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from ...plots.plotting import bars
from ...stats.bootstrap import Interval, mean_interval, ratio_interval, share_interval
from ...table.config import Layout, TableConfig
from ...table.transposition import TranspositionTable
from ..compare.measure import comparable_engine, following
from ..compare.positions import middlegames
from ..experiment import Cells, Experiment, Figures, Plots, Rows, Scale, cell


@dataclass(frozen=True)
class Workload:
    """Two tiers, and the layout of the first."""

    name: str
    first_mb: int
    second_mb: int
    layout: str

    @property
    def total(self) -> int:
        return self.first_mb + self.second_mb

    @property
    def arguments(self) -> dict[str, Any]:
        return {"first_mb": self.first_mb, "second_mb": self.second_mb, "layout": self.layout}


ENTRY_BYTES = 16
HALVES = Workload("halves", first_mb=4, second_mb=4, layout="cluster4")
"""The smallest first tier of clusters, and the same again."""
NINTHS = Workload("ninths", first_mb=1, second_mb=8, layout="single")
"""A first tier that is small, as in the claim (64 MB and 1 GB), in a size that searches fill twice."""
WORKLOADS = (HALVES, NINTHS)
ROOM = 8
"""The depth is that of a flat table of this many times the memory."""
MOST = 8
"""A search is cut off at this many times its nodes, and counted as that."""


def flat_and_tiered(
    *, game: str, position: str, first_mb: int, second_mb: int, layout: str, nodes: int
) -> dict[str, dict[str, float]]:
    """Returns nodes and hits to the depth that `nodes` nodes reach in a flat table of more memory."""
    engine = comparable_engine(game)
    board = following(game, position, 1)[0]
    total = first_mb + second_mb
    with TranspositionTable(TableConfig(hash_mb=ROOM * total)) as table:
        engine.table = table
        depth = max(1, engine.search(board, nodes=nodes).depth)
        filled = len(table) * ENTRY_BYTES / 2**20
    found: dict[str, dict[str, float]] = {"filled": {"mb": filled}}
    small = TableConfig(hash_mb=first_mb, layout=Layout(layout), l2_mb=second_mb)
    for name, config in (
        ("flat", TableConfig(hash_mb=total)),
        ("flat_same_layout", replace(small, hash_mb=total, l2_mb=0)),
        ("tiers", small),
        ("tiers_all_depths", replace(small, l2_demote_depth=0, l2_promote_depth=0)),
    ):
        if name == "flat_same_layout" and layout == "cluster4":
            found[name] = found["flat"]
            continue
        with TranspositionTable(config) as table:
            engine.table = table
            engine.new_game()
            result = engine.search(board, depth=depth, nodes=MOST * nodes)
            engine.table = None
            second = table.second_tier
            found[name] = {
                "nodes": result.nodes,
                **{count: result.stats[count] for count in ("probes", "hits")},
                **({} if second is None else {"entries": second.entries, "bits": second.entry_bits}),
            }
    return found


def cells(scale: Scale, game: str) -> Cells:
    """Yields more positions with halves than with ninths, which take more nodes."""
    halves, ninths = scale.pick((2, 2), (2, 2), (60, 40))
    for workload, positions, nodes in (
        (HALVES, halves, scale.pick(5_000, 300_000, 2_000_000)),
        (NINTHS, ninths, scale.pick(5_000, 300_000, 3_000_000)),
    ):
        for position in middlegames(game, positions):
            yield cell(flat_and_tiered, game=game, position=position, **workload.arguments, nodes=nodes)


def of(rows: Rows, workload: Workload) -> list[Any]:
    """Returns the measurements of a workload."""
    return [row.value for row in rows if workload.arguments.items() <= row.arguments.items()]


def ratio(values: Sequence[Any], name: str = "tiers", base: str = "flat") -> Interval:
    return ratio_interval([v[name]["nodes"] for v in values], [v[base]["nodes"] for v in values])


def hits(values: Sequence[Any], name: str) -> Interval:
    part, whole = ([value[name][count] for value in values] for count in ("hits", "probes"))
    return share_interval(part, whole).scaled(100)


def figures(rows: Rows) -> Figures:
    named: Figures = {}
    for workload in WORKLOADS:
        values = of(rows, workload)
        filled = [value["filled"]["mb"] for value in values]
        named |= {
            f"nodes_{workload.name}": ratio(values),
            f"nodes_{workload.name}_same_layout": ratio(values, base="flat_same_layout"),
            f"nodes_{workload.name}_all_depths": ratio(values, "tiers_all_depths"),
            f"hits_flat_{workload.name}": hits(values, "flat"),
            f"hits_tiers_{workload.name}": hits(values, "tiers"),
            f"filled_{workload.name}": mean_interval([mb / workload.total for mb in filled]),
        }
    tiers = [row.value["tiers"] for row in rows if row.value["tiers"]["entries"]]
    if tiers:  # short searches leave the second tier empty
        each = share_interval([tier["bits"] for tier in tiers], [tier["entries"] for tier in tiers])
        named["compression"] = each.scaled(-100 / 8 / ENTRY_BYTES, 100)
    return named


def plots(game: str, rows: Rows) -> Plots:
    halves = of(rows, HALVES)
    groups = {"hits": {"flat": hits(halves, "flat"), "two tiers": hits(halves, "tiers")}}
    return [bars(f"Flat and tiered tables of the same memory, {game}", "% of probes", groups)]


EXPERIMENT = Experiment(
    name="tiers",
    title="Is a small table in front of a compressed large one better than a flat one?",
    varies="the table: flat, or 4 MB in front of 4 compressed, or 1 in front of 8",
    measures="nodes to a depth and hits; how often the searches fill both tiers; bits per entry, empty room "
    "not counted",
    unit="a middlegame, searched with all of them in the comparable search",
    sample="60 positions from 60 self-played games, 2 million nodes each, and 40 of 3 million for 1 MB "
    "in front of 8",
    power="detects differences of 1 point in hit rates, and of 12 to 15% in nodes",
    cells=cells,
    figures=figures,
    plots=plots,
)
