"""Two engines in separate processes that search at the same time: the limit of two cores."""

from __future__ import annotations

import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from types import TracebackType

from ...engine.engine import Engine
from ...games.positions import Position
from .search_runs import prepare

__all__ = ["SeparateEngines"]

PROCESSES = 2
HEAD_START = 0.02
"""Seconds between the request and the common start."""


class SeparateEngines:
    """A context with two waiting processes, each with its own engine and table."""

    def __init__(self, game: str, hash_mb: int) -> None:
        # One pool each: two requests to one pool may reach the same process.
        self._pools = [
            ProcessPoolExecutor(1, get_context("spawn"), _make_engine, (game, hash_mb))
            for _ in range(PROCESSES)
        ]

    def __enter__(self) -> SeparateEngines:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for pool in self._pools:
            pool.shutdown()

    def searched(self, text: str, movetime: int) -> tuple[int, float]:
        """Returns the nodes of both and the seconds of the longer search, each from an empty table."""
        for prepared in [pool.submit(_prepare) for pool in self._pools]:
            prepared.result()
        begin = time.monotonic() + HEAD_START
        runs = [pool.submit(_search, text, begin, movetime) for pool in self._pools]
        found = [run.result() for run in runs]
        return sum(nodes for nodes, _ in found), max(seconds for _, seconds in found)


# ---- in a process of its own -------------------------------------------------------------------------------

_engine: Engine


def _make_engine(game: str, hash_mb: int) -> None:
    global _engine
    _engine = Engine(game, hash_mb=hash_mb)


def _prepare() -> None:
    prepare(_engine)


def _search(text: str, begin: float, movetime: int) -> tuple[int, float]:
    board = Position(text, text).board(_engine.game)
    time.sleep(max(begin - time.monotonic(), 0))
    result = _engine.search(board, time=movetime / 1000)
    return result.nodes, result.time
