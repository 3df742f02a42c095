"""Other UCI and USI engines, whose speed is measured in the same run."""

from __future__ import annotations

import re
import shutil
import subprocess
import time
from collections.abc import Mapping

from ...games import game_spec
from ...games.parts import Interface
from ..games import bench_of

__all__ = ["EngineProcess", "find_peer"]

FOLDER = "/usr/games"
"""Debian's folder for engines, which is not on every PATH."""


def find_peer(game: str) -> EngineProcess | None:
    """Starts the peer engine of a game, or returns None if it is not installed."""
    peer, interface = bench_of(game).peer, game_spec(game).interface
    if peer is None or interface is None:
        return None
    path = shutil.which(peer.program) or shutil.which(f"{FOLDER}/{peer.program}")
    return EngineProcess(path, interface, peer.options) if path else None


class EngineProcess:
    """An engine. One process serves all runs, so that its start is not measured."""

    def __init__(self, path: str, interface: Interface, options: Mapping[str, str]) -> None:
        self.process = subprocess.Popen(
            [path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self.interface = interface
        self.ask(interface.word, f"{interface.word}ok")
        for name, value in options.items():
            self.tell(f"setoption name {name} value {value}")
        self.ask("isready", "readyok")

    def tell(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def ask(self, line: str, answer: str) -> list[str]:
        """Returns all lines up to the one that begins with the answer."""
        self.tell(line)
        assert self.process.stdout is not None
        lines = []
        for text in self.process.stdout:
            lines.append(text)
            if text.startswith(answer):
                return lines
        raise OSError(f"the engine ended before it answered {answer}")

    def go(self, position: str, limit: str) -> list[str]:
        """Searches a position from an empty table. Returns all lines of the answer."""
        self.prepare(position)
        return self.ask(f"go {limit}", "bestmove")

    def prepare(self, position: str) -> None:
        """Clears the table and sets up a position."""
        self.ask(f"{self.interface.word}newgame\nisready", "readyok")
        self.tell(f"position {self.interface.position} {position}")

    def depth_within(self, position: str, milliseconds: int) -> int:
        """Returns the last completed depth of a search of this length on one thread, at least 1."""
        self.tell("setoption name Threads value 1")
        lines = self.go(position, f"movetime {milliseconds}")
        whole = [line for line in lines if " pv " in line and "bound" not in line]
        depths = [int(found[1]) for line in whole if (found := re.search(r" depth (\d+)", line))]
        return max([1, *depths[-1:]])

    def seconds_to_depth(self, position: str, depth: int, threads: int) -> float:
        """Returns the time to a depth, as the caller sees it."""
        self.ask(f"setoption name Threads value {threads}\nisready", "readyok")
        self.prepare(position)
        begin = time.perf_counter()
        self.ask(f"go depth {depth}", "bestmove")
        return time.perf_counter() - begin

    def search(self, position: str, movetime: float) -> tuple[int, float]:
        """Returns nodes and seconds of a search."""
        lines = self.go(position, f"movetime {movetime:.0f}")
        # The last info with nodes and time. Infos near a mate come at once and may have no time.
        for line in reversed(lines):
            words = line.split()
            if "time" in words[:-1] and "nodes" in words[:-1]:
                nodes, milliseconds = (int(words[words.index(name) + 1]) for name in ("nodes", "time"))
                return nodes, milliseconds / 1000
        return 0, 0.0

    def close(self) -> None:
        self.tell("quit")
        self.process.communicate(timeout=5)
