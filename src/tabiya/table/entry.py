"""`Entry`: what a probe returns.

There are two classes, the native one and `PureEntry`, with the same fields, repr, equality and hash.
``Entry`` is the native one if the core is installed. Enumerations and limits are in ``values.py``, so that
the core can import them before this module is complete; this module re-exports them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn, SupportsIndex

from .._native import HAS_CORE
from . import arguments
from .entry_values import MAX_DEPTH, MAX_EVAL, MAX_KEY, MAX_MOVE, MAX_SCORE, NO_EVAL, Bound, Source

__all__ = [
    "MAX_DEPTH",
    "MAX_EVAL",
    "MAX_KEY",
    "MAX_MOVE",
    "MAX_SCORE",
    "NO_EVAL",
    "Bound",
    "Entry",
    "PureEntry",
    "Source",
    "entry_dict",
    "entry_html",
    "restore_entry",
]


class PureEntry:
    """An entry of a table: immutable, hashable, and equal to any entry with the same eight fields.

    >>> entry = PureEntry(move=7, score=35, depth=8, bound=Bound.LOWER)
    >>> entry
    Entry(move=7, score=35, eval=None, depth=8, bound=Bound.LOWER, generation=0, source=Source.MAIN, pv=False)
    >>> match entry:
    ...     case PureEntry(move, score, depth=8, bound=Bound.LOWER):
    ...         print(move, score)
    7 35
    """

    __slots__ = ("bound", "depth", "eval", "generation", "move", "pv", "score", "source")
    __match_args__ = ("move", "score", "eval", "depth", "bound", "generation", "source", "pv")

    move: int
    score: int
    eval: int | None
    depth: int
    bound: Bound
    generation: int
    source: Source
    pv: bool

    def __init__(
        self,
        move: SupportsIndex = 0,
        score: SupportsIndex = 0,
        eval: SupportsIndex | None = None,
        depth: SupportsIndex = 0,
        bound: Bound | SupportsIndex = Bound.EXACT,
        generation: SupportsIndex = 0,
        source: Source | SupportsIndex = Source.MAIN,
        pv: bool = False,
    ) -> None:
        put = super().__setattr__  # the method of this class raises
        put("move", arguments.check_move(move))
        put("score", arguments.check_score(score))
        raw_eval = arguments.check_eval(eval)
        put("eval", None if raw_eval == NO_EVAL else raw_eval)
        put("depth", arguments.check_depth(depth))
        put("bound", arguments.check_bound(bound))
        put("generation", arguments.check_generation(generation))
        put("source", arguments.check_source(source))
        put("pv", arguments.check_pv(pv))

    def as_dict(self) -> dict[str, Any]:
        """Returns the fields as plain values, for JSON and data frames. Bound and source are names.

        >>> PureEntry(move=7, depth=8).as_dict()["bound"]
        'EXACT'
        """
        return entry_dict(self)

    def _repr_html_(self) -> str:
        """The entry as notebooks show it."""
        return entry_html(self)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"an Entry cannot be changed, so its {name} cannot be set")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"an Entry cannot be changed, so its {name} cannot be deleted")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (PureEntry, Entry)):
            return NotImplemented
        return _fields(self) == _fields(other)

    def __hash__(self) -> int:
        return hash(_fields(self))

    def __repr__(self) -> str:
        return (
            f"Entry(move={self.move}, score={self.score}, eval={self.eval}, depth={self.depth}, "
            f"bound=Bound.{self.bound.name}, generation={self.generation}, "
            f"source=Source.{self.source.name}, pv={self.pv})"
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return restore_entry, _fields(self)


def _fields(entry: Any) -> tuple[Any, ...]:
    """The eight fields of either class, in constructor order."""
    return tuple(getattr(entry, name) for name in PureEntry.__match_args__)


def entry_dict(entry: Any) -> dict[str, Any]:
    """`Entry.as_dict`. The core calls this for its entries."""
    fields = dict(zip(PureEntry.__match_args__, _fields(entry), strict=True))
    return {**fields, "bound": str(entry.bound), "source": str(entry.source)}


def entry_html(entry: Any) -> str:
    """An entry as a table of one row. The core calls this for its entries."""
    from .._utils.html import html_table

    fields = entry_dict(entry)
    return html_table([["" if value is None else value for value in fields.values()]], fields)


def restore_entry(*fields: Any) -> Entry:
    """Unpickles an entry as the ``Entry`` class of the reading installation.

    >>> import pickle
    >>> pickle.loads(pickle.dumps(PureEntry(depth=3))) == PureEntry(depth=3)
    True
    """
    return Entry(*fields)


if TYPE_CHECKING or HAS_CORE:
    from tabiya._core import Entry
else:
    Entry = PureEntry
