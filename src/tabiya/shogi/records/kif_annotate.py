"""Writes analysed games as KIF: evaluations, judgements and better lines as comments.

Headers, comments, times and variations of the game stay. Comments of an earlier analysis are replaced.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from .kif_writer import PLAYERS, kif_line, kif_move, kif_start

if TYPE_CHECKING:
    from ...books.formats import JudgedMove
    from ...books.record import RecordedGame
    from ...games.score import Score

__all__ = ["annotated_kif"]

WORDS = {"INACCURACY": "疑問手", "MISTAKE": "悪手", "BLUNDER": "大悪手"}
MARK = "評価値 "
"""How a comment of an analysis begins."""
LONGEST = 16
"""Plies of a better line."""


def annotated_kif(record: RecordedGame, moves: Sequence[JudgedMove]) -> str:
    """Returns the game as KIF with its analysis. Evaluations are for the side that moves first (先手)."""
    lines = [*_head(record), *_comments(record.notes.get(0, ())), *_moves(record, moves), *record.ending]
    return "\n".join(lines) + "\n"


def _head(record: RecordedGame) -> Iterator[str]:
    names = [name for each in PLAYERS for name in each]
    black, white = record.players
    yield "#KIF version=2.0 encoding=UTF-8"
    yield from (f"{name}：{value}" for name, value in record.tags.items() if name not in names)
    yield from kif_start(record.game.board(record.start), black, white)


def _moves(record: RecordedGame, moves: Sequence[JudgedMove]) -> Iterator[str]:
    found = {move.ply: move for move in moves}
    board = record.game.board(record.start)
    spent = {True: 0, False: 0}
    last: int | None = None
    for ply, move in enumerate(record.moves, 1):
        seconds = record.seconds.get(ply, 0)
        spent[board.turn] += seconds
        yield kif_line(ply, kif_move(board, move, last), seconds, spent[board.turn])
        if ply in found:
            yield f"*{_comment(found[ply], record, board)}"
        yield from _comments(record.notes.get(ply, ()))
        board.push(move)
        last = move.to_square


def _comments(notes: tuple[str, ...]) -> Iterator[str]:
    return (f"*{note}" for note in notes if not note.startswith(MARK))


def _comment(move: JudgedMove, record: RecordedGame, board: object) -> str:
    """``評価値 -320 悪手 最善手 ▲２六歩(27) (評価値 45) 読み筋 ▲２六歩(27) △８四歩(83)``"""
    text = f"{MARK}{_value(move.score)}"
    judgement = move.judgement
    if judgement is None:
        return text
    line = record.game.notation.write_line(board, move.best_line[:LONGEST])
    best = f"最善手 {line[0]} ({MARK}{_value(move.best_score)})"
    return f"{text} {WORDS[judgement.name]} {best} 読み筋 {' '.join(line)}"


def _value(score: Score) -> str:
    """Centipawns for the side that moves first, or the plies to mate: ``+詰 5手``."""
    if score.plies is None:
        return str(score.value)
    return f"{'+' if score.value > 0 else '-'}詰 {abs(score.plies)}手"
