"""One game between two engines."""

from __future__ import annotations

from typing import Any

from ..engines import Answer, EngineDied, EngineError, EngineFlooded, EngineHung
from ..openings import Opening
from .clock import Clock
from .endings import Adjudicator, Ending, ending_by_rule
from .player import Player
from .rules import Rules

__all__ = ["FAULTS", "play_game"]

FAULTS = ("time forfeit", "illegal move", "crash", "hang", "flood", "not started")
"""Endings that are a program's fault, not its play."""


def play_game(rules: Rules, opening: Opening, first: Player, second: Player) -> dict[str, Any]:
    """Plays a game, in which `first` has the side that moves first in the game's starting position.

    Whatever an engine does, the game has a result: one that crashes, hangs, floods, oversteps its time or
    plays an illegal move has lost.
    """
    game = _Game(rules, opening, {True: first, False: second})
    ending = game.play()
    return {
        "result": ending.result,
        "ending": ending.kind,
        "reason": ending.reason,
        "moves": game.moves,
        "answers": game.answers,
    }


class _Game:
    def __init__(self, rules: Rules, opening: Opening, players: dict[bool, Player]) -> None:
        self.rules = rules
        self.opening = opening
        self.players = players
        self.board = opening.board(rules.game)
        self.clock = Clock(rules)
        self.adjudicator = Adjudicator(rules)
        self.moves: list[str] = []
        """Those of the engines, after the opening's."""
        self.answers: list[list[int | None]] = []
        """For each of them: score, depth, nodes, milliseconds."""

    def play(self) -> Ending:
        for side in (True, False):
            try:
                self.players[side].new_game()
            except EngineError as error:
                return self._fault(side, error, "not started")
        while True:
            ending = ending_by_rule(self.board, self.rules.game) or self.adjudicator.ending(
                len(self.board.move_stack)
            )
            ending = ending or self._play_move(bool(self.board.turn))
            if ending is not None:
                return ending

    def _play_move(self, side: bool) -> Ending | None:
        player = self.players[side]
        nodes = player.spec.nodes
        limits, timeout = self.clock.limits(side, nodes), self.clock.timeout(side, nodes)
        try:
            answer = player.go(self._position(), limits, timeout)
        except EngineError as error:
            return self._fault(side, error, "crash")
        if not self.clock.spend(side, answer.seconds, nodes):
            reason = f"{player.spec.name} took {answer.seconds:.3f} s for its move"
            return Ending(not side, "time forfeit", reason)
        return self._take(side, answer)

    def _take(self, side: bool, answer: Answer) -> Ending | None:
        name = self.players[side].spec.name
        if answer.move == "resign":
            return Ending(not side, "resigned", f"{name} resigns")
        if answer.move == "win" and self.rules.game == "shogi" and self.board.is_nyugyoku():
            return Ending(side, "declaration", f"{name} declares that its king has entered")
        try:
            if answer.move in ("", "0000"):
                raise ValueError("no move")
            self.board.push(answer.move)
        except ValueError:
            return Ending(not side, "illegal move", f"{name} played {answer.move[:20]!r}")
        self.moves.append(str(self.board.peek()))
        self.answers.append([answer.score, answer.depth, answer.nodes, round(1000 * answer.seconds)])
        self.adjudicator.take(side, answer.score)
        return None

    def _position(self) -> str:
        word = "fen" if self.rules.game == "chess" else "sfen"
        start = "startpos" if self.opening.start is None else f"{word} {self.opening.start}"
        moves = (*self.opening.moves, *self.moves)
        return f"{start} moves {' '.join(moves)}" if moves else start

    def _fault(self, side: bool, error: EngineError, otherwise: str) -> Ending:
        kinds = {EngineDied: "crash", EngineHung: "hang", EngineFlooded: "flood"}
        kind = kinds.get(type(error), otherwise)
        return Ending(not side, kind, f"{self.players[side].spec.name}: {error}")
