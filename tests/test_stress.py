"""Everything at once on a few tables, with interrupts: `stress.py` as a process of its own, for a while."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from forms import sized

pytest.importorskip("tabiya._core", reason="the native core is not built", exc_type=ImportError)

PROGRAM = Path(__file__).parent / "stress.py"
SECONDS = sized(4, 120)


@pytest.mark.parametrize("validation", ["release", "paranoid"])
def test_everything_at_once_is_never_wrong_and_leaves_nothing(validation: str) -> None:
    command = [sys.executable, PROGRAM, "--seconds", str(SECONDS), "--validation", validation]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    counts = json.loads(done.stdout)
    assert counts["interrupts"] > 0
    assert sum(counts["calls"].values()) > 100
