"""Turns measured figures into verdicts. Pure functions: the same figures give the same verdict."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from .claims.claim import Answer, Claim, Good
from .stats.bootstrap import Figure, Interval

__all__ = [
    "Judgement",
    "Verdict",
    "combined",
    "figure_text",
    "judge_answer",
    "judge_figure",
    "judge_figures",
    "number_text",
    "verdict_of_ratio",
]


class Verdict(StrEnum):
    """The verdict on a claim."""

    CONFIRMED = "confirmed"
    BETTER = "better"
    WORSE = "worse"
    NOT_REPRODUCIBLE = "not reproducible"
    EQUAL = "equal"
    """In a comparison: no relevant difference, and the interval is narrow enough to say so."""
    INCONCLUSIVE = "inconclusive"
    """The interval allows more than one verdict: the sample or the difference is too small."""
    MIXED = "mixed"
    """The games disagree."""
    MEASURED = "measured"
    """The claim has no figure to compare with."""
    NOT_MEASURED = "not measured"
    """Not part of this run, or the experiment failed."""
    NOT_HERE = "cannot be measured here"


@dataclass(frozen=True)
class Judgement:
    """A verdict and the reason for it."""

    verdict: Verdict
    reason: str


def verdict_of_ratio(ratio: Interval, margin: float = 0.05) -> Verdict:
    """Judges a ratio to a baseline, where less is better. *equal*: the interval is within the margin of 1.

    >>> [str(verdict_of_ratio(Interval(1, *ends, 60))) for ends in ((0.98, 1.03), (0.9, 0.97), (0.9, 1.1))]
    ['equal', 'better', 'inconclusive']
    """
    if ratio.low >= 1 / (1 + margin) and ratio.high <= 1 + margin:
        return Verdict.EQUAL
    if ratio.high < 1:
        return Verdict.BETTER
    return Verdict.WORSE if ratio.low > 1 else Verdict.INCONCLUSIVE


def judge_figure(claim: Claim, value: Figure) -> Verdict:
    """Compares a figure with the claimed range. Outside it, the claim's better side decides.

    For a figure with an interval, both ends are judged. If they disagree, the verdict is *inconclusive*,
    unless one end is inside the range and the other is even better.

    >>> from tabiya.lab.claims import Kind
    >>> claim = Claim(number=1, text="", where="", kind=Kind.MEASURED, low=2, high=3, good=Good.HIGH)
    >>> [str(judge_figure(claim, value)) for value in (1.5, 2.5, 4)]
    ['worse', 'confirmed', 'better']
    >>> [str(judge_figure(claim, Interval(2.5, *ends, 60))) for ends in ((1.9, 2.7), (2.4, 3.4))]
    ['inconclusive', 'confirmed']
    """
    if claim.low is None and claim.high is None:
        return Verdict.MEASURED
    if not isinstance(value, Interval):
        return _judge_number(claim, value)
    found = {_judge_number(claim, end) for end in (value.low, value.high)}
    crosses = (
        claim.low is not None and claim.high is not None and value.low < claim.low <= claim.high < value.high
    )
    if len(found) == 1 and not crosses:
        return found.pop()
    return Verdict.CONFIRMED if found == {Verdict.CONFIRMED, Verdict.BETTER} else Verdict.INCONCLUSIVE


def _judge_number(claim: Claim, value: float) -> Verdict:
    below = claim.low is not None and value < claim.low - claim.slack * abs(claim.low)
    above = claim.high is not None and value > claim.high + claim.slack * abs(claim.high)
    if not below and not above:
        return Verdict.CONFIRMED
    if claim.good is Good.NEITHER:
        return Verdict.NOT_REPRODUCIBLE
    return Verdict.BETTER if above == (claim.good is Good.HIGH) else Verdict.WORSE


def combined(verdicts: Mapping[str, Verdict]) -> Verdict:
    """Combines the verdicts of several games.

    >>> combined({"chess": Verdict.WORSE, "shogi": Verdict.WORSE})
    <Verdict.WORSE: 'worse'>
    >>> combined({"chess": Verdict.BETTER, "shogi": Verdict.CONFIRMED})
    <Verdict.CONFIRMED: 'confirmed'>
    >>> combined({"chess": Verdict.CONFIRMED, "shogi": Verdict.WORSE})
    <Verdict.MIXED: 'mixed'>
    >>> combined({"chess": Verdict.CONFIRMED, "shogi": Verdict.INCONCLUSIVE})
    <Verdict.INCONCLUSIVE: 'inconclusive'>
    """
    distinct = set(verdicts.values())
    if not distinct:
        return Verdict.NOT_MEASURED
    if len(distinct) == 1:
        return distinct.pop()
    decided = distinct - {Verdict.INCONCLUSIVE}
    agree = len(decided) == 1 or decided == {Verdict.CONFIRMED, Verdict.BETTER}
    if not agree:
        return Verdict.MIXED
    return Verdict.CONFIRMED if decided == distinct else Verdict.INCONCLUSIVE


def judge_figures(claim: Claim, figures: Mapping[str, Mapping[str, Figure]]) -> Judgement:
    """Judges a claim by an experiment's figures by game. The game "" stands for no game.

    >>> from tabiya.lab.claims import Kind
    >>> about = {"number": 1, "text": "", "where": "", "kind": Kind.MEASURED}
    >>> claim = Claim(**about, low=30, high=50, unit="%", figure="saved")
    >>> judge_figures(claim, {"chess": {"saved": 40.0}, "shogi": {"saved": 80.0}}).reason
    'chess: 40%, confirmed; shogi: 80%, not reproducible'
    """
    values = {game: named[claim.figure] for game, named in figures.items() if claim.figure in named}
    if not values:
        return Judgement(Verdict.NOT_MEASURED, f"this run has no figure {claim.figure!r}")
    verdicts = {game: judge_figure(claim, value) for game, value in values.items()}
    several = len(values) > 1
    parts = []
    for game, value in values.items():
        others = ", ".join(
            f"{figure_text(name)}: {number_text(figures[game][name])}"
            for name in claim.beside
            if name in figures[game]
        )
        text = number_text(value, claim.unit) + (f" ({others})" if others else "")
        text = f"{game}: {text}" if game else text
        parts.append(f"{text}, {verdicts[game]}" if several else text)
    return Judgement(combined(verdicts), "; ".join(parts))


def judge_answer(claim: Claim, answer: Answer) -> Judgement:
    """Judges a claim by arithmetic: by its figure if there is one, else by whether it is right."""
    if answer.value is not None:
        return Judgement(judge_figure(claim, answer.value), answer.text)
    return Judgement(Verdict.CONFIRMED if answer.right else Verdict.NOT_REPRODUCIBLE, answer.text)


def number_text(value: Figure, unit: str = "") -> str:
    """Formats a figure with three significant digits, and its interval if it has one.

    >>> number_text(1234.5), number_text(0.01234, "%"), number_text(12.34, "times"), number_text(2.5e9)
    ('1,234', '0.0123%', '12.3 times', '2.5e+09')
    >>> number_text(Interval(72.22, 64.1, 79.0, 64), "%")
    '72.2% (64.1 to 79)'
    """
    if isinstance(value, Interval):
        return f"{number_text(value.value, unit)} ({number_text(value.low)} to {number_text(value.high)})"
    if not math.isfinite(value):
        text = "infinitely many" if value > 0 else "infinitely few"
    elif value == int(value) and abs(value) < 1e6:
        text = f"{int(value):,}"
    elif abs(value) >= 1000:
        text = f"{value:,.0f}" if abs(value) < 1e7 else f"{value:.3g}"
    else:
        text = f"{value:.3g}"
    return text + (unit if unit == "" or unit.startswith("%") else f" {unit}")


def figure_text(name: str) -> str:
    """Formats the name of a figure. Names of tests stay unchanged.

    >>> figure_text("saved_plain"), figure_text("tests/test_life.py::test_it")
    ('saved plain', 'tests/test_life.py::test_it')
    """
    return name if "/" in name else name.replace("_", " ")
