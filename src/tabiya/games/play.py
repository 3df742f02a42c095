"""The loop that plays games, for matches, tuner, books and lab.

>>> from random import Random
>>> from tabiya.games import game_spec
>>> rng = Random(1)
>>> anybody = lambda board: Choice(rng.choice(list(board.legal_moves)))
>>> chess = game_spec("chess")
>>> play_game(chess, chess.board(), {True: anybody, False: anybody}, Adjudicator(longest=20)).kind
'too long'
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

from .rules import Ending
from .spec import GameSpec

__all__ = ["Adjudicator", "Choice", "Player", "play_game", "random_board"]

RESIGN_PLIES = 6
DRAW_PLIES = 16
DRAW_FROM = 80
"""The first ply at which a game can be adjudicated a draw."""


class Choice(NamedTuple):
    """A legal move and the player's score."""

    move: Any
    score: int | None = None
    """Centipawns for the side that moves; None if unknown."""


Player = Callable[[Any], Choice | Ending]
"""Chooses a move on a board, or ends the game: it resigns, declares a win, or fails."""


@dataclass
class Adjudicator:
    """Ends a game when both players agree on its score for long enough.

    With the default values it never does.
    """

    resign: int = 0
    """Centipawns at which both must see a win; 0 turns it off."""
    draw: int = 0
    """Centipawns within which both must see a draw; 0 turns it off."""
    longest: int | None = None
    """Plies, including the opening, after which a game is a draw."""
    resign_plies: int = RESIGN_PLIES
    _scores: list[int | None] = field(default_factory=list)
    """One score per ply, for the side that moves first."""

    def take(self, side: bool, score: int | None) -> None:
        """Records the score of the side that moved."""
        self._scores.append(score if score is None or side else -score)

    def ending(self, plies: int) -> Ending | None:
        """Returns the ending implied by the last scores or the number of plies."""
        if self.longest is not None and plies >= self.longest:
            return Ending(None, "too long", f"more than {self.longest // 2} moves")
        last = [score for score in self._scores[-self.resign_plies :] if score is not None]
        if self.resign and len(last) == self.resign_plies:
            if min(last) >= self.resign:
                return Ending(True, "adjudicated", "both engines see a won game")
            if max(last) <= -self.resign:
                return Ending(False, "adjudicated", "both engines see a won game")
        last = [score for score in self._scores[-DRAW_PLIES:] if score is not None]
        enough = self.draw and plies >= DRAW_FROM and len(last) == DRAW_PLIES
        if enough and max(map(abs, last)) <= self.draw:
            return Ending(None, "adjudicated", "both engines see a drawn game")
        return None


def play_game(
    spec: GameSpec, board: Any, players: Mapping[bool, Player], adjudicator: Adjudicator | None = None
) -> Ending:
    """Plays from a board until the rules, a player or the adjudicator ends the game.

    `players` maps each side to its player. True is the side that moves first in the starting position.
    """
    judge = adjudicator or Adjudicator()
    while True:
        ending = spec.rules.ending(board) or judge.ending(len(board.move_stack))
        if ending is not None:
            return ending
        side = bool(board.turn)
        choice = players[side](board)
        if isinstance(choice, Ending):
            return choice
        board.push(choice.move)
        judge.take(side, choice.score)


def random_board(spec: GameSpec, rng: Random, plies: int) -> Any:
    """Returns a board after random moves, on which the game is not over."""
    while True:
        board = spec.board()
        for _ in range(plies):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(rng.choice(moves))
        if spec.rules.ending(board) is None:
            return board
