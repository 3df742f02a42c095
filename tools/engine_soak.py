"""Drives engine processes through their protocol for hours, in pieces. An interrupted soak continues.

    python tools/engine_soak.py --seconds 86400

A piece is one random conversation with `tabiya-uci` or `tabiya-usi`: games, odd limits, pondering, stops,
options, new games, nonsense, and now and then kill -9 and a new process on the same file. Its seed is its
number. Faults are illegal or missing moves, deaths, hangs, failed searches, and memory or descriptors that
grow. Finished pieces are lines of JSON in the log; those of another build do not count.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import signal
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from soak import finished, total

from tabiya import _core
from tabiya.games import game_spec
from tabiya.match.engines.errors import EngineError
from tabiya.match.engines.process import LineProcess

PIECE_SECONDS = 60.0
PATIENCE = 120.0
"""Seconds until an answer is late, not counting those that the engine waits for a processor."""
MOST_GROWTH = 48.0
"""Megabytes that an engine may keep after a piece, with the same table and threads as before it."""
LONGEST_GAME = 200
KILLS = 0.01
"""Share of the steps that are kill -9."""
COUNTS = ("searches", "games", "options", "kills")
DIALECTS = {"chess": ("uci", "ucinewgame", "Hash"), "shogi": ("usi", "usinewgame", "USI_Hash")}
BAD_WORDS = ("internal error", "the search failed", "Traceback")
OPTIONS: tuple[tuple[str, tuple[object, ...]], ...] = (
    ("Threads", (1, 1, 2, 4)),
    ("MultiPV", (1, 1, 3)),
    ("TTLayout", ("single", "cluster3", "cluster4")),
    ("TTPolicy", ("cascade", "always", "depth_preferred", "depth_and_age", "exact_preferred")),
    ("TTSync", ("lock_free", "bucket_locks")),
    ("TTValidation", ("release", "debug")),
    ("TTAgingInterval", (0, 1000)),
    ("TTReplaceIfExact", ("true", "false")),
    ("UseTT", ("true", "true", "false")),
    ("Skill Level", (20, 20, 3)),
)


class Fault(Exception):
    """What an engine did wrong, in a sentence."""


class Engine:
    """One engine process, as an interface sees it."""

    def __init__(self, game: str, command: tuple[str, ...] | None = None) -> None:
        self.hello, self.new_game, self.hash_option = DIALECTS[game]
        program = f"from tabiya.protocols.programs import {self.hello}; {self.hello}()"
        self.sent: deque[str] = deque(maxlen=12)
        """The last commands, for the report of a fault."""
        self.process = LineProcess(command or (sys.executable, "-c", program))
        try:
            self.ask(self.hello, f"{self.hello}ok")
        except EngineError as error:
            self.process.close()
            raise Fault(f"{error} to {self.hello!r}, its first command") from None

    def send(self, line: str) -> None:
        self.sent.append(line if len(line) < 100 else f"{line[:40]} … {line[-40:]}")
        self.process.write(line)

    def ask(self, line: str, answer: str) -> str:
        """Sends a line and returns the first line that begins with `answer`."""
        self.send(line)
        return self.until(answer)

    def until(self, answer: str) -> str:
        late, waiting = time.monotonic() + PATIENCE, self.process.waiting()
        while True:
            line = self.process.read_until(late + waiting.look())
            if line is None:
                if time.monotonic() < late + waiting.look():
                    continue  # it has waited for a processor meanwhile
                line = self.process.read(late)
            if any(words in line for words in BAD_WORDS):
                raise Fault(line)
            if line.startswith(answer):
                return line

    def settled(self) -> tuple[float, int]:
        """Megabytes and descriptors, with the smallest table and after four threads have searched."""
        for name, value in ((self.hash_option, 1), ("Threads", 4), ("TTLayout", "cluster4")):
            self.send(f"setoption name {name} value {value}")
        self.send("setoption name HashFile value <empty>")
        self.send(self.new_game)
        self.send("position startpos")
        self.ask("go nodes 5000", "bestmove")
        self.ask("isready", "readyok")
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        kilobytes = int(status.partition("VmRSS:")[2].split()[0])
        return kilobytes / 1024, len(os.listdir(f"/proc/{self.process.pid}/fd"))


class Piece:
    """One conversation, reproducible from its seed but for the timing."""

    def __init__(self, seed: int, game: str, folder: Path, command: tuple[str, ...] | None = None) -> None:
        self.random = random.Random(seed)
        self.game, self.folder, self.command = game, folder, command
        self.spec = game_spec(game)
        self.counts = dict.fromkeys(COUNTS, 0)
        self.faults: list[str] = []
        self.grown = (0.0, 0)
        self.begin_game()

    def run(self, seconds: float) -> dict[str, Any]:
        """Returns the record of the piece. A fault is noted, and the engine replaced."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                self.live(end)
            except (Fault, EngineError) as fault:
                self.faults.append(f"{self.game}: {fault}")
                if len(self.faults) >= 10:
                    break
        megabytes, descriptors = self.grown
        return {
            "game": self.game,
            **self.counts,
            "grown_mb": round(megabytes, 1),
            "grown_descriptors": descriptors,
            "faults": self.faults,
        }

    def live(self, end: float) -> None:
        """The life of one process: until the piece ends, or kill -9."""
        engine = Engine(self.game, self.command)
        actions: list[tuple[int, Callable[[Engine], None]]] = [
            (12, self.move),
            (4, self.stopped),
            (4, self.pondered),
            (5, self.set_option),
            (1, self.new_game),
            (1, self.nonsense),
        ]
        weights = [weight for weight, _ in actions]
        try:
            before = engine.settled()
            while time.monotonic() < end:
                if self.random.random() < KILLS:
                    return self.kill(engine)
                self.random.choices(actions, weights)[0][1](engine)
            after = engine.settled()
            self.grown = max(self.grown, (after[0] - before[0], after[1] - before[1]))
            if after[0] - before[0] > MOST_GROWTH or after[1] > before[1]:
                raise Fault(f"it grew from {before} to {after} megabytes and descriptors")
        except (Fault, EngineError) as fault:
            raise Fault(f"{fault}; last commands: {' | '.join(engine.sent)}") from None
        finally:
            engine.process.close("quit")

    # ---- what an interface may do ------------------------------------------------------------------------

    def begin_game(self) -> None:
        self.board, self.moves = self.spec.board(), []
        self.counts["games"] += 1

    def position(self, engine: Engine) -> None:
        """Sends the position; begins a game where one has ended."""
        if len(self.moves) >= LONGEST_GAME or self.spec.rules.ending(self.board) is not None:
            self.new_game(engine)
        played = " moves " + " ".join(self.moves) if self.moves else ""
        engine.send(f"position startpos{played}")

    def push(self, text: str) -> None:
        legal = {str(move): move for move in self.board.legal_moves}
        if text not in legal:
            raise Fault(f"{text!r} is not legal after {' '.join(self.moves)}")
        self.board.push(legal[text])
        self.moves.append(text)

    def answered(self, line: str) -> None:
        """Plays the engine's move and a random reply."""
        self.counts["searches"] += 1
        text = line.split()[1]
        if text in ("win", "resign", "(none)"):
            if self.spec.rules.ending(self.board) is None and text == "(none)":
                raise Fault(f"no move after {' '.join(self.moves)}")
            return self.begin_game()
        self.push(text)
        replies = list(self.board.legal_moves)
        if replies and self.spec.rules.ending(self.board) is None:
            self.push(str(self.random.choice(replies)))

    def move(self, engine: Engine) -> None:
        self.position(engine)
        pick = self.random.randrange
        limits = (
            f"depth {pick(1, 8)} nodes 200000",  # without a table, depth alone may take minutes
            f"nodes {pick(1, 30_000)}",
            f"movetime {pick(0, 60)}",
            f"wtime {pick(1, 2000)} btime {pick(1, 2000)} winc {pick(20)} binc {pick(20)}",
        )
        engine.send(f"go {self.random.choice(limits)}")
        if self.random.random() < 0.2:
            engine.send("isready")  # answered during the search or after it
        self.answered(engine.until("bestmove"))

    def stopped(self, engine: Engine) -> None:
        self.position(engine)
        engine.send("go infinite")
        time.sleep(self.random.random() * 0.05)
        self.answered(engine.ask("stop", "bestmove"))

    def pondered(self, engine: Engine) -> None:
        self.position(engine)
        engine.send("go ponder wtime 500 btime 500")
        time.sleep(self.random.random() * 0.05)
        self.answered(engine.ask(self.random.choice(("ponderhit", "stop")), "bestmove"))

    def set_option(self, engine: Engine) -> None:
        self.counts["options"] += 1
        files = ("<empty>", self.folder / "hash.table")
        own = ((engine.hash_option, (1, 4, 16, 32)), ("HashFile", files))
        name, values = self.random.choice((*OPTIONS, *own))
        engine.send(f"setoption name {name} value {self.random.choice(values)}")
        if self.random.random() < 0.1:
            engine.send("setoption name Clear Hash")
        engine.ask("isready", "readyok")

    def new_game(self, engine: Engine) -> None:
        engine.send(engine.new_game)
        self.begin_game()

    def nonsense(self, engine: Engine) -> None:
        letters = "".join(self.random.choices("abc 019-ÿ\t", k=self.random.randrange(1, 80)))
        engine.send(self.random.choice((letters, f"position {letters}", f"go {letters}", "stop")))
        engine.send("stop")
        engine.ask("isready", "readyok")

    def kill(self, engine: Engine) -> None:
        self.position(engine)
        engine.send("go infinite")
        time.sleep(self.random.random() * 0.05)
        os.kill(engine.process.pid, signal.SIGKILL)
        self.counts["kills"] += 1
        self.begin_game()


