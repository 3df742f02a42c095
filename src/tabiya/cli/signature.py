"""`tabiya signature`: a node count that changes if and only if the search changes."""

from __future__ import annotations

import json

import click
from rich.console import Console
from rich.table import Table

from .._utils.extras import need_core
from . import options

__all__ = ["signature"]

DEPTH = 9


@click.command()
@options.game
@click.option("--depth", type=click.IntRange(1, 60), default=DEPTH, help="Plies.")
@click.option("--positions", "by_position", is_flag=True, help="Show the count of each position.")
@options.as_json
def signature(game: str, depth: int, by_position: bool, as_json: bool) -> None:
    """Count the nodes of fixed searches on one thread. Equal counts mean an unchanged search."""
    need_core("signature")
    from ..engine.signature import node_counts

    counts = node_counts(game, depth)
    nodes = sum(counts.values())
    if as_json:
        print(json.dumps({"game": game, "depth": depth, "nodes": nodes, "positions": counts}, indent=2))
        return
    if by_position:
        table = Table("position", box=None, pad_edge=False)
        table.add_column("nodes", justify="right")
        for name, count in counts.items():
            table.add_row(name, f"{count:,}")
        Console().print(table)
    print(f"{game} {depth} {nodes}")
