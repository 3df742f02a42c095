"""An engine in the test's process, with its output and state."""

from __future__ import annotations

import io
from typing import Any

from tabiya.protocols import Uci
from tabiya.protocols.protocol import Protocol


class Spoken:
    """An engine in this process, and its output."""

    def __init__(self, protocol: type[Protocol]) -> None:
        self.stream = io.StringIO()
        self.engine = protocol(self.stream)
        self.hash_name = "Hash" if protocol is Uci else "USI_Hash"
        self.do(f"setoption name {self.hash_name} value 16")

    def do(self, *lines: str) -> list[str]:
        """Sends lines, waits for a search that they start, and returns the output."""
        before = len(self.stream.getvalue())
        self.engine.run(io.BytesIO("".join(line + "\n" for line in lines).encode()))
        return self.stream.getvalue()[before:].splitlines()

    def search(self, go: str) -> list[str]:
        """Like `do`, but lets a search end by itself."""
        before = len(self.stream.getvalue())
        self.engine.go(go)
        if self.engine.task is not None:
            self.engine.task.wait()
        return self.stream.getvalue()[before:].splitlines()

    @property
    def table(self) -> Any:
        self.engine.table_manager.prepare()
        return self.engine.table_manager.engine_table.table

    def info(self, *lines: str) -> list[str]:
        """The texts of `do` that are for people."""
        return [line.removeprefix("info string ") for line in self.do(*lines) if "info string" in line]

    def close(self) -> None:
        self.engine.close()
