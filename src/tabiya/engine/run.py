"""One run of the native search: converts limits and infos, and moves deadlines."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from .. import _core
from ..games import GameSpec
from ..games.score import Score
from ..table.entry import Bound
from .clock import Deadlines, Stability, allot, ease
from .limits import Limits
from .result import CurrentMove, Info, Line, Result

if TYPE_CHECKING:
    from ..recording import Recording

__all__ = ["Run"]


class Run:
    """A search from its checked arguments to its result."""

    def __init__(self, spec: GameSpec, native: Any, board: Any, limits: Limits, overhead: float) -> None:
        self.spec = spec
        self.native = native
        self.limits = limits
        self.board = board.copy()  # the caller may change its board
        self.moves = [spec.packed_move(board, move) for move in limits.search_moves or ()]
        self.deadlines = self._allotted(overhead)
        self.pondering = limits.ponder
        self.pondered = 0.0
        self.claim: _core.SearchClaim | None = None
        """The claim on the engine, set when the search can be stopped."""
        self.stability = Stability()
        self.begin = time.perf_counter()

    def _allotted(self, overhead: float) -> Deadlines | None:
        """Returns the deadlines from the clock. `time` alone gives a hard one; with a clock, both hold."""
        most = self.limits.time
        if not self.limits.has_clock:
            return None if most is None else Deadlines(0.0, float(most))
        deadlines = allot(self.limits.clock_of(self.spec.is_white(self.board)), overhead)
        if most is not None:
            deadlines = Deadlines(min(deadlines.soft, most), min(deadlines.hard, most))
        if self.board.legal_moves.count() == 1:
            return Deadlines(min(deadlines.soft, 0.001), deadlines.hard)  # a single legal move
        return deadlines

    # ---- the search ------------------------------------------------------------------------------

    def search(self, table: Any, config: _core.SearchConfig) -> Result[Any]:
        self.begin = time.perf_counter()
        listener = self._listen if self._listens() else None
        assert self.claim is not None
        record = self.limits.record
        native = None if record is None else _core.SearchRecording(record)
        answer = self.native._run(
            self.board, table, self._core_limits(), config, listener, self.claim, native
        )
        result = self._result(answer, table)
        if native is None or record is None:
            return result
        return replace(result, recording=self._recording(native, table, record))

    def _recording(self, native: _core.SearchRecording, table: Any, capacity: int) -> Recording:
        from ..recording import Recording  # needs NumPy

        return Recording(native, self.spec, self.board, table.config, capacity)

    def _core_limits(self) -> _core.SearchLimits:
        limits = self.limits
        now = None if self.pondering else self.deadlines
        mate = limits.mate or 0
        return _core.SearchLimits(
            depth=limits.depth or 0,
            nodes=limits.nodes or 0,
            mate=2 * mate - 1 if mate and self.spec.mates_in == "moves" else mate,
            soft_ms=1000 * now.soft if now else 0.0,
            hard_ms=1000 * now.hard if now else 0.0,
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
            self.stability.update(news["pv"][0], news["score"])
            # Also after a ponderhit, which may have come before the core started.
            if self.limits.has_clock or self.limits.ponder:
                self._set_deadlines()
        if self.limits.on_info is not None:
            self.limits.on_info(self._info(news))

    def _set_deadlines(self) -> None:
        """Adjusts the soft deadline to the progress of the search, unless the opponent's clock is running.

        Time spent before a ponderhit counts towards the soft deadline: it was free, so the move comes sooner.
        """
        if self.pondering or self.deadlines is None:
            return
        deadlines = self.deadlines
        if self.limits.has_clock:
            deadlines = ease(deadlines, self.stability.stable, self.stability.drop)
        soft = max(deadlines.soft, self.pondered) if deadlines.soft else 0.0
        if self.claim is not None:
            self.claim.set_deadline(1000 * soft, 1000 * (self.pondered + deadlines.hard))

    def stop(self) -> None:
        """Stops this search and no other, even before the core has started it."""
        if self.claim is not None:
            self.claim.stop()

    def ponderhit(self) -> None:
        """Starts this side's clock."""
        if self.pondering:
            self.pondered = time.perf_counter() - self.begin
            self.pondering = False
            self._set_deadlines()

    # ---- results ---------------------------------------------------------------------------------

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
            for line in answer["variations"]
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
