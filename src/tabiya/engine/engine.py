"""`Engine`: the native search for Python programs.

>>> from tabiya import Engine, chess
>>> engine = Engine("chess", hash_mb=16)
>>> result = engine.search(chess.Board("6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1"), depth=5)
>>> result.best_move, result.score.mate
(Move.from_uci('d1d8'), 1)
"""

from __future__ import annotations

import weakref
from collections.abc import AsyncGenerator, Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar, Unpack

from .. import _core
from .._utils.arguments import check_int
from ..games import adapter_for, game_spec
from ..table.config import Validation
from ..table.transposition import TranspositionTable
from .background import analysing, analysing_async, search_in_background, stop_at_exit
from .limits import SearchArguments, check_limits
from .opening import DEFAULT_PREFILL_DEPTH, BookOpening
from .options import SearchFields, SearchOptions, make_options
from .overhead import DEFAULT_OVERHEAD, check_overhead
from .result import Progress
from .run import Run

if TYPE_CHECKING:
    import os

    from ..boards.board import GameBoard
    from ..boards.move import GameMove
    from ..books import Book, Prefilled
    from .result import Info, Result

__all__ = ["Engine"]

M = TypeVar("M", bound="GameMove")

DEFAULT_HASH_MB = 64
MAX_THREADS: int = _core.MAX_THREADS


