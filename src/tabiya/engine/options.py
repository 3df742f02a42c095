"""`SearchOptions`: a switch for each technique of the native search."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Literal, TypeAlias, TypedDict, Unpack, get_args

from .. import _core
from .._utils.arguments import check_int, did_you_mean
from ..games.rules import Rule50Keys
from ..table.entry_values import MAX_DEPTH

__all__ = ["COMPARABLE", "SearchFields", "SearchOptions", "make_options", "parse_switches"]

TableMode: TypeAlias = Literal["use", "probe_only", "read_only"]
TABLE_MODES: tuple[TableMode, ...] = get_args(TableMode)
RULE50_KEYS: tuple[Rule50Keys, ...] = get_args(Rule50Keys)
DECLARATIONS = (27, 24, 0)


@dataclass(frozen=True, kw_only=True)
class SearchOptions:
    """The switches of a search. The defaults play best; change them to measure each technique.

    >>> SearchOptions().null_move, SearchOptions.plain().null_move
    (True, False)
    >>> SearchOptions(table_mode="maybe")
    Traceback (most recent call last):
    ValueError: table_mode must be 'use', 'probe_only' or 'read_only', not 'maybe'
    """

    aspiration: bool = True
    """Search a narrow window around the score of the last iteration first."""
    pvs: bool = True
    """Principal-variation search: search all moves but the first with a null window."""
    quiescence: bool = True
    """Follow captures at the end of each line until the position is quiet."""
    mate_distance: bool = True
    """Do not search for mates longer than one already found."""
    prove_mates: bool = True
    """Verify a mate without pruning, to find shorter ones."""
    repetition: bool = True
    """Score repeated positions as draws."""
    declaration: int = 27
    """The points of the declaration rule in shogi: 27 or 24, or 0 without declarations."""

    null_move: bool = True
    """Let the opponent move twice: if the position is still good enough, cut off."""
    null_move_verification: bool = True
    """Verify null-move cutoffs in endgames, where zugzwang is possible."""
    null_move_entries: bool = True
    """Store null-move cutoffs in the table, as lower bounds."""
    futility: bool = True
    reverse_futility: bool = True
    razoring: bool = True
    late_move_pruning: bool = True
    see_pruning: bool = True
    """Skip captures that lose material on their square."""

    lmr: bool = True
    """Search late moves with reduced depth first."""
    iir: bool = True
    """Reduce nodes without a table move by one ply."""
    iir_depth: int = 4
    """The least depth that `iir` reduces."""
    iid: bool = False
    """Search nodes without a table move with reduced depth first, to find one."""
    check_extension: bool = True
    singular_extension: bool = True
    """Extend a table move that is much better than all others."""

    killers: bool = True
    history: bool = True
    counter_moves: bool = True
    continuation_history: bool = True
    capture_history: bool = True

    table_move_first: bool = True
    quiescence_table: bool = True
    """Use the table in quiescence too."""
    prefetch: bool = True
    """Prefetch the cluster of a child as soon as its key is known."""
    draw_entries: bool = True
    """Store scores of exactly a draw, which may stem from a repetition that other paths do not have."""
    exact_depth: bool = False
    """Entries only cut off at exactly their depth, so that values equal minimax."""
    table_mode: TableMode = "use"
    """``"use"``; ``"probe_only"`` probes and stores but ignores hits; ``"read_only"`` never stores."""
    verify_keys: bool = False
    """Shadow mode: recompute board and key at every node; `ValidationError` names the first drift."""
    rule50_keys: Rule50Keys = "off"
    """Whether keys include the fifty-move counter: ``"off"``, ``"bucketed"`` or ``"full"``."""

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if field.type == "bool" and not isinstance(value, bool):
                raise TypeError(f"{field.name} must be a bool, not {type(value).__name__} ({value!r})")
        for name, allowed in (("table_mode", TABLE_MODES), ("rule50_keys", RULE50_KEYS)):
            if getattr(self, name) not in allowed:
                first, second, third = map(repr, allowed)
                raise ValueError(f"{name} must be {first}, {second} or {third}, not {getattr(self, name)!r}")

        check_int("iir_depth", self.iir_depth, 2, MAX_DEPTH)
        if self.declaration not in DECLARATIONS:
            raise ValueError(f"declaration must be 27, 24 or 0, not {self.declaration!r}")

    @classmethod
    def plain(cls, **changes: Unpack[SearchFields]) -> SearchOptions:
        """Returns options for plain alpha-beta, whose value equals minimax with or without a table."""
        kept = {"repetition", "null_move_entries", "table_move_first", "quiescence_table", "prefetch"}
        kept |= {"draw_entries"}
        off = {field.name: False for field in fields(cls) if field.type == "bool" and field.name not in kept}
        return make_options(cls(), {**off, "exact_depth": True, **changes})

    @classmethod
    def comparable(cls, **changes: Unpack[SearchFields]) -> SearchOptions:
        """A search for comparing tables by nodes: it does not get cheaper when its table forgets.

        A node without a table move is searched a ply less with `iir`, and only a node with one is extended
        by `singular_extension`. With either, a table that forgets saves nodes, so that the nodes to a depth
        reward bad tables. Both are off here; everything else is as played.

        >>> SearchOptions.comparable().iir, SearchOptions.comparable().null_move
        (False, True)
        """
        return make_options(cls(), {**COMPARABLE, **changes})

    def _config(self, threads: int) -> _core.SearchConfig:
        """Returns the options in the core's form."""
        config = _core.SearchConfig()
        config.threads = threads
        for field in fields(self):
            if field.type == "bool":
                setattr(config, field.name, getattr(self, field.name))
        config.table_mode = TABLE_MODES.index(self.table_mode)
        config.declaration = self.declaration
        config.iir_depth = self.iir_depth
        config.rule50_keys = RULE50_KEYS.index(self.rule50_keys)
        return config


