"""The search visits the same nodes as before: another count means another search.

After a deliberate change: TABIYA_SNAPSHOTS=write pytest tests/search/test_engine_signature.py
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tabiya.engine.signature import node_counts
from tabiya.games import GAMES

FILE = Path(__file__).with_name("signature.txt")
DEPTHS = {"chess": 8, "shogi": 6, "othello": 9}


def written() -> dict[str, str]:
    return dict(line.split(maxsplit=1) for line in FILE.read_text().splitlines() if line[:1] not in "#")


@pytest.mark.parametrize("game", GAMES)
def test_the_signature_is_as_written(game: str) -> None:
    counted = f"{DEPTHS[game]} {sum(node_counts(game, DEPTHS[game]).values())}"
    if os.environ.get("TABIYA_SNAPSHOTS") == "write":
        head = [line for line in FILE.read_text().splitlines() if line.startswith("#")]
        lines = {**written(), game: counted}
        FILE.write_text(
            "\n".join([*head, *(f"{name} {line}" for name, line in sorted(lines.items()))]) + "\n"
        )
    assert written()[game] == counted
