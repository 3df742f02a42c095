"""The engine on python-chess plays the same with a dict and with a table, alone and in a pool."""

from __future__ import annotations

from pathlib import Path

import pytest

from test_examples import EXAMPLES, output_of

pytest.importorskip("chess")


def rows(lines: list[str]) -> dict[str, tuple[int, int]]:
    """Value and nodes by memory."""
    found = {}
    for line in lines[1:]:
        *name, value, nodes, _ = line.split()
        found[" ".join(name)] = int(value), int(nodes.replace(",", ""))
    return found


def test_the_engine_finds_the_same_value_in_fewer_nodes() -> None:
    found = rows(output_of("adopt_engine.py", "3"))
    assert found["dict"][0] == found["table"][0]
    assert found["table"][1] < found["dict"][1]


def test_the_pool_finds_the_same_value() -> None:
    found = rows(output_of("adopt_pool.py", "2"))
    assert found["Manager().dict()"][0] == found["shared table"][0]


def test_ten_lines_change() -> None:
    marked = [line for line in Path(EXAMPLES, "adopt_engine.py").read_text().splitlines() if "  # " in line]
    assert [line.rsplit("# ", 1)[1] for line in marked] == [str(number) for number in range(1, 11)]
