"""`tabiya lab trace` and `tabiya lab replay`: record a search's operations, replay them on other tables."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.table import Table

from .._utils.extras import need_core
from ..games import game_spec
from . import options
from .lab_common import wide_console

if TYPE_CHECKING:
    from ..lab.traces import Trace

__all__ = ["replay_trace", "trace"]


@click.command()
@click.argument("file", type=options.FILE, help="The trace file.")
@click.option("--fen", "--sfen", "position", help="The position (default: the start).")
@options.game
@click.option("--depth", type=click.IntRange(1), help="Search depth.")
@click.option("--nodes", type=click.IntRange(1), help="Node limit.")
@click.option("--hash-mb", type=options.MEGABYTES, default=64, help="Megabytes of the recorded table.")
@options.as_json
def trace(
    file: Path,
    position: str | None,
    game: str,
    depth: int | None,
    nodes: int | None,
    hash_mb: float,
    as_json: bool,
) -> None:
    """Record the probes and stores of a search. Without a limit, show a file."""
    need_core("the lab", "measures")
    from ..lab.traces import Trace, record, summary

    if depth is not None or nodes is not None:
        if file.exists():
            raise ValueError(f"{file} exists: name another file to record, or leave --depth and --nodes out")
        recorded = record(
            game, game_spec(game).board(position), depth=depth, nodes=nodes, table={"hash_mb": hash_mb}
        )
        recorded.save(file)
    found = summary(Trace.load(file))
    if as_json:
        print(json.dumps(found, indent=1))
        return
    table = Table(show_header=False)
    for name in ("operations", "probes", "stores", "hits", "keys", "used_once"):
        table.add_row(name.replace("_", " "), f"{found[name]:,}")
    table.add_row("bytes in the file", f"{file.stat().st_size:,}")
    for distance, count in found["reuse_distances"].items():
        table.add_row(f"reused after {int(distance):,} operations or more", f"{count:,}")
    for number, phase in enumerate(found["phases"], 1):
        text = f"{phase['hit_rate']:.1%} hits, stores of depth {phase['mean_depth']:.1f}"
        table.add_row(f"part {number} of {len(found['phases'])}", text)
    for key in found["hot_keys"][:3]:
        table.add_row("hot key", f"{key['key']}, {key['operations']:,} times")
    Console().print(table)


@click.command("replay")
@click.argument("file", type=options.FILE, help="A file from `tabiya lab trace`, or of another engine.")
@click.option("--pressure", help="Memory as fractions of what the trace fills (default: 1/4,1/16,1/64).")
@click.option(
    "--hash-mb",
    type=options.MEGABYTES,
    multiple=True,
    help="Memory in megabytes instead; repeatable.",
)
@click.option(
    "--policy",
    "policies",
    multiple=True,
    metavar="FILE.py:NAME",
    help="Also replay with your own policy; repeatable.",
)
@click.option(
    "--layout",
    metavar="[single|cluster3|cluster4|cluster8|field|line5|dense]",
    default="cluster4",
    help="Layout of the tables.",
)
@click.option("--plot", type=options.FILE, help="Draw to this file, .svg or .png (needs Chromium).")
@options.as_json
def replay_trace(
    file: Path,
    pressure: str | None,
    hash_mb: tuple[float, ...],
    policies: tuple[str, ...],
    layout: str,
    plot: Path | None,
    as_json: bool,
) -> None:
    """Replay a trace in tables of other sizes with every policy, and compare with Belady's optimum."""
    need_core("the lab", "measures")
    from ..lab.own_policy import load_rule
    from ..lab.traces import Trace
    from ..lab.traces.shares import replays, room_note, shares_plot
    from ..plots.pictures import check_picture, write_plot

    if plot is not None:
        check_picture(plot)
    for policy in policies:
        load_rule(policy)
    loaded = Trace.load(file)
    rows = [
        replays(loaded, layout, size, memory, policies) for memory, size in _sizes(loaded, pressure, hash_mb)
    ]
    if plot is not None:
        write_plot(shares_plot(rows), plot)
    if as_json:
        print(json.dumps(rows, indent=1))
        return
    table = Table(
        title=f"{loaded.probes:,} probes, {layout}: hits, and their share of Belady's optimum",
        title_justify="left",
    )
    table.add_column("policy", overflow="fold")
    for row in rows:
        table.add_column(row["memory"], justify="right")
        table.add_column("of optimum", justify="right")
    for name in rows[0]["hits"]:
        shown = []
        for row in rows:
            hits, share = row["hits"][name], row["of_optimum"].get(name)
            shown += [f"{hits / max(loaded.probes, 1):.2%}", "" if share is None else f"{share:.1%}"]
        table.add_row(name, *shown)
    console = wide_console()
    console.print(table)
    for row in rows:
        console.print(room_note(row), soft_wrap=True)


def _sizes(trace: Trace, pressure: str | None, hash_mb: tuple[float, ...]) -> list[tuple[str, float]]:
    """Returns the memory sizes as text and in megabytes."""
    from ..lab.compare import PRESSURES, parse_pressures
    from ..lab.compare.measure import ENTRY_BYTES
    from ..lab.compare.question import memory_texts
    from ..lab.traces.shares import stored_keys

    if hash_mb and pressure is not None:
        raise ValueError("--pressure and --hash-mb exclude each other")
    if hash_mb:
        return list(zip(memory_texts((), hash_mb), hash_mb, strict=True))
    pressures = PRESSURES if pressure is None else parse_pressures(pressure)
    filled = max(1, stored_keys(trace)) * ENTRY_BYTES / 2**20
    return [
        (text, share * filled) for text, share in zip(memory_texts(pressures, ()), pressures, strict=True)
    ]
