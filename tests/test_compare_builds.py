"""The comparison of two builds: every measurement runs, and the ratio is the second build's time."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

TOOL = Path(__file__).parents[1] / "tools" / "compare_builds.py"


@pytest.fixture
def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("compare_builds", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_measurement_runs(tool: ModuleType) -> None:
    tool.KEYS, tool.NODES, tool.REPEATS = 2**10, 2_000, 1
    tool.PERFT = {"chess": 3, "shogi": 2}
    times = dict(tool.measured())
    assert list(times) == [
        *("store", "probe", "store_many", "probe_many"),
        *("perft 3 of chess", "search of chess", "perft 2 of shogi", "search of shogi"),
    ]
    assert all(time > 0 for time in times.values())


def test_the_ratio_is_that_of_the_second_build(tool: ModuleType) -> None:
    fast, slow = [{"probe": 10.0}, {"probe": 12.0}], [{"probe": 20.0}, {"probe": 24.0}]
    head, row = tool.report(fast, slow)
    assert head.split() == ["first,", "ns", "second,", "ns", "second", "/", "first"]
    assert row.split() == ["probe", "11.00", "22.00", "2.000", "(2.000", "to", "2.000)"]


def test_one_build_is_not_compared() -> None:
    done = subprocess.run([sys.executable, TOOL, sys.executable], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "needs two interpreters and at least 2 rounds" in done.stderr
