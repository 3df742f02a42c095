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
CLAIMED = (64, 1024)
NEVER = 1e6
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
    """Yields many positions with small tables, and one with the claimed sizes, as slow as all others."""
    positions, nodes = scale.pick((2, 5_000), (2, 300_000), (60, 2_000_000))
    small = {"first_mb": SMALL[0], "second_mb": SMALL[1], "nodes": nodes}
    for position in middlegames(game, positions):
        yield cell(flat_and_tiered, game=game, position=position, **small)
    if scale is Scale.FULL:
        large = {"first_mb": CLAIMED[0], "second_mb": CLAIMED[1], "nodes": 10_000_000}
        yield cell(flat_and_tiered, game=game, position=middlegames(game, 1)[0], **large)


def of_size(rows: Sequence[Row], sizes: tuple[int, int]) -> list[Any]:
    return [row.value for row in rows if (row.arguments["first_mb"], row.arguments["second_mb"]) == sizes]


def ratio(values: Sequence[Any]) -> Interval:
    return ratio_interval([v["tiers"]["nodes"] for v in values], [v["flat"]["nodes"] for v in values])


def hits(values: Sequence[Any], name: str) -> Interval:
    part, whole = ([value[name][count] for value in values] for count in ("hits", "probes"))
    return share_interval(part, whole).scaled(100)


def figures(rows: Sequence[Row]) -> dict[str, Figure]:
    small, large = of_size(rows, SMALL), of_size(rows, CLAIMED)
    judged = [(sizes, values) for sizes, values in ((SMALL, small), (CLAIMED, large)) if values]
    wins = [sum(sizes) for sizes, values in judged if ratio(values).high < 1]
    tiers = [value["tiers"] for value in (*small, *large) if value["tiers"]["entries"]]
    named: dict[str, Figure] = {}
    if tiers:
        each = share_interval([tier["bits"] for tier in tiers], [tier["entries"] for tier in tiers])
        named["compression"] = each.scaled(-100 / 8 / ENTRY_BYTES, 100)
    if large:
        named |= {
            "nodes_at_the_claimed_size": large[0]["tiers"]["nodes"] / large[0]["flat"]["nodes"],
            "hits_flat_at_the_claimed_size": hits(large, "flat").value,
            "hits_tiers_at_the_claimed_size": hits(large, "tiers").value,
            "filled_mb_at_the_claimed_size": large[0]["filled"]["mb"],
        }
    return {
        **named,
        "hits_flat": hits(small, "flat"),
        "hits_tiers": hits(small, "tiers"),
        "nodes_tiers_over_flat": ratio(small),
        "filled_mb": sum(value["filled"]["mb"] for value in small) / len(small),
        "break_even_mb": float(wins[0]) if wins else NEVER,
        "tried_to_mb": float(sum(judged[-1][0])),
    }


def plots(game: str, rows: Sequence[Row]) -> list[Plot]:
    small = of_size(rows, SMALL)
    groups = {"hits": {"flat": hits(small, "flat"), "two tiers": hits(small, "tiers")}}
    return [bars(f"Flat and tiered tables of the same memory, {game}", "% of probes", groups)]


EXPERIMENT = Experiment(
    name="tiers",
    title="Is a small table in front of a compressed large one better than a flat one?",
    varies="the table: flat, or half of its 8 MB in front of a compressed half; once 64 MB + 1 GB",
    measures="nodes to a depth and hits; bits per entry in the second tier, empty room not counted",
    unit="a middlegame, searched with both in the comparable search",
    sample="60 positions from 60 self-played games, 2 million nodes each, which fill two to three times "
    "the memory; one of 10 million with the claimed sizes",
    power="detects differences of 1 point in hit rates and of 12% in nodes; the claimed sizes are "
    "one observation",
    cells=cells,
    figures=figures,
    plots=plots,
)
