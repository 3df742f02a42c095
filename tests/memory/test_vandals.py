"""Overwritten locks and truncated files: an error, never a hang or a crash."""

from __future__ import annotations

import os
import random
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tabiya import TranspositionTable
from tabiya.errors import TableFileError
from tabiya.storage.header import DATA_OFFSET
from tabiya.storage.shared import path_of

pytest.importorskip("tabiya._core", reason="the native core is not built", exc_type=ImportError)
LOCK_BYTES_OFFSET = 52
LOCKS_OFFSET = 4096


def run(program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program, *arguments], capture_output=True, text=True, timeout=60, check=False
    )


# ---- cut off ----------------------------------------------------------------------------------------------

CUT_OFF = """
import os, sys
from tabiya import TranspositionTable
from tabiya.errors import TableFileError
kind, path, length, call = sys.argv[1:]
if kind == "shared":
    table = TranspositionTable.create_shared(path, hash_mb=8)
    path = "/dev/shm/tabiya." + path
else:
    table = TranspositionTable.open(path, hash_mb=8)
for key in range(1000):
    table.store(key, depth=3)
other = TranspositionTable(hash_mb=8)
os.truncate(path, int(length))
try:
    exec(call)
except TableFileError as error:
    assert path in str(error), error
    print("said")
for key in range(2000):
    table.store(key, depth=3)
    table.probe(key)
try:
    table.items()
    len(table)
except TableFileError:
    print("said")
other.store(5)
assert 5 in other and len(other) >= 1
table.close()
"""


@pytest.mark.parametrize(
    ("kind", "length"), [("shared", 0), ("mapped", 4096), ("mapped", DATA_OFFSET), ("shared", 2**22 + 17)]
)
@pytest.mark.parametrize(
    "call",
    [
        "table.save(path + '.saved')",
        "list(table.items())",
        "other.merge(table)",
        "table.merge(other); table.clear()",
        "table.copy()",
        "table.clear()",
        "len(table)",
        "table.flush()",
    ],
)
def test_a_table_cut_off_in_use_is_an_error(
    kind: str, length: int, call: str, name: str, tmp_path: Path
) -> None:
    done = run(CUT_OFF, kind, name if kind == "shared" else str(tmp_path / "table"), str(length), call)
    assert done.returncode == 0, (done.returncode, done.stderr)
    assert done.stdout == "said\nsaid\n"


OWN_FAULT = """
import faulthandler, mmap, sys
from tabiya import TranspositionTable
for word in sys.argv[3:]:
    if word == "faulthandler":
        faulthandler.enable()
    else:
        TranspositionTable.open(sys.argv[1] + word, hash_mb=1)
with open(sys.argv[2], "w+b") as file:
    file.truncate(8192)
    memory = mmap.mmap(file.fileno(), 8192)
    file.truncate(0)
    memory[5000]
"""


@pytest.mark.parametrize(
    "order", [["a"], ["a", "faulthandler"], ["faulthandler", "a"], ["a", "faulthandler", "b"]], ids=" ".join
)
def test_faults_of_others_still_end_the_process(order: list[str], tmp_path: Path) -> None:
    done = run(OWN_FAULT, str(tmp_path / "table"), str(tmp_path / "other"), *order)
    assert done.returncode == -signal.SIGBUS
    assert ("Bus error" in done.stderr) == ("faulthandler" in order)


# ---- locks ------------------------------------------------------------------------------------------------

BYTES = random.Random(5).randbytes(4 * 64)


@pytest.mark.parametrize(
    "pattern", [bytes(256), b"\xff" * 256, b"\x01" * 256, BYTES], ids=["zeros", "ones", "one", "random"]
)
def test_overwritten_locks_are_an_error(name: str, pattern: bytes) -> None:
    program = f"""
import os, sys
from tabiya import TranspositionTable
from tabiya.errors import TableFileError
table = TranspositionTable.create_shared(sys.argv[1], entries=64, sync="bucket_locks", buckets=4)
table.store(1, depth=4)
with open("/dev/shm/tabiya." + sys.argv[1], "r+b") as file:
    file.seek({LOCKS_OFFSET})
    file.write(bytes.fromhex("{pattern.hex()}"))
for call in (lambda: table.store(1), table.clear):
    try:
        call()
    except TableFileError as error:
        print("said" if sys.argv[1] in str(error) else error)
assert table.probe(1).depth == 4
table.close()
table.unlink()
"""
    done = run(program, name)
    assert (done.returncode, done.stdout) == (0, "said\nsaid\n"), done.stderr


