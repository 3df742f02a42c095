"""The options that an engine declares, as types that check a value before it is sent."""

from __future__ import annotations

from typing import Any

from ..._utils.arguments import did_you_mean
from ...protocols.options import Button, Check, Combo, Option, Spin, Text

__all__ = ["declared_option", "sent_value"]

WORDS = ("default", "min", "max", "var")
UNBOUNDED = 2**63


def declared_option(line: str) -> Option[Any]:
    """Parses a line ``option name … type …``. An unknown type accepts any text.

    >>> declared_option("option name Hash type spin default 16 min 1 max 64").parsed("abc")
    Traceback (most recent call last):
    ValueError: Hash must be a number, not 'abc'
    """
    name, _, rest = line.removeprefix("option name ").partition(" type ")
    name = name.strip()
    kind, *words = rest.split() or [""]
    values = _values(words)
    default = next(iter(values["default"]), "")
    if kind == "check":
        return Check(name, default == "true", _ignored)
    if kind == "spin":
        return Spin(name, 0, _ignored, _bound(values["min"], -UNBOUNDED), _bound(values["max"], UNBOUNDED))
    if kind == "combo":
        return Combo(name, default, _ignored, tuple(values["var"]))
    if kind == "button":
        return Button(name, lambda: None)
    return Text(name, default, _ignored)


def sent_value(option: Option[Any], text: str) -> str:
    """Returns the end of a ``setoption`` in the engine's spelling. ValueError if it would be refused.

    >>> sent_value(declared_option("option name Ponder type check default false"), "on")
    ' value true'
    """
    if isinstance(option, Combo):
        choices = {choice.lower(): choice for choice in option.choices}
        if text.lower() not in choices:
            hint = did_you_mean(text.lower(), choices, f"; it is one of {', '.join(option.choices)}")
            raise ValueError(f"{option.name} cannot be {text!r}{hint}")
    value = option.parsed(text)
    return "" if value is None else f" value {option.shown(value)}"


def _values(words: list[str]) -> dict[str, list[str]]:
    """Returns the values after each keyword. Keywords may repeat; values may contain spaces."""
    found: dict[str, list[str]] = {word: [] for word in WORDS}
    current: list[str] | None = None
    for word in words:
        if word in WORDS:
            current = found[word]
            current.append("")
        elif current is not None:
            current[-1] = f"{current[-1]} {word}".strip()
    return found


def _bound(texts: list[str], otherwise: int) -> int:
    try:
        return int(texts[0])
    except (IndexError, ValueError):
        return otherwise


def _ignored(value: Any) -> None:
    """Does nothing: the value is sent with ``setoption``."""
