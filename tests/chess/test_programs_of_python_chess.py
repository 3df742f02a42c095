"""Programs written for python-chess run unchanged but for their imports, with the same output."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from pathlib import Path

import chess.pgn as peer_pgn
import pytest
from chess_games import play

PROGRAMS = Path(__file__).parent / "programs"


def output(program: str, *arguments: str) -> str:
    """What a program prints: its source with python-chess."""
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def with_tabiya(program: str) -> str:
    """The program with the other imports, and with nothing else changed."""
    changed, count = re.subn(r"^import chess$", "from tabiya import chess", program, flags=re.MULTILINE)
    assert count == 1
    return re.sub(r"^import chess\.(\w+)$", r"import tabiya.chess.\1", changed, flags=re.MULTILINE)


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Random games with comments, clocks, glyphs and variations."""
    rng = random.Random(1)
    texts = []
    for number in range(16):
        theirs, _ = list(play(number, plies=rng.choice((20, 60, 100))))[-1]
        game = peer_pgn.Game.from_board(theirs)
        game.headers["White"], game.headers["Date"] = f'Player "{number}"', "2026.01.02"
        for node in list(game.mainline())[:-1]:
            if rng.random() < 0.3:
                node.comment = rng.choice(("", "why? } no", "[%clk 0:01:59.5] hurry", "(a) [b] ; c"))
            if rng.random() < 0.1:
                node.nags.add(rng.choice((1, 2, 4, 14)))
            others = [move for move in node.board().legal_moves if move != node.next().move]
            if others and rng.random() < 0.1:
                node.add_variation(rng.choice(others), comment=rng.choice(("", "a line")))
        texts.append(str(game))
    path = tmp_path_factory.mktemp("games") / "games.pgn"
    path.write_text("\n\n".join([*texts, "1. e4 e5 2. Ke3 Nf6 1-0\n"]), encoding="utf-8")
    return path


@pytest.mark.parametrize("name", ["statistics", "puzzles"])
def test_a_program_that_reads_games_prints_the_same(name: str, games: Path) -> None:
    program = (PROGRAMS / f"{name}.py").read_text(encoding="utf-8")
    expected = output(program, str(games))
    assert len(expected.splitlines()) > 50
    assert output(with_tabiya(program), str(games)) == expected


def test_an_engine_plays_the_same_game() -> None:
    program = (PROGRAMS / "engine.py").read_text(encoding="utf-8")
    expected = output(program, "8", "2")
    assert len(expected.splitlines()) == 8 + 3 + 8
    assert output(with_tabiya(program), "8", "2") == expected
