"""What an engine's options ask for, and how its table and book become that between searches."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from ..engine.engine import Engine
from ..engine.opening import DEFAULT_PREFILL_DEPTH
from ..engine.options import SearchOptions
from ..table.config import Layout
from .engine_table import EngineTable, TableRequest, reason
from .output import Output
from .table_report import known

if TYPE_CHECKING:
    from ..books import Book, Prefilled

__all__ = ["TableManager"]


class BookRequest(NamedTuple):
    """What the options ask for."""

    file: str = ""
    prefill: bool = True
    plies: int = DEFAULT_PREFILL_DEPTH
    entry_depth: int = 0
    asked: int = 0
    """How often a file was requested. A file that could not be read is only tried again on a new request."""


class EngineBook:
    """Puts the requested book into the engine's table. Reads each file once and fills each table once."""

    def __init__(self) -> None:
        self._book: Book | None = None
        self._has = BookRequest()

    def apply(self, wanted: BookRequest, engine: Engine) -> list[str]:
        """Gives the engine its book and fills its table if needed. Returns messages for the user."""
        said = []
        if (wanted.file, wanted.asked) != (self._has.file, self._has.asked):
            said = self._read(wanted, engine.game)
        self._has = wanted
        engine.book = self._book if wanted.prefill else None
        engine.prefill_depth = wanted.plies
        engine.book_entry_depth = wanted.entry_depth
        filled = engine.prefill()
        if filled is not None:
            said.append(f"opening book: {_told(filled)}")
        return said

    def _read(self, wanted: BookRequest, game: str) -> list[str]:
        if not wanted.file:
            self._book = None
            return []
        from ..books import BookError, open_book

        try:
            book = open_book(os.path.expanduser(wanted.file))
            if book.game != game:
                raise BookError(wanted.file, f"the book is for {book.game}")
        except (OSError, ValueError, ImportError) as error:
            goes_on = "no book is used" if self._book is None else "the book stays as it was"
            return [f"BookFile {wanted.file!r} cannot be used: {reason(error)}; {goes_on}"]
        self._book = book
        return []


def _told(filled: Prefilled) -> str:
    """
    >>> from tabiya.books import Prefilled
    >>> _told(Prefilled(120, 3, 1))
    '120 positions stored in the table, 3 skipped (already known or no room); 1 move is not legal'
    """
    left_out = f", {filled.skipped} skipped (already known or no room)" if filled.skipped else ""
    moves = "1 move is" if filled.illegal == 1 else f"{filled.illegal} moves are"
    return f"{filled.stored} positions stored in the table{left_out}" + (
        f"; {moves} not legal" if filled.illegal else ""
    )


class TableManager:
    """Keeps what the options ask for, and applies it between searches.

    `rules` returns the rules of the game that the search needs, as `SearchOptions`.
    """

    def __init__(self, engine: Engine, output: Output, rules: Callable[[], dict[str, Any]]) -> None:
        self.engine, self.output, self._rules = engine, output, rules
        self.engine_table = EngineTable()
        self.wanted = TableRequest()
        self._book = EngineBook()
        self._wanted_book = BookRequest()
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

    # ---- requests --------------------------------------------------------------------------------

    def requests(self) -> tuple[object, ...]:
        """Everything that has to wait for the end of a search."""
        return self.wanted, self._wanted_book, self.clear_wanted, self.use_table, self.switches

    def want(self, **changes: Any) -> None:
        """Notes the table's place and keys for the next search."""
        self.wanted = replace(self.wanted, **changes)

    def want_setting(self, name: str, value: Any) -> None:
        """Notes a setting of the table for the next search."""
        self.wanted = self.wanted.with_settings(**{name: value})

    def want_clustered(self, on: bool) -> None:
        """Notes single slots or clusters for the next search. The answer comes even if nothing changes."""
        if on != (self.wanted.settings["layout"] is not Layout.SINGLE):
            self.want_setting("layout", Layout.CLUSTER4 if on else Layout.SINGLE)
        self._clustered = None

    def want_place(self, **changes: str) -> None:
        """Notes the memory or file for the table."""
        self.want(place=self.wanted.place._replace(**changes), asked=self.wanted.asked + 1)

    def want_book(self, **changes: Any) -> None:
        """Notes the book for the table."""
        self._wanted_book = self._wanted_book._replace(**changes)

    def want_book_file(self, path: str) -> None:
        """Notes the file of the book."""
        self.want_book(file=path, asked=self._wanted_book.asked + 1)

    def want_clear(self) -> None:
        """Clear Hash: empties the table now, or after the search."""
        self.clear_wanted = True

    # ---- between searches ------------------------------------------------------------------------

    def prepare(self) -> None:
        """Applies the options to the table. Must not be called during a search."""
        with self._lock:
            sentences = self.engine_table.apply(self.wanted)
            self._say_clustered()
            for sentence in sentences:
                self.output.say(sentence)
            if self.clear_wanted:
                self.output.say(self.engine_table.clear())
            self.clear_wanted = False
            self.engine.table = self.engine_table.table if self.use_table else None
            self.engine.threads = self.threads
            self.engine.overhead = self.move_overhead / 1000
            rules = {"rule50_keys": self.wanted.rule50_keys, **self._rules()}
            self.engine.set_options(**(asdict(SearchOptions()) | rules | self.switches))
            self.prefill()

    def _say_clustered(self) -> None:
        """Reports whether the table has clusters, if that is news or was asked for."""
        if self.engine_table.table is not None and self.engine_table.table.clustered != self._clustered:
            self._clustered = self.engine_table.table.clustered
            self.output.say(f"Clustered TT {'enabled' if self._clustered else 'disabled'}")

    def prefill(self) -> None:
        """Puts the book into the table, unless it is already there."""
        for sentence in self._book.apply(self._wanted_book, self.engine):
            self.output.say(sentence)

    def new_game(self) -> None:
        """Empties the table, unless it is shared or kept in a file."""
        if self.engine_table.private and self.engine_table.table is not None and self.searched:
            self.engine_table.table.clear()
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
        if table is not None and not self.engine_table.private:
            sentence = known(table, board, self.engine.game, self.wanted.rule50_keys)
            if sentence is not None:
                self.output.say(sentence)

    def close(self) -> None:
        """Closes the engine's table at the end of the conversation."""
        self.engine.table = None
        self.engine_table.close()
