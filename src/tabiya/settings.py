"""What a setting of a table is: the values it takes, how they are coded, and where else it appears.

The settings themselves are the fields of `TableConfig`, one `setting(…)` each; `SETTINGS` lists them. From
there come the checks, the bytes of headers and files, the engines' options, ``tabiya info --settings`` and
the table in docs/configuration.md. What a type checker or C++ must spell out is compared with them by
tests/test_settings_schema.py.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from numbers import Real
from typing import Any, Literal

from .arguments import check_int
from .choices import Coded

__all__ = [
    "Choice",
    "Count",
    "HugePages",
    "Integer",
    "Kind",
    "Number",
    "PowerOfTwo",
    "Scope",
    "Setting",
    "Switch",
    "setting",
    "shown",
]

Scope = Literal["shared", "own", "size", "private"]
"""Whose a setting is: all users of a table have it in common, each process has it for itself, it makes up the
table's size, or only tables in private memory have it."""


class Kind:
    """A kind of value."""

    bits = 1
    """Of its code, where it is kept among flags."""

    def check(self, name: str, value: Any) -> Any:
        """The value as a configuration keeps it; ValueError or TypeError says what is allowed."""
        raise NotImplementedError

    def encode(self, value: Any) -> Any:
        """The value as a number, for the core, headers and files."""
        return value

    def decode(self, code: Any) -> Any:
        """The value of a number; ValueError if it has none."""
        return code

    @property
    def allowed(self) -> str:
        """The values in words, for people."""
        raise NotImplementedError


class Switch(Kind):
    """On or off."""

    def check(self, name: str, value: Any) -> bool:
        if not isinstance(value, bool):
            raise TypeError(f"{name} must be a bool, not {type(value).__name__} ({value!r})")
        return value

    def decode(self, code: int) -> bool:
        return bool(code)

    @property
    def allowed(self) -> str:
        return "`True`, `False`"


@dataclass(frozen=True)
class Integer(Kind):
    """A whole number from `low` to `high`."""

    low: int
    high: int

    def check(self, name: str, value: Any) -> int | None:
        return check_int(name, value, self.low, self.high)

    @property
    def allowed(self) -> str:
        return f"{self.low} to {_shown(self.high)}"


class Count(Integer):
    """A whole number or None, which is coded as 0."""

    def check(self, name: str, value: Any) -> int | None:
        return None if value is None else super().check(name, value)

    def encode(self, value: int | None) -> int:
        return value or 0

    def decode(self, code: int) -> int | None:
        return code or None


class PowerOfTwo(Integer):
    """A power of two."""

    def check(self, name: str, value: Any) -> int:
        number = check_int(name, value, -(2**63), 2**63)
        if not self.low <= number <= self.high or number & (number - 1):
            raise ValueError(
                f"{name} must be a power of two between {self.low} and {self.high}, not {number}"
            )
        return number

    @property
    def allowed(self) -> str:
        return f"a power of two, {super().allowed}"


@dataclass(frozen=True)
class Number(Kind):
    """A real number from `low` to `high`; `above` leaves `low` itself out. Coded in units of 1/`units`."""

    low: int
    high: int
    above: bool = False
    units: int = 1

    def check(self, name: str, value: Any) -> float:
        if isinstance(value, bool) or not isinstance(value, Real):
            raise TypeError(f"{name} must be a number, not {type(value).__name__} ({value!r})")
        number: Any = value  # the type checker does not know how real numbers compare
        enough = number > self.low if self.above else number >= self.low
        if not (enough and number <= self.high and math.isfinite(number)):
            between = f"between {self.low} and {self.high}"
            kind = f"above {self.low} and at most {self.high}" if self.above else between
            raise ValueError(f"{name} must be {kind}, not {value}")
        return number  # type: ignore[no-any-return]

    def encode(self, value: float) -> int:
        return round(value * self.units)

    def decode(self, code: int) -> float:
        return code / self.units

    @property
    def allowed(self) -> str:
        steps = f" in steps of 1/{self.units}" if self.units > 1 else ""
        if self.above:
            return f"above {self.low}, at most {_shown(self.high)}{steps}"
        return f"{self.low} to {_shown(self.high)}{steps}"


@dataclass(frozen=True)
class Choice(Kind):
    """A member of an enumeration, given as such or by its name."""

    enum: type[Coded]
    offered: tuple[Coded, ...] = ()
    """What an engine offers, if not all."""

    def check(self, name: str, value: Any) -> Coded:
        try:
            return self.enum(value)
        except ValueError:
            allowed = ", ".join(repr(str(member)) for member in self.enum)
            raise ValueError(f"{name} must be one of {allowed}, not {value!r}") from None

    def encode(self, value: Coded) -> int:
        return value.code

    def decode(self, code: int) -> Coded:
        return self.enum.from_code(code)

    @property
    def allowed(self) -> str:
        return ", ".join(f"`{member}`" for member in self.enum)


class HugePages(Kind):
    """On, off, or from the kernel's reserved pool."""

    bits = 2
    CODES: tuple[tuple[bool | str, int], ...] = ((False, 0), (True, 1), ("explicit", 2))

    def check(self, name: str, value: Any) -> bool | str:
        if not isinstance(value, bool) and value != "explicit":
            raise TypeError(f"{name} must be a bool or 'explicit', not {type(value).__name__} ({value!r})")
        return value  # type: ignore[no-any-return]

    def encode(self, value: bool | str) -> int:
        return dict(self.CODES)[value]

    def decode(self, code: int) -> bool | str:
        for value, known in self.CODES:
            if known == code:
                return value
        raise ValueError(f"{code} is no code of huge_pages")

    @property
    def allowed(self) -> str:
        return '`True`, `False`, `"explicit"`'


@dataclass(frozen=True)
class Setting:
    """One setting of a table."""

    kind: Kind
    text: str
    """One line for people."""
    scope: Scope = "shared"
    changed_by: str = "reconfigure"
    """The call that changes it: `reconfigure`, another one, or what else it takes."""
    core: bool = True
    """Whether the core has a field of this name; else it knows what follows from it."""
    flag: tuple[str, int] | None = None
    """The field of flags, of headers and files, that holds it, and its lowest bit there."""
    option: str | None = None
    """The engines' option."""
    formerly: str | None = None
    """Its old name, which is still accepted."""
    see: str | None = None
    """The page of the documentation that says more."""
    name: str = ""
    default: Any = None


def setting(default: Any, kind: Kind, text: str, **facts: Any) -> Any:
    """A field of `TableConfig`: a setting with its default."""
    return field(default=default, metadata={"setting": Setting(kind, text, **facts)})


def shown(value: Any) -> str:
    """A value as people write it in Python.

    >>> shown(None), shown(64), shown(True)
    ('–', '64', 'True')
    """
    return "–" if value is None else str(value)


def _shown(number: int) -> str:
    """A bound as people write it.

    >>> _shown(2**32 - 1), _shown(4096)
    ('2^32 - 1', '4096')
    """
    for exact, written in ((number, "2^{}"), (number + 1, "2^{} - 1")):
        if number > 10**6 and exact & (exact - 1) == 0:
            return written.format(exact.bit_length() - 1)
    return str(number)
