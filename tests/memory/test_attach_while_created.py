"""Attaching waits while a table is being created, but not for a dead creator."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tabiya import TranspositionTable
from tabiya.errors import TableFileError
from tabiya.storage import shared

pytest.importorskip("tabiya._core", reason="the native core is not built", exc_type=ImportError)


def in_thread(work: Callable[[], Any]) -> tuple[threading.Thread, list[Any]]:
    results: list[Any] = []

    def run() -> None:
        try:
            results.append(work())
        except Exception as error:
            results.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    return thread, results


@pytest.mark.parametrize("made", ["nothing", "its space"])
@pytest.mark.parametrize("held", [False, True], ids=["not locked yet", "locked"])
def test_attach_waits_for_the_creator(name: str, made: str, held: bool) -> None:
    with TranspositionTable.create_shared(f"{name}.model", hash_mb=1) as model:
        model.store(42, depth=7)
        whole = Path(shared.path_of(f"{name}.model")).read_bytes()
    descriptor = os.open(shared.path_of(name), os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        if made != "nothing":
            os.ftruncate(descriptor, len(whole))
        if held:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        thread, results = in_thread(lambda: TranspositionTable.attach(name))
        time.sleep(0.3)
        assert thread.is_alive(), results
        os.pwrite(descriptor, whole[8:], 8)
        os.pwrite(descriptor, whole[:8], 0)
    finally:
        os.close(descriptor)
    thread.join()
    with results[0] as table:
        assert table.probe(42).depth == 7


def test_a_creator_that_died_is_said(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared, "SECONDS_WITHOUT_A_LOCK", 0.2)
    Path(shared.path_of(name)).touch(0o600)
    with pytest.raises(TableFileError, match=f"is not finished: .*`tabiya table rm {name}` removes it"):
        TranspositionTable.attach(name)


def test_a_creator_that_gives_up_is_not_waited_for(name: str) -> None:
    path = Path(shared.path_of(name))
    path.touch(0o600)
    thread, results = in_thread(lambda: TranspositionTable.attach(name))
    time.sleep(0.1)
    started = time.monotonic()
    path.unlink()
    thread.join()
    assert isinstance(results[0], FileNotFoundError)
    assert time.monotonic() - started < 2


def test_open_waits_for_whoever_makes_the_file(tmp_path: Path) -> None:
    with TranspositionTable.open(tmp_path / "model", hash_mb=1) as model:
        model.store(42, depth=7)
    path = tmp_path / "new"
    with open(path, "wb", buffering=0) as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        thread, results = in_thread(lambda: TranspositionTable.open(path, shared=True))
        time.sleep(1)
        assert thread.is_alive(), results
        file.write((tmp_path / "model").read_bytes())
    thread.join()
    with results[0] as table:
        assert table.probe(42).depth == 7


def test_engines_that_start_together_share(name: str) -> None:
    """Several rounds of two processes that create or attach at the same moment."""
    program = """
import sys
from tabiya.protocols.engine_table import TablePlace, leave, open_place
for line in sys.stdin:
    table, _ = open_place(TablePlace(shared=line.strip()), {"hash_mb": 1, "statistics": False})
    table.store(42)
    print("shared", flush=True)
    sys.stdin.readline()
    leave(table)
    print("left", flush=True)
"""
    engines = [
        subprocess.Popen([sys.executable, "-c", program], stdin=-1, stdout=-1, text=True) for _ in range(2)
    ]

    def say(word: str) -> list[str]:
        for engine in engines:
            assert engine.stdin is not None
            engine.stdin.write(word + "\n")
            engine.stdin.flush()
        return [engine.stdout.readline().strip() for engine in engines if engine.stdout is not None]

    try:
        for round in range(40):
            assert say(f"{name}.{round}") == ["shared", "shared"]
            assert say("leave") == ["left", "left"]
    finally:
        for engine in engines:
            engine.communicate()
    assert not list(Path(shared.FOLDER).glob(f"{shared.PREFIX}{name}*"))
