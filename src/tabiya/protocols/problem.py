"""Solves a shogi problem from both sides: searches for a mate, and tries to prove that there is none."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from ..engine.background import PendingSearch
from ..engine.threads import Background, Signal
from .no_mate import NoMateProof

__all__ = ["Problem", "solves"]

GRACE = 0.1
"""Minimum seconds for the search to find a shorter mate than the proof did."""


class Problem:
    """Runs the proof on its own thread while `solve` runs the search.

    The search may end with a mate whose moves do not all give check. Then the proof uses the rest of the
    time.
    """

    def __init__(self, board: Any) -> None:
        self.board = board
        self.verdict: bool | None = None
        """True: there is no mate by checks; False: there is one; None: not known."""
        self._proof = NoMateProof(board)
        self._given_up = False
        self._over = Signal()
        self._decided = Signal()

    def solve(self, search: PendingSearch, seconds: float) -> Any:
        """Returns the result of the search. `answer` combines it with the proof."""
        end = time.monotonic() + seconds
        prover = Background(partial(self._prove, search.stop), "tabiya-no-mate")
        try:
            prover.start()
            result = search.run()
            if not solves(self.board, result.pv):
                self._decided.wait(max(end - time.monotonic(), 0.0) if end < math.inf else None)
            return result
        finally:
            self._given_up = True  # first, and not in a call: an interrupt may end the next line
            self.interrupt()
            prover.join()

    def interrupt(self) -> None:
        """Ends the proof."""
        self._given_up = True
        self._over.set()
        self._decided.set()

    def answer(self, pv: Sequence[Any]) -> str:
        """Returns the arguments of ``checkmate``. `pv` is the search's mate, if it found one."""
        if solves(self.board, pv):
            return " ".join(map(str, pv))
        if self.verdict is False:
            return " ".join(map(str, self._proof.solution()))
        return "nomate" if self.verdict else "timeout"

    def _prove(self, stop_search: Callable[[], None]) -> None:
        begin = time.monotonic()
        self.verdict = self._proof.run(lambda: self._given_up)
        self._decided.set()
        if self.verdict is False:
            self._over.wait(max(GRACE, time.monotonic() - begin))
        if self.verdict is not None:
            stop_search()


def solves(board: Any, moves: Sequence[Any]) -> bool:
    """Returns whether a line is a solution: every second move gives check, and the last one mates.

    >>> from tabiya import shogi
    >>> board = shogi.Board("4k4/9/4P4/9/9/9/9/9/4K4 b G 1")
    >>> solves(board, [shogi.Move.from_usi("G*5b")]), solves(board, [shogi.Move.from_usi("5i5h")])
    (True, False)
    """
    board = board.copy()
    for i, move in enumerate(moves):
        whole = board._resolve(move.pack())
        if i % 2 == 0 and not board.gives_check(whole):
            return False
        board.push(whole)
    return bool(moves) and board.is_check() and not any(board.legal_moves)
