"""The options that both engines offer."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from ..config import Layout, Policy, Sync
from ..engine.opening import DEFAULT_PREFILL_DEPTH, MOST_PLIES
from ..engine.options import parse_switches
from ..storage.shared import check_name
from . import strength
from .options import Button, Check, Combo, FileName, Option, Spin, Text

if TYPE_CHECKING:
    from .protocol import Protocol

__all__ = ["machine_mb", "shared_options"]

MOST_THREADS = 1024
MOST_LINES = 500
SYNCS = (Sync.LOCK_FREE.value, Sync.BUCKET_LOCKS.value)


def machine_mb() -> int:
    """The machine's memory in MB: the largest Hash that makes sense."""
    return max(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") >> 20, 64)


def shared_options(engine: Protocol, hash_name: str, ponder_name: str) -> list[Option[Any]]:
    """Search, table and strength; `hash_name` and `ponder_name` are what the protocol calls these two."""
    wish = engine.wish

    def layout(name: str) -> None:
        engine.want(layout=Layout(name))

    def clustered(on: bool) -> None:
        if on != (engine.wish.layout != Layout.SINGLE):
            engine.want(layout=Layout.CLUSTER4 if on else Layout.SINGLE)

    def threads(count: int) -> None:
        engine.threads = count

    def overhead(milliseconds: int) -> None:
        engine.move_overhead = milliseconds

    def multipv(lines: int) -> None:
        engine.multipv = lines

    def skill(level: int) -> None:
        engine.skill = level

    def use_table(on: bool) -> None:
        engine.use_table = on

    def switches(text: str) -> None:
        try:
            engine.switches = parse_switches(text)
        except ValueError as error:
            raise ValueError(f"SearchSwitches: {error}") from None

    def shared(name: str) -> None:
        try:
            engine.want_place(shared=check_name(name) if name else "")
        except ValueError as error:
            raise ValueError(f"SharedHash: {error}") from None

    return [
        Spin(hash_name, wish.hash_mb, lambda mb: engine.want(hash_mb=mb), 1, machine_mb()),
        Spin("Threads", 1, threads, 1, MOST_THREADS),
        Spin("MultiPV", 1, multipv, 1, MOST_LINES),
        # The interface decides when to ponder; the engine only says that it can.
        Check(ponder_name, False, lambda on: None),
        Button("Clear Hash", engine.want_clear),
        Spin("Move Overhead", engine.move_overhead, overhead, 0, 5000),
        Spin("Skill Level", strength.FULL, skill, 0, strength.FULL),
        Text("SearchSwitches", "", switches),
        Check("UseTT", True, use_table),
        Check("UseClusteredTT", True, clustered),
        Combo("TTLayout", wish.layout.value, layout, tuple(member.value for member in Layout)),
        Combo(
            "TTPolicy",
            wish.policy.value,
            lambda name: engine.want(policy=Policy(name)),
            tuple(member.value for member in Policy),
        ),
        Combo("TTSync", wish.sync.value, lambda name: engine.want(sync=Sync(name)), SYNCS),
        Check("TTStatistics", False, lambda on: engine.want(statistics=on)),
        Spin("TTAgingInterval", 0, lambda nodes: engine.want(aging_interval=nodes), 0, 10**9),
        Spin("L2Hash", 0, lambda mb: engine.want(l2_mb=mb), 0, machine_mb()),
        Text("SharedHash", "", shared),
        FileName("HashFile", "", lambda path: engine.want_place(file=path)),
        *book_options(engine),
    ]


def book_options(engine: Protocol) -> list[Option[Any]]:
    """A book, and how much of it goes into the table."""
    return [
        FileName("BookFile", "", lambda path: engine.want_book(file=path, asked=engine.book_wish.asked + 1)),
        Check("PrefillOpeningBook", True, lambda on: engine.want_book(prefill=on)),
        Spin(
            "OpeningBookPrefillDepth",
            DEFAULT_PREFILL_DEPTH,
            lambda plies: engine.want_book(depth=plies),
            0,
            MOST_PLIES,
        ),
    ]
