"""`tabiya analyse POSITION`: depth, score, nodes, speed, hits and the line, live."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.live import Live
from rich.markup import escape
from rich.table import Table

from ..engine.search_report import search_report
from ..games import game_spec
from ..storage.whole import check_target
from .group import end_interrupted

if TYPE_CHECKING:
    from ..analysis.sources import PositionSource
    from .analyse_options import AnalyseOptions

__all__ = ["analyse_position"]

DEFAULT_SECONDS = 5.0
WIDTHS = {"depth": 6, "score": 7, "nodes": 12, "nodes/s": 11, "seconds": 7, "hits": 4, "full": 4}


def analyse_position(source: PositionSource, asked: AnalyseOptions) -> None:
    """Searches a position and prints what the search reports, then the best move."""
    asked.check_one_position()
    limits = {"multipv": asked.multipv, **asked.limits}
    if asked.infinite:
        limits["infinite"] = True
    elif not asked.limits:
        limits["time"] = DEFAULT_SECONDS
    game_spec(source.game).notation.checked_form(asked.notation)
    with _engine(source, asked) as engine:
        if asked.as_json:
            _print_json(engine, source.board, limits)
        else:
            _Shown(engine, source, asked).run(limits)


# ---- engines ---------------------------------------------------------------------------------------


@contextmanager
def _engine(source: PositionSource, asked: AnalyseOptions) -> Iterator[Any]:
    """An engine with its table, and its companion processes."""
    from ..analysis.tables import game_table
    from ..engine.engine import Engine

    with ExitStack() as stack:
        if asked.trace is not None:
            yield stack.enter_context(_recorded_engine(source.game, asked.hash_mb, asked.trace))
        elif asked.processes > 1:
            yield stack.enter_context(_engine_among_processes(source, asked))
        elif asked.no_table:
            yield Engine(source.game, threads=asked.threads, hash_mb=0)
        else:
            path = str(asked.hash_file) if asked.hash_file else None
            table = stack.enter_context(game_table(path=path, hash_mb=asked.hash_mb))
            yield Engine(source.game, threads=asked.threads, table=table)


@contextmanager
def _engine_among_processes(source: PositionSource, asked: AnalyseOptions) -> Iterator[Any]:
    from .. import TranspositionTable
    from ..engine.companions import Companions
    from ..engine.engine import Engine

    if asked.no_table:
        raise ValueError("--processes share a table and cannot be combined with --no-table")
    text = game_spec(source.game).notation.full_text(source.board)
    others = asked.processes - 1
    with TranspositionTable.create_shared(f"analyse-{os.getpid()}", hash_mb=asked.hash_mb) as shared:
        with Companions(source.game, text, shared, others, asked.threads) as companions:
            yield Engine(source.game, threads=asked.threads, table=shared)
        Console(stderr=True).print(
            f"{companions.nodes:,} nodes in {others} other process{'es' * (others > 1)}", highlight=False
        )


@contextmanager
def _recorded_engine(game: str, hash_mb: float, path: Path) -> Iterator[Any]:
    """An engine whose table records all probes and stores."""
    from ..engine.engine import Engine
    from ..lab.traces import recording

    check_target(path)
    with recording(game, {"hash_mb": hash_mb}) as recorder:
        yield Engine(game, table=recorder.table)
    recorder.trace.save(path)
    Console(stderr=True).print(
        f"{len(recorder.trace):,} probes and stores in {escape(str(path))}: `tabiya lab trace` shows them, "
        "`tabiya lab replay` tries other tables",
        highlight=False,
    )


# ---- output ------------------------------------------------------------------------------------------


class _Shown:
    """A search as rows: a live table on a terminal, whole lines elsewhere."""

    def __init__(self, engine: Any, source: PositionSource, asked: AnalyseOptions) -> None:
        self.engine = engine
        self.board = source.board
        self.notation = game_spec(source.game).notation
        self.form = asked.notation
        self.stats = asked.stats
        self.columns = {"line": 4, **WIDTHS} if asked.multipv > 1 else WIDTHS
        self.best: Any = None
        """The last info about the best line. Infos about other lines may follow it."""

    def run(self, limits: dict[str, Any]) -> None:
        console = Console()
        console.print(str(self.board), markup=False, highlight=False)
        result: Any = None
        try:
            result = self._live(console, limits) if console.is_terminal else self._plain(limits)
        except KeyboardInterrupt:
            if self.best is None:
                raise
        print(self._summary(result))
        if result is None and not limits.get("infinite"):
            end_interrupted()
        if self.stats and result is not None:
            for line in search_report(result.stats):
                print(line)

    def _live(self, console: Console, limits: dict[str, Any]) -> Any:
        table = Table(box=None, pad_edge=False, collapse_padding=True)
        for column in self.columns:
            table.add_column(column, justify="right", min_width=5, no_wrap=True)
        table.add_column("moves", overflow="ellipsis", no_wrap=True, ratio=1)
        with Live(table, console=console, auto_refresh=False, vertical_overflow="visible") as live:

            def show(info: Any) -> None:
                table.add_row(*map(escape, self._cells(info, _short)))
                live.refresh()

            return self.engine.search(self.board, **limits, on_info=show)

    def _plain(self, limits: dict[str, Any]) -> Any:
        """Prints each row at once and in full, for files and pipes."""
        widths = [*self.columns.values(), 0]

        def show(*cells: str) -> None:
            aligned = (cell.rjust(width) for cell, width in zip(cells, widths, strict=True))
            print(" ".join(aligned), flush=True)

        show(*self.columns, "moves")
        return self.engine.search(
            self.board, **limits, on_info=lambda info: show(*self._cells(info, "{:,}".format))
        )

    def _cells(self, info: Any, count: Callable[[int], str]) -> tuple[str, ...]:
        if info.multipv == 1:
            self.best = info
        has_table = self.engine.table is not None
        return (
            *((str(info.multipv),) if "line" in self.columns else ()),
            f"{info.depth}/{info.seldepth}",
            str(info.score),
            count(info.nodes),
            count(info.nps),
            f"{info.time:.2f}",
            f"{info.hit_rate:.0%}" if has_table else "",
            f"{info.hashfull / 10:.0f}%" if has_table else "",
            " ".join(self.notation.write_line(self.board, info.pv, self.form)),
        )

    def _summary(self, result: Any) -> str:
        """The best move and its score, of the whole search or of what Ctrl-C left."""
        found = self.best if result is None else result
        best = found.pv[0] if result is None else result.best_move
        move = self.notation.write(self.board, best, self.form)
        work = f"depth {found.depth}, {found.nodes:,} nodes in {found.time:.2f} s"
        return f"best move {move}, score {found.score} ({work})"


def _short(count: int) -> str:
    """
    >>> [_short(count) for count in (950, 31_344, 7_700_000)]
    ['950', '31.3k', '7.7M']
    """
    for size, name in ((10**9, "G"), (10**6, "M"), (10**3, "k")):
        if count >= size:
            return f"{count / size:.1f}{name}"
    return str(count)


def _print_json(engine: Any, board: Any, limits: dict[str, Any]) -> None:
    try:
        result = engine.search(
            board, **limits, on_info=lambda info: print(json.dumps(_fields(info)), flush=True)
        )
    except KeyboardInterrupt:
        if limits.get("infinite"):
            return
        end_interrupted()
    answer = {"best_move": str(result.best_move), **_fields(result), "stats": dict(result.stats)}
    print(json.dumps(answer))


def _fields(found: Any) -> dict[str, Any]:
    """An info or a result as a dict for JSON."""
    score = found.score
    plain: dict[str, Any] = {
        "depth": found.depth,
        "seldepth": found.seldepth,
        "cp": score.cp,
        "mate": score.mate,
        "nodes": found.nodes,
        "seconds": round(found.time, 4),
        "nps": found.nps,
        "hashfull": found.hashfull,
        "pv": [str(move) for move in found.pv],
    }
    if hasattr(found, "multipv"):  # an info; a result has these in its stats
        plain["multipv"] = found.multipv
        plain |= {"probes": found.probes, "hits": found.hits, "hit_rate": round(found.hit_rate, 4)}
    return plain