def test_every_damage_of_a_lock_ends(name: str) -> None:
    """A lock with arbitrary words is taken over, times out, or is rejected."""
    program = f"""
import os, random, sys
from tabiya import TranspositionTable
from tabiya.errors import TableFileError
chance = random.Random(11)
table = TranspositionTable.create_shared(sys.argv[1], entries=64, sync="bucket_locks", buckets=1)
with open("/dev/shm/tabiya." + sys.argv[1], "r+b", buffering=0) as file:
    file.seek({LOCKS_OFFSET})
    sound = file.read(40)
    for _ in range(300):
        damaged = bytearray(sound)
        for _ in range(chance.randint(1, 3)):
            word = 4 * chance.randrange(10)
            damaged[word:word + 4] = chance.choice([b"\\xff" * 4, bytes(4), chance.randbytes(4)])
        file.seek({LOCKS_OFFSET})
        file.write(damaged)
        table._set_lock_patience(1)
        try:
            table.store(chance.getrandbits(64))
        except (TableFileError, TimeoutError):
            pass
        file.seek({LOCKS_OFFSET})
        file.write(sound)
    table.store(5)
    assert 5 in table
table.unlink()
"""
    done = run(program, name)
    assert done.returncode == 0, (done.returncode, done.stderr)


def test_the_lock_of_a_stopped_process_is_waited_for_with_a_bound(name: str) -> None:
    holder = f"""
import ctypes, os, signal
from tabiya import TranspositionTable
table = TranspositionTable.attach({name!r})
ctypes.CDLL(None).pthread_mutex_lock(ctypes.c_void_p(table._lock_address(0)))
print("held", flush=True)
signal.pause()
"""
    with TranspositionTable.create_shared(name, entries=64, sync="bucket_locks", buckets=1) as table:
        process = subprocess.Popen([sys.executable, "-c", holder], stdout=-1, text=True)
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "held\n"
            process.send_signal(signal.SIGSTOP)
            table._set_lock_patience(500)
            started = time.monotonic()
            calls: list[Callable[[], object]] = [lambda: table.store(5), table.clear]
            for call in calls:
                with pytest.raises(
                    TimeoutError, match=f"{name}' could not take a bucket lock in .* end that process"
                ):
                    call()
            assert 0.9 < time.monotonic() - started < 10
        finally:
            process.kill()
            process.communicate()
        table.store(5)
        assert 5 in table
        assert table.stats.lock_recoveries == 1


@pytest.mark.parametrize("size", [0, 65, 2**31])
def test_locks_that_cannot_be_are_refused(tmp_path: Path, size: int) -> None:
    path = tmp_path / "table"
    TranspositionTable.open(path, entries=64).close()
    with open(path, "r+b") as file:
        file.seek(LOCK_BYTES_OFFSET)
        file.write(struct.pack("<I", size))
    with pytest.raises(TableFileError, match=f"a lock of {size} bytes does not fit into 64"):
        TranspositionTable.open(path)


def test_locks_of_another_c_library_are_refused(name: str, tmp_path: Path) -> None:
    settings = {"entries": 64, "sync": "bucket_locks", "buckets": 1}
    with TranspositionTable.create_shared(name, **settings):  # type: ignore[arg-type]
        with open(path_of(name), "r+b") as file:
            file.seek(LOCK_BYTES_OFFSET)
            assert struct.unpack("<I", file.read(4))[0] in (40, 48)
            file.seek(LOCK_BYTES_OFFSET)
            file.write(struct.pack("<I", 24))
        with pytest.raises(TableFileError, match="has locks of 24 bytes, but this C library has locks of"):
            TranspositionTable.attach(name)
    path = tmp_path / "table"
    TranspositionTable.open(path, **settings).close()  # type: ignore[arg-type]
    with open(path, "r+b") as file:
        file.seek(LOCK_BYTES_OFFSET)
        file.write(struct.pack("<I", 24))
    # Who opens a file alone makes its locks anew.
    with TranspositionTable.open(path, shared=True) as one, TranspositionTable.open(path, shared=True) as two:
        one.store(5)
        assert 5 in two
    assert os.path.getsize(path) > DATA_OFFSET
