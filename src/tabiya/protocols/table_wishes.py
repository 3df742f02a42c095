"""What an engine does about its table and its book between searches."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any, ClassVar

from ..engine.options import SearchOptions
from .table_report import known

if TYPE_CHECKING:
    import threading

    from ..engine.engine import Engine
    from .book_keeper import BookKeeper, BookWish
    from .output import Output
    from .table_keeper import TableKeeper, TableWish

__all__ = ["TableWishes"]


class TableWishes:
    """Mixed into `Protocol`, whose parts it uses."""

    if TYPE_CHECKING:
        game: ClassVar[str]
        engine: Engine
        output: Output
        keeper: TableKeeper
        wish: TableWish
        book_keeper: BookKeeper
        book_wish: BookWish
        use_table: bool
        threads: int
        switches: dict[str, Any]
        move_overhead: int
        _deferred: list[str]
        _clear_wanted: bool
        _table_lock: threading.RLock

        def stop(self) -> None: ...
        def rules_of_search(self) -> dict[str, Any]: ...

    def _wishes(self) -> tuple[object, ...]:
        return self.wish, self.book_wish, self._clear_wanted, self.use_table, self.switches

    def prepare(self) -> None:
        """Makes the table what the options say. Not while a search runs."""
        with self._table_lock:
            for sentence in self.keeper.apply(self.wish):
                self.output.say(sentence)
            if self._clear_wanted:
                self.output.say(self.keeper.clear())
            self._clear_wanted = False
            self.engine.table = self.keeper.table if self.use_table else None
            self.engine.threads = self.threads
            self.engine.move_overhead = self.move_overhead
            rules = {"rule50_keys": self.wish.rule50_keys, **self.rules_of_search()}
            self.engine.set_options(**(asdict(SearchOptions()) | rules | self.switches))
            self.prefill()

    def prefill(self) -> None:
        """Puts the book into the table, unless it is there."""
        for sentence in self.book_keeper.apply(self.book_wish, self.engine):
            self.output.say(sentence)

    def close(self) -> None:
        """Ends what the engine holds; the conversation is over."""
        self.stop()
        self.engine.table = None
        self.keeper.close()

    def apply_deferred(self) -> None:
        """What was asked for during the search, once, now that it has ended."""
        with self._table_lock:
            names, self._deferred = self._deferred, []
            if names:
                self.prepare()
                self.output.say(f"{', '.join(dict.fromkeys(names))}: done after the search")

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

    def want_clear(self) -> None:
        """Clear Hash: at once, or after the search."""
        self._clear_wanted = True

    def say_known(self, board: Any) -> None:
        """What an earlier engine found out about the position, where the table outlives engines."""
        table = self.engine.table
        if table is not None and not self.keeper.private:
            sentence = known(table, board, self.game, self.wish.rule50_keys)
            if sentence is not None:
                self.output.say(sentence)
