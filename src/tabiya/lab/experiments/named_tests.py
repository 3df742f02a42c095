"""The tests that decide claims without a figure. The register of claims names them."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from xml.etree import ElementTree

from ..._utils.arguments import did_you_mean
from ..claims import register
from ..experiment import NO_GAME, Cells, Experiment, Rows, Scale, cell

ROOT = Path(__file__).parents[4]
QUICKEST = "tests/test_aging.py::test_the_generation_wraps_at_64"
QUICK = [QUICKEST, "tests/test_layout.py::test_a_cluster_is_one_slot_or_one_cache_line"]
SECONDS = 900
"""Time limit per test. Some first build programs of the core with sanitizers."""


def names() -> list[str]:
    """Returns the tests that claims name, each once."""
    return list(dict.fromkeys(test for claim in register().values() for test in claim.test.split()))


def check_name(test: str, root: Path = ROOT) -> None:
    """Raises ValueError if the checkout has no such test: a misspelled one would never run.

    >>> check_name("tests/no_such_file.py::test_it")
    Traceback (most recent call last):
    ValueError: a claim names tests/no_such_file.py::test_it, and there is no file tests/no_such_file.py
    """
    path, _, function = test.partition("::")
    if not (root / path).is_file():
        raise ValueError(f"a claim names {test}, and there is no file {path}")
    found = re.findall(r"^ *def (test_\w+)\(", (root / path).read_text(encoding="utf-8"), re.MULTILINE)
    if function and function not in found:
        hint = did_you_mean(function, found)
        raise ValueError(f"a claim names {test}, and {path} has no such test{hint}")


def run_named_test(*, test: str) -> dict[str, Any]:
    """Runs a test, or a file of tests, in the checkout that the package is installed from.

    Returns how many passed, failed and were skipped, counting each set of parameters.
    """
    with TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            f"--basetemp={Path(folder) / 'files'}",
            f"--junit-xml={report}",
            test,
        ]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=SECONDS)
        # 0: all passed; 1: some failed. Other codes are errors of pytest: an unknown name, an interrupt.
        if done.returncode not in (0, 1):
            said = (done.stdout.strip() or done.stderr.strip()).splitlines()[-1:]
            raise RuntimeError(f"pytest could not run {test}: {''.join(said)}")
        return _counts(report.read_text(encoding="utf-8"))


def _counts(report: str) -> dict[str, Any]:
    cases = list(ElementTree.fromstring(report).iter("testcase"))
    failed = [case for case in cases if case.find("failure") is not None or case.find("error") is not None]
    skipped = [case.find("skipped") for case in cases]
    reasons = [reason.get("message", "") for reason in skipped if reason is not None]
    return {
        "passed": len(cases) - len(failed) - len(reasons),
        "failed": len(failed),
        "skipped": len(reasons),
        "failures": [case.get("name", "") for case in failed],
        "reasons": sorted(set(reasons)),
    }


def missing() -> str | None:
    if find_spec("pytest") is None:
        return "pytest: pip install tabiya[dev]"
    return (
        None if (ROOT / "tests" / "test_layout.py").exists() else "a checkout of the sources, with its tests"
    )


def cells(scale: Scale, game: str) -> Cells:
    """Yields a cell per test; only a few in the quick form, because some take long."""
    for test in scale.pick([QUICKEST], QUICK, names()):
        if not missing():
            check_name(test)
        yield cell(run_named_test, test=test)


def figures(rows: Rows) -> dict[str, float]:
    """Returns 1 for a passed test and 0 for a failed one. Skipped tests are left out."""
    ran = {row.arguments["test"]: row.value for row in rows}
    return {
        test: float(not value["failed"]) for test, value in ran.items() if value["passed"] or value["failed"]
    }


EXPERIMENT = Experiment(
    name="named_tests",
    title="Do the tests that decide claims without a figure pass?",
    varies="the test",
    measures="whether it passes: 1 if it does, 0 if it fails",
    unit="a named test",
    sample="all tests that decide a claim",
    power="exact: a test passes or fails",
    cells=cells,
    figures=figures,
    games=NO_GAME,
    needs=missing,
)
