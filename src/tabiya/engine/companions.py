"""Helper processes that search the same position on the same shared table until stopped."""

from __future__ import annotations

import multiprocessing
import threading
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, Self

from ..games import game_spec

__all__ = ["Companions"]

SECONDS_TO_START = 60.0


class Companions:
    """`count` processes with an engine each, for one position. Use it in a ``with`` block.

    They share their results only through the table. They end with the ``with`` block, and when the process
    that started them ends in any way.

    >>> import os
    >>> from tabiya import Engine, TranspositionTable, chess
    >>> name = f"doctest-companions-{os.getpid()}"
    >>> with TranspositionTable.create_shared(name, hash_mb=4) as table:
    ...     with Companions("chess", chess.STARTING_FEN, table, 1) as others:
    ...         best = Engine(table=table).search(chess.Board(), depth=6).best_move
    >>> others.nodes > 0
    True
    """

    def __init__(self, game: str, position: str | None, table: Any, count: int, threads: int = 1) -> None:
        game_spec(game).board(position)  # raise errors in this process
        self.nodes = 0
        """Their nodes, available after they have ended."""
        self._processes: list[Any] = []
        self._pipes: list[Connection] = []
        context = multiprocessing.get_context("spawn")
        for _ in range(count):
            ours, theirs = context.Pipe()
            process = context.Process(
                target=_search_along, args=(theirs, game, position, table, threads), daemon=True
            )
            process.start()
            theirs.close()
            self._processes.append(process)
            self._pipes.append(ours)

    def __enter__(self) -> Self:
        """Starts all processes and waits until they search."""
        try:
            for pipe in self._pipes:
                if not pipe.poll(SECONDS_TO_START):
                    raise RuntimeError("a helper process did not start")
                pipe.recv()
        except (EOFError, RuntimeError) as error:
            self.close()
            raise RuntimeError(f"a helper process ended: {error}") from None
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """Stops the processes and adds up their nodes."""
        for pipe in self._pipes:
            with suppress(OSError):
                pipe.send("stop")
        for pipe, process in zip(self._pipes, self._processes, strict=True):
            # A killed process reports no nodes.
            with suppress(EOFError, OSError, TypeError):
                self.nodes += pipe.recv()
            pipe.close()
            process.join()
        self._pipes, self._processes = [], []


def _search_along(pipe: Connection, game: str, position: str | None, table: Any, threads: int) -> None:
    import signal

    from .engine import Engine

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all processes; the parent stops this one
    engine = Engine(game, threads=threads, table=table)
    found: list[int] = []

    started = threading.Event()

    def search() -> None:
        board = game_spec(game).board(position)
        try:
            found.append(engine.search(board, infinite=True, on_info=lambda _: started.set()).nodes)
        finally:
            started.set()

    thread = threading.Thread(target=search)
    thread.start()
    started.wait()
    if not engine.is_searching:
        return  # which closes our end of the pipe
    with suppress(EOFError, OSError):  # the parent may be gone
        pipe.send("searching")
        pipe.recv()
    engine.stop()
    thread.join()
    with suppress(OSError):
        pipe.send(found[0] if found else 0)
