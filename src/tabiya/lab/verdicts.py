"""Turns measured figures into verdicts. Pure functions: the same figures give the same verdict."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from .claims.claim import Answer, Claim, Good

__all__ = [
    "Judgement",
    "Verdict",
    "combined",
    "figure_text",
    "judge_answer",
    "judge_figure",
    "judge_figures",
    "number_text",
]


class Verdict(StrEnum):
    """The verdict on a claim."""

    CONFIRMED = "confirmed"
    BETTER = "better"
    WORSE = "worse"
    NOT_REPRODUCIBLE = "not reproducible"
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


def judge_figure(claim: Claim, value: float) -> Verdict:
    """Compares a figure with the claimed range. Outside it, the claim's better side decides.

    >>> from tabiya.lab.claims import Kind
    >>> claim = Claim(number=1, text="", where="", kind=Kind.MEASURED, low=2, high=3, good=Good.HIGH)
    >>> [str(judge_figure(claim, value)) for value in (1.5, 2.5, 4)]
    ['worse', 'confirmed', 'better']
    """
    if claim.low is None and claim.high is None:
        return Verdict.MEASURED
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
    """
    distinct = set(verdicts.values())
    if not distinct:
        return Verdict.NOT_MEASURED
    if len(distinct) == 1:
        return distinct.pop()
    if distinct == {Verdict.CONFIRMED, Verdict.BETTER}:
        return Verdict.CONFIRMED
    return Verdict.MIXED


def judge_figures(claim: Claim, figures: Mapping[str, Mapping[str, float]]) -> Judgement:
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


def number_text(value: float, unit: str = "") -> str:
    """Formats a figure with three significant digits.

    >>> number_text(1234.5), number_text(0.01234, "%"), number_text(12.34, "times"), number_text(2.5e9)
    ('1,234', '0.0123%', '12.3 times', '2.5e+09')
    """
    if value == int(value) and abs(value) < 1e6:
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
