"""Runs tests on the scratch tree and says what they noticed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from .scratch import Scratch

TEST_SECONDS = 60.0
"""A test that takes longer hangs: the slowest short tests take a fifth."""
ENDING_SECONDS = 30.0
"""For a run that is over, to start and to end."""


@dataclass(frozen=True)
class Outcome:
    """What a run of tests said."""

    noticed: bool
    how: str
    """The test that failed, `timeout` or `crash`; else how many tests passed."""

    @property
    def result(self) -> str:
        if self == NO_PROGRAM:
            return "no program"
        return "noticed" if self.noticed else "unnoticed"


TIMEOUT = Outcome(True, "timeout")
NO_PROGRAM = Outcome(True, "compile")
"""What does not compile is no mutant: nobody could have released it."""


def run_tests(
    scratch: Scratch,
    tests: Iterable[str],
    budget: float,
    test_seconds: float = TEST_SECONDS,
    variables: Mapping[str, str] | None = None,
) -> Outcome:
    """Runs tests in this order until one fails. After `budget` seconds no further test is begun."""
    with TemporaryDirectory(dir=scratch.folder) as folder:
        return _run_tests(scratch, Path(folder), tests, budget, test_seconds, variables or {})


def _run_tests(
    scratch: Scratch,
    folder: Path,
    tests: Iterable[str],
    budget: float,
    test_seconds: float,
    variables: Mapping[str, str],
) -> Outcome:
    log, arguments = folder / "log.jsonl", folder / "arguments"
    arguments.write_text("\n".join(tests) + "\n")
    command = [
        *(str(scratch.python), "-m", "pytest", "-q", "-x", "-p", "mutants_plugin", "-p", "no:cacheprovider"),
        *("-o", f"faulthandler_timeout={test_seconds}", "-o", "faulthandler_exit_on_timeout=true"),
        *(f"--mutants-budget={budget}", f"@{arguments}"),
    ]
    environment = {**scratch.environment(), **variables, "MUTANTS_LOG": str(log)}
    limit = budget + test_seconds + ENDING_SECONDS
    code, said = run(command, scratch.tree, environment, limit)
    rows = rows_of(log)
    failed = next((row["test"] for row in rows if row["outcome"] == "failed"), None)
    if failed is not None:
        return Outcome(True, failed)
    if code is None or "Timeout (" in said:
        return TIMEOUT
    if code == 5 or (code == 2 and "budget is used up" in said) or code == 0:
        passed = sum(row["outcome"] == "passed" and row["when"] == "call" for row in rows)
        return Outcome(False, f"{passed} tests pass")
    # An error while a test file is imported has no test; neither has a segmentation fault.
    return Outcome(True, "import" if code in (1, 2, 4) else f"crash: exit code {code}")


def rows_of(log: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []


def run(
    command: list[str], folder: Path, environment: Mapping[str, str], limit: float
) -> tuple[int | None, str]:
    """The exit code and output of a command; None if it took too long. Ends all that it started."""
    process = subprocess.Popen(
        command,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        start_new_session=True,
    )
    try:
        said, _ = process.communicate(timeout=limit)
        return process.returncode, said
    except subprocess.TimeoutExpired:
        return None, ""
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
