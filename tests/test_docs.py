"""The code in the documents runs as it stands there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
NAMES = (
    "README.md",
    "docs/configuration.md",
    "docs/chess.md",
    "docs/games.md",
    "docs/match.md",
    "docs/memory.md",
    "docs/search.md",
    "docs/shogi.md",
    "docs/table.md",
    "docs/tiers.md",
)
"""Documents whose blocks build on one another and need nothing from outside."""


def blocks(name: str) -> list[str]:
    found: list[str] = re.findall(r"```python\n(.*?)```", (ROOT / name).read_text(), re.DOTALL)
    return found


@pytest.mark.parametrize("name", NAMES)
def test_the_code_runs(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    scope: dict[str, Any] = {}
    if name == "docs/chess.md":
        pytest.importorskip("chess")
    assert blocks(name)
    for code in blocks(name):
        shorter = code.replace("board.perft(7, ", "board.perft(3, ").replace("hash_mb=512", "hash_mb=1")
        exec(compile(shorter, name, "exec"), scope)
    if name == "README.md":
        assert capsys.readouterr().out == "1234 35\nNone\nd1d8 #1\nG*5b 1\n"


def test_no_link_of_a_document_is_dead() -> None:
    for path in (ROOT / "README.md", *(ROOT / "docs").glob("*.md")):
        for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", path.read_text()):
            assert (path.parent / target).exists(), (path.name, target)
