"""Python exits quietly while a daemon thread returns from any native call."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("tabiya._core", reason="the native core is not built", exc_type=ImportError)

LOOPS = {
    "probe_many": "table.probe_many(keys)",
    "store_many": "table.store_many(keys)",
    "items": "list(table.items())",
    "save": "table.save(sys.argv[1])",
    "len": "len(table)",
    "clear": "table.clear()",
    "resize": "table.resize(4); table.resize(8)",
    "search": "engine.search(board, depth=2)",
    "perft": "board.perft(2)",
    "perft_table": "len(cache)",
}
PROGRAM = """
import sys, threading
import numpy as np
from tabiya import Engine, PerftTable, TranspositionTable
from tabiya.chess import Board

table = TranspositionTable(hash_mb=4, l2_mb=1)
keys = np.arange(100, dtype=np.uint64)
table.store_many(keys)
board, engine, cache = Board(), Engine("chess", hash_mb=1), PerftTable(hash_mb=1)
began = threading.Event()

def work():
    while True:
        {call}
        began.set()

threading.Thread(target=work, daemon=True).start()
began.wait()
"""


@pytest.mark.parametrize("call", LOOPS)
def test_python_ends_beside_a_daemon_thread(call: str, tmp_path: Path) -> None:
    command = [sys.executable, "-c", PROGRAM.format(call=LOOPS[call]), str(tmp_path / "saved")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")
