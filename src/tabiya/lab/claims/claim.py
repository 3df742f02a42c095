"""A claim about transposition tables, and how it is judged."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any

__all__ = ["Claim", "DecidedBy", "Expected", "Good"]


class DecidedBy(StrEnum):
    """How a claim is decided."""

    MEASURED = "M"
    TEST = "T"
    ARITHMETIC = "A"
    THREADS = "X"
    """Measured with as many threads as there are cores; for more, it cannot be measured here."""
    NOT_HERE = "N"


class Good(StrEnum):
    """The better side of a claimed range."""

    HIGH = "high"
    LOW = "low"
    NEITHER = "neither"


@dataclass(frozen=True, kw_only=True)
class Expected:
    """One figure of a claim: where it comes from, and the range that is claimed for it."""

    figure: str = ""
    """The name of the figure in its experiment or its arithmetic. Empty if nothing measures it."""
    low: float | None = None
    """The claimed range of the figure, in its unit. None is unbounded."""
    high: float | None = None
    good: Good = Good.NEITHER
    unit: str = ""
    experiment: str = ""
    """The experiment, if it is not the claim's."""
    exact: bool = False
    """Whether a number without an interval is exact: counted or computed, not a sample of one run."""
    cores: int = 0
    """The cores that it takes to measure it. With fewer, it cannot be measured here; with several, it is
    shown and not judged, because it depends on how near they are to each other."""
    unchecked: bool = False
    """Whether it comes from a model that no measurement has checked. Then it is shown, not judged."""
    because: str = ""
    """Why nothing measures it."""

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Expected:
        """Reads a figure from the keys of a claims file. ``""`` leaves an end of the range open.

        >>> Expected.from_data({"figure": "hits", "range": [50, ""], "unit": "%"}).text
        'at least 50%'
        """
        found = dict(data)
        low, high = (None if end == "" else end for end in found.pop("range", ("", "")))
        return cls(**{**found, "low": low, "high": high, "good": Good(found.get("good", "neither"))})

    @property
    def text(self) -> str:
        """The claimed range in words.

        >>> Expected(low=2, high=3, unit="times").text
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


OF_A_FIGURE = {each.name for each in fields(Expected)} - {"low", "high", "experiment", "because"} | {"range"}
"""The keys of a claim with one figure that belong to the figure."""


@dataclass(frozen=True, kw_only=True)
class Claim:
    """One claim of the design documents, in our own words.

    It is answered by figures of an experiment, by tests, by a function of arithmetic, or by the reason why it
    cannot be answered here. Each figure of its text is judged; its verdict follows from theirs.
    """

    number: int
    text: str
    where: str
    """The source, and whether it is a fact, a target or an expectation."""
    kind: DecidedBy
    figures: tuple[Expected, ...] = ()
    experiment: str = ""
    beside: tuple[str, ...] = ()
    """Other figures of the experiment to show as well. They are not claimed, so they are not judged."""
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
        """Reads a claim from a table of a claims file: one figure as its own keys, or a list ``figures``.

        >>> about = {"number": 4, "text": "…", "where": "…", "kind": "M", "experiment": "sizes"}
        >>> Claim.from_data({**about, "figure": "hits_8", "range": [70, 75], "unit": "%"}).expected
        '70 to 75%'
        >>> several = [{"figure": "hits_8", "unit": "%", "range": [70, 75]}, {"figure": "faster_8"}]
        >>> [each.figure for each in Claim.from_data({**about, "figures": several}).figures]
        ['hits_8', 'faster_8']
        """
        own = {key: value for key, value in data.items() if key not in OF_A_FIGURE}
        single = {key: value for key, value in data.items() if key in OF_A_FIGURE}
        if single and "figures" in data:
            names = ", ".join(single)
            raise ValueError(f"claim {data['number']} has figures and also {names}: name them in the list")
        rows = data.get("figures", [single] if single else [])
        return cls(
            **{
                **own,
                "kind": DecidedBy(own["kind"]),
                "beside": tuple(own.get("beside", ())),
                "figures": tuple(Expected.from_data(row) for row in rows),
            }
        )

    @property
    def expected(self) -> str:
        """The claimed ranges in words."""
        return "; ".join(each.text for each in self.figures if each.text)

    @property
    def experiments(self) -> tuple[str, ...]:
        """The experiments that answer it, in the order of its figures."""
        named = [each.experiment or self.experiment for each in self.figures] or [self.experiment]
        return tuple(dict.fromkeys(name for name in named if name))


@dataclass(frozen=True)
class Calculated:
    """The answer of a function of arithmetic: an explanation, and figures or whether the claim is right."""

    text: str
    value: float | None = None
    """The figure of a claim with one."""
    right: bool | None = None
    values: Mapping[str, float] = field(default_factory=dict)
    """The figures of a claim with several, by name."""
