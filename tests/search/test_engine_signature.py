"""The search visits the same nodes as before: another count means another search.

After a deliberate change: TABIYA_SNAPSHOTS=write pytest tests/search/test_engine_signature.py
"""

from __future__ import annotations

import os
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from tabiya import Engine
from tabiya.engine.options import SearchOptions
from tabiya.engine.signature import node_counts
from tabiya.games import GAMES
from tabiya.games.positions import positions

FILE = Path(__file__).with_name("signature.txt")
SWITCHED = Path(__file__).with_name("signature_switched.txt")
DEPTHS = {"chess": 8, "shogi": 6, "othello": 9}


def written(file: Path) -> dict[str, str]:
    lines = (line.rpartition(" ") for line in file.read_text().splitlines() if line[:1] not in "#")
    return {name: count for name, _, count in lines}


def expect_as_written(file: Path, counted: dict[str, int]) -> None:
    new = {name: str(nodes) for name, nodes in counted.items()}
    if os.environ.get("TABIYA_SNAPSHOTS") == "write":
        head = [line for line in file.read_text().splitlines() if line.startswith("#")]
        lines = [f"{name} {nodes}" for name, nodes in sorted({**written(file), **new}.items())]
        file.write_text("\n".join([*head, *lines]) + "\n")
    assert {name: nodes for name, nodes in written(file).items() if name in new} == new


@pytest.mark.parametrize("game", GAMES)
def test_the_signature_is_as_written(game: str) -> None:
    depth = DEPTHS[game]
    expect_as_written(FILE, {f"{game} {depth}": sum(node_counts(game, depth).values())})


def switched() -> list[dict[str, Any]]:
    """Every switch the other way round."""
    own = SearchOptions()
    turned = [{field.name: not getattr(own, field.name)} for field in fields(own) if field.type == "bool"]
    return [
        *turned,
        {"iir_depth": 6},
        {"rule50_keys": "bucketed"},
        {"rule50_keys": "full"},
        {"table_mode": "probe_only"},
        {"table_mode": "read_only"},
    ]


@pytest.mark.parametrize("game", GAMES)
def test_the_search_with_a_switch_turned_is_as_written(game: str) -> None:
    counted = {}
    for options in switched():
        engine, nodes = Engine(game, hash_mb=1, **options), 0
        for position in positions(game)[::10]:
            engine.new_game()
            nodes += engine.search(position.board(game), depth=DEPTHS[game] + 1, nodes=200_000).nodes
        ((name, value),) = options.items()
        counted[f"{game} {name}={value}"] = nodes
    expect_as_written(SWITCHED, counted)
