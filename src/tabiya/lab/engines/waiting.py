"""How long a program stood still because the machine had no processor for it."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

__all__ = ["Waiting"]


class Waiting:
    """The time that the threads of a process waited for a processor since the object was made.

    Linux counts it for each thread. Where it does not say, nothing was waited. `listener` is a thread of our
    own that has to run before an answer is heard.
    """

    def __init__(self, process: int, listener: int) -> None:
        self._paths = (Path(f"/proc/{process}/task"), Path(f"/proc/self/task/{listener}/schedstat"))
        self._before = self._read()
        self._most: dict[str, float] = {}

    def look(self) -> float:
        """Seconds until now: of the thread that waited longest, and of ours. A thread may have ended since
        the last look; what it had waited by then counts."""
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
    """The second number: nanoseconds between being ready to run and running."""
    try:
        return int(path.read_text().split()[1]) / 1e9
    except (OSError, ValueError, IndexError):
        return 0.0
