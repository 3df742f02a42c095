"""The tests that decide claims which are true or not, without a figure."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ..claims import register
from ..experiment import NO_GAME, Cell, Experiment, Row, Scale, cell

ROOT = Path(__file__).parents[4]
QUICKEST = "tests/test_aging.py::test_the_generation_wraps_at_64"
SECONDS = 90


def names() -> list[str]:
    """The tests that claims name, each once."""
    return list(dict.fromkeys(test for claim in register().values() for test in claim.test.split()))


def runs_here(test: str) -> bool:
    """Not those that compile programs of the core first: a measurement is no time for that."""
    return "core_programs" not in (ROOT / test.partition("::")[0]).read_text(encoding="utf-8")


def run_test(*, test: str) -> dict[str, Any]:
    """Runs one test, or a file of them, in the checkout that the package is installed from."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", test]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=SECONDS)
    last = done.stdout.strip().splitlines()[-1:] or [done.stderr.strip()[-200:]]
    if done.returncode not in (0, 1):
        raise RuntimeError(f"pytest could not run {test}: {last[0]}")
    return {
        "passed": done.returncode == 0,
        "skipped": " passed" not in last[0] and done.returncode == 0,
        "said": last[0],
    }


def missing() -> str | None:
    if find_spec("pytest") is None:
        return "pytest: pip install tabiya[dev]"
    return (
        None if (ROOT / "tests" / "test_layout.py").exists() else "a checkout of the sources, with its tests"
    )


def cells(scale: Scale, game: str) -> Iterator[Cell]:
    """Nothing in the quick form: some tests take long."""
    for test in scale.pick([QUICKEST], [], names()):
        if not missing() and runs_here(test):
            yield cell(run_test, test=test)


def figures(rows: Sequence[Row]) -> dict[str, float]:
    """1 for a test that passed, 0 for one that failed; one that was skipped says nothing."""
    return {row.arguments["test"]: float(row.value["passed"]) for row in rows if not row.value["skipped"]}


EXPERIMENT = Experiment(
    name="named_tests",
    title="Do the tests pass that decide claims without a figure?",
    varies="the test",
    measures="whether it passes",
    cells=cells,
    figures=figures,
    games=NO_GAME,
    needs=missing,
)
