"""One game between two engines."""

from __future__ import annotations

import os
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any

from ..games import Ending, game_spec
from ..games.openings import Opening
from ..games.play import Choice
from ..games.play import play_game as play_out
from .clock import GameClock
from .engines import EngineDied, EngineError, EngineFlooded, EngineHung, EngineMove
from .player import Player
from .rules import Rules

__all__ = ["FAULTS", "play_game"]

FAULTS = ("time forfeit", "illegal move", "crash", "hang", "flood", "not started")
"""Endings that are a program's fault, not its play."""


def play_game(rules: Rules, opening: Opening, first: Player, second: Player) -> dict[str, Any]:
    """Plays a game. `first` has the side that moves first in the game's starting position.

    The game always has a result: an engine that crashes, hangs, floods, exceeds its time or plays an illegal
    move loses.
    """
    game = _Game(rules, opening, {True: first, False: second})
    begin = datetime.now().astimezone().isoformat(timespec="seconds")
    ending = game.play()
    return {
        "begin": begin,
        "result": ending.result,
        "ending": ending.kind,
        "reason": ending.reason,
        "moves": game.moves,
        "answers": game.answers,
        "excused": game.excused,
        # A busy machine takes time from both sides, so the record says so.
        "load": round(os.getloadavg()[0], 2),
    }


class _Game:
    def __init__(self, rules: Rules, opening: Opening, players: dict[bool, Player]) -> None:
        self.spec = game_spec(rules.game)
        self.rules = rules
        self.opening = opening
        self.players = players
        self.board = opening.board(rules.game)
        self.clock = GameClock(rules)
        self.moves: list[str] = []
        """The moves of the engines, after the opening."""
        self.answers: list[list[int | None]] = []
        """Score, depth, nodes and milliseconds for each of these moves."""
        self.excused = 0
        """Moves that were late because the engine had to wait for a processor."""

    def play(self) -> Ending:
        for side in (True, False):
            try:
                self.players[side].new_game()
            except EngineError as error:
                return self._fault(side, error, "not started")
        sides = {side: partial(self._choose, side) for side in (True, False)}
        return play_out(self.spec, self.board, sides, self.rules.adjudicator())

    def _choose(self, side: bool, board: Any) -> Choice | Ending:
        player = self.players[side]
        nodes = player.spec.nodes
        limits, timeout = self.clock.limits(side, nodes), self.clock.timeout(side, nodes)
        budget = self.clock.budget(side, nodes)
        try:
            moves = (*self.opening.moves, *self.moves)
            answer = player.play(self.opening.start, moves, limits, timeout, budget)
        except EngineError as error:
            return self._fault(side, error, "crash")
        own = answer.seconds - answer.waited
        if not self.clock.spend(side, answer.seconds, nodes, answer.waited):
            reason = f"{player.spec.name} took {own:.3f} s for its move, but had {budget:.3f} s"
            return Ending(not side, "time forfeit", reason)
        self.excused += budget is not None and answer.seconds > budget
        return self._take(side, answer, board)

    def _take(self, side: bool, answer: EngineMove, board: Any) -> Choice | Ending:
        name = self.players[side].spec.name
        if answer.move == "resign":
            return Ending(not side, "resigned", f"{name} resigns")
        declared = self.spec.rules.declaration(board) if answer.move == "win" else None
        if declared is not None:
            return replace(declared, reason=f"{name} {declared.reason}")
        try:
            move = self.spec.notation.parse(board, answer.move)
        except ValueError:
            return Ending(not side, "illegal move", f"{name} played {answer.move[:20]!r}")
        self.moves.append(str(move))
        self.answers.append([answer.score, answer.depth, answer.nodes, round(1000 * answer.seconds)])
        return Choice(move, answer.score)

    def _fault(self, side: bool, error: EngineError, otherwise: str) -> Ending:
        kinds = {EngineDied: "crash", EngineHung: "hang", EngineFlooded: "flood"}
        kind = kinds.get(type(error), otherwise)
        return Ending(not side, kind, f"{self.players[side].spec.name}: {error}")
