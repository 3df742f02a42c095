"""Engines as written on a command line."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass, field, fields, replace
from typing import Any

from ...engine.options import SearchOptions, parse_switches
from ...games import game_spec
from ...games.parts import Interface

__all__ = ["EngineSpec"]

ASSIGNMENT = re.compile(r"([A-Za-z][\w ]*)=(.*)", re.DOTALL)

SHORT_NAMES = {
    "hash": "Hash",
    "table": "UseTT",
    "layout": "TTLayout",
    "policy": "TTPolicy",
    "sync": "TTSync",
    "statistics": "TTStatistics",
    "aging": "TTAgingInterval",
    "threads": "Threads",
    "overhead": "Move Overhead",
    "skill": "Skill Level",
}
"""Short names for options of Tabiya's engine."""

SWITCHES = "SearchSwitches"
"""The option of our own engine that takes all switches of its search."""
SWITCH_NAMES = {field.name for field in fields(SearchOptions)}


@dataclass(frozen=True)
class EngineSpec:
    """An engine: its command, options, and its own node limit.

    Tabiya's engine is ``tabiya:hash=16,table=off``. Any other engine is a command line that may end with
    options: ``stockfish UCI_LimitStrength=true UCI_Elo=1500``. ``name=`` sets its name in tables, ``nodes=``
    its node limit. Search switches (`tabiya.SearchOptions`) are options of Tabiya's engine too:
    ``tabiya:null_move=off``.

    >>> EngineSpec.parse("tabiya:hash=16,table=off", "chess").options
    {'Hash': '16', 'UseTT': 'off'}
    >>> EngineSpec.parse("tabiya:lmr=off,iid=on", "chess").options
    {'SearchSwitches': 'lmr=off iid=on'}
    >>> spec = EngineSpec.parse("gnuchess -u Hash=16 name=GNU nodes=500", "chess")
    >>> spec.name, spec.command, spec.options, spec.nodes
    ('GNU', ('gnuchess', '-u'), {'Hash': '16'}, 500)
    """

    name: str
    command: tuple[str, ...]
    """Empty for our engine in this process."""
    options: dict[str, str] = field(default_factory=dict)
    nodes: int | None = None

    @classmethod
    def parse(cls, text: str, game: str) -> EngineSpec:
        """Parses an engine. Raises ValueError if the text is invalid."""
        if text == "tabiya" or text.startswith("tabiya:"):
            assignments = [part for part in text.partition(":")[2].split(",") if part]
            interface = game_spec(game).interface
            command = interface.command if interface is not None else ()
            spec = cls._made(text, command, assignments, SHORT_NAMES)
            return replace(spec, options=_with_switches(text, spec.options))
        interface_of(game)
        try:
            words = shlex.split(text)
        except ValueError as error:
            raise ValueError(f"engine {text!r}: {error}") from None
        last = len(words)
        while last > 1 and ASSIGNMENT.fullmatch(words[last - 1]):
            last -= 1
        if not words:
            raise ValueError("an engine is 'tabiya', 'tabiya:option=value,…' or a command line, not empty")
        return cls._made(text, tuple(words[:last]), words[last:], {})

    @classmethod
    def _made(
        cls, text: str, command: tuple[str, ...], assignments: list[str], short: dict[str, str]
    ) -> EngineSpec:
        options: dict[str, str] = {}
        own: dict[str, str] = {}
        for part in assignments:
            match = ASSIGNMENT.fullmatch(part)
            if match is None:
                raise ValueError(f"engine {text!r}: {part!r} must be written as option=value")
            name, value = match.groups()
            given = own if name in ("name", "nodes") else options
            name = short.get(name, name)
            if name in given:
                raise ValueError(f"engine {text!r}: {part!r} sets an option twice")
            given[name] = value
        return cls(own.get("name", text), command, options, _nodes(text, own.get("nodes")))

    def other_names(self, game: str) -> set[str]:
        """Returns additional names for the options of our own engine."""
        ours = self.command == interface_of(game).command
        return SHORT_NAMES.keys() | SWITCH_NAMES | {"name", "nodes"} if ours else {"name", "nodes"}

    def as_dict(self) -> dict[str, Any]:
        """Returns a dict for JSON. `EngineSpec.from_dict` reads it."""
        return {
            "name": self.name,
            "command": list(self.command),
            "options": dict(self.options),
            "nodes": self.nodes,
        }

    @classmethod
    def from_dict(cls, plain: dict[str, Any]) -> EngineSpec:
        return cls(plain["name"], tuple(plain["command"]), dict(plain["options"]), plain["nodes"])


def interface_of(game: str) -> Interface:
    """Returns the engine protocol of a game. Raises ValueError if it has none."""
    interface = game_spec(game).interface
    if interface is None:
        raise ValueError(
            f"engines of {game} have no protocol: only 'tabiya' and 'tabiya:option=value,…' can play"
        )
    return interface


def _with_switches(text: str, options: dict[str, str]) -> dict[str, str]:
    switches = [f"{name}={value}" for name, value in options.items() if name in SWITCH_NAMES]
    others = {name: value for name, value in options.items() if name not in SWITCH_NAMES}
    switches += others.pop(SWITCHES, "").split()
    try:
        parse_switches(" ".join(switches))
    except ValueError as error:
        raise ValueError(f"engine {text!r}: {error}") from None
    return others | ({SWITCHES: " ".join(switches)} if switches else {})


def _nodes(text: str, value: str | None) -> int | None:
    if value is None:
        return None
    if not value.isdigit() or int(value) < 1:
        raise ValueError(f"engine {text!r}: nodes must be at least 1, not {value!r}")
    return int(value)
