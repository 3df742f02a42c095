"""The shogi engine with a real client, cshogi's."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conversation import Conversation, command

from forms import sized
from processes import child

cshogi = pytest.importorskip("cshogi")

# The clients leave pipes to the garbage collector, which says so.
pytestmark = [
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]

GAMES = sized(4, 100)


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Any]:
    from cshogi.usi import Engine

    script = tmp_path / "tabiya-usi"
    script.write_text(f"#!/bin/sh\nexec '{sys.executable}' -c '{command('usi')[2]}'\n")
    script.chmod(0o755)
    engine = Engine(str(script), connect=True)
    yield engine
    engine.quit()


def test_it_plays_a_whole_game_against_itself(client: Any) -> None:
    board = cshogi.Board()
    moves: list[str] = []
    client.isready()
    client.usinewgame()
    while len(moves) < 300:
        client.position(moves=moves)
        best, _ = client.go(nodes=2000)
        if best in ("resign", "win"):
            break
        move = board.move_from_usi(best)
        assert board.is_legal(move), (best, board.sfen())
        board.push(move)
        moves.append(best)
    assert len(moves) > 20


def test_byoyomi_is_kept(client: Any) -> None:
    client.isready()
    client.position(moves=[])
    best, _ = client.go(byoyomi=200)
    assert cshogi.Board().is_legal(cshogi.Board().move_from_usi(best))


def test_a_declared_win_is_said() -> None:
    with Conversation("usi") as engine:
        engine.send(
            "position sfen +P+P+P+P+P+P+P+P+P/K8/4+R4/9/9/9/9/8k/9 b 2R2B4G4S4N4L8P 1".replace("2R2B", "R2B")
        )
        assert engine.ask("go btime 1000 wtime 1000", "bestmove *") == "bestmove win"
        engine.quit()


def test_a_lost_position_is_resigned_and_mates_are_counted_in_plies() -> None:
    with Conversation("usi") as engine:
        engine.send("position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1")
        engine.send("go depth 3")
        lines = engine.until("bestmove *")
        assert lines[-1].startswith("bestmove G*5b")
        assert any("score mate 1 " in line for line in lines)
        engine.send("position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1 moves G*5b")
        assert engine.ask("go depth 3", "bestmove *") == "bestmove resign"
        engine.quit()


def test_problems_are_answered_by_checkmate() -> None:
    with Conversation("usi") as engine:
        engine.send("position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1")
        assert engine.ask("go mate 5000", "checkmate *") == "checkmate G*5b"
        engine.send("position sfen 4k4/9/9/9/9/9/9/9/4K4 b P 1")
        assert engine.ask("go mate 10000", "checkmate *") == "checkmate nomate"
        engine.quit()


def test_it_plays_fairy_stockfish_without_an_accident() -> None:
    path = shutil.which("fairy-stockfish") or shutil.which("/usr/games/fairy-stockfish")
    if path is None:
        pytest.skip("fairy-stockfish is not installed")
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}

    def theirs(moves: list[str]) -> str:
        other.stdin.write(f"position startpos moves {' '.join(moves)}\ngo nodes 500\n")
        other.stdin.flush()
        return next(line.split()[1] for line in other.stdout if line.startswith("bestmove"))

    with child([path], **pipes) as other, Conversation("usi") as engine:
        other.stdin.write("usi\nsetoption name USI_Variant value shogi\nisready\n")
        other.stdin.flush()
        next(line for line in other.stdout if line.startswith("readyok"))
        for game in range(GAMES):
            ours = game % 2
            engine.send("usinewgame")
            moves: list[str] = []
            board = cshogi.Board()
            while len(moves) < 300 and not board.is_game_over():
                if len(moves) % 2 == ours:
                    engine.send(f"position startpos moves {' '.join(moves)}", "go nodes 500")
                    best = engine.until("bestmove *")[-1].split()[1]
                else:
                    best = theirs(moves)
                if best in ("resign", "win", "(none)"):
                    break
                move = board.move_from_usi(best)
                assert board.is_legal(move), (best, board.sfen())
                board.push(move)
                moves.append(best)
            assert len(moves) > 10
        engine.quit()
