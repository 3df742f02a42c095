"""The journal of an analysis: a file of JSON lines, from which an interrupted analysis continues."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from ..books.record import RecordedGame
    from .settings import AnalysisSettings

__all__ = ["Journal"]

VERSION = 1


class Journal:
    """A header with the settings, and a line per analysed game, in the order of the games.

    Games and lines are read side by side, so that neither has to fit into memory. If a killed run leaves an
    incomplete last line, only that line is lost. Use it in a ``with`` block.
    """

    def __init__(self, path: Path, settings: AnalysisSettings) -> None:
        self.path = path
        head = {"tabiya analysis": VERSION, **settings.identity()}
        new = not path.exists() or path.stat().st_size == 0
        self._file: IO[bytes] = path.open("w+b" if new else "r+b")
        try:
            if new:
                self._append(head)
            else:
                self._check(head)
        except BaseException:
            self._file.close()
            raise
        self._reading = not new

    def _check(self, head: dict[str, Any]) -> None:
        try:
            first = json.loads(self._file.readline())
        except ValueError:
            first = None
        if not isinstance(first, dict) or first.get("tabiya analysis") != VERSION:
            raise ValueError(f"{self.path} is not the journal of an analysis")
        for name, value in head.items():
            if first.get(name) != value:
                was = json.dumps(first.get(name))
                raise ValueError(
                    f"{self.path} is the journal of another analysis: {name} was {was}, "
                    f"now it is {json.dumps(value)}"
                )

    def take(self, record: RecordedGame) -> Any:
        """Returns the result of the next game, if the journal has it; None if it must be analysed."""
        if not self._reading:
            return None
        place = self._file.tell()
        line = self._file.readline()
        if not line.endswith(b"\n"):
            self._reading = False
            self._file.seek(place)
            self._file.truncate()
            return None
        try:
            found = json.loads(line)
        except ValueError:
            raise ValueError(f"{self.path} is broken: its line for this game is not JSON") from None
        if found["digest"] != digest(record):
            raise ValueError(
                f"{self.path} is the journal of other games: the game at line {record.line} is not in it"
            )
        return found["result"]

    def add(self, record: RecordedGame, result: Any) -> None:
        """Adds the result of a game that `take` did not have."""
        self._append({"digest": digest(record), "result": result})

    def _append(self, line: dict[str, Any]) -> None:
        self._file.write(json.dumps(line).encode() + b"\n")
        self._file.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self._file.close()


def digest(record: RecordedGame) -> str:
    """Identifies a game by its start and moves."""
    text = f"{record.game.name} {record.start} {' '.join(map(str, record.moves))}"
    return sha256(text.encode()).hexdigest()[:32]
