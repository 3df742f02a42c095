"""What a save replaces, what it refuses to replace, and what it leaves behind: nothing."""

from __future__ import annotations

import os
import signal
import socket
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tabiya import TranspositionTable

Make = Callable[..., Any]


def small(make: Make) -> Any:
    table = make(entries=16)
    table.store(5)
    return table


# ---- what is replaced -------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o644, 0o400])
def test_the_mode_of_the_old_file_stays(make_table: Make, tmp_path: Path, mode: int) -> None:
    path = tmp_path / "table"
    path.touch()
    path.chmod(mode)
    small(make_table).save(path)
    assert stat.S_IMODE(path.stat().st_mode) == mode
    assert path.stat().st_size > 0


def test_a_new_file_has_the_mode_of_any_new_file(make_table: Make, tmp_path: Path) -> None:
    old = os.umask(0o027)
    try:
        small(make_table).save(tmp_path / "table")
    finally:
        os.umask(old)
    assert stat.S_IMODE((tmp_path / "table").stat().st_mode) == 0o640


@pytest.mark.skipif(os.getuid() != 0, reason="only root gives files away")
def test_the_owner_of_the_old_file_stays(make_table: Make, tmp_path: Path) -> None:
    path = tmp_path / "table"
    path.touch(0o600)
    os.chown(path, 65534, 65534)
    small(make_table).save(path)
    assert (path.stat().st_uid, path.stat().st_gid) == (65534, 65534)


def test_the_name_of_a_saved_file_survives_a_crash(
    make_table: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file is on disk before it gets its name, and the folder with the name after that."""
    happened = []
    replace, fsync = os.replace, os.fsync

    def note_replace(source: str, target: str) -> None:
        happened.append("named")
        replace(source, target)

    def note_fsync(descriptor: int) -> None:
        happened.append("folder" if stat.S_ISDIR(os.fstat(descriptor).st_mode) else "file")
        fsync(descriptor)

    monkeypatch.setattr(os, "replace", note_replace)
    monkeypatch.setattr(os, "fsync", note_fsync)
    make_table(hash_mb=1).save(tmp_path / "table")
    assert happened == ["file", "named", "folder"]


@pytest.mark.parametrize("dangling", [False, True])
def test_a_link_stays_and_its_target_is_replaced(make_table: Make, tmp_path: Path, dangling: bool) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    if not dangling:
        target.write_bytes(b"old")
    link.symlink_to(target)
    small(make_table).save(link)
    assert link.is_symlink()
    assert not target.is_symlink()
    assert 5 in type(small(make_table)).load(target)


# ---- what is refused --------------------------------------------------------------------------------------


def make_special(path: Path, kind: str) -> None:
    if kind == "directory":
        path.mkdir()
    elif kind == "FIFO":
        os.mkfifo(path)
    elif kind == "socket":
        with socket.socket(socket.AF_UNIX) as listening:
            listening.bind(str(path))
    else:
        try:
            os.mknod(path, 0o600 | stat.S_IFCHR, os.makedev(1, 3))
        except PermissionError:  # only root makes devices, and nobody else can replace /dev/null by mistake
            path.symlink_to("/dev/null")


@pytest.mark.parametrize("kind", ["directory", "FIFO", "socket", "device"])
def test_what_is_no_file_is_refused_by_its_name(make_table: Make, tmp_path: Path, kind: str) -> None:
    path = tmp_path / "special"
    make_special(path, kind)
    before = path.stat()
    with pytest.raises(OSError, match=f"special': it is a {kind}"):
        small(make_table).save(path)
    assert path.stat().st_ino == before.st_ino
    assert os.listdir(tmp_path) == ["special"]


def test_errors_name_the_users_path(make_table: Make, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as caught:
        small(make_table).save(tmp_path / "nowhere" / "table")
    assert caught.value.filename == str(tmp_path / "nowhere" / "table")


@pytest.mark.parametrize("way", ["itself", "hard link", "symbolic link", "from another folder"])
def test_a_mapped_table_is_not_saved_over_itself(
    tmp_path: Path, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, other = tmp_path / "table", tmp_path / "other"
    with TranspositionTable.open(path, entries=64) as table:
        if way == "hard link":
            other.hardlink_to(path)
        elif way == "symbolic link":
            other.symlink_to(path)
        monkeypatch.chdir(tmp_path if way == "from another folder" else "/")
        target = {"itself": path, "from another folder": Path("./table")}.get(way, other)
        with pytest.raises(ValueError, match="is the file of this table: save to another one"):
            table.save(target)
        table.store(7)
    with TranspositionTable.open(path) as table:
        assert 7 in table


def test_a_file_that_another_table_uses_is_not_replaced(make_table: Make, tmp_path: Path) -> None:
    path = tmp_path / "table"
    with TranspositionTable.open(path, entries=64, shared=True) as table:
        with pytest.raises(BlockingIOError, match="table' is the file of a table in use"):
            small(make_table).save(path)
        table.store(7)
    with TranspositionTable.open(path) as table:
        assert 7 in table
    assert small(make_table).save(path) > 0


# ---- what is left behind ----------------------------------------------------------------------------------

KILLED = """
import os, signal, sys
from tabiya import TranspositionTable
table = TranspositionTable(hash_mb=4); table.store(2)
table.save(sys.argv[1], progress=lambda *p: os.kill(os.getpid(), signal.SIGKILL))
"""


@pytest.mark.parametrize("name_of_file", ["table", "a.b [x]*", "よ" * 80])
def test_the_next_save_removes_what_a_killed_one_left(
    make_table: Make, tmp_path: Path, name_of_file: str
) -> None:
    path, neighbour = tmp_path / name_of_file, tmp_path / f".{name_of_file}.old.tmp"
    neighbour.touch()
    for _ in range(2):
        done = subprocess.run([sys.executable, "-c", KILLED, str(path)], check=False)
        assert done.returncode == -signal.SIGKILL
        assert len(os.listdir(tmp_path)) == 2
    small(make_table).save(path)
    assert {path, neighbour} == set(tmp_path.iterdir())


def test_a_running_save_keeps_its_file(tmp_path: Path) -> None:
    path = tmp_path / "table"
    first, second = TranspositionTable(hash_mb=4), TranspositionTable(hash_mb=4)
    first.store(1)
    second.store(2)
    assert first.save(path, progress=lambda done, total: second.save(path)) == 1
    assert 1 in TranspositionTable.load(path)
    assert os.listdir(tmp_path) == ["table"]


def test_saves_at_the_same_time_all_succeed(tmp_path: Path) -> None:
    path = tmp_path / "table"
    failed: list[BaseException] = []

    def save_often() -> None:
        table = TranspositionTable(entries=16)
        try:
            for _ in range(100):
                table.save(path, compression="none")
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=save_often) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    assert os.listdir(tmp_path) == ["table"]
