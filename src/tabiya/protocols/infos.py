"""Search reports as lines of UCI and USI, which only differ in how they count mates."""

from __future__ import annotations

from typing import Any

from ..engine.result import CurrentMove, Info
from ..games.score import Score
from ..table.entry_values import Bound

__all__ = ["current_move_line", "info_line", "score_words"]


def score_words(score: Score, bound: Bound = Bound.EXACT) -> str:
    """
    >>> score_words(Score(35)), score_words(Score(35), Bound.LOWER), score_words(Score(99_995))
    ('cp 35', 'cp 35 lowerbound', 'mate 3')
    """
    words = f"cp {score.cp}" if score.cp is not None else f"mate {score.mate}"
    suffix = {Bound.LOWER: " lowerbound", Bound.UPPER: " upperbound"}.get(bound, "")
    return words + suffix


def info_line(info: Info[Any]) -> str:
    """Returns the line for an iteration."""
    parts = [
        f"info depth {info.depth} seldepth {info.seldepth} multipv {info.multipv}",
        f"score {score_words(info.score, info.bound)}",
        f"nodes {info.nodes} nps {info.nps} hashfull {info.hashfull} tbhits 0 time {round(info.time * 1000)}",
    ]
    if info.pv:
        parts.append("pv " + " ".join(map(str, info.pv)))
    return " ".join(parts)


def current_move_line(current: CurrentMove[Any]) -> str:
    """Returns the line for the current root move of a long search."""
    return f"info depth {current.depth} currmove {current.move} currmovenumber {current.number}"
