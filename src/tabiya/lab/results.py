"""Results of the lab: a file of JSON lines, one per measured cell, appended as soon as it is known.

A line has what is needed to trust it: function and arguments, value or error, seconds, machine, commit and
time. A killed run leaves at worst half a line at the end, which is ignored.
"""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from .. import __version__
from ..jobs import Job
from .experiment import Experiment, Row, Scale

__all__ = ["ResultsFile", "commit"]


@cache
def commit() -> str:
    """Returns the last commit that changed what is measured, with "+changes" if the working tree differs.

    Commits of documents or tests do not count, so that a run can be resumed after them.
    """
    sources = Path(__file__).parents[1]
    measured = [str(sources), str(sources.parents[1] / "core")]

    def git(*arguments: str) -> str:
        done = subprocess.run(
            ["git", "-C", str(sources), *arguments], capture_output=True, text=True, check=False
        )
        return done.stdout.strip() if done.returncode == 0 else ""

    try:
        name = git("log", "-1", "--format=%h", "--abbrev=10", "--", *measured)
        changed = git("status", "--porcelain", "--untracked-files=no", "--", *measured)
    except OSError:
        name = changed = ""
    # An installed package has no history: then its version must do.
    return (name + "+changes" * bool(changed)) or f"version {__version__}"


FIRST = b'{"cell": '
"""How each line begins, and so the file."""


@dataclass(frozen=True)
class ResultsFile:
    """A file of results.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     results = ResultsFile(Path(folder) / "lab.jsonl")
    ...     cell = Job.of("math:sqrt", {"x": 4.0})
    ...     results.append(cell, value=2.0, seconds=0.1, machine={}, scale=Scale.QUICK)
    ...     [row["value"] for row in results.read()]
    [2.0]
    """

    path: Path

    def read(self) -> Iterator[dict[str, Any]]:
        """Yields all complete lines, oldest first."""
        if not self.path.exists():
            return
        with self.path.open(encoding="utf-8", errors="replace") as lines:
            for line in lines:
                try:
                    row = json.loads(line)
                except json.JSONDecodeError:
                    continue  # written by a run that was killed
                if isinstance(row, dict) and {"cell", "function", "arguments"} <= row.keys():
                    yield row

    def latest(self, only_commit: str | None = None) -> dict[str, dict[str, Any]]:
        """Returns the last line of each cell, of one commit or of all."""
        wanted = (row for row in self.read() if only_commit is None or row.get("commit") == only_commit)
        return {row["cell"]: row for row in wanted}

    def append(
        self,
        cell: Job,
        *,
        value: Any = None,
        error: str | None = None,
        seconds: float,
        machine: dict[str, Any],
        scale: Scale,
    ) -> None:
        """Appends a line and flushes it."""
        line = {
            "cell": cell.id,
            "function": cell.function,
            "arguments": cell.arguments,
            "value": value,
            "error": error,
            "seconds": round(seconds, 4),
            "scale": str(scale),
            "commit": commit(),
            "when": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
            "machine": machine,
        }
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.check_own()
        with self.path.open("a+", encoding="utf-8") as file:
            if file.tell() and not self._ends_whole():
                file.write("\n")
            file.write(json.dumps(line) + "\n")

    def check_own(self) -> None:
        """Raises ValueError for a file that is not ours: lines must not be added to another file."""
        if not self.path.exists():
            return
        if not self.path.is_file():
            raise ValueError(f"{self.path} is not a regular file: name another one for the results")
        with self.path.open("rb") as file:
            begin = file.read(len(FIRST))
        if begin != FIRST[: len(begin)]:
            raise ValueError(f"{self.path} is not a file of results: name another one")

    def _ends_whole(self) -> bool:
        with self.path.open("rb") as file:
            file.seek(-1, 2)
            return file.read(1) == b"\n"

    def rows(self, experiment: Experiment, game: str, known: dict[str, dict[str, Any]]) -> list[Row]:
        """Returns the measured rows of an experiment and game, at the largest scale with measurements."""
        for scale in (Scale.FULL, Scale.QUICK, Scale.SMOKE):
            wanted = dict.fromkeys(cell.id for cell in experiment.cells(scale, game))
            found = [known.get(cell_id) for cell_id in wanted]
            rows = [
                Row(row["arguments"], row["value"], tuple(row["machine"].get("line_ns", ())))
                for row in found
                if row and row["error"] is None
            ]
            # Cells shared by two scales do not count as measurements of the larger one.
            if rows and any(row and row["scale"] == scale for row in found):
                return rows
        return []

    def errors(self, cells: Iterable[Job], known: dict[str, dict[str, Any]]) -> list[str]:
        """Returns the errors of cells without a value."""
        found = (known.get(cell.id) for cell in cells)
        return sorted({str(row["error"]) for row in found if row and row["error"] is not None})