class Engine:
    """Searches positions of one game, one search at a time, on `threads` native threads.

    The engine makes a table of `hash_mb` megabytes (default 64; 0 for no table) with a second tier of `l2_mb`
    (default none), or uses the given `table`, which several engines may share. A `book` (or its path) goes
    into the table before the first search, up to `prefill_depth` plies and as entries of `book_entry_depth`;
    see `prefill`. `overhead` is the time per move, in seconds, for delays between engine and clock.
    Other keywords are `SearchOptions`.

    Any thread may call any method. A second search while one runs raises RuntimeError: make another engine
    on the same table for that.
    """

    def __init__(
        self,
        game: str = "chess",
        *,
        threads: int = 1,
        table: TranspositionTable | None = None,
        hash_mb: float | None = None,
        l2_mb: float = 0,
        overhead: float = DEFAULT_OVERHEAD,
        book: Book | str | os.PathLike[str] | None = None,
        prefill_depth: int = DEFAULT_PREFILL_DEPTH,
        book_entry_depth: int = 0,
        **options: Unpack[SearchFields],
    ) -> None:
        self._spec = game_spec(game)
        self._threads = check_int("threads", threads, 1, MAX_THREADS)
        self._options = make_options(SearchOptions(), options)
        self._overhead = check_overhead(overhead)
        self._opening = BookOpening(game, book, prefill_depth, book_entry_depth)
        if table is not None and (hash_mb is not None or l2_mb):
            raise TypeError("an engine takes table= or hash_mb= and l2_mb=, not both")
        if hash_mb == 0 and l2_mb:
            raise ValueError(f"l2_mb must be 0 if hash_mb is 0, not {l2_mb!r}: a second tier needs a first")
        self._check_table(table)
        self._owns_table = table is None and hash_mb != 0
        if self._owns_table:
            size = DEFAULT_HASH_MB if hash_mb is None else hash_mb
            table = TranspositionTable(hash_mb=size, l2_mb=l2_mb)
        self._table = table
        self._native = self._spec.new_search()
        self._last_run: weakref.ref[Run] | None = None
        """The core knows whether it still runs."""

    # ---- settings --------------------------------------------------------------------------------

    @property
    def game(self) -> str:
        """The game's name."""
        return self._spec.name

    @property
    def table(self) -> TranspositionTable | None:
        """The table, or None. It can be replaced between searches."""
        return self._table

    @table.setter
    def table(self, table: TranspositionTable | None) -> None:
        self._check_table(table)
        self._check_idle("change table")
        self._table, self._owns_table = table, False

    @property
    def threads(self) -> int:
        """The number of search threads. It can be changed between searches."""
        return self._threads

    @threads.setter
    def threads(self, threads: int) -> None:
        checked = check_int("threads", threads, 1, MAX_THREADS)
        self._check_idle("change threads")
        self._threads = checked

    @property
    def overhead(self) -> float:
        """Seconds per move for delays between engine and clock. It can be changed between searches."""
        return self._overhead

    @overhead.setter
    def overhead(self, seconds: float) -> None:
        checked = check_overhead(seconds)
        self._check_idle("change overhead")
        self._overhead = checked

    @property
    def options(self) -> SearchOptions:
        """The switches of the search. ``engine.set_options(null_move=False)`` changes some."""
        return self._options

    def set_options(self, **changes: Unpack[SearchFields]) -> None:
        """Changes some `SearchOptions` between searches.

        >>> Engine(hash_mb=1).set_options(nul_move=False)
        Traceback (most recent call last):
        TypeError: no search option is called 'nul_move'; did you mean 'null_move'?
        """
        options = make_options(self._options, changes)
        self._check_idle("change options")
        self._options = options

    @property
    def book(self) -> Book | None:
        """The book that is put into the table before a search, or None. Setting a path opens the file."""
        return self._opening.book

    @book.setter
    def book(self, book: Book | str | os.PathLike[str] | None) -> None:
        if book is not self._opening.book:
            self._change_opening("book", book=book)

    @property
    def prefill_depth(self) -> int:
        """Plies of the book that go into the table. It can be changed between searches."""
        return self._opening.plies

    @prefill_depth.setter
    def prefill_depth(self, depth: int) -> None:
        if depth != self._opening.plies:
            self._change_opening("prefill_depth", plies=depth)

    @property
    def book_entry_depth(self) -> int:
        """Depth of the book's entries that have no score. It can be changed between searches."""
        return self._opening.entry_depth

    @book_entry_depth.setter
    def book_entry_depth(self, depth: int) -> None:
        if depth != self._opening.entry_depth:
            self._change_opening("book_entry_depth", entry_depth=depth)

    def _change_opening(self, what: str, **changes: Any) -> None:
        old = self._opening
        kept = {"book": old.book, "plies": old.plies, "entry_depth": old.entry_depth}
        opening = BookOpening(self.game, **{**kept, **changes})
        self._check_idle(f"change {what}")
        self._opening = opening

    @property
    def is_searching(self) -> bool:
        """Whether a search is running."""
        return bool(self._native._searching())

    @property
    def progress(self) -> Progress:
        """The counts of the running search, or of the last one. Any thread may read them at any time."""
        counts: dict[str, Any] = self._native._progress()
        for name in ("probes_by_depth", "hits_by_depth"):
            counts[name] = tuple(counts[name])
        return Progress(**counts)

    def prefill(self) -> Prefilled | None:
        """Puts the book into the table now, not at the start of the next search.

        Returns None if there is nothing to do. The book is stored again after the table was cleared, resized
        or replaced, or the book or its depth changed.

        >>> from tabiya import Engine
        >>> from tabiya.books import BookBuilder
        >>> builder = BookBuilder("chess")
        >>> builder.add_line(["d2d4", "d7d5", "c2c4"])
        >>> engine = Engine(hash_mb=1, book=builder.book())
        >>> engine.prefill(), engine.prefill()
        (Prefilled(stored=3, skipped=0, illegal=0), None)
        """
        self._check_idle("change prefill")
        return self._opening.fill(self._table)

    # ---- searching -------------------------------------------------------------------------------

    def search(self, board: GameBoard[M, Any], **limits: Unpack[SearchArguments]) -> Result[M]:
        """Searches a position until a limit, `stop` or Ctrl-C ends it. The board does not change.

        The first limit that is reached ends the search. Times are in seconds:

        - ``depth``, ``nodes``, ``time``; ``mate``: a mate in at most this many moves (shogi: plies) is found
        - ``white_clock``, ``black_clock``, ``white_inc``, ``black_inc``, ``byoyomi_time``, ``movestogo``: the
          clocks; the engine decides how long it thinks
        - ``infinite=True``: only `stop`; ``ponder=True`` with a clock: not before `ponderhit` or `stop`

        ``search_moves`` restricts the root moves, ``multipv`` is the number of best lines to return.
        ``on_info`` is called with an `Info` after each iteration, ``on_current_move`` with a `CurrentMove` in
        long searches, both on the calling thread. An exception in them ends the search and is raised here.

        ``record`` keeps up to this many visits of positions in ``result.recording`` (`tabiya.recording`). The
        result is the same, but the search takes about twice as long. It needs a table and one thread.
        """
        run = self._checked(board, dict(limits))
        with self._native._claim() as claim:
            self._begin(run, claim)
            return self._prepared(run)()

    def analyse(self, board: GameBoard[M, Any], **limits: Unpack[SearchArguments]) -> Iterator[Info[M]]:
        """Yields an `Info` for each iteration, without a limit unless one is given.

        The search runs on its own thread while the loop's body works, and ends with the loop.

        >>> from tabiya import chess
        >>> for info in Engine(hash_mb=1).analyse(chess.Board()):
        ...     if info.depth == 5:
        ...         break
        >>> info.depth
        5
        """
        return analysing(self, board, _endless(dict(limits)))

    def analyse_async(
        self, board: GameBoard[M, Any], **limits: Unpack[SearchArguments]
    ) -> AsyncGenerator[Info[M], None]:
        """`analyse` for asyncio: ``async for info in engine.analyse_async(board): ...``.

        The search begins with the first step, and ends with the loop. After a ``break`` it ends as soon as
        Python drops the iterator; `contextlib.aclosing` waits for that.
        """
        return analysing_async(self, board, _endless(dict(limits)))

    async def search_async(self, board: GameBoard[M, Any], **limits: Unpack[SearchArguments]) -> Result[M]:
        """`search` for asyncio. The event loop keeps running; cancelling stops the search.

        ``on_info`` is called by the event loop.
        """
        return await search_in_background(self, board, dict(limits))

    def stop(self) -> None:
        """Stops the running search, if any, from any thread. The search returns what it has found."""
        self._native._stop()

    def ponderhit(self) -> None:
        """The expected move was played: a search with ``ponder=True`` now uses its clock."""
        run = self._run
        if run is not None:
            run.ponderhit()

    @property
    def _run(self) -> Run | None:
        """Returns the last search, if it still exists."""
        return self._last_run() if self._last_run is not None else None

    def new_game(self) -> None:
        """Forgets earlier searches: move ordering, and the table if the engine made it.

        A table that was passed to the engine stays: others may use it.
        """
        self._check_idle("begin a new game")
        self._native._clear()
        if self._owns_table and self._table is not None:
            self._table.clear()

    def __repr__(self) -> str:
        table = "no table" if self._table is None else repr(self._table)
        threads = f"{self._threads} thread{'s' * (self._threads > 1)}"
        return f"<Engine {self.game}, {threads}, {table}>"

    # ---- one at a time ---------------------------------------------------------------------------

    def _checked(self, board: Any, arguments: dict[str, Any]) -> Run:
        """Returns a search with checked arguments."""
        limits = check_limits(arguments)
        if limits.mate is not None and self._spec.mates_in is None:
            raise ValueError(f"mate must be None, not {limits.mate!r}: {self._spec.name} has no mates")
        self._check_board(board)
        if self._table is not None:
            self._table._check_open()
        if limits.record is not None:
            self._check_recordable(limits.record)
        self._check_idle("search again")
        return Run(self._spec, self._native, board, limits, self._overhead)

    def _begin(self, run: Run, claim: _core.SearchClaim) -> None:
        """From here on `stop` and `ponderhit` apply to this run. The claim must be released at its end."""
        run.claim = claim
        self._last_run = weakref.ref(run)
        if run.limits.endless:
            stop_at_exit(self)
        self._opening.fill(self._table)

    def _prepared(self, run: Run) -> Callable[[], Result[Any]]:
        """Returns the search as a function that does not refer to this engine."""
        table = self._table
        if table is not None and not table.enabled:
            table = None
        return partial(run.search, table, self._options._config(self._threads))

    def _check_idle(self, action: str) -> None:
        if self.is_searching:
            raise RuntimeError(
                f"this engine is searching: stop() it to {action}, or make another engine on its table"
            )

    def _check_recordable(self, record: int) -> None:
        if self._threads > 1:
            raise ValueError(
                f"record must be None with {self._threads} threads, not {record!r}: set threads=1"
            )
        if self._table is None or not self._table.enabled:
            raise ValueError(f"record must be None without a table, not {record!r}: give the engine a table")
        validation = self._table.config.validation
        if validation is not Validation.RELEASE:
            raise ValueError(
                f"record must be None for a table with validation='{validation}', not {record!r}: "
                "make the table with validation='release'"
            )

    def _check_board(self, board: Any) -> None:
        if not isinstance(board, self._spec.board_class):
            kind = f"{type(board).__module__}.{type(board).__qualname__}"
            way_out = adapter_for(self._spec.name, board)
            raise TypeError(
                f"board must be a tabiya.{self._spec.name}.Board for this engine, not a {kind}{way_out}"
            )
        if not board._has_legal_move():
            raise ValueError("the game is over: the side to move has no legal move to search")

    def _check_table(self, table: Any) -> None:
        if table is not None and not isinstance(table, TranspositionTable):
            raise TypeError(
                f"table must be a tabiya.TranspositionTable or None, not {type(table).__name__} ({table!r})"
            )


def _endless(arguments: dict[str, Any]) -> dict[str, Any]:
    """The arguments of a search, which goes on until it is stopped if they have no limit."""
    limited = any(arguments.get(name) is not None for name in SearchArguments.__optional_keys__ - QUIET)
    return arguments if limited else {**arguments, "infinite": True}


QUIET = frozenset({"on_info", "on_current_move", "search_moves", "multipv", "ponder", "record"})
"""Arguments that do not limit a search."""