class SearchFields(TypedDict, total=False):
    """The fields of `SearchOptions` as keywords of `Engine` and `set_options`."""

    aspiration: bool
    pvs: bool
    quiescence: bool
    mate_distance: bool
    prove_mates: bool
    repetition: bool
    declaration: int
    null_move: bool
    null_move_verification: bool
    null_move_entries: bool
    futility: bool
    reverse_futility: bool
    razoring: bool
    late_move_pruning: bool
    see_pruning: bool
    lmr: bool
    iir: bool
    iir_depth: int
    iid: bool
    check_extension: bool
    singular_extension: bool
    killers: bool
    history: bool
    counter_moves: bool
    continuation_history: bool
    capture_history: bool
    table_move_first: bool
    quiescence_table: bool
    prefetch: bool
    draw_entries: bool
    exact_depth: bool
    table_mode: TableMode
    verify_keys: bool
    rule50_keys: Rule50Keys


COMPARABLE: SearchFields = {"iir": False, "singular_extension": False}
"""The changes of `SearchOptions.comparable`, as keywords."""


def make_options(options: SearchOptions, changes: Mapping[str, Any]) -> SearchOptions:
    """Returns the options with changes. An unknown name raises TypeError and suggests a similar one."""
    names = [field.name for field in fields(SearchOptions)]
    for name in changes:
        if name not in names:
            raise TypeError(f"no search option is called {name!r}{did_you_mean(name, names)}")
    return replace(options, **changes)


def parse_switches(text: str) -> dict[str, Any]:
    """Parses search options written as ``name=value``, separated by spaces. Raises ValueError.

    >>> parse_switches("null_move=off table_mode=read_only")
    {'null_move': False, 'table_mode': 'read_only'}
    >>> parse_switches("nullmove=off")
    Traceback (most recent call last):
    ValueError: no search option is called 'nullmove'; did you mean 'null_move'?
    """
    kinds = {field.name: field.type for field in fields(SearchOptions)}
    changes: dict[str, Any] = {}
    for part in text.split():
        name, equals, value = part.partition("=")
        if not equals:
            raise ValueError(f"{part!r} must be written as name=value")
        if kinds.get(name) == "bool":
            if value not in ("on", "off"):
                raise ValueError(f"{name} must be on or off, not {value!r}")
            changes[name] = value == "on"
        else:
            changes[name] = int(value) if kinds.get(name) == "int" and value.isdecimal() else value
    try:
        make_options(SearchOptions(), changes)
    except TypeError as error:
        raise ValueError(str(error)) from None
    return changes
