"""`EngineClient`: a conversation over UCI or USI, from our side."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Self

from ...arguments import did_you_mean
from .errors import EngineDied, EngineHung, EngineNotStarted
from .process import LineProcess
from .spec import EngineSpec, interface_of

__all__ = ["Answer", "EngineClient"]

SECONDS_TO_START = 30.0
SECONDS_TO_BE_READY = 60.0


@dataclass(frozen=True)
class Answer:
    """A move, and what the engine said of it last."""

    move: str
    """As it was written: ``e2e4``, ``7g7f``, ``resign``, ``win``."""
    seconds: float
    cp: int | None = None
    """Hundredths of a pawn for the side to move."""
    mate: int | None = None
    """In so many moves (UCI) or plies (USI); negative for the side that is mated."""
    depth: int | None = None
    nodes: int | None = None

    @property
    def score(self) -> int | None:
        """One number to compare: mates are beyond all others."""
        if self.mate is not None:
            return 100_000 - self.mate if self.mate > 0 else -100_000 - self.mate
        return self.cp


class EngineClient:
    """An engine that plays, started when the object is made. After an `EngineError` it can only be closed.

    >>> with EngineClient(EngineSpec.parse("tabiya:hash=1", "chess"), "chess") as engine:
    ...     engine.new_game()
    ...     answer = engine.go("startpos moves e2e4 e7e5", "depth 3", timeout=60)
    >>> answer.depth
    3
    """

    def __init__(self, spec: EngineSpec, game: str) -> None:
        self.spec = spec
        self._interface = interface_of(game)
        self.protocol = self._interface.word
        self.name = spec.name
        self.options: dict[str, str] = {}
        """The options that it offers: their names by their names in lower case."""
        self.id = ""
        """What it calls itself, with its version."""
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
                    name = line.removeprefix("option name ").partition(" type ")[0].strip()
                    self.options[name.lower()] = name
        except EngineHung:
            raise EngineNotStarted(f"it did not answer {self.protocol!r} with {wanted!r}") from None
        except EngineDied as error:
            raise EngineNotStarted(f"{error} and did not say {wanted!r}") from None

    def _set_options(self) -> None:
        for name, value in self.spec.options.items():
            self._process.write(f"setoption name {self._option(name)} value {value}")

    def _option(self, name: str) -> str:
        """The engine's own spelling; what USI calls USI_Hash is found as Hash."""
        for known in (name, name.replace(" ", "_"), f"{self.protocol}_{name}"):
            if known.lower() in self.options:
                return self.options[known.lower()]
        raise EngineNotStarted(f"it has no option {name!r}{did_you_mean(name.lower(), self.options)}")

    def is_ready(self) -> None:
        """Waits until all that was sent is done."""
        self._process.write("isready")
        deadline = time.monotonic() + SECONDS_TO_BE_READY
        while self._process.read(deadline) != "readyok":
            pass

    def new_game(self) -> None:
        """Tells it that another game begins."""
        self._process.write(f"{self.protocol}newgame")
        self.is_ready()

    def play(self, start: str | None, moves: Sequence[str], limits: str, timeout: float) -> Answer:
        """`go` for a position and the moves made from there; None is the start of the game."""
        position = "startpos" if start is None else f"{self._interface.position} {start}"
        return self.go(f"{position} moves {' '.join(moves)}" if moves else position, limits, timeout)

    def go(self, position: str, limits: str, timeout: float) -> Answer:
        """The move for a position, ``startpos moves …`` or ``fen …``, within a timeout in seconds."""
        self._process.write(f"position {position}")
        begin = time.monotonic()
        self._process.write(f"go {limits}")
        found: dict[str, int] = {}
        while True:
            line = self._process.read(begin + timeout)
            if line.startswith("info "):
                _read_info(line.split(), found)
            elif line.startswith("bestmove"):
                words = line.split()
                return Answer(words[1] if len(words) > 1 else "", time.monotonic() - begin, **found)

    def close(self) -> None:
        """Ends the process, whatever state it is in."""
        self._process.close("quit")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


def _read_info(words: list[str], found: dict[str, int]) -> None:
    """Takes what an ``info`` says about the best line, and nothing of other lines or free text."""
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
