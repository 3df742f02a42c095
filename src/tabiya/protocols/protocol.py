"""The common part of UCI and USI: options, positions, background searches."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from typing import Any, BinaryIO, ClassVar, TextIO

from ..engine.background import PendingSearch
from ..engine.engine import Engine
from ..engine.result import Result
from ..games import game_spec
from . import strength
from .debug import DebugConsole
from .go import Go, clamp_limits, in_seconds
from .infos import current_move_line, info_line, score_words
from .loop import Command, lines_of, run_command
from .options import Options
from .output import LogLines, Output
from .position import PositionReader
from .search_task import SearchTask
from .table_manager import TableManager

__all__ = ["Protocol"]

NODES_AFTER_FAILURE = 10_000
"""Some ten milliseconds: enough not to lose a piece."""


class Protocol:
    """One engine and its conversation with an interface.

    Reads commands on the thread that calls `run` and searches on another, so that every command is answered
    at once.
    """

    game: ClassVar[str]
    new_game_word: ClassVar[str]
    hello_word: ClassVar[str]
    hello_answer: ClassVar[str]
    position_word: ClassVar[str]
    no_move: ClassVar[str]
    """The argument of bestmove in a position without moves."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self.output = Output(stream if stream is not None else sys.stdout)
        self.log = LogLines(self.output)
        self.engine = Engine(self.game, hash_mb=0)
        self.table_manager = TableManager(self.engine, self.output, self.rules_of_search)
        self.console = DebugConsole(self)
        self.multipv = 1
        self.skill = strength.FULL
        self.random = random.Random()
        self.task: SearchTask | None = None
        self.position = PositionReader(self.make_board, self.position_word)
        self.options = Options(self.make_options())
        self.commands = self.make_commands()
        self._quitting = False

    # ---- the conversation ------------------------------------------------------------------------

    def run(self, stream: BinaryIO | None = None) -> None:
        """Answers commands until ``quit`` or the end of input."""
        with self.log:
            for line in lines_of(stream if stream is not None else sys.stdin.buffer, self.output):
                run_command(self.commands, line, self.output)
                if self._quitting:
                    break
            self.stop()

    def make_commands(self) -> dict[str, Command]:
        """Returns the commands by name."""
        return {
            self.hello_word: self.hello,
            "isready": self.is_ready,
            "setoption": self.set_option,
            self.new_game_word: self.new_game,
            "position": self.set_position,
            "go": self.go,
            "stop": self.stop,
            "ponderhit": self.ponderhit,
            "quit": self.quit,
            **self.console.commands(),
        }

    def hello(self, _: str) -> None:
        """Prints the engine's name and options."""
        from .. import __version__

        self.output.line(f"id name Tabiya {__version__}")
        self.output.line("id author the Tabiya authors")
        for option in self.options:
            self.output.line(f"option name {option.name} type {option.declaration()}")
        self.output.line(self.hello_answer)

    def is_ready(self, _: str) -> None:
        """Finishes slow preparations and answers. Never waits for a search."""
        if not self.searching:
            self.table_manager.prepare()
        self.output.line("readyok")

    def set_option(self, arguments: str) -> None:
        """Sets an option. During a search, changes of the table wait for its end."""
        manager = self.table_manager
        before = manager.requests()
        option = self.options.set(arguments)
        if self.searching and manager.requests() != before:
            manager.defer(option.name)
        elif manager.clear_wanted:
            manager.prepare()

    def new_game(self, _: str = "") -> None:
        """Forgets the last game. A table that is shared or kept in a file stays."""
        self.stop()
        self.table_manager.prepare()
        self.position.reset()
        self.engine.new_game()
        self.table_manager.new_game()

    def set_position(self, arguments: str) -> None:
        """Sets the position for the next ``go``."""
        self.position.read(arguments)

    def quit(self, _: str = "") -> None:
        """Ends the conversation."""
        self._quitting = True

    # ---- searching -------------------------------------------------------------------------------

    @property
    def searching(self) -> bool:
        """Whether a bestmove is due."""
        return self.task is not None and self.task.running

    def go(self, arguments: str) -> None:
        """Starts a search or a perft."""
        if self.searching:
            raise ValueError("a search is running: stop it first")
        self.stop()  # it has answered; now wait until its thread has finished
        go = Go.parsed(arguments)
        for note in go.notes:
            self.output.say(note)
        if "perft" in go.numbers:
            cache = f" hash {go.numbers['hash']}" if "hash" in go.numbers else ""
            self.console.perft(f"{go.numbers['perft']}{cache}")
            return
        self.prepare_table()
        board = self.position.board.copy()
        limits = self.limits(go, board)
        answer = self.answer_without_search(board)
        if answer is not None:
            self.answer_when_due(go, lambda: self.output.line(answer))
            return
        self.table_manager.say_known(board)
        self.start(board, go, limits)

    def prepare_table(self) -> None:
        """Applies the options to the table. A failure must not cost the game: the search runs as it can."""
        try:
            self.table_manager.prepare()
        except Exception as error:
            self.output.say(f"{error}")

    def answer_when_due(self, go: Go, answer: Callable[[], None]) -> None:
        """Answers without a search: at once, or after ``stop`` or ``ponderhit`` if the answer has to wait."""
        if go.infinite or go.ponder:
            self.begin(SearchTask(lambda: None, lambda: None, lambda *_: answer(), held=True))
        else:
            answer()

    def start(self, board: Any, go: Go, limits: dict[str, Any]) -> None:
        """Starts a search in the background. `report` is called at its end."""

        def search() -> Result[Any]:
            return self.search_for(pending, go, limits)

        def done(result: Any, error: BaseException | None) -> None:
            self.report(board, go, result, error)
            self.table_manager.apply_deferred()

        self.table_manager.searched = True
        callbacks = {
            "on_info": lambda info: self.output.line(info_line(info)),
            "on_current_move": lambda current: self.output.line(current_move_line(current)),
        }
        try:
            pending = PendingSearch(self.engine, board, in_seconds(limits) | callbacks)
        except Exception as raised:  # the interface needs a move in any case
            error = raised  # the name of an `except` ends with its block
            self.answer_when_due(go, lambda: self.report(board, go, None, error))
            return
        self.begin(SearchTask(search, lambda: self.interrupt(pending), done, held=go.infinite or go.ponder))

    def begin(self, task: SearchTask) -> None:
        """Starts a background task, which runs until it is done or stopped."""
        self.task = task
        task.start()

    def search_for(self, pending: PendingSearch, go: Go, limits: dict[str, Any]) -> Result[Any]:
        """Runs the search, on the thread that `start` made."""
        return pending.run()

    def limits(self, go: Go, board: Any) -> dict[str, Any]:
        """Returns the arguments of `Engine.search`, with times in the protocol's milliseconds."""
        limits: dict[str, Any] = {
            name: go.numbers[name] for name in ("depth", "nodes", "movetime") if name in go.numbers
        }
        if go.mate:
            limits["mate"] = go.mate
        if go.has_clock:
            limits |= go.clock()
        if go.ponder:
            timed = {name: value for name, value in limits.items() if name == "movetime"} | go.clock()
            if timed:  # else the search ends by its other limits, and its answer waits for the hit
                limits = {**timed, "ponder": True}
        if go.infinite or not limits:
            limits = {"infinite": True}
        moves = self.searchable(go.searchmoves, board)
        if moves:
            limits["search_moves"] = moves
        limits["multipv"] = self.multipv
        limits = self.possible(limits)
        return limits if self.skill == strength.FULL else self.weakened(limits)

    def searchable(self, texts: list[str], board: Any) -> list[Any]:
        """Returns the legal moves of ``searchmoves``. Reports and leaves out the others."""
        notation = game_spec(self.game).notation
        moves = []
        for text in texts:
            try:
                moves.append(notation.parse(board, text))
            except ValueError as error:
                self.output.say(f"go searchmoves: {error}; the search goes on without it")
        return moves

    def possible(self, limits: dict[str, Any]) -> dict[str, Any]:
        """Returns the limits within the search's range. Reports those that had to be changed."""
        clamped = clamp_limits(limits)
        changed = [f"{name} {clamped[name]}" for name in limits if clamped[name] != limits[name]]
        if changed:
            self.output.say(f"out of range: searching with {', '.join(changed)}")
        return clamped

    def weakened(self, limits: dict[str, Any]) -> dict[str, Any]:
        """Returns limits for a weaker search: fewer nodes, and several lines to choose from."""
        limits = {name: value for name, value in limits.items() if name not in ("infinite", "ponder")}
        nodes = min(limits.get("nodes", 2**62), strength.node_limit(self.skill))
        return limits | {"nodes": nodes, "multipv": max(self.multipv, strength.LINES)}

    def answer_without_search(self, board: Any) -> str | None:
        """Returns the answer if there is nothing to search, else None."""
        if any(board.legal_moves):
            return None
        score = "mate 0" if board.is_check() else "cp 0"
        self.output.line(f"info depth 0 score {score}")
        return f"bestmove {self.no_move}"

    def report(self, board: Any, go: Go, result: Result[Any] | None, error: BaseException | None) -> None:
        """Prints the result of the search. The interface needs a move in any case."""
        if error is not None or result is None:
            self.output.say(f"the search failed: {error}")
            self.output.line(f"bestmove {self.move_after_failure(board)}")
            return
        self.console.last_search = result.stats
        if self.console.debugging:
            self.say_search(result)
        if self.skill < strength.FULL and len(result.lines) > 1:
            line = strength.choice(result.lines, self.skill, self.random)
            move, ponder = line.pv[0], line.pv[1] if len(line.pv) > 1 else None
        else:
            move, ponder = result.best_move, result.ponder
        self.output.line(f"bestmove {move}" + (f" ponder {ponder}" if ponder is not None else ""))

    def move_after_failure(self, board: Any) -> Any:
        """Returns a move for an interface that waits for one: of a small search, if even that works."""
        try:
            return Engine(self.game, hash_mb=0).search(board, nodes=NODES_AFTER_FAILURE).best_move
        except Exception as error:
            self.output.say(f"a smaller search failed too: {error}")
            return next(iter(board.legal_moves))

    def say_search(self, result: Result[Any]) -> None:
        """Prints what ``debug on`` adds at the end of a search."""
        stats = result.stats
        self.output.say(
            f"search: {result.nodes} nodes, score {score_words(result.score)}, {stats.get('hits', 0)} of "
            f"{stats.get('probes', 0)} probes hit, {stats.get('cutoffs', 0)} cut off"
        )

    def interrupt(self, pending: PendingSearch) -> None:
        """Asks the search to stop."""
        pending.stop()

    def stop(self, _: str = "") -> None:
        """Stops the search and returns when its bestmove is printed."""
        if self.task is not None:
            self.task.stop()
            self.task = None

    def ponderhit(self, _: str = "") -> None:
        """The opponent played the expected move: the search continues on our clock."""
        if self.task is None or not self.searching:
            raise ValueError("ponderhit without a search")
        self.engine.ponderhit()
        self.task.release()

    def close(self) -> None:
        """Ends the conversation and closes the table."""
        self.stop()
        self.table_manager.close()

    # ---- differences of the protocols --------------------------------------------------------------

    def make_board(self, text: str | None) -> Any:
        """Makes a board of the game."""
        raise NotImplementedError

    def board_text(self, board: Any) -> str:
        """Returns ``Fen: ...`` or ``Sfen: ...``."""
        raise NotImplementedError

    def flipped(self, board: Any) -> Any:
        """Returns the board from the other side."""
        raise NotImplementedError

    def rules_of_search(self) -> dict[str, Any]:
        """Returns the rules of the game that the search needs, as `SearchOptions`."""
        return {}

    def make_options(self) -> list[Any]:
        """Returns the engine's options in the order of listing."""
        raise NotImplementedError
