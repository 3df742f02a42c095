"""How long a program waited for a processor."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

__all__ = ["Waiting"]


class Waiting:
    """The time that the threads of a process have waited for a processor since this object was made.

    Linux counts it per thread. On other systems it is 0. `listener` is the thread of ours that reads the
    answers.
    """

    def __init__(self, process: int, listener: int) -> None:
        self._paths = (Path(f"/proc/{process}/task"), Path(f"/proc/self/task/{listener}/schedstat"))
        self._before = self._read()
        self._most: dict[str, float] = {}

    def look(self) -> float:
        """Returns the seconds so far: of the thread that waited longest, plus ours.

        Threads that have ended since the last call count with their last value.
        """
        for thread, seconds in self._read().items():
            self._most[thread] = seconds - self._before.get(thread, 0.0)
        ours = self._most.get("ours", 0.0)
        return ours + max(
            (seconds for thread, seconds in self._most.items() if thread != "ours"), default=0.0
        )

    def _read(self) -> dict[str, float]:
        found: dict[str, float] = {}
        threads, ours = self._paths
        with suppress(OSError):
            found |= {thread.name: 0.0 for thread in threads.iterdir()}
        for thread in found:
            found[thread] = _waited(threads / thread / "schedstat")
        return found | {"ours": _waited(ours)}


def _waited(path: Path) -> float:
    """Reads the second number: nanoseconds between being ready to run and running."""
    try:
        return int(path.read_text().split()[1]) / 1e9
    except (OSError, ValueError, IndexError):
        return 0.0
