"""The options of `tabiya analyse`."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress, ProgressColumn

from ..engine.limits import check_limits

__all__ = ["AnalyseOptions", "full_width", "progress_bar"]

ONLY_POSITIONS = {"infinite": "--infinite", "trace": "--trace", "stats": "--stats"}
ONLY_FILES = {
    "workers": "--workers",
    "dask": "--dask",
    "scheduler": "--scheduler",
    "shared_table": "--shared-table",
}
ONLY_GAMES = {"annotate": "--annotate", "plot": "--plot", "resume": "--resume"}


@dataclass(frozen=True, kw_only=True)
class AnalyseOptions:
    """What the user asked for, checked as far as it does not depend on what is analysed."""

    depth: int | None
    seconds: float | None
    nodes: int | None
    infinite: bool
    multipv: int
    threads: int
    processes: int
    hash_mb: float
    hash_file: Path | None
    no_table: bool
    notation: str | None
    annotate: Path | None
    plot: Path | None
    resume: Path | None
    as_json: bool
    workers: int | None
    dask: bool
    scheduler: str | None
    shared_table: bool
    trace: Path | None
    stats: bool

    def __post_init__(self) -> None:
        if self.limits:
            check_limits(self.limits)
        if self.no_table and (self.hash_file or self.shared_table):
            raise ValueError("--no-table cannot be combined with --hash-file or --shared-table")
        if self.hash_file and self.shared_table:
            raise ValueError("--hash-file is shared by all games already: leave --shared-table out")

    def check_one_position(self) -> None:
        """Raises ValueError for options that a single position cannot have."""
        self.check_no_games()
        for name, option in ONLY_FILES.items():
            if getattr(self, name):
                raise ValueError(f"{option} needs a file of positions or games, not one position")
        one = self.threads == 1 and self.processes == 1 and not self.no_table and not self.hash_file
        if self.trace is not None and not one:
            raise ValueError("--trace needs one position, one thread, one process and a private table")
        if self.hash_file and self.processes > 1:
            raise ValueError("--processes share a table in memory and cannot be combined with --hash-file")

    def check_no_games(self) -> None:
        """Raises ValueError for options that need games."""
        for name, option in ONLY_GAMES.items():
            if getattr(self, name) is not None:
                raise ValueError(f"{option} needs a game, not a position")

    def check_several(self, what: str) -> None:
        """Raises ValueError for options that need a single position. `what` is analysed instead."""
        for name, option in ONLY_POSITIONS.items():
            if getattr(self, name):
                raise ValueError(f"{option} needs one position, not {what}")
        if self.processes > 1:
            raise ValueError(f"--processes needs one position, not {what}: use --workers")

    @property
    def limits(self) -> dict[str, Any]:
        """The limits that were given."""
        given = {"depth": self.depth, "nodes": self.nodes, "time": self.seconds}
        return {name: value for name, value in given.items() if value is not None}

    @property
    def table_mb(self) -> float:
        return 0 if self.no_table else self.hash_mb


def progress_bar(*columns: ProgressColumn | str) -> Progress:
    """A progress bar on standard error if that is a terminal; otherwise nothing.

    On a terminal, output is printed above the bar. Redirected output must not pass through it.
    """
    console = Console(stderr=True)
    return Progress(
        *columns,
        console=console,
        transient=True,
        disable=not console.is_terminal,
        redirect_stdout=sys.stdout.isatty(),
    )


def full_width(console: Console) -> Console:
    """Returns the console, or one that never cuts a line if its output is not a terminal."""
    return console if console.is_terminal else Console(file=console.file, width=100_000, highlight=False)
