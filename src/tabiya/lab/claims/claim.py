"""A claim: what somebody says about transposition tables, and how it is judged here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

__all__ = ["Claim", "Good", "Kind"]


class Kind(StrEnum):
    """How a claim can be decided."""

    MEASURED = "M"
    TEST = "T"
    ARITHMETIC = "A"
    MODELLED = "X"
    """Measured with the cores at hand; beyond them by a simulation that is labelled as one."""
    NOT_HERE = "N"


class Good(StrEnum):
    """Which side of a claimed range is the better one."""

    HIGH = "high"
    LOW = "low"
    NEITHER = "neither"


@dataclass(frozen=True, kw_only=True)
class Claim:
    """One claim of the design documents, in our own words.

    It is answered by an experiment's figure, by a named test, by a function of arithmetic, or by saying why
    it cannot be answered here: one of the four.
    """

    number: int
    text: str
    where: str
    """Which document says so, and whether as a fact, a target or an expectation."""
    kind: Kind
    low: float | None = None
    """The claimed range of the figure, in its unit; None is open."""
    high: float | None = None
    good: Good = Good.NEITHER
    slack: float = 0.0
    """How far outside still counts as inside, relative to the range's ends: for times, which are noisy."""
    unit: str = ""
    experiment: str = ""
    figure: str = ""
    beside: tuple[str, ...] = ()
    """Other figures of the experiment to show with it."""
    test: str = ""
    """``"tests/file.py::name"``; several are separated by spaces."""
    verdict: str = "confirmed"
    """What the passing of the test says about the claim."""
    arithmetic: str = ""
    """A function of `tabiya.lab.arithmetic`."""
    because: str = ""
    """Why it cannot be measured here; or, beside another answer, what must be known to read it."""

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Claim:
        """From a table of a claims file.

        >>> Claim.from_data({"number": 4, "text": "…", "where": "…", "kind": "M", "range": [2, 3]}).high
        3
        """
        fields = dict(data)
        low, high = fields.pop("range", (None, None))
        return cls(
            **{
                **fields,
                "kind": Kind(fields["kind"]),
                "good": Good(fields.get("good", "neither")),
                "beside": tuple(fields.get("beside", ())),
                "low": None if low == "" else low,
                "high": None if high == "" else high,
            }
        )

    @property
    def expected(self) -> str:
        """The claimed range in words.

        >>> Claim.from_data(
        ...     {"number": 4, "text": "", "where": "", "kind": "M", "range": [2, 3], "unit": "times"}
        ... ).expected
        '2 to 3 times'
        """
        unit = self.unit if self.unit == "" or self.unit.startswith("%") else f" {self.unit}"
        if self.low is None and self.high is None:
            return ""
        if self.low is None:
            return f"at most {self.high:g}{unit}"
        if self.high is None:
            return f"at least {self.low:g}{unit}"
        return f"{self.low:g}{unit}" if self.low == self.high else f"{self.low:g} to {self.high:g}{unit}"


@dataclass(frozen=True)
class Answer:
    """What a function of arithmetic says: a figure, or only whether the claim is right, and a sentence."""

    text: str
    value: float | None = None
    right: bool | None = None
    values: Mapping[str, float] = field(default_factory=dict)
