"""The options that both engines offer."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from ..engine.engine import MAX_THREADS
from ..engine.opening import DEFAULT_PREFILL_DEPTH, MOST_PLIES
from ..engine.options import parse_switches
from ..storage.shared import check_name
from ..table.entry_values import MAX_DEPTH
from ..table.settings import Integer, Number, OneOf, Switch
from . import strength
from .engine_table import OFFERED
from .options import Button, Check, Combo, FileName, Option, Spin, Text

if TYPE_CHECKING:
    from .protocol import Protocol
    from .table_manager import TableManager

__all__ = ["machine_mb", "shared_options"]

MOST_LINES = 500
MOST_SPUN = 10**9
"""The largest value that fits the number fields of all interfaces."""


def machine_mb() -> int:
    """Returns the machine's memory in MB, the largest sensible Hash."""
    return max(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") >> 20, 64)


def shared_options(engine: Protocol, hash_name: str, ponder_name: str) -> list[Option[Any]]:
    """Returns the options of search, table and strength. Two have names that depend on the protocol."""
    manager = engine.table_manager

    def threads(count: int) -> None:
        manager.threads = count

    def overhead(milliseconds: int) -> None:
        manager.move_overhead = milliseconds

    def multipv(lines: int) -> None:
        engine.multipv = lines

    def skill(level: int) -> None:
        engine.skill = level

    def perft_hash(megabytes: int) -> None:
        engine.console.perft_hash = megabytes

    def use_table(on: bool) -> None:
        manager.use_table = on

    def switches(text: str) -> None:
        try:
            manager.switches = parse_switches(text)
        except ValueError as error:
            raise ValueError(f"SearchSwitches: {error}") from None

    def shared(name: str) -> None:
        try:
            manager.want_place(shared=check_name(name) if name else "")
        except ValueError as error:
            raise ValueError(f"SharedHash: {error}") from None

    return [
        table_option(manager, "hash_mb", hash_name),
        Spin("Threads", 1, threads, 1, MAX_THREADS),
        Spin("MultiPV", 1, multipv, 1, MOST_LINES),
        # The interface decides when to ponder. The engine only declares that it can.
        Check(ponder_name, False, lambda on: None),
        Button("Clear Hash", manager.want_clear),
        Spin("Move Overhead", manager.move_overhead, overhead, 0, 5000),
        Spin("Skill Level", strength.FULL, skill, 0, strength.FULL),
        Text("SearchSwitches", "", switches),
        Check("UseTT", True, use_table),
        Check("UseClusteredTT", True, manager.want_clustered),
        *(table_option(manager, name) for name in OFFERED if name != "hash_mb"),
        Text("SharedHash", "", shared),
        FileName("HashFile", "", lambda path: manager.want_place(file=path)),
        *book_options(manager),
        Spin("PerftHash", 0, perft_hash, 0, machine_mb()),
    ]


def table_option(manager: TableManager, name: str, called: str | None = None) -> Option[Any]:
    """Returns the option for a setting of the table. `called` is its name if the protocol has its own."""
    one = OFFERED[name]
    kind, option = one.kind, called or one.option or name
    default = manager.wanted.settings[name]

    def wanted(value: Any) -> None:
        manager.want_setting(name, kind.check(option, value))

    if isinstance(kind, Switch):
        return Check(option, default, wanted)
    if isinstance(kind, OneOf):
        return Combo(option, str(default), wanted, tuple(map(str, kind.offered or kind.enum)))
    if isinstance(kind, Integer):
        return Spin(option, default, wanted, kind.low, min(kind.high, MOST_SPUN))
    if isinstance(kind, Number):  # megabytes
        return Spin(option, default, wanted, 1 if kind.above else kind.low, machine_mb())
    raise TypeError(f"{name} is a {type(kind).__name__}, which no option can show")


def book_options(manager: TableManager) -> list[Option[Any]]:
    """Returns the options for a book and for how much of it goes into the table."""
    return [
        FileName("BookFile", "", manager.want_book_file),
        Check("PrefillOpeningBook", True, lambda on: manager.want_book(prefill=on)),
        Spin(
            "OpeningBookPrefillDepth",
            DEFAULT_PREFILL_DEPTH,
            lambda plies: manager.want_book(plies=plies),
            0,
            MOST_PLIES,
        ),
        Spin(
            "OpeningBookEntryDepth",
            0,
            lambda depth: manager.want_book(entry_depth=depth),
            0,
            MAX_DEPTH,
        ),
    ]
