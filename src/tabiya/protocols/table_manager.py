"""What an engine does about its table and its book between searches."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import asdict, replace
from typing import Any

from ..engine.engine import Engine
from ..engine.options import SearchOptions
from .book_keeper import BookKeeper, BookWish
from .output import Output
from .table_keeper import TableKeeper, TableWish
from .table_report import known

__all__ = ["TableManager"]


class TableManager:
    """Notes what the options ask for, and makes it so between searches.

    `rules` gives the rules of the game that the search has to know, as `SearchOptions`.
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
        self.switches: dict[str, Any] = {}
        self.searched = False
        """Whether the table may hold anything."""
        self.clear_wanted = False
        self._deferred: list[str] = []  # what waits for the end of the search, by the options' names
        self._lock = threading.RLock()

    # ---- wishes ----------------------------------------------------------------------------------

    def wishes(self) -> tuple[object, ...]:
        """All that has to wait for the end of a search."""
        return self.wish, self.book_wish, self.clear_wanted, self.use_table, self.switches

    def want(self, **changes: Any) -> None:
        """Notes what the table's place and keys should be from the next search on."""
        self.wish = replace(self.wish, **changes)

    def want_setting(self, name: str, value: Any) -> None:
        """Notes what a setting of the table should be from the next search on."""
        self.wish = self.wish.with_settings(**{name: value})

    def want_place(self, **changes: str) -> None:
        """Notes in which memory or file the table should be."""
        self.want(place=self.wish.place._replace(**changes), asked=self.wish.asked + 1)

    def want_book(self, **changes: Any) -> None:
        """Notes which book should be in the table."""
        self.book_wish = self.book_wish._replace(**changes)

    def want_book_file(self, path: str) -> None:
        """Notes which file the book should come from."""
        self.want_book(file=path, asked=self.book_wish.asked + 1)

    def want_clear(self) -> None:
        """Clear Hash: at once, or after the search."""
        self.clear_wanted = True

    # ---- between searches ------------------------------------------------------------------------

    def prepare(self) -> None:
        """Makes the table what the options say. Not while a search runs."""
        with self._lock:
            for sentence in self.keeper.apply(self.wish):
                self.output.say(sentence)
            if self.clear_wanted:
                self.output.say(self.keeper.clear())
            self.clear_wanted = False
            self.engine.table = self.keeper.table if self.use_table else None
            self.engine.threads = self.threads
            self.engine.move_overhead = self.move_overhead
            rules = {"rule50_keys": self.wish.rule50_keys, **self._rules()}
            self.engine.set_options(**(asdict(SearchOptions()) | rules | self.switches))
            self.prefill()

    def prefill(self) -> None:
        """Puts the book into the table, unless it is there."""
        for sentence in self.book_keeper.apply(self.book_wish, self.engine):
            self.output.say(sentence)

    def new_game(self) -> None:
        """Empties the table, unless others use it or a file keeps it."""
        if self.keeper.private and self.keeper.table is not None and self.searched:
            self.keeper.table.clear()
            self.output.say("the table starts empty: a new game begins")
            self.searched = False
            self.prefill()

    def defer(self, name: str) -> None:
        """Leaves what an option asks for to the end of the search."""
        self._deferred.append(name)
        self.output.say(f"{name} takes effect when the search ends")

    def apply_deferred(self) -> None:
        """What was asked for during the search, once, now that it has ended."""
        with self._lock:
            names, self._deferred = self._deferred, []
            if names:
                self.prepare()
                self.output.say(f"{', '.join(dict.fromkeys(names))}: done after the search")

    def say_known(self, board: Any) -> None:
        """What an earlier engine found out about the position, where the table outlives engines."""
        table = self.engine.table
        if table is not None and not self.keeper.private:
            sentence = known(table, board, self.engine.game, self.wish.rule50_keys)
            if sentence is not None:
                self.output.say(sentence)

    def close(self) -> None:
        """Ends what the engine holds; the conversation is over."""
        self.engine.table = None
        self.keeper.close()
