"""`Desk`: the engine and the table of one page."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from ..engine.engine import Engine
from ..table.transposition import TranspositionTable
from .limits import MAX_SECONDS, MAX_THREADS
from .quota import Quota

if TYPE_CHECKING:
    from ..recording import Recording

__all__ = ["Desk", "Hold", "free_table"]

DEFAULT_HASH_MB = 32.0
VISIT_BYTES = 120
"""Memory of a recorded visit, with its probes and stores."""


PATIENCE = 0.005
"""Seconds between two checks whether the engine is free."""


class Hold(NamedTuple):
    """The engine while one task holds it."""

    desk: Desk
    engine: Engine
    number: int

    @property
    def wanted(self) -> bool:
        """Whether no newer task has asked for the engine."""
        return self.number == self.desk._newest


class Desk:
    """One engine on one table, for the game that the page shows. Both are made when they are needed.

    Only one search runs at a time. `search` ends the running one and all that still wait.
    """

    def __init__(self, quota: Quota) -> None:
        self.quota = quota
        self.settings: dict[str, Any] = {"hash_mb": DEFAULT_HASH_MB}
        """Fields of `TableConfig` for the next table."""
        self.threads = 1
        self.recording: Recording | None = None
        """The last search, if it was recorded."""
        self._engine: Engine | None = None
        self._taken_mb = 0.0
        self._recording_mb = 0.0
        self._held = False
        self._newest = 0

    @property
    def table(self) -> TranspositionTable | None:
        """The table of the last search; None before the first."""
        return self._engine.table if self._engine is not None else None

    @property
    def current(self) -> Engine | None:
        """The engine of the last search; None before the first."""
        return self._engine

    def engine(self, game: str) -> Engine:
        """Returns the engine for a game. Another game gets a new engine and an empty table."""
        if self._engine is None or self._engine.game != game:
            self._make(game, self.settings)
        assert self._engine is not None
        return self._engine

    async def configure(self, game: str, **settings: Any) -> None:
        """Replaces the table by an empty one with other settings. Ends a running search.

        Raises ValueError and changes nothing if a setting is wrong or the table too large.
        """
        async with self._idle():
            self._make(game, {**self.settings, **settings})

    def _make(self, game: str, settings: dict[str, Any]) -> None:
        size = float(settings["hash_mb"])
        before = self.quota.hash_mb
        self.quota.take_hash(size, self._taken_mb)
        try:
            engine = Engine(game, threads=self.threads, table=TranspositionTable(**settings))
        except BaseException:
            self.quota.hash_mb = before
            raise
        free_table(self._engine)
        self._engine, self.settings, self._taken_mb = engine, settings, size
        self._forget()

    async def search(
        self, game: str, board: Any, on_info: Callable[[Any], object] | None = None, **limits: Any
    ) -> Any:
        """Searches a position after ending the search before it. Returns the result.

        Cancelling the task ends the search. Without a limit the search ends after `MAX_SECONDS`.
        """
        if limits.keys() <= {"multipv"}:
            limits["time"] = MAX_SECONDS
        async with self.hold(game) as hold:
            return await hold.engine.search_async(board, on_info=on_info, **limits)

    @asynccontextmanager
    async def hold(self, game: str) -> AsyncIterator[Hold]:
        """Holds the engine for several searches, after ending the search before it.

        A task that asks for the engine stops the search. Then `Hold.wanted` is false, and the block must end.
        """
        async with self._idle() as number:
            with self.quota.search():
                engine = self.engine(game)
                engine.threads = min(self.threads, MAX_THREADS)
                self._forget()
                yield Hold(self, engine, number)

    async def record(self, game: str, board: Any, capacity: int, **limits: Any) -> Any:
        """Searches a position on one thread and an empty table, and keeps the recording."""
        self.threads = 1
        async with self._idle():
            self._make(game, self.settings)
        size = capacity * VISIT_BYTES / 2**20
        self.quota.take_hash(size)
        try:
            result = await self.search(game, board, record=capacity, **limits)
        except BaseException:
            self.quota.take_hash(0, size)
            raise
        self.recording, self._recording_mb = result.recording, size
        return result

    def _forget(self) -> None:
        """Drops the recording, because the table was replaced or is about to change."""
        self.quota.take_hash(0, self._recording_mb)
        self.recording, self._recording_mb = None, 0.0

    @asynccontextmanager
    async def _idle(self) -> AsyncIterator[int]:
        """Holds the engine. Stops a running search and waits for its end. Gives way to a newer caller."""
        self._newest += 1
        mine = self._newest
        while self._held and mine == self._newest:
            # A holder may be between two searches, where a stop has no effect. So it is repeated.
            if self._engine is not None:
                self._engine.stop()
            await asyncio.sleep(PATIENCE)
        if mine != self._newest:
            raise asyncio.CancelledError
        self._held = True
        try:
            yield mine
        finally:
            self._held = False

    async def close(self) -> None:
        """Ends the search and gives the memory back."""
        async with self._idle():
            free_table(self._engine)
            self._engine = None
            self._forget()
            self.quota.take_hash(0, self._taken_mb)
            self._taken_mb = 0.0


def free_table(engine: Engine | None) -> None:
    """Takes the table from an idle engine and frees it.

    The quota counts its memory as free at once; the garbage collector may free it much later.
    """
    table = engine.table if engine is not None else None
    if engine is not None and table is not None:
        engine.table = None
        _close_when_free(table)


def _close_when_free(table: TranspositionTable) -> None:
    try:
        table.close()
    except BufferError:  # a picture of it is being made
        asyncio.get_running_loop().call_later(PATIENCE, _close_when_free, table)
