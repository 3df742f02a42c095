"""Searches on tables with debug validation."""

from __future__ import annotations

import uuid
from pathlib import Path

import pytest

from tabiya import Engine, TranspositionTable, ValidationError, chess


def test_a_search_finds_an_overwritten_header() -> None:
    """It checks the header every thousand nodes or so, not at every probe."""
    name = f"test-{uuid.uuid4().hex}"
    with TranspositionTable.create_shared(name, hash_mb=1, validation="debug") as table:
        engine = Engine(table=table)
        engine.search(chess.Board(), depth=6)
        segment = Path(f"/dev/shm/tabiya.{name}")
        intact = segment.read_bytes()[:8]
        for content, outcome in ((bytes(8), "overwritten"), (intact, "fine")):
            with segment.open("r+b") as file:
                file.write(content)
            if outcome == "fine":
                assert engine.search(chess.Board(), depth=6).depth == 6
            else:
                with pytest.raises(ValidationError, match="header was overwritten"):
                    engine.search(chess.Board(), depth=6)


def test_a_search_counts_the_probes_of_a_debug_table() -> None:
    table = TranspositionTable(hash_mb=1, validation="debug")
    result = Engine(table=table).search(chess.Board(), nodes=20_000)
    # The table also counts the probes that complete the principal variation.
    assert table.stats.probes >= result.stats["probes"] > 0
    assert table.stats.hits >= result.stats["hits"] > 0
