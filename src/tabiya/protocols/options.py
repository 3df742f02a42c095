"""The options of an engine: their types, declarations and parsing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from .._utils.arguments import did_you_mean

__all__ = ["Button", "Check", "Combo", "FileName", "Option", "Options", "Spin", "Text"]

Value = TypeVar("Value")

NO_TEXT = "<empty>"
"""How both protocols write an empty string."""


class Option(Generic[Value]):
    """One option. `changed` is called with each accepted value."""

    kind = ""

    def __init__(self, name: str, default: Value, changed: Callable[[Value], object]) -> None:
        self.name = name
        self.default = default
        self.value = default
        self.changed = changed

    def declaration(self) -> str:
        """Returns the part after ``type`` in the engine's list of options."""
        return f"{self.kind} default {self.shown(self.default)}"

    def shown(self, value: Value) -> str:
        """Returns a value as the protocols write it."""
        return str(value)

    def parsed(self, text: str) -> Value:
        """Parses a value. ValueError says what is allowed."""
        raise NotImplementedError

    def set(self, text: str) -> None:
        """Parses and sets a value."""
        self.value = self.parsed(text)
        self.changed(self.value)


class Check(Option[bool]):
    """True or false.

    >>> Check("Ponder", False, print).set("TRUE")
    True
    """

    kind = "check"

    def shown(self, value: bool) -> str:
        return "true" if value else "false"

    def parsed(self, text: str) -> bool:
        known = {"true": True, "on": True, "1": True, "false": False, "off": False, "0": False}
        if text.lower() not in known:
            raise ValueError(f"{self.name} must be true or false, not {shortened(text)}")
        return known[text.lower()]


class Spin(Option[int]):
    """A number within bounds.

    >>> Spin("Threads", 1, print, 1, 8).set("9")
    Traceback (most recent call last):
    ValueError: Threads must be between 1 and 8, not 9
    """

    kind = "spin"

    def __init__(
        self, name: str, default: int, changed: Callable[[int], object], least: int, most: int
    ) -> None:
        super().__init__(name, default, changed)
        self.least, self.most = least, most

    def declaration(self) -> str:
        return f"{super().declaration()} min {self.least} max {self.most}"

    def parsed(self, text: str) -> int:
        try:
            value = int(text) if len(text) <= 20 else None
        except ValueError:
            value = None
        if value is None or "_" in text:
            raise ValueError(f"{self.name} must be a number, not {shortened(text)}")
        if not self.least <= value <= self.most:
            raise ValueError(f"{self.name} must be between {self.least} and {self.most}, not {value}")
        return value


class Combo(Option[str]):
    """One of several words.

    >>> Combo("TTPolicy", "cascade", print, ("cascade", "always")).set("Always")
    always
    """

    kind = "combo"

    def __init__(
        self, name: str, default: str, changed: Callable[[str], object], choices: tuple[str, ...]
    ) -> None:
        super().__init__(name, default, changed)
        self.choices = choices

    def declaration(self) -> str:
        return " ".join((super().declaration(), *(f"var {choice}" for choice in self.choices)))

    def parsed(self, text: str) -> str:
        for choice in self.choices:
            if choice.lower() == text.lower():
                return choice
        raise ValueError(f"{self.name} must be one of {', '.join(self.choices)}, not {shortened(text)}")


class Text(Option[str]):
    """Any text. An empty one is written as ``<empty>``."""

    kind = "string"

    def shown(self, value: str) -> str:
        return value or NO_TEXT

    def parsed(self, text: str) -> str:
        return "" if text == NO_TEXT else text


class FileName(Text):
    """The path of a file. USI has a type for it, for which interfaces show a file dialogue."""


class Button(Option[None]):
    """An action without a value."""

    kind = "button"

    def __init__(self, name: str, pressed: Callable[[], object]) -> None:
        super().__init__(name, None, lambda _: pressed())

    def declaration(self) -> str:
        return self.kind

    def parsed(self, text: str) -> None:
        if text:
            raise ValueError(f"{self.name} takes no value, not {shortened(text)}")


@dataclass
class Options:
    """The options of one engine. Names ignore case, and spaces equal underscores."""

    options: list[Option[Any]]

    def __iter__(self) -> Iterator[Option[Any]]:
        return iter(self.options)

    def __getitem__(self, name: str) -> Option[Any]:
        wanted = _plain(name)
        for option in self.options:
            if _plain(option.name) == wanted:
                return option
        names = {_plain(option.name): option.name for option in self.options}
        raise ValueError(f"there is no option {shortened(name)}{did_you_mean(wanted, names)}")

    def set(self, arguments: str) -> Option[Any]:
        """Sets an option from the text after ``setoption``, such as ``name Hash value 64``; returns it."""
        name, value = split_assignment(arguments)
        option = self[name]
        option.set(value)
        return option


def split_assignment(arguments: str) -> tuple[str, str]:
    """Returns the name and value of a ``setoption``. Both may contain spaces.

    >>> split_assignment("name Move Overhead value 30")
    ('Move Overhead', '30')
    """
    words = arguments.split()
    if len(words) < 2 or words[0].lower() != "name" or words[1].lower() == "value":
        raise ValueError("setoption needs: name NAME [value VALUE]")
    lowered = [word.lower() for word in words]
    end = lowered.index("value", 2) if "value" in lowered[2:] else len(words)
    return " ".join(words[1:end]), " ".join(words[end + 1 :])


def shortened(text: str, most: int = 60) -> str:
    """Returns a user's text quoted, printable and cut to a readable length.

    >>> shortened("x" * 100, 5)
    "'xxxxx'..."
    """
    return ascii(text) if len(text) <= most else f"{text[:most]!a}..."


def _plain(name: str) -> str:
    return name.lower().replace("_", " ")
