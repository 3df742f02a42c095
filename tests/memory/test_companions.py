"""Helper processes that search one position on one shared table."""

from __future__ import annotations

import json
import os
import secrets
import signal
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from processes import is_running, wait_until
from tabiya import Engine, TranspositionTable, chess, shogi
from tabiya.engine.companions import Companions

MIDDLE_GAME = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8"


@pytest.fixture
def shared() -> Iterator[Any]:
    name = f"test-{os.getpid()}-{secrets.token_hex(4)}"
    with TranspositionTable.create_shared(name, hash_mb=16) as table:
        yield table


def wait_for_others(table: Any, key: int, depth: int) -> None:
    """Waits until they have searched a position to this depth."""

    def is_found() -> bool:
        entry = table.probe(key)
        return entry is not None and entry.depth >= depth

    wait_until(is_found, f"depth {depth}")


def test_what_others_find_need_not_be_searched(shared: Any) -> None:
    board = chess.Board(MIDDLE_GAME)
    alone = Engine(hash_mb=16).search(board, depth=10)
    with Companions("chess", MIDDLE_GAME, shared, 1) as others:
        wait_for_others(shared, board.key, 10)
        helped = Engine(table=shared).search(board, depth=10)
    assert others.nodes > 0
    assert helped.nodes < 0.8 * alone.nodes


def test_both_games_have_companions(shared: Any) -> None:
    with Companions("shogi", None, shared, 1):
        wait_for_others(shared, shogi.Board().key, 8)


def test_a_killed_companion_disturbs_nobody(shared: Any) -> None:
    with Companions("chess", MIDDLE_GAME, shared, 2) as others:
        victim = others._processes[0]
        os.kill(victim.pid, signal.SIGKILL)
        victim.join()
        assert Engine(table=shared).search(chess.Board(MIDDLE_GAME), depth=8).depth == 8
    assert others.nodes > 0  # the other one's


ORPHANS = """
import os, sys
from tabiya import TranspositionTable
from tabiya.engine.companions import Companions

if __name__ == "__main__":
    table = TranspositionTable.create_shared(sys.argv[1], hash_mb=4)
    others = Companions("chess", None, table, 2).__enter__()
    table.unlink()
    print(*(process.pid for process in others._processes), flush=True)
    os.kill(os.getpid(), 9)
"""


def test_companions_end_with_whoever_started_them(tmp_path: Any) -> None:
    script = tmp_path / "orphans.py"
    script.write_text(ORPHANS)
    name = f"test-{os.getpid()}-{secrets.token_hex(4)}"
    ran = subprocess.run([sys.executable, script, name], capture_output=True, text=True, timeout=120)
    numbers = [int(word) for word in ran.stdout.split()]
    assert len(numbers) == 2
    wait_until(lambda: not any(map(is_running, numbers)))


def test_a_position_that_is_wrong_is_told_before_anything_starts(shared: Any) -> None:
    with pytest.raises(ValueError, match="invalid FEN 'no fen'"):
        Companions("chess", "no fen", shared, 1)


def test_a_companion_that_cannot_start_is_told(shared: Any) -> None:
    with (
        pytest.raises(RuntimeError, match="a helper process ended"),
        Companions("chess", None, shared, 1, threads=0),
    ):
        pass


def test_the_command_line_analyses_with_processes() -> None:
    command = [sys.executable, "-c", "from tabiya.cli import main; main()", "analyse", MIDDLE_GAME]
    command += ["--processes", "2", "--depth", "7"]
    ran = subprocess.run([*command, "--json"], capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stderr
    result = json.loads(ran.stdout.splitlines()[-1])
    assert result["depth"] == 7
    assert chess.Board(MIDDLE_GAME).parse_uci(result["best_move"])
    assert "nodes in 1 other process\n" in ran.stderr
    ran = subprocess.run([*command, "--no-table"], capture_output=True, text=True, timeout=120)
    assert ran.returncode == 1
    assert "--processes share a table" in ran.stderr
