"""Commands for engine authors, in addition to those of the protocol."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ..engine.search_report import search_report
from ..engine.signature import node_counts
from ..table.perft_table import PerftTable
from ..table.transposition import TranspositionTable
from .engine_options import machine_mb
from .loop import Command
from .options import shortened
from .search_task import SearchTask
from .table_report import report, verified

if TYPE_CHECKING:
    from .protocol import Protocol

__all__ = ["DebugConsole"]

HELP = """\
{hello}, isready, setoption, {new_game}, position, go, stop, ponderhit, quit: the protocol
d                                the board, its text and its key
eval                             the static evaluation of the position
perft DEPTH [hash MB]            count move sequences, with a cache of MB megabytes (default: PerftHash)
divide DEPTH [hash MB]           the same
flip                             the same position for the other side
bench [DEPTH] [THREADS] [HASH]   search a fixed set of positions; the node count is the engine's signature
debug on|off                     print more at the end of each search, and the library's log
debug tt                         contents and statistics of the table, and of the last search
debug tt reset                   set the statistics to zero
debug tt verify                  probe every entry of the table by its key
debug pv [MOVES]                 the best line that the table remembers for the position"""


class DebugConsole:
    """Answers these commands for one conversation and its engine."""

    def __init__(self, protocol: Protocol) -> None:
        self._protocol = protocol
        self._output = protocol.output
        self.debugging = False
        """Whether ``debug on`` is in effect."""
        self.perft_hash = 0
        """Default megabytes of the cache that perft uses; 0 for none."""
        self.last_search: Mapping[str, Any] = {}
        """The counters of the last search, for ``debug tt``."""

    def commands(self) -> dict[str, Command]:
        """Returns the commands by name."""
        return {
            "d": self.show_board,
            "eval": self.evaluate,
            "perft": self.perft,
            "divide": self.perft,
            "flip": self.flip,
            "bench": self.bench,
            "debug": self.debug,
            "help": self.help,
        }

    def help(self, _: str) -> None:
        """Lists the commands."""
        self._output.say(HELP.format(hello=self._protocol.hello_word, new_game=self._protocol.new_game_word))

    def show_board(self, _: str) -> None:
        """``d``: prints the board."""
        board = self._protocol.position.board
        for line in str(board).splitlines():
            self._output.line(line)
        self._output.line(f"{self._protocol.board_text(board)}")
        self._output.line(f"key {board.key:016x}")

    def evaluate(self, _: str) -> None:
        """``eval``: prints the static evaluation for the side to move."""
        value = self._protocol.position.board.evaluate()
        self._output.say(f"evaluation {value:+d} for the side to move")

    def flip(self, _: str) -> None:
        """``flip``: turns the board around and swaps colours, which must not change the evaluation."""
        self._protocol.position.set_board(self._protocol.flipped(self._protocol.position.board))

    def perft(self, arguments: str) -> None:
        """Counts in the background, move by move. ``stop`` takes effect after each move."""
        if self._protocol.searching:
            raise ValueError("a search is running: stop it first")
        self._protocol.stop()
        depth, megabytes = perft_arguments(arguments, self.perft_hash)
        cache = PerftTable(megabytes) if megabytes else None
        board = self._protocol.position.board.copy()
        stopped: list[bool] = []

        def count() -> int:
            nodes, begin = 0, time.perf_counter()
            for move in list(board.legal_moves):
                if stopped:
                    break
                board.push(move)
                below = board.perft(depth - 1, table=cache)
                board.pop()
                nodes += below
                self._output.line(f"{move}: {below}")
            seconds = max(time.perf_counter() - begin, 1e-9)
            self._output.say(
                f"{nodes:,} nodes in {seconds:.3f} s, {nodes / seconds / 1e6:,.1f} million per second"
            )
            if cache is not None:
                hits = cache.stats.hits
                self._output.say(f"cache: {megabytes} MB, {hits:,} of {cache.stats.probes:,} probes hit")
            return nodes

        def done(nodes: int | None, error: BaseException | None) -> None:
            if error is not None:
                self._output.say(f"perft failed: {error}")
            self._output.line(f"Nodes searched: {nodes if not stopped else 'stopped'}")

        self._protocol.begin(SearchTask(count, lambda: stopped.append(True), done, held=False))

    def bench(self, arguments: str) -> None:
        """``bench [depth] [threads] [hash]``: prints the signature."""
        words = arguments.split()
        if len(words) > 3 or not all(word.isascii() and word.isdigit() and len(word) < 8 for word in words):
            raise ValueError(f"bench needs: [DEPTH] [THREADS] [HASH], not {shortened(arguments)}")
        names = ("depth", "threads", "hash_mb")
        settings = {name: int(word) for name, word in zip(names, words, strict=False)}
        if self._protocol.searching:
            raise ValueError("a search is running: stop it first")
        begin = time.perf_counter()
        nodes = sum(node_counts(self._protocol.game, **settings).values())
        seconds = max(time.perf_counter() - begin, 1e-9)
        self._output.line(f"Nodes searched: {nodes}")
        self._output.line(f"Nodes/second: {round(nodes / seconds)}")

    def debug(self, arguments: str) -> None:
        """``debug on|off``, ``debug tt [reset|verify]``, ``debug pv [moves]``."""
        words = arguments.split()
        if arguments in ("on", "off"):
            self.debugging = self._protocol.log.verbose = arguments == "on"
        elif words[:1] == ["pv"] and len(words) <= 2:
            self._output.say(self._remembered_line(words[1] if len(words) == 2 else "64"))
        elif arguments == "tt reset":
            self._reset_counters()
        elif arguments in ("tt", "tt verify"):
            table = self._table()
            for line in self._report(table) if arguments == "tt" else [verified(table)]:
                self._output.say(line)
        else:
            raise ValueError(
                f"debug needs on, off, tt, tt reset, tt verify or pv [MOVES], not {shortened(arguments)}"
            )

    def _table(self) -> TranspositionTable:
        manager = self._protocol.table_manager
        if not self._protocol.searching:
            manager.prepare()
        if manager.engine_table.table is None:
            raise ValueError("there is no table yet")
        return manager.engine_table.table

    def _report(self, table: TranspositionTable) -> Iterator[str]:
        yield from report(table)
        yield from search_report(self.last_search)

    def _reset_counters(self) -> None:
        if self._protocol.searching:
            raise ValueError("a search is running: stop it first")
        self._table().reset_stats()
        self.last_search = {}
        self._output.say("the counters of the table are zero")

    def _remembered_line(self, length: str) -> str:
        if not (length.isascii() and length.isdigit() and 1 <= int(length[:4]) <= 999):
            raise ValueError(f"debug pv needs a number of moves between 1 and 999, not {shortened(length)}")
        board = self._protocol.position.board
        keys = self._protocol.table_manager.wanted.rule50_keys
        line = self._table().principal_variation(board, int(length), rule50_keys=keys)
        return "pv " + " ".join(map(str, line)) if line else "the table knows no move for this position"


def perft_arguments(arguments: str, default_mb: int) -> tuple[int, int]:
    """Returns the depth and the megabytes of the cache.

    >>> perft_arguments("6 hash 64", 0), perft_arguments("5", 16)
    ((6, 64), (5, 16))
    """
    depth, *rest = arguments.split() or [""]
    if not (depth.isascii() and depth.isdigit() and 1 <= int(depth[:4]) <= 60):
        raise ValueError(f"perft needs a depth between 1 and 60, not {shortened(arguments)}")
    if not rest:
        return int(depth), default_mb
    most = machine_mb()
    if len(rest) == 2 and rest[0] == "hash" and rest[1].isascii() and rest[1].isdigit():
        megabytes = int(rest[1][:9])
        if megabytes <= most:
            return int(depth), megabytes
    raise ValueError(f"after the depth, perft takes hash MB (0 to {most}), not {shortened(' '.join(rest))}")
