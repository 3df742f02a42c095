"""The register of claims: data files in this folder, one per section of the design documents."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from .claim import Answer, Claim, Expected, Good, Kind

__all__ = ["COUNT", "Answer", "Claim", "Expected", "Good", "Kind", "register", "sections"]

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
    <Kind.ARITHMETIC: 'A'>
    """
    return {claim.number: claim for claims in sections().values() for claim in claims}
