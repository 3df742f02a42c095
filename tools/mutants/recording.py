"""Which tests run which line: recorded per test file, kept while it and the sources are the same."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from .running import rows_of, run
from .scratch import Scratch, files_of

BATCH = 12
"""Test files per recorded run. An interrupt loses one batch."""
BATCH_SECONDS = 1800.0
COMPILING = ("core_programs", "sanitized_extension")
"""What tests import that compile and run C++: no line of Python decides about them."""


class Recording:
    """The tests of each line, with their times."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.lines: defaultdict[tuple[str, int], set[str]] = defaultdict(set)
        self.files: defaultdict[str, set[str]] = defaultdict(set)

    def add(self, recorded: dict[str, Any]) -> None:
        self.seconds.update(recorded["seconds"])
        for file, lines in recorded["lines"].items():
            for line, tests in lines.items():
                self.lines[file, int(line)].update(tests)
                self.files[file].update(tests)

    def tests_of(self, file: str, line: int, is_import: bool) -> list[str]:
        """The tests that run a line, in the order of the time that their files take, the fastest first.

        A line that runs while its module is imported concerns all tests that run any line of the module.
        """
        tests = self.files[file] if is_import else self.lines[file, line]
        known = [test for test in tests if test in self.seconds]
        totals: defaultdict[str, float] = defaultdict(float)
        for test in known:
            totals[test.partition("::")[0]] += self.seconds[test]
        return sorted(
            known,
            key=lambda test: (
                totals[test.partition("::")[0]],
                test.partition("::")[0],
                self.seconds[test],
                test,
            ),
        )


def record(scratch: Scratch, chosen: list[str], workers: int, say: Callable[[str], None]) -> Recording:
    """Records what is not yet known of these test files or folders."""
    recording, missing = Recording(), {}
    common = _common(scratch.tree)
    for path in test_files(scratch.tree, chosen):
        digest = hashlib.sha256(common + path.read_bytes()).hexdigest()[:16]
        name = str(path.relative_to(scratch.tree))
        kept = scratch.folder / "recorded" / f"{name.replace('/', '.')}.{digest}.json"
        if kept.exists():
            recording.add(json.loads(kept.read_text()))
        else:
            missing[name] = kept
    names = list(missing)
    for begin in range(0, len(names), BATCH):
        say(f"recording {min(begin + BATCH, len(names))} of {len(names)} test files")
        for name, recorded in _recorded(scratch, names[begin : begin + BATCH], workers).items():
            missing[name].parent.mkdir(exist_ok=True)
            new = missing[name].with_suffix(".new")
            new.write_text(json.dumps(recorded))
            new.rename(missing[name])
            recording.add(recorded)
    return recording


def test_files(tree: Path, chosen: list[str]) -> Iterator[Path]:
    for path in (each for name in chosen for each in files_of(tree / name)):
        if not path.name.startswith("test_") or path.suffix != ".py":
            continue
        if not any(f"from {module} import" in path.read_text() for module in COMPILING):
            yield path


def _common(tree: Path) -> bytes:
    """A hash of what all tests share: the package and the tests' own modules."""
    shared = (path for path in files_of(tree / "tests") if not path.name.startswith("test_"))
    digest = hashlib.sha256()
    for path in (*files_of(tree / "src"), *shared):
        digest.update(f"{path.relative_to(tree)}\0".encode() + path.read_bytes())
    return digest.digest()


def _recorded(scratch: Scratch, names: list[str], workers: int) -> dict[str, dict[str, Any]]:
    """Runs these files. Tests that fail without a mutant are left out."""
    folder, log = scratch.folder / "record", scratch.folder / "log.jsonl"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    log.unlink(missing_ok=True)
    parallel = ["-n", str(workers), "--dist", "worksteal"] if workers > 1 else []
    command = [str(scratch.python), "-m", "pytest", "-q", "-p", "mutants_plugin", "-p", "no:cacheprovider"]
    variables = {
        "MUTANTS_RECORD": str(folder),
        "MUTANTS_SOURCE": str(scratch.tree / "src"),
        "MUTANTS_LOG": str(log),
    }
    environment = {**scratch.environment(), **variables}
    # Bytecode of the original is welcome.
    del environment["PYTHONDONTWRITEBYTECODE"]
    run([*command, *parallel, *names], scratch.tree, environment, BATCH_SECONDS)
    seconds: defaultdict[str, float] = defaultdict(float)
    failed = set()
    for row in rows_of(log):
        seconds[row["test"]] += float(row["seconds"])
        if row["outcome"] != "passed":
            failed.add(row["test"])
    found: dict[str, dict[str, Any]] = {name: {"seconds": {}, "lines": {}} for name in names}
    for test in seconds.keys() - failed:
        found[test.partition("::")[0]]["seconds"][test] = round(seconds[test], 3)
    for file, line, test in _lines(folder, scratch.tree):
        if test in seconds and test not in failed:
            lines = found[test.partition("::")[0]]["lines"].setdefault(file, {})
            lines.setdefault(str(line), []).append(test)
    return found


def _lines(folder: Path, tree: Path) -> set[tuple[str, int, str]]:
    """File, line and test of everything that ran."""
    from coverage import CoverageData
    from coverage.exceptions import DataError

    found: set[tuple[str, int, str]] = set()
    for path in folder.glob("lines.*"):
        data = CoverageData(str(path))
        try:
            data.read()
        except DataError:
            continue  # of a process that was killed while it saved
        for file in data.measured_files():
            name = os.path.relpath(file, tree)
            for line, contexts in data.contexts_by_lineno(file).items():
                found.update((name, line, context) for context in contexts if context)
    return found
