"""`Setting`: the values of a table setting, their codes, and where else the setting appears.

The settings are the fields of `TableConfig`, one `setting(…)` each; `SETTINGS` lists them. Argument checks,
headers, files, engine options, ``tabiya info --settings`` and the table in docs/configuration.md follow from
them. tests/test_settings_schema.py compares them with what C++ and type checkers must spell out.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from numbers import Real
from typing import Any, Literal

from .._utils.arguments import check_int
from .choices import Coded

__all__ = [
    "Count",
    "HugePages",
    "Integer",
    "Number",
    "OneOf",
    "PowerOfTwo",
    "Scope",
    "Setting",
    "SettingType",
    "Switch",
    "setting",
    "shown",
]

Scope = Literal["shared", "own", "size", "private"]
"""Who a setting belongs to: all users of a table (shared), each process (own), the table size (size), or only
tables in private memory (private)."""


class SettingType:
    """The type of a setting's values."""

    bits = 1
    """Width of the code in a field of flags."""

    def check(self, name: str, value: Any) -> Any:
        """Returns the checked value. Raises ValueError or TypeError with the allowed values."""
        raise NotImplementedError

    def encode(self, value: Any) -> Any:
        """Returns the code of a value, for the core, headers and files."""
        return value

    def decode(self, code: Any) -> Any:
        """Returns the value of a code. Raises ValueError for an unknown code."""
        return code

    @property
    def allowed(self) -> str:
        """The allowed values, for documentation."""
        raise NotImplementedError


class Switch(SettingType):
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
class Integer(SettingType):
    """A whole number from `low` to `high`."""

    low: int
    high: int

    def check(self, name: str, value: Any) -> int | None:
        return check_int(name, value, self.low, self.high)

    @property
    def allowed(self) -> str:
        return f"{self.low} to {_shown(self.high)}"


class Count(Integer):
    """A whole number, or None with code 0."""

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
class Number(SettingType):
    """A real number from `low` to `high`; `above` excludes `low`. Coded in units of 1/`units`."""

    low: int
    high: int
    above: bool = False
    units: int = 1

    def check(self, name: str, value: Any) -> float:
        if isinstance(value, bool) or not isinstance(value, (int, float, Real)):
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
class OneOf(SettingType):
    """A member of an enumeration, given as a member or by name."""

    enum: type[Coded]
    offered: tuple[Coded, ...] = ()
    """The choices that engines offer, if not all."""

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


class HugePages(SettingType):
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
        raise ValueError(f"{code} is not a code of huge_pages")

    @property
    def allowed(self) -> str:
        return '`True`, `False`, `"explicit"`'


@dataclass(frozen=True)
class Setting:
    """One setting of a table."""

    kind: SettingType
    text: str
    """A description in one line."""
    scope: Scope = "shared"
    changed_by: str = "reconfigure"
    """How to change it: `reconfigure`, another call, or a new table."""
    core: bool = True
    """Whether the core has a field of this name."""
    flag: tuple[str, int] | None = None
    """The field of flags in headers and files that holds it, and its lowest bit."""
    header_flag: tuple[str, int] | None = None
    """Its place in the header of shared and mapped tables, which has 8 bits for flags, if it differs."""
    option: str | None = None
    """The name of the engine option."""
    see: str | None = None
    """The documentation page with details."""
    name: str = ""
    default: Any = None


def setting(default: Any, kind: SettingType, text: str, **facts: Any) -> Any:
    """Declares a field of `TableConfig`: a setting with its default."""
    return field(default=default, metadata={"setting": Setting(kind, text, **facts)})


def shown(value: Any) -> str:
    """Formats a value as in Python code.

    >>> shown(None), shown(64), shown(True)
    ('–', '64', 'True')
    """
    return "–" if value is None else str(value)


def _shown(number: int) -> str:
    """Formats a limit, powers of two as 2^n.

    >>> _shown(2**32 - 1), _shown(4096)
    ('2^32 - 1', '4096')
    """
    for exact, written in ((number, "2^{}"), (number + 1, "2^{} - 1")):
        if number > 10**6 and exact & (exact - 1) == 0:
            return written.format(exact.bit_length() - 1)
    return str(number)
