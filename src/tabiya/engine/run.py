"""One run of the native search: its limits in the core's form, its infos on the way out, its deadlines."""

from __future__ import annotations

import time
from typing import Any

from .. import _core
from ..entry import Bound
from ..games import GameSpec
from .clock import Deadlines, Progress, allot, ease
from .limits import Limits
from .result import CurrentMove, Info, Line, Result
from .score import Score

__all__ = ["Run"]


class Run:
    """A search from its checked arguments to its result."""

    def __init__(self, spec: GameSpec, native: Any, board: Any, limits: Limits, overhead: float) -> None:
        self.spec = spec
        self.native = native
        self.limits = limits
        self.board = board.copy()  # the caller may go on pushing
        self.moves = [spec.packed_move(board, move) for move in limits.search_moves or ()]
        self.deadlines = self._allotted(overhead)
        self.pondering = limits.ponder
        self.pondered = 0.0
        self.claim: _core.SearchClaim | None = None
        """The engine's, from the moment that the search may be stopped."""
        self.progress = Progress()
        self.begin = time.perf_counter()

    def _allotted(self, overhead: float) -> Deadlines | None:
        """What the clock allows; `movetime` is a hard deadline alone."""
        if self.limits.movetime is not None:
            return Deadlines(0.0, float(self.limits.movetime))
        if not self.limits.has_clock:
            return None
        deadlines = allot(self.limits.clock_of(self.spec.is_white(self.board)), overhead)
        if self.board.legal_moves.count() == 1:
            return Deadlines(min(deadlines.soft, 1.0), deadlines.hard)  # nothing to decide
        return deadlines

    # ---- the search ------------------------------------------------------------------------------

    def search(self, table: Any, config: _core.SearchConfig) -> Result[Any]:
        self.begin = time.perf_counter()
        listener = self._listen if self._listens() else None
        assert self.claim is not None
        answer = self.native._run(self.board, table, self._core_limits(), config, listener, self.claim)
        return self._result(answer, table)

    def _core_limits(self) -> _core.SearchLimits:
        limits = self.limits
        now = None if self.pondering else self.deadlines
        mate = limits.mate or 0
        return _core.SearchLimits(
            depth=limits.depth or 0,
            nodes=limits.nodes or 0,
            mate=2 * mate - 1 if mate and self.spec.mates_in == "moves" else mate,
            soft_ms=now.soft if now else 0.0,
            hard_ms=now.hard if now else 0.0,
            infinite=limits.endless,
            moves=self.moves,
            multipv=limits.multipv,
        )

    def _listens(self) -> bool:
        limits = self.limits
        return bool(limits.on_info or limits.on_current_move or limits.has_clock or limits.ponder)

    # ---- while it runs ---------------------------------------------------------------------------

    def _listen(self, news: dict[str, Any]) -> None:
        if "currmove" in news:
            if self.limits.on_current_move is not None:
                self.limits.on_current_move(self._current_move(news))
            return
        if news["multipv"] == 1 and news["bound"] == Bound.EXACT and news["pv"]:
            self.progress.update(news["pv"][0], news["score"])
            # After a ponderhit too: it may have come before the core had begun.
            if self.limits.has_clock or self.limits.ponder:
                self._set_deadlines()
        if self.limits.on_info is not None:
            self.limits.on_info(self._info(news))

    def _set_deadlines(self) -> None:
        """Moves the soft deadline with the search's progress, unless the opponent's clock is running.

        What was thought before a ponderhit counts towards the soft deadline: it was free, so that the move
        comes sooner.
        """
        if self.pondering or self.deadlines is None:
            return
        deadlines = self.deadlines
        if self.limits.has_clock:
            deadlines = ease(deadlines, self.progress.stable, self.progress.drop)
        soft = max(deadlines.soft, self.pondered) if deadlines.soft else 0.0
        if self.claim is not None:
            self.claim.set_deadline(soft, self.pondered + deadlines.hard)

    def stop(self) -> None:
        """Ends this search and no other, also before the core has begun it."""
        if self.claim is not None:
            self.claim.stop()

    def ponderhit(self) -> None:
        """From now on it is this side's clock that runs."""
        if self.pondering:
            self.pondered = (time.perf_counter() - self.begin) * 1000
            self.pondering = False
            self._set_deadlines()

    # ---- what it tells ---------------------------------------------------------------------------

    def _score(self, value: int) -> Score:
        return self.spec.score(value)

    def _current_move(self, news: dict[str, Any]) -> CurrentMove[Any]:
        number = news["currmovenumber"]
        return CurrentMove(news["currmove"], number, news["depth"], news["nodes"], news["ms"] / 1000)

    def _info(self, news: dict[str, Any]) -> Info[Any]:
        return Info(
            depth=news["depth"],
            seldepth=news["seldepth"],
            score=self._score(news["score"]),
            pv=tuple(news["pv"]),
            nodes=news["nodes"],
            time=news["ms"] / 1000,
            hashfull=news["hashfull"],
            multipv=news["multipv"],
            bound=Bound(news["bound"]),
            probes=news["probes"],
            hits=news["hits"],
        )

    def _result(self, answer: dict[str, Any], table: Any) -> Result[Any]:
        lines = tuple(
            Line(self._score(line["score"]), tuple(line["pv"]), line["depth"], Bound(line["bound"]))
            for line in answer["lines"]
        )
        return Result(
            best_move=answer["best_move"],
            score=self._score(answer["score"]),
            pv=tuple(answer["pv"]),
            nodes=answer["nodes"],
            time=answer["ms"] / 1000,
            depth=answer["depth"],
            seldepth=answer["seldepth"],
            hashfull=table.hashfull() if table is not None else 0,
            bound=Bound(answer["bound"]),
            ponder=answer["ponder"],
            lines=lines,
            stopped=answer["stopped"],
            stats=answer["stats"],
        )
