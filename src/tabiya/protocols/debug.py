"""Commands for engine authors, in addition to those of the protocol."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from ..engine.signature import node_counts
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
perft DEPTH, divide DEPTH        count move sequences
flip                             the same position for the other side
bench [DEPTH] [THREADS] [HASH]   search a fixed set of positions; the node count is the engine's signature
debug on|off                     print more at the end of each search
debug tt                         contents and statistics of the table
debug tt verify                  probe every entry of the table by its key"""


class DebugConsole:
    """Answers these commands for one conversation and its engine."""

    def __init__(self, protocol: Protocol) -> None:
        self._protocol = protocol
        self._output = protocol.output
        self.debugging = False
        """Whether ``debug on`` is in effect."""

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
        if not (arguments.isascii() and arguments.isdigit() and 1 <= int(arguments[:4]) <= 60):
            raise ValueError(f"perft needs a depth between 1 and 60, not {shortened(arguments)}")
        depth, board = int(arguments), self._protocol.position.board.copy()
        stopped: list[bool] = []

        def count() -> int:
            nodes, begin = 0, time.perf_counter()
            for move in list(board.legal_moves):
                if stopped:
                    break
                board.push(move)
                below = board.perft(depth - 1)
                board.pop()
                nodes += below
                self._output.line(f"{move}: {below}")
            seconds = max(time.perf_counter() - begin, 1e-9)
            self._output.say(
                f"{nodes:,} nodes in {seconds:.3f} s, {nodes / seconds / 1e6:,.1f} million per second"
            )
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
        """``debug on|off``, ``debug tt``, ``debug tt verify``."""
        if arguments in ("on", "off"):
            self.debugging = arguments == "on"
        elif arguments in ("tt", "tt verify"):
            manager = self._protocol.table_manager
            if not self._protocol.searching:
                manager.prepare()
            table = manager.keeper.table
            if table is None:
                raise ValueError("there is no table yet")
            for line in report(table) if arguments == "tt" else [verified(table)]:
                self._output.say(line)
        else:
            raise ValueError(f"debug needs on, off, tt or tt verify, not {shortened(arguments)}")
