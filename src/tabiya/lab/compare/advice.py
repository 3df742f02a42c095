"""What a reader of a comparison must know besides its figures, one sentence each."""

from __future__ import annotations

from .answer import NOT_EXERCISED, Answer, DesignResult
from .plan import FILLS, LEAST_LOAD, round_up, units_needed
from .positions import COUNT, middlegames
from .question import Question

__all__ = ["advice"]


def advice(question: Question, answer: Answer) -> list[str]:
    """Returns warnings: tables that were not filled, settings without effect, samples that are too small."""
    unfilled = [_unfilled(question, row) for row in _largest(answer) if row.load < LEAST_LOAD]
    idle = [
        f"{row.name} did exactly what {question.designs[0]} did at {row.pressure}: nothing exercised the "
        "difference between them."
        for row in answer.rows
        if row.verdict == NOT_EXERCISED
    ]
    return unfilled + idle + _small_sample(question, answer)


def _largest(answer: Answer) -> list[DesignResult]:
    """Returns the row with the least load of each memory size."""
    found: dict[str, DesignResult] = {}
    for row in answer.rows:
        if row.pressure not in found or row.load < found[row.pressure].load:
            found[row.pressure] = row
    return list(found.values())


def _unfilled(question: Question, row: DesignResult) -> str:
    enough = round_up(FILLS / row.load * question.nodes)
    return (
        f"{row.name} at {row.pressure} has room for more than the searches fill ({row.load:.0%} of it), so "
        f"that it forgets little: --nodes {enough} would fill it {FILLS:g} times."
    )


def _small_sample(question: Question, answer: Answer) -> list[str]:
    needed = units_needed((row for row in answer.rows if row.verdict == "inconclusive"), question.margin)
    if needed is None:
        return []
    count, row = needed
    if row.positions < count <= len(question.positions):
        return []  # the rest of this run will do
    # An interval that is narrow enough lies across the edge of the margin: half of it may not.
    count = count if count > row.positions else 4 * row.positions
    return [
        f"The sample is too small for a verdict on {row.name} at {row.pressure}: try about {count:,} "
        f"{question.unit}, {_source(question, count)}."
    ]


def _source(question: Question, count: int) -> str:
    """Says where this many games or positions come from."""
    if count <= COUNT and set(question.positions) <= set(middlegames(question.game)):
        return f"with --count {count}"
    return (
        f"from `python -m tabiya.lab.middlegames {question.game} --count {count} > FILE`, "
        "with --positions FILE"
    )
