"""A claim about transposition tables, and how it is judged."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

__all__ = ["Claim", "Good", "Kind"]


class Kind(StrEnum):
    """How a claim is decided."""

    MEASURED = "M"
    TEST = "T"
    ARITHMETIC = "A"
    MODELLED = "X"
    """Measured on the available cores; simulated, and labelled so, for more cores."""
    NOT_HERE = "N"


class Good(StrEnum):
    """The better side of a claimed range."""

    HIGH = "high"
    LOW = "low"
    NEITHER = "neither"


@dataclass(frozen=True, kw_only=True)
class Claim:
    """One claim of the design documents, in our own words.

    It is answered by a figure of an experiment, by a test, by a function of arithmetic, or by the reason why
    it cannot be answered here.
    """

    number: int
    text: str
    where: str
    """The source, and whether it is a fact, a target or an expectation."""
    kind: Kind
    low: float | None = None
    """The claimed range of the figure, in its unit. None is unbounded."""
    high: float | None = None
    good: Good = Good.NEITHER
    slack: float = 0.0
    """Relative tolerance at the ends of the range, for noisy times."""
    unit: str = ""
    experiment: str = ""
    figure: str = ""
    beside: tuple[str, ...] = ()
    """Other figures of the experiment to show as well."""
    test: str = ""
    """``"tests/file.py::name"``; several are separated by spaces."""
    verdict: str = "confirmed"
    """The verdict if the test passes."""
    arithmetic: str = ""
    """The name of a function in `tabiya.lab.arithmetic`."""
    because: str = ""
    """Why it cannot be measured here; with another answer, a note about it."""

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Claim:
        """Reads a claim from a table of a claims file.

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
    """The answer of a function of arithmetic: an explanation, and a figure or whether the claim is right."""

    text: str
    value: float | None = None
    right: bool | None = None
    values: Mapping[str, float] = field(default_factory=dict)
