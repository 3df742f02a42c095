"""A conversation with an engine in its own process, as from a GUI."""

from __future__ import annotations

import queue
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from fnmatch import fnmatchcase
from types import TracebackType
from typing import Self

from processes import PATIENCE, child


def command(dialect: str) -> list[str]:
    """The command of `tabiya-uci` or `tabiya-usi`, whatever the PATH."""
    return [sys.executable, "-c", f"from tabiya.protocols.programs import {dialect}; {dialect}()"]


class Conversation:
    """Sends lines and waits for lines that match a shell pattern."""

    def __init__(self, dialect: str) -> None:
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        listener = threading.Thread(target=self._listen)
        self._end = ExitStack()
        self._end.callback(listener.join)  # when the program has ended
        self.process = self._end.enter_context(child(command(dialect), **pipes))
        self.lines: queue.Queue[str | None] = queue.Queue()
        self.heard: list[str] = []
        listener.start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        with suppress(ValueError):  # the pipe was closed at the end of the test, while this read it
            for raw in self.process.stdout:
                self.lines.put(raw.decode().rstrip("\r\n"))
        self.lines.put(None)

    def send(self, *lines: str) -> None:
        self.send_bytes("".join(line + "\n" for line in lines).encode())

    def send_bytes(self, data: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def next_line(self, timeout: float = PATIENCE) -> str:
        try:
            line = self.lines.get(timeout=timeout)
        except queue.Empty:
            raise AssertionError(f"no answer within {timeout} s after {self.heard[-5:]}") from None
        assert line is not None, f"the engine ended after {self.heard[-5:]}: {self.errors()}"
        self.heard.append(line)
        return line

    def until(self, pattern: str, timeout: float = PATIENCE) -> list[str]:
        """The lines up to and including the first that matches."""
        deadline = time.monotonic() + timeout
        found = []
        while True:
            found.append(self.next_line(max(deadline - time.monotonic(), 0.01)))
            if fnmatchcase(found[-1], pattern):
                return found

    def ask(self, line: str, pattern: str) -> str:
        """Sends a line and returns the first answer that matches."""
        self.send(line)
        return self.until(pattern)[-1]

    def ready(self) -> list[str]:
        """The output up to the end of everything sent so far."""
        self.send("isready")
        return self.until("readyok")[:-1]

    def rest(self) -> Iterator[str]:
        """The lines until the engine ends."""
        while True:
            line = self.lines.get(timeout=PATIENCE)
            if line is None:
                return
            yield line

    def errors(self) -> str:
        """The standard error of the program, after its end."""
        assert self.process.stderr is not None
        self.process.wait(PATIENCE)
        return self.process.stderr.read().decode()

    def quit(self) -> None:
        """Sends quit. The program must end by itself, without an error message."""
        self.send("quit")
        assert self.process.wait(PATIENCE) == 0
        errors = self.errors()
        assert not errors, errors

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end.close()
