"""Traces of other engines: a text file with a line per operation.

After the line ``tabiya trace 1``:

======================================================  =====================================================
``g``                                                   a search begins: all entries become a generation older
``p KEY``                                               a probe
``s KEY DEPTH BOUND [MOVE [SCORE]] [SOURCE] [pv]``      a store
======================================================  =====================================================

Keys are hexadecimal, all other numbers decimal. A bound is ``upper``, ``lower`` or ``exact``, a source
``quiescence``, ``null_move``, ``iid``, ``book`` or ``main``; without one it is ``quiescence`` at depth 0 and
``main`` elsewhere. Empty lines and lines that begin with ``#`` are skipped.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from ...reference.layout import pack
from ...table.entry_values import GENERATIONS, MAX_DEPTH, MAX_MOVE, MAX_SCORE, NO_EVAL, Bound, Source

__all__ = ["HEADER", "MAX_OPERATIONS", "NO_TRACE", "read_text"]

HEADER = b"tabiya trace 1"
NO_TRACE = f"it was not written by `tabiya lab trace`, and its first line is not {HEADER.decode()!r}"
MAX_OPERATIONS = 100_000_000
LONGEST = 200
"""Bytes of a line."""
KEY_DIGITS = 16
BOUNDS = {str(bound).lower(): bound for bound in Bound if bound}
SOURCES = {str(source).lower(): source for source in Source}


def read_text(file: BinaryIO) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Returns keys and words. ValueError names the line that is wrong.

    >>> from io import BytesIO
    >>> keys, words = read_text(BytesIO(b"tabiya trace 1\\np ff\\ns ff 7 exact\\n"))
    >>> keys.tolist(), words[0] == 0, words[1] != 0
    ([255, 255], np.True_, np.True_)
    """
    keys, words = array("Q"), array("Q")
    generation = 0
    lines = _lines(file)
    if next(lines, (1, b""))[1].strip() != HEADER:
        raise ValueError(NO_TRACE)
    for number, line in lines:
        operation, *parts = line.decode("ascii", "replace").split() or ["#"]
        if operation.startswith("#"):
            continue
        try:
            if operation == "g" and not parts:
                generation += 1
                continue
            if operation == "p" and len(parts) == 1:
                word = 0
            elif operation == "s" and len(parts) >= 3:
                word = _store(parts[1:], generation % GENERATIONS)
            else:
                raise ValueError("it must be 'g', 'p KEY' or 's KEY DEPTH BOUND …'")
            keys.append(_key(parts[0]))
        except ValueError as error:
            raise ValueError(f"line {number}: {error}") from None
        words.append(word)
        if len(keys) > MAX_OPERATIONS:
            raise ValueError(f"it has more than {MAX_OPERATIONS:,} operations")
    return np.array(keys, np.uint64), np.array(words, np.uint64)


def _lines(file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Yields whole lines with their numbers, none of them longer than allowed."""
    number = 0
    while line := file.readline(LONGEST + 1):
        number += 1
        if not line.endswith(b"\n"):
            reason = "is cut off" if len(line) <= LONGEST else f"is longer than {LONGEST} bytes"
            raise ValueError(f"line {number} {reason}")
        yield number, line


def _key(text: str) -> int:
    if not 0 < len(text) <= KEY_DIGITS or not set(text) <= set("0123456789abcdefABCDEF"):
        raise ValueError(f"a key must have 1 to {KEY_DIGITS} hexadecimal digits, not {text!r}")
    return int(text, 16)


def _store(parts: list[str], generation: int) -> int:
    """Returns the second word of an entry from its depth, bound and the rest of the line."""
    depth = _number("depth", parts[0], 0, MAX_DEPTH)
    if parts[1] not in BOUNDS:
        raise ValueError(f"a bound must be {', '.join(BOUNDS)}, not {parts[1]!r}")
    rest = parts[2:]
    numbers = [text for text in rest if text.lstrip("-").isdecimal()]
    words = rest[len(numbers) :]
    if numbers != rest[: len(numbers)] or len(numbers) > 2 or len(words) > 2:
        raise ValueError("after its bound, a store has [MOVE [SCORE]] [SOURCE] [pv]")
    move = _number("move", numbers[0], 0, MAX_MOVE) if numbers else 0
    score = _number("score", numbers[1], -MAX_SCORE, MAX_SCORE) if len(numbers) > 1 else 0
    pv = words[-1:] == ["pv"]
    named = words[:-1] if pv else words
    if len(named) > 1 or not set(named) <= SOURCES.keys():
        raise ValueError(f"a source must be {', '.join(SOURCES)}, not {' '.join(named)!r}")
    source = SOURCES[named[0]] if named else (Source.MAIN if depth else Source.QUIESCENCE)
    return pack(0, move, score, NO_EVAL, depth, BOUNDS[parts[1]], generation, source, pv)[1]


def _number(name: str, text: str, least: int, most: int) -> int:
    digits = text.removeprefix("-")
    if not digits.isdecimal() or not digits.isascii() or len(digits) > 9 or not least <= int(text) <= most:
        raise ValueError(f"a {name} must be between {least} and {most}, not {text!r}")
    return int(text)
