"""tools/soak.py: rounds of a race that can be interrupted and continued."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

from core_programs import ROOT, program


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("soak", ROOT / "tools" / "soak.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["soak"] = module
    spec.loader.exec_module(module)
    return module


def test_an_interrupted_soak_continues_with_the_next_round(tool: ModuleType, tmp_path: Path) -> None:
    race, log = program("tabiya_race", "race"), tmp_path / "soak.jsonl"
    soak = tool.soak(race, log, seconds=0, operations=1e18, round_seconds=0.02)
    assert next(soak) == []
    next(soak)
    soak.close()  # Ctrl-C after the first round
    first = json.loads(log.read_text())
    assert (first["seed"], first["wrong"]) == (1, 0)
    assert first["hits"] > 0

    log.write_text(log.read_text() + '{"build": "a round that was cut o')
    rounds = list(tool.soak(race, log, seconds=0, operations=first["operations"] + 1, round_seconds=0.02))
    assert rounds[0][0] == first
    assert [found["seed"] for found in rounds[-1]] == list(range(1, len(rounds[-1]) + 1))
    assert tool.total(rounds[-1], "operations") > first["operations"]


def test_rounds_of_another_build_do_not_count(tool: ModuleType, tmp_path: Path) -> None:
    log = tmp_path / "soak.jsonl"
    log.write_text('{"build": "another", "operations": 5}\n')
    assert tool.finished(log, "this one") == []


def test_a_wrong_read_ends_the_soak(tool: ModuleType, tmp_path: Path) -> None:
    race = tmp_path / "race"
    race.write_text("#!/bin/sh\necho '{\"wrong\": 1}'\nexit 1\n")
    race.chmod(0o755)
    with pytest.raises(SystemExit, match="exit code 1"):
        list(tool.soak(race, tmp_path / "soak.jsonl", seconds=1, operations=0))
