"""`InProcessEngine`: our engine in this process, for games without an engine protocol."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from ..._utils.arguments import did_you_mean
from ...engine.engine import Engine
from ...engine.options import parse_switches
from ...games import game_spec
from ...protocols.go import Go, in_seconds
from ...protocols.options import Check
from ...table.transposition import TranspositionTable
from .client import EngineMove
from .errors import EngineNotStarted
from .spec import SWITCHES, EngineSpec

__all__ = ["InProcessEngine"]

TABLE: dict[str, tuple[str, Callable[[str], Any]]] = {
    "Hash": ("hash_mb", float),
    "TTLayout": ("layout", str),
    "TTPolicy": ("policy", str),
}
"""Options of the table: the setting and its parser."""
ENGINE: dict[str, tuple[str, Callable[[str], Any]]] = {
    "Threads": ("threads", int),
    "Move Overhead": ("overhead", lambda milliseconds: float(milliseconds) / 1000),
}
"""Keywords of `Engine`."""
USE_TABLE = "UseTT"


class InProcessEngine:
    """Plays like an `EngineClient`, in this process. It has some of the options of our programs.

    >>> engine = InProcessEngine(EngineSpec.parse("tabiya:hash=1,lmr=off", "chess"), "chess")
    >>> engine.play(None, ["e2e4", "e7e5"], "nodes 500", timeout=60).nodes
    500
    """

    def __init__(self, spec: EngineSpec, game: str) -> None:
        from ... import __version__

        self.id = f"Tabiya {__version__}"
        self._game = game_spec(game)
        try:
            self._engine = _engine(game, spec.options)
        except (TypeError, ValueError) as error:
            raise EngineNotStarted(str(error)) from None

    def new_game(self) -> None:
        """Forgets the last game."""
        self._engine.new_game()
        if self._engine.table is not None:
            self._engine.table.clear()

    def play(
        self,
        start: str | None,
        moves: Sequence[str],
        limits: str,
        timeout: float,
        budget: float | None = None,
    ) -> EngineMove:
        """Returns the move after these moves. The search keeps its limits, so no timeout is needed."""
        board = self._game.board(start)
        for move in moves:
            board.push(move)
        begin = time.monotonic()
        arguments: dict[str, Any] = in_seconds(Go.parsed(limits).numbers)
        result = self._engine.search(board, **arguments)
        score = result.score
        return EngineMove(
            str(result.best_move),
            seconds=time.monotonic() - begin,
            cp=score.cp,
            mate=score.mate,
            depth=result.depth,
            nodes=result.nodes,
        )

    def close(self) -> None:
        """Does nothing: no search runs between moves."""


def _engine(game: str, options: dict[str, str]) -> Engine:
    for name in options:
        known = [*TABLE, *ENGINE, USE_TABLE, SWITCHES]
        if name not in known:
            raise ValueError(f"it has no option {name!r}{did_you_mean(name, known)}")
    settings = _values(TABLE, {"Hash": "64", **options})
    uses_table = Check(USE_TABLE, True, lambda on: None).parsed(options.get(USE_TABLE, "on"))
    engine = Engine(
        game,
        table=TranspositionTable(**settings) if uses_table else None,
        hash_mb=None if uses_table else 0,
        **_values(ENGINE, options),
    )
    engine.set_options(**parse_switches(options.get(SWITCHES, "")))
    return engine


def _values(known: dict[str, tuple[str, Callable[[str], Any]]], options: dict[str, str]) -> dict[str, Any]:
    return {keyword: read(options[name]) for name, (keyword, read) in known.items() if name in options}
