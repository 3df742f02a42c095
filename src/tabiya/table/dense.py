"""What an entry of the dense layout can hold, and the errors for what it cannot.

Six entries share 64 bytes (docs/layout.md). Tables of Python users raise where a value does not fit; a search
narrows it in a way that it can use. ``core/table/dense.hpp`` has the same limits.
"""

from __future__ import annotations

from typing import Any

from .entry_values import MAX_DEPTH as DEEPEST
from .entry_values import MAX_EVAL as WIDEST_EVAL
from .entry_values import MAX_MOVE as LARGEST_MOVE
from .entry_values import MAX_SCORE as LARGEST_SCORE
from .entry_values import NO_EVAL

__all__ = [
    "GENERATIONS",
    "LARGEST_WIN",
    "LEAST_WIN",
    "MAX_DEPTH",
    "MAX_EVAL",
    "MAX_MOVE",
    "MAX_SCORE",
    "SIGNATURE_MASK",
    "check_entry",
    "fitting_columns",
    "misfit",
    "nearest_score",
]

MAX_MOVE = 2**16 - 1
MAX_SCORE = 23_766
LEAST_WIN, LARGEST_WIN = 91_000, 100_000
"""Wins are kept by their distance, 0 to 9,000 plies. Nothing lies between them and other scores."""
MAX_EVAL = 2**11 - 1
MAX_DEPTH = 2**6 - 1
GENERATIONS = 2**4
SIGNATURE_MASK = 2**26 - 1


def holds_score(score: int) -> bool:
    return abs(score) <= MAX_SCORE or LEAST_WIN <= abs(score) <= LARGEST_WIN


def nearest_score(score: int) -> int:
    """Returns the nearest score that fits, but never a win for a score that is none.

    >>> nearest_score(30_000), nearest_score(-95_000), nearest_score(500_000)
    (23766, -95000, 100000)
    """
    limit = LARGEST_WIN if abs(score) >= LEAST_WIN else MAX_SCORE
    return max(-limit, min(score, limit))


def check_entry(move: int, score: int, eval: int, depth: int) -> None:
    """Raises ValueError for the first field that does not fit. No eval is −32768.

    >>> check_entry(0, 0, -32768, 64)
    Traceback (most recent call last):
    ValueError: depth must be between 0 and 63 in the dense layout, not 64 (layout='cluster4' keeps up to 255)
    """
    for name, value in (("move", move), ("score", score), ("eval", eval), ("depth", depth)):
        sentence = misfit(name, value)
        if sentence is not None:
            raise ValueError(sentence)


def misfit(name: str, value: int) -> str | None:
    """Returns the sentence about a field that does not fit; None if it does."""
    if name == "move" and not 0 <= value <= MAX_MOVE:
        return _sentence("move", f"between 0 and {MAX_MOVE}", value, f"keeps up to {LARGEST_MOVE}")
    if name == "score" and not holds_score(value):
        allowed = f"within ±{MAX_SCORE}, or a win of ±{LEAST_WIN} to ±{LARGEST_WIN},"
        return _sentence("score", allowed, value, f"keeps ±{LARGEST_SCORE}; clamp_scores=True would clamp it")
    if name == "eval" and value != NO_EVAL and abs(value) > MAX_EVAL:
        return _sentence(
            "eval", f"None or between {-MAX_EVAL} and {MAX_EVAL}", value, f"keeps ±{WIDEST_EVAL}"
        )
    if name == "depth" and not 0 <= value <= MAX_DEPTH:
        return _sentence("depth", f"between 0 and {MAX_DEPTH}", value, f"keeps up to {DEEPEST}")
    return None


def fitting_columns(clamp: bool, moves: Any, scores: Any, evals: Any, depths: Any) -> Any:
    """Checks NumPy columns of a batch. Returns the scores, clamped if `clamp`."""
    import numpy as np

    if clamp:
        limits = np.where(np.abs(scores) >= LEAST_WIN, LARGEST_WIN, MAX_SCORE).astype(scores.dtype)
        scores = np.clip(scores, -limits, limits)
    sizes = np.abs(scores)
    misfits = (
        ("move", moves, moves > MAX_MOVE),
        ("score", scores, (sizes > MAX_SCORE) & ((sizes < LEAST_WIN) | (sizes > LARGEST_WIN))),
        ("eval", evals, (evals != NO_EVAL) & (np.abs(evals.astype(np.int32)) > MAX_EVAL)),
        ("depth", depths, depths > MAX_DEPTH),
    )
    for name, column, wrong in misfits:
        if wrong.any():
            raise ValueError(misfit(name, int(column[wrong.argmax()])))
    return scores


def _sentence(name: str, allowed: str, value: int, cure: str) -> str:
    return f"{name} must be {allowed} in the dense layout, not {value} (layout='cluster4' {cure})"
