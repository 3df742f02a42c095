"""Turns measured figures into verdicts. Pure functions: the same figures give the same verdict."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from ..stats.bootstrap import Figure, Interval, plain
from .claims.claim import Calculated, Claim, Expected, Good
from .wording import figure_text, number_text

__all__ = [
    "LEGEND",
    "RULE",
    "Evidence",
    "Part",
    "Ruling",
    "Verdict",
    "combined",
    "judge_answer",
    "judge_figure",
    "judge_figures",
    "verdict_of_ratio",
]


class Verdict(StrEnum):
    """The verdict on a claim or on one of its figures. `LEGEND` says what each means."""

    CONFIRMED = "confirmed"
    BETTER = "better"
    WORSE = "worse"
    NOT_REPRODUCIBLE = "not reproducible"
    EQUAL = "equal"
    """In a comparison: no relevant difference, and the interval is narrow enough to say so."""
    INCONCLUSIVE = "inconclusive"
    MIXED = "mixed"
    MEASURED = "measured"
    NOT_MEASURED = "not measured"
    NOT_HERE = "cannot be measured here"


LEGEND: dict[tuple[Verdict, ...], str] = {
    (Verdict.CONFIRMED,): "the whole 95% interval is inside the claimed range, its ends included",
    (Verdict.BETTER, Verdict.WORSE): "the whole interval is outside, on the better or on the worse side",
    (Verdict.NOT_REPRODUCIBLE,): "the whole interval is outside, and neither side is better",
    (Verdict.INCONCLUSIVE,): "the interval reaches from inside to outside, whichever side",
    (Verdict.MIXED,): "of the figures and games of a claim, some hold and some fail",
    (Verdict.MEASURED,): "no figure was claimed",
    (Verdict.NOT_HERE,): "this machine lacks what it takes; the command measures it on one that has it",
    (Verdict.NOT_MEASURED,): "not part of this run, or nothing measures it: the row says which",
}
"""What the verdicts mean, in the order of the legend. `judge_figure` and `combined` do what it says."""

RULE = (
    "Each figure of a claim is judged alone, in each game. *Confirmed* and *better* hold, *worse* and *not "
    "reproducible* fail. The claim has the verdict that all share. Otherwise it is *mixed* if some hold and "
    "some fail. If all that is decided agrees but something is open, it is *not measured*, *cannot be "
    "measured here* or *inconclusive*, the first of these that occurs. If all hold, it is *confirmed*; if "
    "all fail, *worse*. What a model says and no measurement has checked is shown, not judged; so is a "
    "time of several threads, which depends on whether the cores share a cache: a run sees one case. A "
    "figure without an interval is judged as it is; *one run* marks it, unless it is exact: counted or "
    "computed."
)
"""How a claim gets one verdict from those of its figures and games."""
HOLD = {Verdict.CONFIRMED, Verdict.BETTER}
FAIL = {Verdict.WORSE, Verdict.NOT_REPRODUCIBLE}
OPEN = (Verdict.NOT_MEASURED, Verdict.NOT_HERE, Verdict.INCONCLUSIVE)
"""Verdicts that decide nothing, from the least known."""
ROUNDING = 1e-9
"""Relative. Figures are sums and quotients of binary fractions: 100% may come out as 99.99999999999999."""


@dataclass(frozen=True)
class Evidence:
    """What an experiment has found."""

    figures: Mapping[str, Mapping[str, Figure]]
    """By game, then by name. The game "" stands for no game."""
    missing: str = ""
    """Why figures are missing, if the experiment says so."""
    line: str = ""
    """How near the cores were, if it measured several threads."""


@dataclass(frozen=True)
class Part:
    """The verdict on one figure of a claim in one game."""

    expected: Expected
    game: str
    value: Figure | None
    verdict: Verdict
    text: str
    """The figure in words; without one, why."""

    def as_dict(self) -> dict[str, object]:
        """Plain values, for JSON."""
        return {
            "figure": self.expected.figure,
            "game": self.game,
            "expected": self.expected.text,
            "value": None if self.value is None else plain(self.value),
            "verdict": str(self.verdict),
            "measured": self.text,
        }


@dataclass(frozen=True)
class Ruling:
    """A verdict, the reason for it, and the verdicts that it follows from."""

    verdict: Verdict
    reason: str
    parts: tuple[Part, ...] = field(default=(), compare=False)


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


def judge_figure(expected: Expected, value: Figure) -> Verdict:
    """Compares a figure with the claimed range, as `LEGEND` says.

    >>> expected = Expected(low=2, high=3, good=Good.HIGH)
    >>> [str(judge_figure(expected, value)) for value in (1.5, 2.5, 4)]
    ['worse', 'confirmed', 'better']
    >>> ends = ((1.9, 2.7), (2.4, 2.9), (2.4, 3.4), (3.1, 3.4))
    >>> [str(judge_figure(expected, Interval(2.5, *these, 60))) for these in ends]
    ['inconclusive', 'confirmed', 'inconclusive', 'better']
    """
    if expected.low is None and expected.high is None:
        return Verdict.MEASURED
    low, high = (value.low, value.high) if isinstance(value, Interval) else (value, value)
    floor = -math.inf if expected.low is None else expected.low - ROUNDING * abs(expected.low)
    ceiling = math.inf if expected.high is None else expected.high + ROUNDING * abs(expected.high)
    if floor <= low and high <= ceiling:
        return Verdict.CONFIRMED
    below, above = high < floor, low > ceiling
    if not below and not above:
        return Verdict.INCONCLUSIVE
    if expected.good is Good.NEITHER:
        return Verdict.NOT_REPRODUCIBLE
    return Verdict.BETTER if above == (expected.good is Good.HIGH) else Verdict.WORSE


def combined(verdicts: Iterable[Verdict]) -> Verdict:
    """Combines the verdicts of several figures and games, as `RULE` says.

    >>> combined([Verdict.WORSE, Verdict.WORSE]), combined([Verdict.BETTER, Verdict.CONFIRMED])
    (<Verdict.WORSE: 'worse'>, <Verdict.CONFIRMED: 'confirmed'>)
    >>> combined([Verdict.CONFIRMED, Verdict.WORSE, Verdict.INCONCLUSIVE])
    <Verdict.MIXED: 'mixed'>
    >>> combined([Verdict.CONFIRMED, Verdict.INCONCLUSIVE])
    <Verdict.INCONCLUSIVE: 'inconclusive'>
    """
    distinct = set(verdicts)
    judged = distinct - {Verdict.MEASURED} or distinct
    if not judged:
        return Verdict.NOT_MEASURED
    if len(judged) == 1:
        return judged.pop()
    if judged & HOLD and judged & FAIL:
        return Verdict.MIXED
    undecided = [verdict for verdict in OPEN if verdict in judged]
    if undecided:
        return undecided[0]
    return Verdict.CONFIRMED if judged <= HOLD else Verdict.WORSE


def judge_figures(claim: Claim, evidence: Mapping[str, Evidence], cores: int = 0) -> Ruling:
    """Judges each figure of a claim by the evidence of its experiment, and the claim by its figures.

    `cores` are those of the machine that measured.

    >>> about = {"number": 1, "text": "", "where": "", "kind": "M", "experiment": "nodes"}
    >>> claim = Claim.from_data({**about, "figure": "saved", "range": [30, 50], "unit": "%", "exact": True})
    >>> figures = {"chess": {"saved": 40.0}, "shogi": {"saved": 80.0}}
    >>> judge_figures(claim, {"nodes": Evidence(figures)}).reason
    'chess: 40%, confirmed; shogi: 80%, not reproducible'
    """
    parts = [
        part
        for expected in claim.figures
        for part in _parts(expected, evidence[expected.experiment or claim.experiment], cores)
    ]
    verdict = combined(part.verdict for part in parts)
    groups = []
    for game in dict.fromkeys(part.game for part in parts):
        these = [part for part in parts if part.game == game]
        told = "; ".join(f"{part.text}, {part.verdict}" if len(parts) > 1 else part.text for part in these)
        beside = _beside(claim, evidence, game)
        groups.append((f"{game}: " if game else "") + told + (f" ({beside})" if beside else ""))
    return Ruling(verdict, "; ".join(groups), tuple(parts))


def _parts(expected: Expected, evidence: Evidence, cores: int) -> list[Part]:
    """Judges one figure of a claim in each game. A figure that is missing in all games is one part."""
    name = expected.figure
    found = {game: named[name] for game, named in evidence.figures.items() if name in named}
    if not found:
        return [_missing(expected, evidence, cores)]
    return [
        Part(expected, game, value, _judged(expected, value), _measured_text(expected, value, evidence.line))
        for game, value in found.items()
    ]


def _judged(expected: Expected, value: Figure) -> Verdict:
    """A model decides nothing until a measurement has reproduced it, nor do threads on one pair of cores."""
    one_case = expected.unchecked or expected.cores > 1
    return Verdict.NOT_HERE if one_case else judge_figure(expected, value)


def _missing(expected: Expected, evidence: Evidence, cores: int) -> Part:
    if expected.cores > cores:
        verdict = Verdict.NOT_HERE
        why = f"needs {expected.cores} cores, and this machine has {cores}"
    else:
        verdict = Verdict.NOT_MEASURED
        why = expected.because or evidence.missing or f"this run has no figure {expected.figure!r}"
    subject = f"{expected.text}: " if expected.text else ""
    return Part(expected, "", None, verdict, subject + why)


def _measured_text(expected: Expected, value: Figure, line: str) -> str:
    once = not isinstance(value, Interval) and not expected.exact
    where = f" ({line})" if line and expected.cores > 1 else ""
    return number_text(value, expected.unit) + where + (", one run" if once else "")


def _beside(claim: Claim, evidence: Mapping[str, Evidence], game: str) -> str:
    named = evidence[claim.experiment].figures.get(game, {}) if claim.experiment else {}
    return ", ".join(
        f"{figure_text(name)}: {number_text(named[name])}" for name in claim.beside if name in named
    )


def judge_answer(claim: Claim, answer: Calculated) -> Ruling:
    """Judges a claim by arithmetic: by its figures if there are any, else by whether it is right."""
    if answer.value is None and not answer.values:
        return Ruling(Verdict.CONFIRMED if answer.right else Verdict.NOT_REPRODUCIBLE, answer.text)
    parts = []
    for expected in claim.figures:
        value = answer.values[expected.figure] if expected.figure else answer.value
        assert value is not None
        text = number_text(value, expected.unit)
        parts.append(Part(expected, "", value, judge_figure(expected, value), text))
    verdict = combined(part.verdict for part in parts)
    told = "; ".join(f"{part.text}, {part.verdict}" for part in parts) if len(parts) > 1 else ""
    return Ruling(verdict, f"{told}; {answer.text}" if told else answer.text, tuple(parts))
