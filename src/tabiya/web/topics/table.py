"""The live table: its contents by region, hits and replacements, for one table or two side by side."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from ...engine.engine import Engine
from ...table.choices import Layout, Policy
from ...table.entry_values import Bound, Source
from ...table.regions import AGES
from ...table.transposition import TranspositionTable
from .. import fields
from ..desk import free_table
from ..limits import MAX_HASH_MB, MAX_NODES, MAX_SECONDS, TABLE_UPDATES_PER_SECOND
from ..pace import Pace
from ..topic import Topic, command, end_task

__all__ = ["TableTopic", "snapshot"]

REGIONS = 256
MIN_HASH_MB = 0.0625


class TableTopic(Topic):
    """Searches a position on the page's own table, and if wanted on a second one, and shows both."""

    name = "table"

    def __init__(self, session: Any) -> None:
        super().__init__(session)
        self._second: Engine | None = None
        self._second_mb = 0.0
        self._searches: list[asyncio.Task[None]] = []
        self._watching: asyncio.Task[None] | None = None
        self._begun = 0.0
        self._ended = [0.0, 0.0]

    @command
    async def choices(self) -> dict[str, Any]:
        """What can be chosen for a table, and the names of the classes in pictures."""
        return {
            "layouts": [str(layout) for layout in Layout],
            "policies": [str(policy) for policy in Policy],
            "max_hash_mb": MAX_HASH_MB,
            "settings": _chosen(self.desk.settings),
            "bounds": [bound.name.lower() for bound in (Bound.UPPER, Bound.LOWER, Bound.EXACT)],
            "sources": [source.name.lower() for source in Source],
            "ages": list(AGES),
        }

    @command
    async def begin(self, position: Any, tables: Any, nodes: Any = 0) -> dict[str, Any]:
        """Searches a position with one or two new, empty tables, each on one thread.

        A table is ``{"hash_mb": 16, "layout": "cluster4", "policy": "cascade", "statistics": true}``.
        Without `nodes` the searches go on until `stop`.
        """
        at = fields.position(position)
        if not isinstance(tables, list) or not 1 <= len(tables) <= 2:
            raise ValueError("tables must be a list of one or two tables")
        settings = [_settings(table) for table in tables]
        limit = fields.integer("nodes", nodes, 0, MAX_NODES)
        if not at.board._has_legal_move():
            raise ValueError("the game is over: there is no move to search")
        await self._stop()
        self.desk.threads = 1
        await self.desk.configure(at.spec.name, **settings[0])
        self._replace_second(at.spec.name, settings[1] if len(settings) > 1 else None)
        limits = {"nodes": limit} if limit else {"time": MAX_SECONDS}
        self._begun, self._ended = time.monotonic(), [0.0, 0.0]
        self._searches = [self.start(self._search(0, at, limits))]
        if self._second is not None:
            self._searches.append(self.start(self._search(1, at, limits)))
        return self._state()

    @command
    async def stop(self) -> dict[str, Any]:
        """Ends the searches. The tables stay."""
        await self._stop()
        return self._state()

    @command
    async def state(self) -> dict[str, Any]:
        """The tables as they are now."""
        return self._state()

    @command
    async def watch(self, on: Any) -> dict[str, Any]:
        """Sends the tables several times per second while they change, until it is switched off."""
        await end_task(self._watching)
        self._watching = self.start(self._watch()) if fields.flag("on", on) else None
        return {}

    async def close(self) -> None:
        self._replace_second("", None)

    # ---- searches --------------------------------------------------------------------------------

    async def _search(self, number: int, at: fields.GameSoFar, limits: dict[str, Any]) -> None:
        try:
            if number == 0:
                await self.desk.search(at.spec.name, at.board, **limits)
            elif self._second is not None:
                with self.quota.search():
                    await self._second.search_async(at.board, **limits)
        finally:
            self._ended[number] = time.monotonic()

    def _replace_second(self, game: str, settings: dict[str, Any] | None) -> None:
        free_table(self._second)
        self._second = None
        size = settings["hash_mb"] if settings is not None else 0.0
        self.quota.take_hash(size, self._second_mb)
        self._second_mb = size
        if settings is not None:
            self._second = Engine(game, table=TranspositionTable(**settings))

    async def _stop(self) -> None:
        searches, self._searches = self._searches, []
        for task in searches:
            await end_task(task)

    # ---- pictures --------------------------------------------------------------------------------

    async def _watch(self) -> None:
        last: Any = None
        pace = Pace(TABLE_UPDATES_PER_SECOND)
        while True:
            state = self._state()
            known = [(table["nodes"], table["generation"], state["searching"]) for table in state["tables"]]
            if known != last:
                self.send("tables", **state)
                last = known
            await asyncio.sleep(pace.rest())

    def _state(self) -> dict[str, Any]:
        found = [engine for engine in (self.desk.current, self._second) if engine is not None]
        return {
            "searching": any(not task.done() for task in self._searches),
            "tables": [self._described(number, engine) for number, engine in enumerate(found)],
        }

    def _described(self, number: int, engine: Engine) -> dict[str, Any]:
        now = self._ended[number] or time.monotonic()
        return {**snapshot(engine), "seconds": now - self._begun if self._begun else 0.0}


