"""docs/books.md gives the figures of claim 118, as measured last."""

from __future__ import annotations

import json
from pathlib import Path

ROOT = Path(__file__).parents[2]


def measured(game: str) -> str:
    """The nodes with eight plies of a book in the table, relative to none."""
    found = json.loads((ROOT / "bench/results/truth.json").read_text())
    prefill = next(one for one in found["experiments"] if one["name"] == "prefill")
    saved = prefill["figures"][game]["saved"]
    ratio, low, high = (1 - saved[end] / 100 for end in ("value", "high", "low"))
    return f"{ratio:.2f} ({low:.2f} to {high:.2f})"


def test_what_a_prefill_saves_is_what_the_lab_measured() -> None:
    page = (ROOT / "docs/books.md").read_text()
    rows = [line for line in page.splitlines() if "ight plies of a book" in line]
    assert len(rows) == 1
    cells = [cell.strip() for cell in rows[0].split("|")]
    for cell, game in zip(cells[2:4], ("chess", "shogi"), strict=True):
        assert cell.startswith(measured(game))
