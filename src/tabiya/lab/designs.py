"""Table designs to run a search with: ours, those of other engines, and candidates.

A design is a layout and two rules. Names and settings are text, for command lines and jobs:

>>> Design.parse("cluster4:policy=always").policy
'always'
>>> Design.parse("field").victims, Design.parse("field").entries(64_000)
('field', 6000)
>>> with Design.parse("field").open(64_000) as hosted:
...     hosted.table.store(42, depth=7)
...     hosted.table.probe(42).depth, hosted.counts["false_hits"]
(7, 0)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from typing import Any, NamedTuple

from .. import _lab
from .._utils.arguments import did_you_mean
from ..table.config import Policy, TableConfig
from ..table.transposition import TranspositionTable
from .own_policy import chooser, is_own, load_rule

__all__ = ["LAYOUTS", "SAME_KEY", "VICTIMS", "Design", "Hosted", "variants"]


class LineShape(NamedTuple):
    """The contents of a line of memory in a layout."""

    entries: int
    bytes: int


LAYOUTS = {
    "single": LineShape(1, 16),
    "cluster3": LineShape(3, 64),
    "cluster4": LineShape(4, 64),
    "field": LineShape(3, 32),
    "line5": LineShape(5, 64),
    "cluster8": LineShape(8, 128),
    "dense": LineShape(6, 64),
}
"""In the order of `RivalLayout` in core/lab/rivals.hpp."""
VICTIMS = ("policy", "field", "effort")
"""The victim in a full line: as in our policies, the least depth - 8 · age, or the least effort."""
SAME_KEY = ("ours", "latest", "field", "deeper", "deeper_keep_age")
"""What a store does to an entry with the same key; core/lab/rivals.hpp explains them."""
DEFAULT = "cluster4"
"""Our table with default settings."""
TIME_ONLY = "changes time, not nodes, and the lab counts nodes here:"
ONE_THREAD = "acts only between threads, and the lab searches with one thread here:"
ELSEWHERE = {
    "prefetch": f"{TIME_ONLY} `tabiya lab run switch_costs` measures it",
    "statistics": f"{TIME_ONLY} `tabiya lab run switch_costs` measures it",
    "huge_pages": f"{TIME_ONLY} `tabiya lab run huge_pages` measures it",
    "validation": f"{TIME_ONLY} `tabiya lab run validation_cost` measures it",
    "sync": f"{ONE_THREAD} `tabiya lab run sync_cost thread_throughput` measures it",
    "buckets": f"{ONE_THREAD} `tabiya lab run lock_scaling` measures it",
    "hash_mb": "is the same for all tables: give it as --hash",
    "entries": "follows from the memory, which is the same for all tables: give it as --hash or --pressure",
    "l2_mb": "is a second tier, which these tables do not have: `tabiya bench tiers` measures it",
}
"""Settings of a `TableConfig` that no design has: why, and what measures them."""
FIELD_RULES: dict[str, Any] = {"victims": "field", "same_key": "field"}


@dataclass(frozen=True, kw_only=True)
class Design:
    """The design of a table, without its size."""

    layout: str = "cluster4"
    policy: str = "cascade"
    """One of ours, or ``FILE.py:NAME``: a function of your own (`tabiya.lab.own_policy`)."""
    strict: bool = False
    source_priority: bool = True
    replace_if_exact: bool = False
    depth_weight: float = TableConfig.depth_weight
    age_weight: float = TableConfig.age_weight
    max_age: int = 1
    victims: str = "policy"
    same_key: str = "ours"
    aging_interval: int = 0
    """Nodes after which a new generation begins, in addition to those of each search."""
    ages: bool = True
    """Whether each search begins a generation."""
    seed: int = 0
    """Each seed gives every position another place; 0 is the place in our table."""

    def __post_init__(self) -> None:
        for name, known in (
            ("layout", tuple(LAYOUTS)),
            ("policy", tuple(map(str, Policy))),
            ("victims", VICTIMS),
            ("same_key", SAME_KEY),
        ):
            value = getattr(self, name)
            if name == "policy" and is_own(value):
                load_rule(value)
            elif value not in known:
                raise ValueError(f"{name} must be one of {', '.join(known)}, not {value!r}")
        self._host_config()

    @classmethod
    def parse(cls, text: str) -> Design:
        """Parses ``layout`` or ``layout:name=value,name=value``. ValueError says what is wrong.

        >>> Design.parse("cluster5")
        Traceback (most recent call last):
        ValueError: no table is called 'cluster5'; did you mean 'cluster8'?
        """
        name, _, rest = text.partition(":")
        if name not in LAYOUTS:
            hint = did_you_mean(name, LAYOUTS.keys(), f"; there are {', '.join(LAYOUTS)}")
            raise ValueError(f"no table is called {name!r}{hint}")
        start = cls(layout=name, **(FIELD_RULES if name == "field" else {}))
        return start.changed(dict(_setting(part) for part in rest.split(",") if part))

    def changed(self, settings: dict[str, str]) -> Design:
        """Returns the design with settings from text."""
        kinds = {field.name: field.type for field in fields(self) if field.name != "layout"}
        values: dict[str, Any] = {}
        for name, value in settings.items():
            if name in ELSEWHERE:
                raise ValueError(f"{name} {ELSEWHERE[name]}")
            if name not in kinds:
                raise ValueError(
                    f"no setting of a table is called {name!r}{did_you_mean(name, kinds.keys())}"
                )
            values[name] = _value(name, value, str(kinds[name]))
        return replace(self, **values)

    @property
    def ways(self) -> int:
        """Entries per line."""
        return LAYOUTS[self.layout].entries

    def lines(self, size: float) -> int:
        """Returns the number of lines in a table of `size` bytes; at least one."""
        return max(1, int(size) // LAYOUTS[self.layout].bytes)

    def entries(self, size: float) -> int:
        """Returns the number of entries in a table of `size` bytes."""
        return self.lines(size) * self.ways

    def _host_config(self) -> TableConfig:
        """Returns the configuration of the host table. ValueError if a setting is out of range."""
        return TableConfig(
            entries=1,
            validation="debug",
            depth_weight=self.depth_weight,
            age_weight=self.age_weight,
            max_age=self.max_age,
            aging_interval=self.aging_interval,
        )

    @contextmanager
    def open(self, size: float) -> Iterator[Hosted]:
        """Makes a table of `size` bytes, for one thread."""
        rival = _lab.Rival(
            layout=list(LAYOUTS).index(self.layout),
            bytes=max(1, int(size)),
            policy=0 if is_own(self.policy) else list(map(str, Policy)).index(self.policy),
            strict=self.strict,
            source_priority=self.source_priority,
            replace_if_exact=self.replace_if_exact,
            depth_weight=self.depth_weight,
            age_weight=self.age_weight,
            max_age=self.max_age,
            victims=VICTIMS.index(self.victims),
            same_key=SAME_KEY.index(self.same_key),
            seed=self.seed,
            own=chooser(self.policy) if is_own(self.policy) else None,
        )
        with TranspositionTable(self._host_config()) as table:
            table._host(rival.guest())
            hosted = Hosted(table, rival)
            yield hosted
            hosted.check()


@dataclass(frozen=True)
class Hosted:
    """A table of any design behind the interface of ours."""

    table: TranspositionTable
    """Probes, stores and `clear` go to the design. Size, contents and statistics are those of the host."""
    rival: _lab.Rival

    @property
    def counts(self) -> dict[str, int]:
        """Probes, hits, false hits (entries returned for another position's key) and stores."""
        return dict(self.rival.counts)

    def check(self) -> None:
        """Raises ValueError if an own policy failed. Its exception could not stop the search."""
        error = self.rival.error
        if isinstance(error, Exception):
            raise ValueError(f"the policy failed: {type(error).__name__}: {error}") from error
        if error is not None:
            raise error


def _setting(part: str) -> tuple[str, str]:
    name, equals, value = part.partition("=")
    if not equals:
        raise ValueError(f"{part!r} must be written as name=value")
    return name, value


def _value(name: str, text: str, kind: str) -> Any:
    if kind == "bool":
        if text not in ("on", "off"):
            raise ValueError(f"{name} must be on or off, not {text!r}")
        return text == "on"
    if kind == "str":
        return text
    try:
        return int(text) if kind == "int" else float(text)
    except ValueError:
        raise ValueError(f"{name} must be a number, not {text!r}") from None


def variants(tables: Sequence[str], policies: Sequence[str]) -> tuple[str, ...]:
    """Returns the designs of a command line: every table with every policy. Adds the default to a single one.

    >>> variants(["single", "cluster4"], ["always", "cascade"])[:2]
    ('single:policy=always', 'single:policy=cascade')
    >>> variants([], ["always"])
    ('cluster4', 'cluster4:policy=always')
    """
    found = list(tables or [DEFAULT])
    if policies:
        found = [
            f"{name}{',' if ':' in name else ':'}policy={policy}" for name in found for policy in policies
        ]
    return tuple(found) if len(found) > 1 else (DEFAULT, *found)