def snapshot(engine: Engine, regions: int = REGIONS) -> dict[str, Any]:
    """All figures of an engine's table."""
    table = engine.table
    assert table is not None  # a desk's engine has one
    progress, stats = engine.progress, table.stats
    found = table.regions(regions)
    return {
        "settings": _chosen(table.config),
        "slots": table.capacity,
        "generation": table.generation,
        "hashfull": table.hashfull(),
        "fill_rate": table.fill_rate(),
        "nodes": progress.nodes,
        "probes": progress.probes,
        "hits": progress.hits,
        "by_depth": [
            [depth, probes, hits]
            for depth, (probes, hits) in enumerate(
                zip(progress.probes_by_depth, progress.hits_by_depth, strict=True)
            )
            if probes
        ],
        "stats": stats.as_dict() if stats.counting else None,
        "regions": {
            **{name: found[name].tolist() for name in ("slots", "entries", "bounds", "sources", "ages")},
            "depth": found["depth"].round(2).tolist(),
        },
    }


def _chosen(settings: Any) -> dict[str, Any]:
    """The settings that the page shows."""
    if isinstance(settings, dict):
        defaults = {"layout": Layout.CLUSTER4, "policy": Policy.CASCADE, "statistics": False}
        settings = {**defaults, **settings}
        return {name: settings[name] for name in ("hash_mb", "layout", "policy", "statistics")}
    megabytes = settings.clusters * settings.layout.cluster_bytes / 2**20
    return {
        "hash_mb": round(megabytes, 4),
        "layout": str(settings.layout),
        "policy": str(settings.policy),
        "statistics": settings.counting,
    }


def _settings(value: Any) -> dict[str, Any]:
    """The checked settings of a table."""
    if not isinstance(value, dict) or not value.keys() <= {"hash_mb", "layout", "policy", "statistics"}:
        raise ValueError("a table must be an object with hash_mb, layout, policy and statistics")
    return {
        "hash_mb": fields.number("hash_mb", value.get("hash_mb", 32), MIN_HASH_MB, MAX_HASH_MB),
        "layout": _choice("layout", Layout, value.get("layout", "cluster4")),
        "policy": _choice("policy", Policy, value.get("policy", "cascade")),
        "statistics": fields.flag("statistics", value.get("statistics", True)),
    }


def _choice(name: str, choices: Any, value: Any) -> str:
    known = [str(choice) for choice in choices]
    if value not in known:
        raise ValueError(f"{name} must be one of {', '.join(known)}, not {str(value)[:40]!r}")
    return str(value)
