"""Every claim is answered, and what answers it exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("tabiya._core")

from tabiya.lab import arithmetic
from tabiya.lab.claims import COUNT, Claim, Kind, register, sections
from tabiya.lab.experiments import all_experiments
from tabiya.lab.verdicts import Verdict

ROOT = Path(__file__).parents[2]


def test_all_claims_are_there_once_and_in_order() -> None:
    numbers = [claim.number for claims in sections().values() for claim in claims]
    assert numbers == list(range(1, COUNT + 1))


@pytest.mark.parametrize("claim", register().values(), ids=lambda claim: str(claim.number))
def test_a_claim_is_answered_in_one_way(claim: Claim) -> None:
    answers = [bool(answer) for answer in (claim.experiment, claim.test, claim.arithmetic)]
    assert sum(answers) == 1 or (sum(answers) == 0 and claim.kind is Kind.NOT_HERE and claim.because)
    assert claim.text
    assert claim.where
    if claim.experiment:
        assert claim.experiment in all_experiments()
        assert claim.figure
    if claim.arithmetic:
        assert claim.arithmetic in arithmetic.__all__
    if claim.low is not None and claim.high is not None:
        assert claim.low <= claim.high


@pytest.mark.parametrize(
    "claim", [c for c in register().values() if c.test], ids=lambda claim: str(claim.number)
)
def test_a_named_test_exists(claim: Claim) -> None:
    assert Verdict(claim.verdict)
    for name in claim.test.split():
        path, _, function = name.partition("::")
        text = (ROOT / path).read_text()
        assert not function or re.search(rf"^ *def {function}\(", text, re.MULTILINE), name


def test_claims_that_are_wrong_say_why() -> None:
    wrong = [claim for claim in register().values() if claim.test and claim.verdict != "confirmed"]
    assert wrong
    assert all(claim.because for claim in wrong)


def test_no_claim_speaks_of_files_that_are_not_ours() -> None:
    for claim in register().values():
        assert not re.search(r"(?<![,\d])00[0-4]\b|seed", f"{claim.text} {claim.where} {claim.because}")
