"""`EngineClient`: a client for a UCI or USI engine."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Self

from ..._utils.arguments import did_you_mean
from ...protocols.options import Option
from .declared import declared_option, sent_value
from .errors import EngineDied, EngineHung, EngineNotStarted
from .process import LineProcess
from .spec import EngineSpec, interface_of

__all__ = ["EngineClient", "EngineMove"]

SECONDS_TO_START = 30.0
SECONDS_TO_BE_READY = 60.0
LOOK_EVERY = 0.02
"""Seconds between two checks whether a late engine is waiting for a processor."""


@dataclass(frozen=True)
class EngineMove:
    """A move with the engine's last info."""

    move: str
    """The move as sent: ``e2e4``, ``7g7f``, ``resign``, ``win``."""
    seconds: float
    """Wall-clock seconds."""
    waited: float = 0.0
    """Seconds of them spent waiting for a processor; only counted if the engine was late."""
    cp: int | None = None
    """Centipawns for the side to move."""
    mate: int | None = None
    """Distance to mate in moves (UCI) or plies (USI); negative if the side to move is mated."""
    depth: int | None = None
    nodes: int | None = None

    @property
    def score(self) -> int | None:
        """One number for comparisons. Mates are beyond all other scores."""
        if self.mate is not None:
            return 100_000 - self.mate if self.mate > 0 else -100_000 - self.mate
        return self.cp


class EngineClient:
    """A running engine, started by the constructor. After an `EngineError` it can only be closed.

    >>> with EngineClient(EngineSpec.parse("tabiya:hash=1", "chess"), "chess") as engine:
    ...     engine.new_game()
    ...     answer = engine.go("startpos moves e2e4 e7e5", "depth 3", timeout=60)
    >>> answer.depth
    3
    """

    def __init__(self, spec: EngineSpec, game: str) -> None:
        self.spec = spec
        self.game = game
        self._interface = interface_of(game)
        self.protocol = self._interface.word
        self.name = spec.name
        self.options: dict[str, Option[Any]] = {}
        """Its options by name in lower case."""
        self.id = ""
        """Its name and version."""
        self._process = LineProcess(spec.command)
        try:
            self._greet()
            self._set_options()
            self.is_ready()
        except BaseException:
            self.close()
            raise

    def _greet(self) -> None:
        wanted = f"{self.protocol}ok"
        try:
            self._process.write(self.protocol)
            deadline = time.monotonic() + SECONDS_TO_START
            while (line := self._process.read(deadline)) != wanted:
                if line.startswith("id name "):
                    self.id = line.removeprefix("id name ").strip()
                elif line.startswith("option name "):
                    option = declared_option(line)
                    self.options[option.name.lower()] = option
        except EngineHung:
            raise EngineNotStarted(f"it did not answer {self.protocol!r} with {wanted!r}") from None
        except EngineDied as error:
            raise EngineNotStarted(f"{error} and did not say {wanted!r}") from None

    def _set_options(self) -> None:
        """Sends checked values: most engines silently keep the old value if the new one is invalid."""
        for name, text in self.spec.options.items():
            option = self._option(name)
            try:
                value = sent_value(option, text)
            except ValueError as error:
                raise EngineNotStarted(str(error)) from None
            self._process.write(f"setoption name {option.name}{value}")

    def _option(self, name: str) -> Option[Any]:
        """Finds an option in any spelling. USI_Hash is also found as Hash."""
        for known in (name, name.replace(" ", "_"), f"{self.protocol}_{name}"):
            if known.lower() in self.options:
                return self.options[known.lower()]
        names = {lower: option.name for lower, option in self.options.items()}
        names |= {other: other for other in self.spec.other_names(self.game)}
        raise EngineNotStarted(f"it has no option {name!r}{did_you_mean(name.lower(), names)}")

    def is_ready(self) -> None:
        """Waits until the engine has processed all commands."""
        self._process.write("isready")
        deadline = time.monotonic() + SECONDS_TO_BE_READY
        while self._process.read(deadline) != "readyok":
            pass

    def new_game(self) -> None:
        """Announces a new game."""
        self._process.write(f"{self.protocol}newgame")
        self.is_ready()

    def play(
        self,
        start: str | None,
        moves: Sequence[str],
        limits: str,
        timeout: float,
        budget: float | None = None,
    ) -> EngineMove:
        """Like `go`, for a position and the moves made from it. None is the start of the game."""
        position = "startpos" if start is None else f"{self._interface.position} {start}"
        played = f"{position} moves {' '.join(moves)}" if moves else position
        return self.go(played, limits, timeout, budget)

    def go(self, position: str, limits: str, timeout: float, budget: float | None = None) -> EngineMove:
        """Returns the move for a position, ``startpos moves …`` or ``fen …``. `timeout` is in seconds.

        After `budget` seconds the engine is late. From then on the time that it waits for a processor is
        measured.
        """
        self._process.write(f"position {position}")
        waiting = self._process.waiting() if budget is not None else None
        begin = time.monotonic()
        self._process.write(f"go {limits}")
        deadline, look = begin + timeout, begin + (timeout if budget is None else budget)
        waited = 0.0
        found: dict[str, int] = {}
        while True:
            line = self._process.read_until(look) if look < deadline else self._process.read(deadline)
            if line is None:
                waited = waiting.look() if waiting else 0.0
                look = time.monotonic() + LOOK_EVERY
            elif line.startswith("info "):
                _read_info(line.split(), found)
            elif line.startswith("bestmove"):
                seconds = self._process.heard - begin
                if waiting and budget is not None and seconds > budget:
                    waited = waiting.look()
                return EngineMove([*line.split(), ""][1], seconds, waited, **found)

    def close(self) -> None:
        """Ends the process, whatever its state."""
        self._process.close("quit")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


def _read_info(words: list[str], found: dict[str, int]) -> None:
    """Reads an ``info`` about the best line. Ignores other lines and free text."""
    if "string" in words:
        words = words[: words.index("string")]
    if "pv" in words:
        words = words[: words.index("pv")]
    pairs = {name: value for name, value in pairwise(words) if _is_number(value)}
    if pairs.get("multipv", "1") != "1":
        return
    if "score" in words and ("cp" in pairs or "mate" in pairs):
        found.pop("cp", None)
        found.pop("mate", None)
    for name in ("cp", "mate", "depth", "nodes"):
        if name in pairs:
            found[name] = int(pairs[name])


def _is_number(text: str) -> bool:
    return text.lstrip("+-").isdecimal() and len(text) < 20
