"""Many mutants of C++ in one build: each stands beside the original, and a number switches one of them on.

`a < b` becomes `(tabiya_mutants::on(7) ? (a <= b) : (a < b))`. What the compiler evaluates itself, and what
does not compile like this, is left for a build of its own.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from .mutant import SWAPPED, Mutant

HEADER = Path(__file__).with_name("inside") / "mutant_switch.hpp"
MOST = 4096
"""Mutants of one build, as in the header."""
NUMBERED = re.compile(r"tabiya_mutants::(?:on|refused|is_chosen)\((\d+)\)")
UNSUITED = re.compile(
    r"([^\s:]+):(\d+):\d+: error: (?:no match|cannot convert|could not convert|invalid conversion)"
)
"""An argument of another type."""
PLACED = re.compile(r"([^\s:]+):(\d+):\d+: error: ")
REFERRED = re.compile(r"([^\s:]+):(\d+):\d+: ")


def switched(source: bytes, mutants: Iterable[tuple[int, Mutant]]) -> tuple[bytes, set[int]]:
    """The source with all mutants of the file, and the numbers of those that found no room in it.

    No line is added: an error names the line of the mutant.
    """
    left_out, last = set(), len(source) + 1
    for number, mutant in sorted(mutants, key=lambda each: each[1].around, reverse=True):
        begin, end = mutant.around
        if end > last:
            left_out.add(number)  # it contains another one
            continue
        source, last = source[:begin] + _beside(source, number, mutant) + source[end:], begin
    return source, left_out


def _beside(source: bytes, number: int, mutant: Mutant) -> bytes:
    begin, end = mutant.around
    original, on = source[begin:end], f"tabiya_mutants::on({number})".encode()
    if mutant.new == ";":
        return b"{ if (!" + on + b") " + original + b" }"
    changed = source[begin : mutant.begin] + mutant.new.encode() + source[mutant.end : end]
    if _is_negated(original, changed):
        # Of any type that has a truth.
        return b"(" + on + b" != static_cast<bool>(" + original + b"))"
    return b"(" + on + b" ? (" + changed.replace(b"\n", b" ") + b") : (" + original + b"))"


def _is_negated(original: bytes, changed: bytes) -> bool:
    return changed == b"!(" + original + b")" or (original.startswith(b"!") and not changed.startswith(b"!"))


def blamed(said: str, mutants: dict[int, Mutant]) -> set[int]:
    """The numbers of the mutants that a compiler's errors are about."""
    places: defaultdict[tuple[str, int], set[int]] = defaultdict(set)
    for number, mutant in mutants.items():
        places[mutant.file, mutant.line].add(number)
    found = {int(number) for number in NUMBERED.findall(said)} & mutants.keys()
    for pattern in (PLACED, REFERRED):
        if not found:
            for file, line in pattern.findall(said):
                found |= places[_relative(file), int(line)]
    return found


def impossible(said: str, mutants: dict[int, Mutant]) -> set[int]:
    """The numbers of those whose arguments cannot be swapped: they would not compile alone either."""
    places = {(_relative(file), int(line)) for file, line in UNSUITED.findall(said)}
    return {
        number
        for number, mutant in mutants.items()
        if mutant.change.startswith(SWAPPED) and (mutant.file, mutant.line) in places
    }


def _relative(file: str) -> str:
    """A path of the core, as the mutants name it."""
    _, core, rest = file.rpartition("core/")
    return core + rest