def soak(
    log: Path, seconds: float, piece_seconds: float = PIECE_SECONDS, command: tuple[str, ...] | None = None
) -> Iterator[list[dict[str, Any]]]:
    """Yields all pieces so far after each new one, until they took `seconds`."""
    build = hashlib.sha256(Path(_core.__file__).read_bytes()).hexdigest()[:16]
    pieces = finished(log, build)
    log.parent.mkdir(parents=True, exist_ok=True)
    yield pieces
    while (left := seconds - total(pieces, "seconds")) > 0:
        number = len(pieces) + 1
        begin = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            piece = Piece(number, sorted(DIALECTS)[number % 2], Path(folder), command)
            record = piece.run(min(piece_seconds, left))
        taken = {"build": build, "seed": number, "seconds": time.monotonic() - begin}
        pieces.append(taken | record)
        with log.open("a") as file:
            file.write(json.dumps(pieces[-1]) + "\n")
        yield pieces


def summary(pieces: list[dict[str, Any]]) -> str:
    """The pieces so far in one line, as docs/reliability.md records the longest run."""
    counts = ", ".join(f"{total(pieces, name):,} {name}" for name in COUNTS)
    faults = sum(len(piece["faults"]) for piece in pieces)
    hours = total(pieces, "seconds") / 3600
    return f"{len(pieces)} pieces, {hours:.2f} hours: {counts}, {faults} faults"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=60, help="time of all pieces together")
    parser.add_argument("--log", type=Path, default=Path("build/enginesoak.jsonl"), help="finished pieces")
    options = parser.parse_args()
    pieces: list[dict[str, Any]] = []
    for pieces in soak(options.log, options.seconds):
        print(summary(pieces), flush=True)
        for fault in pieces[-1]["faults"] if pieces else ():
            print(f"  {fault}", flush=True)
    sys.exit(any(piece["faults"] for piece in pieces))


if __name__ == "__main__":
    main()
