"""Everything at once on a few tables, with interrupts: runs `stress.py` as a separate process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from forms import sized
from sanitized_extension import RUNTIMES, command_and_environment

pytest.importorskip("tabiya._core", reason="the native core is not built", exc_type=ImportError)

PROGRAM = (str(Path(__file__).parent / "stress.py"), "--seconds", str(sized(2, 60)))


@pytest.mark.parametrize("validation", ["release", "paranoid"])
def test_everything_at_once_is_never_wrong_and_leaves_nothing(validation: str) -> None:
    check([sys.executable, *PROGRAM, "--validation", validation], dict(os.environ))


@pytest.mark.slow
@pytest.mark.parametrize("build", RUNTIMES)
def test_everything_at_once_is_clean_under(build: str) -> None:
    check(*command_and_environment(build, *PROGRAM))


def check(command: list[str], environment: dict[str, str]) -> None:
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    counts = json.loads(done.stdout)
    assert counts["interrupts"] > 0
    assert sum(counts["calls"].values()) > 100
