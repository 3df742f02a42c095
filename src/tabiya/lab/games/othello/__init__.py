"""The measurements of Othello: boards and the endgame search. The lab and the demo leave it out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from .. import Bench

if TYPE_CHECKING:
    from ...timing import BenchRow

__all__ = ["BENCH"]


def groups() -> Mapping[str, Callable[[bool], Iterator[BenchRow]]]:
    from .bench import GROUPS

    return GROUPS


BENCH = Bench(
    summary="Measure perft of Othello, and its endgame search with and without a table.",
    groups=groups,
    depths=None,
)
