"""`GameAnalysis`: what the searches of a game's positions say about its moves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from statistics import fmean
from typing import TYPE_CHECKING, Any

from .chances import Judgement, accuracy, judge, win_probability

if TYPE_CHECKING:
    from ..books.record import RecordedGame
    from ..games.score import Score
    from .search import AnalysedPosition

__all__ = ["AnalysedMove", "GameAnalysis", "Side"]

MOST_CENTIPAWNS = 1000
"""Scores beyond this count as this in `AnalysedMove.centipawns`: the game is decided."""


@dataclass(frozen=True)
class AnalysedMove:
    """A move of a game and what it cost. Scores are for the side that moves first in the game."""

    ply: int
    """Its number in plies, from 1."""
    number: str
    """Its number as players count: ``12...`` in chess."""
    move: Any
    text: str
    """The move for people: SAN in chess, Japanese notation in shogi."""
    turn: bool
    """Whether the side that moves first in the game made it."""
    score: Score
    """The score after the move."""
    best_score: Score
    """The score before the move, that is after `best_move`."""
    best_move: Any
    best_line: tuple[Any, ...]
    """The line that begins with `best_move`."""
    chances: float
    """The win probability of the side that moves first, after the move."""
    loss: float
    """Win probability that the move cost its side, from 0 to 1."""
    centipawns: int
    """Centipawns that it cost."""

    @property
    def judgement(self) -> Judgement | None:
        """Inaccuracy, mistake or blunder, by `loss`."""
        return judge(self.loss)

    @property
    def accuracy(self) -> float:
        """From 0 to 100; 100 if nothing was lost."""
        return accuracy(self.loss)


@dataclass(frozen=True)
class Side:
    """The moves of one side in figures."""

    name: str
    moves: int
    accuracy: float | None
    """The mean accuracy of its moves in percent; None without moves."""
    centipawns: float | None
    """The mean loss of its moves in centipawns."""
    judgements: dict[Judgement, int]

    def as_dict(self) -> dict[str, Any]:
        counts = {each.name.lower(): count for each, count in self.judgements.items()}
        means = {"accuracy": self.accuracy, "centipawns": self.centipawns}
        rounded = {name: None if mean is None else round(mean, 1) for name, mean in means.items()}
        return {"moves": self.moves, **rounded, **counts}


@dataclass(frozen=True)
class GameAnalysis:
    """An analysed game."""

    record: RecordedGame
    positions: tuple[AnalysedPosition, ...]
    """In order of play. The first ones are missing if the analysis was interrupted."""

    @classmethod
    def of(cls, record: RecordedGame, positions: Iterable[AnalysedPosition]) -> GameAnalysis:
        """Returns the analysis of positions in any order."""
        return cls(record, tuple(sorted(positions, key=lambda position: position.ply)))

    @property
    def complete(self) -> bool:
        """Whether every move of the game is analysed."""
        return not self.record.moves or bool(self.positions and self.positions[0].ply == 0)

    @cached_property
    def moves(self) -> tuple[AnalysedMove, ...]:
        """The analysed moves, in order of play."""
        found = {position.ply: position for position in self.positions}
        board = self.record.game.board(self.record.start)
        moves = []
        for ply, move in enumerate(self.record.moves, 1):
            if ply - 1 in found and ply in found:
                moves.append(self._move(board, move, found[ply - 1], found[ply]))
            board.push(move)
        return tuple(moves)

    def _move(self, board: Any, move: Any, before: AnalysedPosition, after: AnalysedPosition) -> AnalysedMove:
        game = self.record.game
        line = _line(board, before.pv)
        turn = bool(board.turn)
        best, played = before.score(game), -after.score(game)
        # The best move loses nothing. If its two scores differ, the search is to blame, not the player.
        flawless = line[0] == move
        chances = win_probability(played, game)
        lost = max(0.0, win_probability(best, game) - chances)
        return AnalysedMove(
            ply=after.ply,
            number=game.notation.number(board),
            move=move,
            text=game.notation.write(board, move),
            turn=turn,
            score=played if turn else -played,
            best_score=best if turn else -best,
            best_move=line[0],
            best_line=line,
            chances=chances if turn else 1 - chances,
            loss=0.0 if flawless else lost,
            centipawns=0 if flawless else max(0, _clipped(best) - _clipped(played)),
        )

    def side(self, first: bool) -> Side:
        """Returns the figures of the side that moves first in the game, or of the other."""
        moves = [move for move in self.moves if move.turn is first]
        judgements = [move.judgement for move in moves]
        return Side(
            self.record.game.sides[0 if first else 1],
            len(moves),
            fmean(move.accuracy for move in moves) if moves else None,
            fmean(move.centipawns for move in moves) if moves else None,
            {each: judgements.count(each) for each in Judgement},
        )

    def as_dict(self) -> dict[str, Any]:
        """Returns the analysis as JSON types. Scores are for the side that moves first."""
        record = self.record
        names = record.game.sides
        return {
            "game": record.game.name,
            "start": record.start,
            "tags": dict(record.tags),
            "moves": [_plain(move) for move in self.moves],
            **{name: self.side(first).as_dict() for name, first in zip(names, (True, False), strict=True)},
            "nodes": sum(position.nodes for position in self.positions),
            "complete": self.complete,
        }


def _line(board: Any, texts: Iterable[str]) -> tuple[Any, ...]:
    """The moves of a line in the notation of protocols."""
    line = board.copy()
    moves = []
    for text in texts:
        moves.append(line._parse(text))
        line.push(moves[-1])
    return tuple(moves)


def _clipped(score: Score) -> int:
    return max(-MOST_CENTIPAWNS, min(score.value, MOST_CENTIPAWNS))


def _plain(move: AnalysedMove) -> dict[str, Any]:
    return {
        "ply": move.ply,
        "move": str(move.move),
        "text": move.text,
        "cp": move.score.cp,
        "mate": move.score.mate,
        "best_move": str(move.best_move),
        "best_cp": move.best_score.cp,
        "best_mate": move.best_score.mate,
        "best_line": [str(each) for each in move.best_line],
        "chances": round(move.chances, 4),
        "loss": round(move.loss, 4),
        "centipawns": move.centipawns,
        "judgement": move.judgement.name.lower() if move.judgement else None,
    }
