"""Python exits quietly while a daemon thread returns from a native call, and after calls at its end."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from processes import PATIENCE, child

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


SHUTDOWN = """
import sys
import numpy as np
from tabiya import PerftTable, ReferenceTable, TranspositionTable, ValueTable, memoize
from tabiya.chess import Board

@memoize(hash_mb=1)
def double(n: int) -> int:
    return 2 * n

def make_calls(ending=sys.is_finalizing, write=sys.stdout.write):
    table, values = TranspositionTable(hash_mb=4, l2_mb=1), ValueTable("i8", 4)
    cache, board, keys = PerftTable(hash_mb=1), Board(), np.arange(3, dtype=np.uint64)
    reference = ReferenceTable(entries=8)
    values.store(1, 7)
    double(1)
    def numpy_is_gone():
        for call in (lambda: values.probe_many(keys), reference.to_numpy):
            try:
                call()
            except ImportError as error:
                if "pip install" in str(error) or "not installed" in str(error):
                    return error
            except ValueError:  # of a small table, for its keys
                pass
        return True
    calls = {
        "len": lambda: len(table), "items": lambda: list(table.items()), "clear": table.clear,
        "resize": lambda: table.resize(8), "copy": lambda: len(table.copy()), "perft": lambda: board.perft(2),
        "perft, two threads": lambda: board.perft(2, threads=2), "perft table": lambda: len(cache),
        "values": lambda: list(values.items()), "len of values": lambda: len(values),
        "memoized": lambda: double(1), "cache_info": lambda: double.cache_info().currsize,
        "cache_clear": double.cache_clear, "clear values": values.clear, "batch": numpy_is_gone,
        "reference": lambda: len(reference.copy()),
    }
    def run():
        write(f"{ending()}\\n")
        for name, call in calls.items():
            write(f"{name}: {call()}\\n")
    return run

class Last:
    def __init__(self):
        self.run = make_calls()
    def __del__(self):
        self.run()

def generator(run):
    try:
        yield
    finally:
        run()
"""
BEGINNINGS = {
    "__del__": "last = Last()",
    "generator": "last = generator(make_calls()); next(last)",
    "atexit": "import atexit; atexit.register(make_calls())",
}
ANSWERS = """\
len: 0
items: []
clear: None
resize: 0
copy: 0
perft: 400
perft, two threads: 400
perft table: 0
values: [(1, 7)]
len of values: 1
memoized: 2
cache_info: 1
cache_clear: None
clear values: None
batch: True
reference: 0
"""


@pytest.mark.parametrize("kind", BEGINNINGS)
def test_the_thread_that_ends_python_gets_its_answers(kind: str) -> None:
    program = f"{SHUTDOWN}\n{BEGINNINGS[kind]}\n"
    with child([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as process:
        said, _ = process.communicate(timeout=PATIENCE)
    assert said == f"{kind != 'atexit'}\n{ANSWERS}"
    assert process.returncode == 0
