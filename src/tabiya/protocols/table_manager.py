"""Manages an engine's table and book between searches."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import asdict, replace
from typing import Any

from ..engine.engine import Engine
from ..engine.options import SearchOptions
from ..table.config import Layout
from .book_keeper import BookKeeper, BookWish
from .output import Output
from .table_keeper import TableKeeper, TableWish
from .table_report import known

__all__ = ["TableManager"]


class TableManager:
    """Records what the options ask for, and applies it between searches.

    `rules` returns the rules of the game that the search needs, as `SearchOptions`.
    """

    def __init__(self, engine: Engine, output: Output, rules: Callable[[], dict[str, Any]]) -> None:
        self.engine, self.output, self._rules = engine, output, rules
        self.keeper = TableKeeper()
        self.wish = TableWish()
        self.book_keeper = BookKeeper()
        self.book_wish = BookWish()
        self.use_table = True
        self.threads = 1
        self.move_overhead = 30
        """Milliseconds, as in the protocols."""
        self.switches: dict[str, Any] = {}
        self.searched = False
        """Whether the table may hold anything."""
        self.clear_wanted = False
        self._clustered: bool | None = True
        """What the interface knows of UseClusteredTT; None if it has set the option and waits to hear."""
        self._deferred: list[str] = []  # names of the options that wait for the end of the search
        self._lock = threading.RLock()

    # ---- wishes ----------------------------------------------------------------------------------

    def wishes(self) -> tuple[object, ...]:
        """Everything that has to wait for the end of a search."""
        return self.wish, self.book_wish, self.clear_wanted, self.use_table, self.switches

    def want(self, **changes: Any) -> None:
        """Records the table's place and keys for the next search."""
        self.wish = replace(self.wish, **changes)

    def want_setting(self, name: str, value: Any) -> None:
        """Records a setting of the table for the next search."""
        self.wish = self.wish.with_settings(**{name: value})

    def want_clustered(self, on: bool) -> None:
        """Records single slots or clusters for the next search. The answer comes even if nothing changes."""
        if on != (self.wish.settings["layout"] is not Layout.SINGLE):
            self.want_setting("layout", Layout.CLUSTER4 if on else Layout.SINGLE)
        self._clustered = None

    def want_place(self, **changes: str) -> None:
        """Records the memory or file for the table."""
        self.want(place=self.wish.place._replace(**changes), asked=self.wish.asked + 1)

    def want_book(self, **changes: Any) -> None:
        """Records the book for the table."""
        self.book_wish = self.book_wish._replace(**changes)

    def want_book_file(self, path: str) -> None:
        """Records the file of the book."""
        self.want_book(file=path, asked=self.book_wish.asked + 1)

    def want_clear(self) -> None:
        """Clear Hash: empties the table now, or after the search."""
        self.clear_wanted = True

    # ---- between searches ------------------------------------------------------------------------

    def prepare(self) -> None:
        """Applies the options to the table. Must not be called during a search."""
        with self._lock:
            sentences = self.keeper.apply(self.wish)
            self._say_clustered()
            for sentence in sentences:
                self.output.say(sentence)
            if self.clear_wanted:
                self.output.say(self.keeper.clear())
            self.clear_wanted = False
            self.engine.table = self.keeper.table if self.use_table else None
            self.engine.threads = self.threads
            self.engine.overhead = self.move_overhead / 1000
            rules = {"rule50_keys": self.wish.rule50_keys, **self._rules()}
            self.engine.set_options(**(asdict(SearchOptions()) | rules | self.switches))
            self.prefill()

    def _say_clustered(self) -> None:
        """Reports whether the table has clusters, if that is news or was asked for."""
        if self.keeper.table is not None and self.keeper.table.clustered != self._clustered:
            self._clustered = self.keeper.table.clustered
            self.output.say(f"Clustered TT {'enabled' if self._clustered else 'disabled'}")

    def prefill(self) -> None:
        """Puts the book into the table, unless it is already there."""
        for sentence in self.book_keeper.apply(self.book_wish, self.engine):
            self.output.say(sentence)

    def new_game(self) -> None:
        """Empties the table, unless it is shared or kept in a file."""
        if self.keeper.private and self.keeper.table is not None and self.searched:
            self.keeper.table.clear()
            self.output.say("the table starts empty: new game")
            self.searched = False
            self.prefill()

    def defer(self, name: str) -> None:
        """Postpones an option to the end of the search."""
        self._deferred.append(name)
        self.output.say(f"{name} takes effect when the search ends")

    def apply_deferred(self) -> None:
        """Applies the options that were set during the search."""
        with self._lock:
            names, self._deferred = self._deferred, []
            if names:
                self.prepare()
                self.output.say(f"{', '.join(dict.fromkeys(names))}: applied after the search")

    def say_known(self, board: Any) -> None:
        """Reports what an earlier engine found out about the position, if the table outlives engines."""
        table = self.engine.table
        if table is not None and not self.keeper.private:
            sentence = known(table, board, self.engine.game, self.wish.rule50_keys)
            if sentence is not None:
                self.output.say(sentence)

    def close(self) -> None:
        """Closes the engine's table at the end of the conversation."""
        self.engine.table = None
        self.keeper.close()
