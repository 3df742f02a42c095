"""The log of a match: a file of JSON lines, from which an interrupted run continues."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from .config import MatchConfig

__all__ = ["MatchLog"]

VERSION = 1


class MatchLog:
    """A header that identifies the match, and a line per pair, written as soon as the pair is played.

    If a killed run leaves an incomplete last line, only that line is lost.
    """

    def __init__(self, path: Path | None, config: MatchConfig) -> None:
        self.path = path
        self.pairs: dict[int, dict[str, Any]] = {}
        head = {"tabiya match": VERSION, **config.identity()}
        if path is None:
            return
        if path.exists() and path.stat().st_size:
            self._read(path, head)
        else:
            path.write_text(json.dumps(head) + "\n")

    def _read(self, path: Path, head: dict[str, Any]) -> None:
        data = path.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        try:
            first, *lines = [json.loads(line) for line in whole.splitlines()]
        except ValueError:
            raise ValueError(f"{path} is not a record of a match") from None
        if not isinstance(first, dict) or first.get("tabiya match") != VERSION:
            raise ValueError(f"{path} is not a record of a match")
        for name, value in head.items():
            if first.get(name) != value:
                raise ValueError(f"{path} is the record of another match: {name} were {_shown(first, name)}")
        if len(whole) < len(data):
            with path.open("r+b") as file:
                file.truncate(len(whole))
        self.pairs = {line["pair"]: line for line in lines}

    @property
    def done(self) -> set[str]:
        """The jobs that are already done."""
        return {f"pair {number}" for number in self.pairs}

    def add(self, pair: dict[str, Any]) -> None:
        """Adds a pair, on the disk first."""
        if self.path is not None:
            with self.path.open("a") as file:
                file.write(json.dumps(pair) + "\n")
        self.pairs[pair["pair"]] = pair


def _shown(head: dict[str, Any], name: str) -> str:
    """Returns a value of the header as text; engines with their names and options."""
    value = head.get(name)
    if name != "engines" or not isinstance(value, list):
        return json.dumps(value)
    return " and ".join(f"{engine.get('name')} {json.dumps(engine.get('options'))}" for engine in value)
