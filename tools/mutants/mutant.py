"""A mutant: one small change of one source file. Also the draw of a sample, and the equivalent ones."""

from __future__ import annotations

import random
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

SWAPPED = "arguments swapped: "
EQUIVALENT = Path(__file__).with_name("equivalent.toml")


@dataclass(frozen=True)
class Mutant:
    """Replaces the bytes from `begin` to `end` of a file."""

    file: str
    """Relative to the root of the tree."""
    line: int
    text: str
    """The line as it stands, stripped."""
    change: str
    """What a reader sees: ``< becomes <=``."""
    begin: int
    end: int
    new: str
    around: tuple[int, int] = (0, 0)
    """The whole expression or statement that the change is part of; C++ only."""

    @property
    def place(self) -> str:
        return f"{self.file}:{self.line}"

    @property
    def identity(self) -> str:
        """The same for the same change of the same tree."""
        return f"{self.file}:{self.begin}:{self.end}:{self.new}"

    def applied(self, source: bytes) -> bytes:
        return source[: self.begin] + self.new.encode() + source[self.end :]


Finder = Callable[[str, bytes], list[Mutant]]


class Changes:
    """Collects the mutants of one file."""

    def __init__(self, file: str, source: bytes) -> None:
        self.file, self.source = file, source
        self.lines = source.split(b"\n")
        self.found: list[Mutant] = []

    def add(
        self, begin: int, end: int, new: str, change: str = "", around: tuple[int, int] | None = None
    ) -> None:
        old = self.source[begin:end].decode()
        line = self.source.count(b"\n", 0, begin) + 1
        change = change or f"{shortened(old)} becomes {shortened(new)}"
        text = self.lines[line - 1].decode().strip()
        self.found.append(Mutant(self.file, line, text, change, begin, end, new, around or (begin, end)))


def shortened(code: str) -> str:
    words = " ".join(code.split())
    return words if len(words) <= 60 else f"{words[:57]}..."


def draw(mutants: Iterable[Mutant], seed: int) -> list[Mutant]:
    """All lines in random order, with one mutant of each. A smaller sample is the beginning of a larger one.

    A line counts once: otherwise a table of constants would crowd out the rules.
    """
    lines: defaultdict[tuple[str, int], list[Mutant]] = defaultdict(list)
    for mutant in mutants:
        lines[mutant.file, mutant.line].append(mutant)
    chance = random.Random(seed)
    drawn = [chance.choice(lines[place]) for place in sorted(lines)]
    chance.shuffle(drawn)
    return drawn


def equivalents(path: Path = EQUIVALENT) -> dict[tuple[str, str, str], str]:
    """Why a change of a line cannot be noticed, by file, line and change."""
    listed = tomllib.loads(path.read_text()).get("equivalent", [])
    return {(each["file"], each["line"], each["change"]): each["why"] for each in listed}
