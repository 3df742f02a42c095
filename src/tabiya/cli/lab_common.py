"""Helpers of the commands of `tabiya lab`."""

from __future__ import annotations

import os
import tempfile
import threading
import time
from types import TracebackType

from rich.console import Console
from rich.markup import escape
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

__all__ = ["Watch", "progress_bar", "wide_console"]

WIDTH = 120
"""Columns of a table that is not shown on a terminal."""

LOOK = 0.25
"""Seconds between checks of the workers' progress."""
FIRST_LINE, NEXT_LINE = 10.0, 60.0
"""Seconds until the first line about the progress, and between the others, where no bar can be drawn."""


def progress_bar(console: Console, nothing_to_do: bool = False) -> Progress:
    """Returns a progress bar with the remaining time."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("about"),
        TimeRemainingColumn(),
        TextColumn("left"),
        console=console,
        disable=nothing_to_do,
    )


def wide_console() -> Console:
    """Returns a console for a table. A file or pipe gets whole columns, whatever the width of a terminal."""
    console = Console()
    return console if console.is_terminal else Console(width=max(console.width, WIDTH))


class Watch:
    """Shows how far workers are, by a file that they append a byte to for each step.

    A terminal gets a bar. Elsewhere, as in a log, there is a line after ten seconds and then every minute.
    """

    def __init__(self, console: Console, what: str, *, total: int, done: int = 0, steps: str) -> None:
        self._console = console
        self._what = what
        self._total = total
        self._first = done
        self._steps = steps
        self._bar = progress_bar(console, nothing_to_do=not console.is_terminal)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)
        self.beat = ""
        """The file, while this is open."""

    def __enter__(self) -> Watch:
        file, self.beat = tempfile.mkstemp(prefix="tabiya-lab-")
        os.close(file)
        self._began = time.monotonic()
        self._bar.start()
        self._task = self._bar.add_task(escape(self._what), total=self._total, completed=self._first)
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop.set()
        self._thread.join()
        self._bar.update(self._task, completed=self.done)
        self._bar.stop()
        os.unlink(self.beat)

    @property
    def done(self) -> int:
        """Steps done so far, with those before."""
        return min(self._total, self._first + os.stat(self.beat).st_size)

    def tell(self, sentence: str) -> None:
        """Prints a sentence above the bar."""
        self._bar.console.print(escape(sentence), soft_wrap=True)

    def _look(self) -> None:
        next_line = self._began + FIRST_LINE
        while not self._stop.wait(LOOK):
            self._bar.update(self._task, completed=self.done)
            if not self._console.is_terminal and time.monotonic() >= next_line:
                next_line = time.monotonic() + NEXT_LINE
                self._console.print(escape(self._line()), soft_wrap=True)

    def _line(self) -> str:
        from ..lab.compare.plan import seconds_text

        passed, done = time.monotonic() - self._began, self.done
        line = f"{self._what}: {done:,} of {self._total:,} {self._steps} after {seconds_text(passed)}"
        if done == self._first:
            return line
        left = passed * (self._total - done) / (done - self._first)
        return f"{line}, about {seconds_text(left)} left"
