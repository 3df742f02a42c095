"""A line-based program that may die, hang or write endless output."""

from __future__ import annotations

import contextlib
import os
import queue
import shutil
import signal
import subprocess
import threading
import time

from .errors import EngineDied, EngineFlooded, EngineHung, EngineNotStarted
from .waiting import Waiting

__all__ = ["LineProcess"]

MOST_BYTES = 32 << 20
"""The most that a program may write between two commands. A search writes far less."""
LONGEST_LINE = 1 << 20
"""Bytes. The longest lines are positions with all moves of a game."""
MORE_PATHS = "/usr/games:/usr/local/games"
"""Debian's folders for engines, which the PATH of a service lacks."""
GRACE = 1.0


class LineProcess:
    """A running program. `read` returns its lines. Errors are those of `engines.errors`."""

    def __init__(self, command: tuple[str, ...]) -> None:
        program = shutil.which(command[0]) or shutil.which(command[0], path=MORE_PATHS)
        if program is None:
            raise EngineNotStarted(f"there is no program {command[0]!r}")
        try:
            # A new session: Ctrl-C in the terminal is for the match, not for its engines.
            self._process = subprocess.Popen(
                [program, *command[1:]],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        except OSError as error:
            raise EngineNotStarted(f"{command[0]!r} does not start: {error.strerror}") from None
        self._lines: queue.SimpleQueue[tuple[str, float] | None] = queue.SimpleQueue()
        self.heard = 0.0
        """When the last line returned by `read` arrived (`time.monotonic`), not when it was read."""
        self._written = 0
        self._flooded = False
        self._hangs = False
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    @property
    def pid(self) -> int:
        """The ID of the process."""
        return self._process.pid

    def waiting(self) -> Waiting:
        """Measures from now on how long the program waits for a processor."""
        return Waiting(self._process.pid, self._listener.native_id or 0)

    def _listen(self) -> None:
        """Reads continuously, so that the program never blocks. Stops if it writes too much."""
        assert self._process.stdout is not None
        descriptor = self._process.stdout.fileno()
        rest = b""
        while True:
            try:
                chunk = os.read(descriptor, 1 << 16)
            except OSError:
                chunk = b""
            if not chunk:
                break
            self._written += len(chunk)
            *lines, rest = (rest + chunk).split(b"\n")
            if self._written > MOST_BYTES or len(rest) > LONGEST_LINE:
                self._flooded = True
                break
            now = time.monotonic()
            for line in lines:
                self._lines.put((line.decode(errors="replace").strip(), now))
        self._lines.put(None)

    def write(self, line: str) -> None:
        """Sends a line. Earlier output no longer counts as flooding."""
        assert self._process.stdin is not None
        self._written = 0
        try:
            self._process.stdin.write(line.encode() + b"\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise EngineDied(self._how_it_ended()) from None

    def read(self, deadline: float) -> str:
        """Returns the next line. Raises EngineHung after `deadline` (`time.monotonic`)."""
        line = self.read_until(deadline)
        if line is None:
            self._hangs = True
            raise EngineHung("it did not answer")
        return line

    def read_until(self, moment: float) -> str | None:
        """Returns the next line, or None if there is none before `moment` (`time.monotonic`)."""
        try:
            found = self._lines.get(timeout=max(moment - time.monotonic(), 0.001))
        except queue.Empty:
            return None
        if found is None:
            self._lines.put(None)
            if self._flooded:
                raise EngineFlooded("it wrote without end and gave no answer")
            raise EngineDied(self._how_it_ended())
        line, self.heard = found
        return line

    def _how_it_ended(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(GRACE)
        code = self._process.returncode
        if code is None:
            return "it closed its output"
        return f"it died by {signal.Signals(-code).name}" if code < 0 else f"it ended with exit code {code}"

    def close(self, last_words: str = "") -> None:
        """Ends the program: asks first, then kills it."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with contextlib.suppress(OSError, ValueError):
            if last_words:
                self._process.stdin.write(last_words.encode() + b"\n")
            self._process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(0 if self._flooded or self._hangs else GRACE)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)  # including its children
        self._process.wait()
        with contextlib.suppress(OSError):
            self._process.stdout.close()
