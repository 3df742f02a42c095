"""Every claim has an answer, and the answer's source exists."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("tabiya._core")

from tabiya.lab import arithmetic
from tabiya.lab.claims import COUNT, Claim, DecidedBy, register, sections
from tabiya.lab.experiment import Scale
from tabiya.lab.experiments import all_experiments, named_tests
from tabiya.lab.experiments.named_tests import check_name
from tabiya.lab.verdicts import Verdict

ROOT = Path(__file__).parents[2]


CONTEXT: dict[int, set[float]] = {
    5: {2},
    7: {3},
    21: {5},
    22: {1},
    23: {21, 50},
    24: {51},
    30: {4},
    31: {1},
    32: {1, 8},
    33: {1},
    34: {1},
    42: {32},
    43: {64},
    46: {10},
    47: {1, 100},
    48: {2},
    50: {100},
    65: {24},
    67: {12},
    72: {1000},
    85: {1000},
    86: {10_000},
    96: {2, 7},
    98: {256},
    99: {256},
    100: {512},
    103: {10, 16},
    104: {5, 16},
    115: {10_000},
    119: {8},
    121: {64},
}
"""Numbers in the texts of claims that say what is measured, not what is found."""


def test_all_claims_are_there_once_and_in_order() -> None:
    numbers = [claim.number for claims in sections().values() for claim in claims]
    assert numbers == list(range(1, COUNT + 1))


@pytest.mark.parametrize("claim", register().values(), ids=lambda claim: str(claim.number))
def test_a_claim_is_answered_in_one_way(claim: Claim) -> None:
    answers = [bool(answer) for answer in (claim.experiments, claim.test, claim.arithmetic)]
    assert sum(answers) == 1 or (sum(answers) == 0 and claim.kind is DecidedBy.NOT_HERE and claim.because)
    assert claim.text
    assert claim.where
    if claim.experiments:
        assert set(claim.experiments) <= set(all_experiments())
        assert claim.figures
    if claim.arithmetic:
        assert claim.arithmetic in arithmetic.__all__
    for expected in claim.figures:
        assert bool(expected.figure) != bool(expected.because) or claim.arithmetic
        if expected.low is not None and expected.high is not None:
            assert expected.low <= expected.high


def test_no_figure_of_a_simulation_is_judged() -> None:
    simulated = {name for name, experiment in all_experiments().items() if experiment.simulated}
    judged = [
        (claim.number, expected.figure)
        for claim in register().values()
        for expected in claim.figures
        if (expected.experiment or claim.experiment) in simulated and not expected.unchecked
    ]
    assert simulated == {"caches"}
    assert judged == []


@pytest.mark.parametrize(
    "claim", [c for c in register().values() if c.test], ids=lambda claim: str(claim.number)
)
def test_a_named_test_exists(claim: Claim) -> None:
    assert Verdict(claim.verdict)
    for name in claim.test.split():
        check_name(name, ROOT)


def test_a_misspelled_test_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    name = "tests/test_aging.py::test_the_generation_warps_at_64"
    sentence = f"a claim names {name}, and tests/test_aging.py has no such test; did you mean 'test_the_gen"
    with pytest.raises(ValueError, match=sentence):
        check_name(name, ROOT)
    misspelled = replace(register()[116], test=name)
    monkeypatch.setattr(named_tests, "register", lambda: {116: misspelled})
    with pytest.raises(ValueError, match=sentence):
        list(all_experiments()["named_tests"].cells(Scale.FULL, ""))


def test_claims_that_are_wrong_say_why() -> None:
    wrong = [claim for claim in register().values() if claim.test and claim.verdict != "confirmed"]
    assert wrong
    assert all(claim.because for claim in wrong)


def test_no_claim_speaks_of_files_that_are_not_ours() -> None:
    for claim in register().values():
        assert not re.search(r"(?<![,.\d])00[0-4]\b|seed", f"{claim.text} {claim.where} {claim.because}")


def numbers(text: str) -> list[float]:
    return [float(number.replace(",", "")) for number in re.findall(r"(?<![\^\w.])\d[\d,]*(?:\.\d+)?", text)]


@pytest.mark.parametrize(
    "claim", [c for c in register().values() if c.figures], ids=lambda claim: str(claim.number)
)
def test_every_number_of_a_claim_is_judged_or_says_what_is_measured(claim: Claim) -> None:
    """A number is judged if it is in the range of a figure or in its unit."""
    ranges = [each for each in claim.figures if each.text]
    in_units = {number for each in claim.figures for number in numbers(each.unit)}
    for number in numbers(claim.text):
        low_enough = [each for each in ranges if each.high is None or number <= each.high]
        judged = any(each.low is None or number >= each.low for each in low_enough)
        assert judged or number in in_units | CONTEXT.get(claim.number, set()), number


WORDS = {"half": 50, "halves": 50, "two": 2, "three": 3, "five": 5, "twice": 2}
NEUTRAL = {0.0, 1.0, 100.0}
"""No difference, in one unit or another, and always."""


def bounds_of(claim: Claim) -> set[float]:
    """The bounds that the text of a claim gives, and those that its note says are ours."""
    said = f"{claim.text} {claim.because}"
    named = {*numbers(said), *(WORDS[word] for word in re.findall(r"[a-z]+", said.lower()) if word in WORDS)}
    found = named | NEUTRAL
    for tolerance, unit in re.findall(r"within (?:the )?(\d+)(%| points)", claim.because):
        spread = [
            float(tolerance) if unit == " points" else n * float(tolerance) / 100 for n in named | {1.0}
        ]
        found |= {n + sign * s for n, s in zip(named | {1.0}, spread, strict=True) for sign in (-1, 1)}
    for points in re.findall(r"or (\d+) points", claim.because):
        found |= {n + sign * float(points) for n in named for sign in (-1, 1)}
    for percent in re.findall(r"(\d+)%", claim.because):
        found.add(1 - float(percent) / 100)
    return found


def unexplained(claim: Claim) -> list[float]:
    """The ends of a claim's ranges that neither its text nor its note gives."""
    ends = [end for each in claim.figures for end in (each.low, each.high) if end is not None]
    known = bounds_of(claim)
    return [end for end in ends if not any(math.isclose(end, one) for one in known)]


@pytest.mark.parametrize(
    "claim", [c for c in register().values() if c.figures], ids=lambda claim: str(claim.number)
)
def test_a_bound_that_a_claim_does_not_give_is_said_to_be_ours(claim: Claim) -> None:
    """A reader must be able to tell what the documents claim from what the lab took it to mean."""
    assert unexplained(claim) == []


def test_an_invented_bound_is_found() -> None:
    claim = register()[114]
    assert unexplained(replace(claim, because="")) == [1.8]
    assert unexplained(replace(register()[2], figures=(replace(register()[2].figures[0], low=60.0),))) == [60]
