"""The register of claims: data files in this folder, one per section of the design documents."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from .claim import Calculated, Claim, DecidedBy, Expected, Good

__all__ = ["COUNT", "Calculated", "Claim", "DecidedBy", "Expected", "Good", "register", "search", "sections"]

COUNT = 131
"""Claims in the design documents."""


@cache
def sections() -> dict[str, tuple[Claim, ...]]:
    """Returns the claims by section, in order.

    >>> list(sections())[0]
    'Gain from the table in the search'
    """
    found = {}
    for path in sorted(files(__name__).iterdir(), key=lambda path: path.name):
        if path.name.endswith(".toml"):
            content = tomllib.loads(path.read_text(encoding="utf-8"))
            found[content["section"]] = tuple(Claim.from_data(claim) for claim in content["claim"])
    return found


@cache
def register() -> dict[int, Claim]:
    """Returns all claims by number.

    >>> register()[45].kind
    <DecidedBy.ARITHMETIC: 'A'>
    """
    return {claim.number: claim for claims in sections().values() for claim in claims}


def search(words: Sequence[str]) -> list[Claim]:
    """Returns the claims with a word that begins with each of the given ones, in order.

    Their texts are searched, and the names of their experiments, figures and tests.

    >>> [claim.number for claim in search(["aging"])]
    [115, 116]
    """
    wanted = [part for word in words for part in _words(word)]
    return [
        claim
        for claim in register().values()
        if wanted and all(any(there.startswith(word) for there in _words_of(claim)) for word in wanted)
    ]


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text.lower())


def _words_of(claim: Claim) -> set[str]:
    named = [f"{each.experiment} {each.figure} {each.unit}" for each in claim.figures]
    return set(
        _words(" ".join((claim.text, claim.because, claim.experiment, claim.test, claim.arithmetic, *named)))
    )
