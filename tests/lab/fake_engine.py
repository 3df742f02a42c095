"""An engine for the tests: plays moves by a rule and misbehaves on request.

python fake_engine.py [crash|exit|hang|flood|long-line|illegal|slow|busy|silent|mute|resign|win] [ply] [game]
"""

from __future__ import annotations

import os
import sys
import time
from importlib import import_module


def main() -> None:
    fault = sys.argv[1] if len(sys.argv) > 1 else "none"
    ply = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    game = sys.argv[3] if len(sys.argv) > 3 else "chess"
    board_class = import_module(f"tabiya.{game}").Board
    board = board_class()
    if fault == "silent":
        time.sleep(60)
    if fault == "mute":
        return
    for line in sys.stdin:
        words = line.split()
        if words[:1] in (["uci"], ["usi"]):
            say("option name Hash type spin default 16 min 1 max 64")
            say(f"{words[0]}ok")
        elif words == ["isready"]:
            say("readyok")
        elif words[:1] == ["position"]:
            board = position(board_class, words)
        elif words[:1] == ["go"]:
            answer(board, fault if len(board.move_stack) >= ply else "none")
        elif words == ["quit"]:
            return


def position(board_class: type, words: list[str]) -> object:
    moves = words[words.index("moves") + 1 :] if "moves" in words else []
    before = words[2 : words.index("moves")] if "moves" in words else words[2:]
    board = board_class(" ".join(before) or None)
    for move in moves:
        board.push(move)
    return board


def answer(board: object, fault: str) -> None:
    """A legal move in alphabetical order, rotated by the ply so that pieces develop."""
    if fault == "crash":
        os.abort()
    if fault == "exit":
        sys.exit(3)
    while fault == "flood":
        say("info string " + "flood " * 100)
    while fault == "long-line":
        sys.stdout.write("x" * 65536)
    if fault == "hang":
        time.sleep(60)
    if fault == "slow":
        time.sleep(0.5)
    begin = time.process_time()
    while fault == "busy" and time.process_time() < begin + 0.2:
        pass
    moves = sorted(map(str, board.legal_moves))  # type: ignore[attr-defined]
    move = {"illegal": "e9e4", "resign": "resign", "win": "win"}.get(fault)
    say("info depth 1 nodes 7 score cp 13 pv " + moves[0])
    say(f"bestmove {move or moves[len(board.move_stack) * 7 % len(moves)]}")  # type: ignore[attr-defined]


def say(line: str) -> None:
    print(line, flush=True)


if __name__ == "__main__":
    main()
