"""Writes analysed games as PGN: evaluations, glyphs, and better lines as variations.

Tags, comments, glyphs and variations of the game stay. Evaluations in its comments are replaced. A glyph that
judges a move is only added where there is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from .pgn_writer import pgn_tags, pgn_text

if TYPE_CHECKING:
    from ...books.formats import JudgedMove
    from ...books.record import RecordedGame
    from ...games.score import Score

__all__ = ["annotated_pgn"]

ROSTER = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?"}
EVALUATION = re.compile(r"\[%eval\s[^][]*\]")
WORD = re.compile(r"[({]*\[%[^][]*\][)}]*|\S+")
"""A word of a comment. Commands such as ``[%clk 0:01:02]`` must not be broken. Neither pattern looks beyond
the next bracket, or a comment full of opening ones would take forever."""
OF_MOVES = tuple(f"${code}" for code in range(1, 7))
"""Glyphs that judge a move."""
LONGEST = 16
"""Plies of a better line."""


def annotated_pgn(record: RecordedGame, moves: Sequence[JudgedMove]) -> str:
    """Returns the game as PGN with its analysis."""
    return f"{pgn_tags(_tags(record))}\n{pgn_text(_movetext(record, moves))}\n"


def _tags(record: RecordedGame) -> dict[str, str]:
    tags = dict(record.tags) or dict(ROSTER)
    tags.setdefault("Result", _result(record))
    if record.start is not None and "FEN" not in tags:
        tags |= {"SetUp": "1", "FEN": record.start}
    tags.setdefault("Annotator", "Tabiya")
    return tags


def _result(record: RecordedGame) -> str:
    return record.ending[0] if record.ending else "*"


def _movetext(record: RecordedGame, moves: Sequence[JudgedMove]) -> Iterator[str]:
    found = {move.ply: move for move in moves}
    board = record.game.board(record.start)
    before = [word for note in record.notes.get(0, ()) for word in WORD.findall(note)]
    yield from before
    numbered = True  # whether the next move must show its number
    for ply, move in enumerate(record.moves, 1):
        if board.turn or numbered:
            yield f"{board.fullmove_number}{'.' if board.turn else '...'}"
        yield board.san(move)
        notes = list(_notes(board, record.notes.get(ply, ()), found.get(ply)))
        numbered = any(not note.startswith("$") for note in notes)
        for note in notes:
            yield from WORD.findall(note)
        board.push(move)
    yield _result(record)


def _notes(board: Any, given: tuple[str, ...], move: JudgedMove | None) -> Iterator[str]:
    """What follows a move: glyphs, comments, variations."""
    glyphs = [note for note in given if note.startswith("$")]
    comments = [note for note in given if note.startswith("{")]
    variations = [note for note in given if note.startswith("(")]
    if move is not None:
        judgement = move.judgement
        if judgement is not None and not any(glyph in OF_MOVES for glyph in glyphs):
            glyphs.append(judgement.glyph)
        comments = _with_evaluation(comments, move.score)
        better = _better_line(board, move) if judgement is not None else None
        if better is not None and better.split() not in (each.split() for each in variations):
            variations.append(better)
    yield from (*glyphs, *comments, *variations)


def _with_evaluation(comments: list[str], score: Score) -> list[str]:
    """The comments with the evaluation in front of the first."""
    kept = [EVALUATION.sub("", comment[1:-1]).strip() for comment in comments]
    first, *rest = [text for text in kept if text] or [""]
    return [f"{{{f'[%eval {_evaluation(score)}] {first}'.rstrip()}}}", *(f"{{{text}}}" for text in rest)]


def _evaluation(score: Score) -> str:
    """A score for white, in pawns or as a distance to mate."""
    return f"#{score.mate}" if score.cp is None else f"{score.cp / 100:.2f}"


def _better_line(board: Any, move: JudgedMove) -> str:
    """The better line as a variation, with the evaluation behind its first move."""
    first, *rest = move.best_line[:LONGEST]
    after = board.copy(stack=False)
    after.push(first)
    text = f"{board.variation_san([first])} {{[%eval {_evaluation(move.best_score)}]}}"
    return f"({' '.join((text, after.variation_san(rest))).rstrip()})"
