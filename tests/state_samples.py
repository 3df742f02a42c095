"""States with a key, written as expressions: the snapshot of `tests/data/state_keys.txt` is made of them.

Run as a program, it prints the keys, with or without a core, in any Python: the same lines everywhere.
"""

from __future__ import annotations

import enum
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

SNAPSHOT = Path(__file__).parent / "data" / "state_keys.txt"
HEADER = (
    "# Keys of states, which never change within a major version: saved and shared tables depend on them.\n"
)


class Side(enum.Enum):
    BLACK = 0
    WHITE = 1


class Rank(enum.IntEnum):
    ONE = 1
    TWO = 2


class Right(enum.Flag):
    SHORT = 1
    LONG = 2


class Point(NamedTuple):
    x: int
    y: int


@dataclass(frozen=True)
class Board:
    cells: tuple[int, ...]
    turn: Side = Side.BLACK
    note: str = field(default="", compare=False)


PLAIN = """
None | True | False | 0 | 1 | -1 | 2**30 | -2**30 | 2**60 - 1 | 2**62 | 2**63 - 1 | -2**63
2**63 | -2**63 - 1 | 2**64 - 1 | 2**64 | -2**64 | 2**127 | -2**127 | -2**128 | 10**100 | -10**100 | 3**1000
0.0 | -0.0 | 1.0 | -1.5 | 5e-324 | float("inf") | float("-inf") | float("nan")
"" | "1" | "a" | "abcdefg" | "abcdefgh" | "abcdefghi" | "\\0" | "\\0\\0" | "é" | "日本" | "将棋 ♞"
"\\U0001F600" | "\\ud800" | "x" * 100
b"" | b"1" | b"\\0" | bytes(range(33))
() | (0,) | (0, 0) | ((),) | ((), ()) | (1, (2, 3)) | ((1, 2), 3) | tuple(range(25))
(None, True, 1, 1.0, "1", b"1")
[] | [0] | [1, [2, 3]]
frozenset() | frozenset({1}) | frozenset({1, 2, 3}) | frozenset({"a", "b", "c", 1.5})
frozenset({frozenset({1}), 2})
Side.BLACK | Side.WHITE | Rank.ONE | Right.SHORT | Right(3) | Right(0) | (Side.BLACK,) * 3
Point(1, 2) | Board((0, 1, 2)) | Board((0, 1, 2), Side.WHITE) | Board((), Side.BLACK, "a note")
"""
ARRAYS = """
np.array([0, 1, 2], np.int8) | np.array([0, 1, 2], np.int64) | np.array([0, 1, 2], np.uint64)
np.arange(6, dtype=np.int32).reshape(2, 3) | np.arange(6, dtype=np.int32).reshape(3, 2)
np.array([True, False]) | np.array([0.5, -0.0], np.float32) | np.array([1.5]) | np.array([1.5], np.float16)
np.array(7) | np.zeros((0, 3)) | np.zeros((3, 0)) | np.array([258], ">i2")
np.int64(7) | np.uint8(7) | np.float32(0.5) | np.float64(0.5) | np.True_ | np.str_("a") | np.bytes_(b"a")
(np.array([1, 2], np.int8), 1)
"""


def expressions() -> Iterator[str]:
    for line in (PLAIN.strip() + ARRAYS).strip().splitlines():
        yield from line.split(" | ")


def evaluate(expression: str) -> Any:
    names = dict(globals())
    if "np." in expression:
        import numpy

        names["np"] = numpy
    return eval(expression, names)


def lines(key_of: Any, arrays: bool = True) -> list[str]:
    wanted = [each for each in expressions() if arrays or "np." not in each]
    return [f"{key_of(evaluate(each)):016x} {each}" for each in wanted]


if __name__ == "__main__":
    from tabiya import HAS_CORE, key_of

    print("core" if HAS_CORE else "pure", file=sys.stderr)
    print("\n".join(lines(key_of, arrays=find_spec("numpy") is not None)))
