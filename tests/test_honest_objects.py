"""Objects say what they are: closed, off, of another kind; errors name what the user gave."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tabiya
from tabiya import Bound, Source, TableFileError, TranspositionTable
from tabiya.storage.compression import Compression, choose

Make = Callable[..., Any]


# ---- statistics --------------------------------------------------------------------------------------------


def test_statistics_that_are_off_say_so_instead_of_zeros(make_table: Make) -> None:
    table = make_table(entries=64)
    table.store(1)
    assert str(table.stats).startswith("statistics are off: ")
    assert len(str(table.stats).splitlines()) == 1
    assert not table.stats.counting
    table.reconfigure(statistics=True)
    table.store(2)
    assert table.stats.counting
    assert "off" not in str(table.stats)


def test_statistics_that_were_on_are_still_shown(make_table: Make) -> None:
    table = make_table(entries=64, statistics=True)
    table.store(1)
    table.reconfigure(statistics=False)
    lines = str(table.stats).splitlines()
    assert lines[0].startswith("statistics are off: ")
    assert any(line.split() == ["stores", "1"] for line in lines)


def test_sums_of_statistics_count_if_one_of_them_does(make_table: Make) -> None:
    on, off = (make_table(entries=64, statistics=on).stats for on in (True, False))
    assert (on + off).counting
    assert not (off + off).counting
    assert sum([off, on]).counting


def test_updates_that_kept_the_old_entry_are_counted(make_table: Make) -> None:
    table = make_table(entries=64, statistics=True)
    table.store(1, depth=9, bound=Bound.EXACT)
    table.store(1, depth=3, bound=Bound.UPPER)  # the deeper one stays
    table.store(1, depth=4, bound=Bound.EXACT)
    table.store(1, depth=12)
    table.store(1, depth=12)
    assert (table.stats.updates, table.stats.kept_old) == (4, 2)
    assert any(
        line.split() == ["kept", "the", "old", "entry", "2", "50.0%", "of", "updates"]
        for line in str(table.stats).splitlines()
    )


# ---- sizes and life ----------------------------------------------------------------------------------------


def test_a_table_that_cannot_keep_its_contents_is_not_resized_by_accident(make_table: Make) -> None:
    table = make_table(entries=400)
    assert table.resize(entries=800) == 0  # nothing to lose
    table.store(1, depth=5)
    before = table._raw()
    with pytest.raises(ValueError, match=r"resize would lose .*: 200 clusters .*discard=True starts empty"):
        table.resize(entries=400)
    assert table._raw() == before
    assert table.resize(entries=400, discard=True) == 0
    assert table.probe(1) is None


def test_one_entry_is_enough_to_refuse(make_table: Make) -> None:
    """However few the clusters that a sample looks at."""
    for key in range(20):
        table = make_table(entries=4 * 60_000)
        table.store(key)
        with pytest.raises(ValueError, match="discard=True"):
            table.resize(entries=400)


def test_a_table_with_whole_keys_keeps_them_even_if_it_may_discard(make_table: Make) -> None:
    table = make_table(entries=4 * 65_536)
    table.store(7, depth=3)
    assert table.resize(entries=8 * 65_536, discard=True) == 1
    assert table.probe(7).depth == 3


def test_the_repr_of_a_closed_table_says_closed(make_table: Make) -> None:
    table = make_table(entries=64)
    before = repr(table)
    table.close()
    assert repr(table) == before.replace(">", ", closed>") != before


@pytest.mark.parametrize("member", [*Bound, *Source], ids=repr)
def test_members_print_their_names(member: Any) -> None:
    assert str(member) == f"{member}" == member.name
    assert f"{member:d}" == str(int(member))


# ---- files -------------------------------------------------------------------------------------------------


def test_the_error_of_a_bad_file_is_public() -> None:
    from tabiya import errors

    assert tabiya.TableFileError is errors.TableFileError
    assert "TableFileError" in tabiya.__all__


def test_load_and_open_name_each_other(tmp_path: Path) -> None:
    mapped, saved = tmp_path / "mapped.table", tmp_path / "saved.tabiya"
    with TranspositionTable.open(mapped, hash_mb=1) as table:
        table.save(saved)
    with pytest.raises(TableFileError, match=r"mapped\.table' is .*use open\(\), not load\(\)"):
        TranspositionTable.load(mapped)
    with pytest.raises(TableFileError, match=r"saved\.tabiya' is a saved table.*use load\(\), not open\(\)"):
        TranspositionTable.open(saved)


def test_errors_of_save_name_the_path_that_was_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = TranspositionTable(hash_mb=1)
    monkeypatch.chdir(tmp_path)
    Path("file").write_text("")
    for path in ("no/such/folder", "file/below", "x" * 300):
        with pytest.raises(OSError) as caught:  # noqa: PT011
            table.save(path)
        assert caught.value.filename == path


@pytest.mark.parametrize("step", ["replace", "fsync"])
def test_errors_of_the_disk_name_the_path_that_was_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    def fail(*arguments: Any) -> None:
        names = arguments[:1] if step == "replace" else ()
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), *names)

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(os, step, fail)
    with pytest.raises(OSError, match="No space left") as caught:
        TranspositionTable(hash_mb=1).save("here.tabiya")
    assert caught.value.filename == "here.tabiya"
    assert os.listdir() == []


def test_an_error_of_the_callers_own_progress_is_left_alone(tmp_path: Path) -> None:
    def progress(done: int, total: int) -> None:
        raise BrokenPipeError(errno.EPIPE, "the terminal is gone")

    table = TranspositionTable(hash_mb=4)
    table.store(1)
    with pytest.raises(BrokenPipeError) as caught:
        table.save(tmp_path / "x", progress=progress)
    assert caught.value.filename is None


def test_auto_writes_what_a_base_install_can_read(tmp_path: Path) -> None:
    assert choose("auto") is Compression.ZLIB


# ---- boards of others --------------------------------------------------------------------------------------


def test_an_engine_names_the_adapter_for_a_board_of_python_chess() -> None:
    peer = pytest.importorskip("chess")
    with pytest.raises(TypeError, match=r"not a chess\.Board: tabiya\.chess\.adapters\.board_from_chess\("):
        tabiya.Engine("chess").search(peer.Board(), depth=1)
    with pytest.raises(TypeError, match=r"for this engine, not a builtins\.str$"):
        tabiya.Engine("chess").search("a board", depth=1)


def test_an_engine_names_the_adapter_for_a_board_of_cshogi() -> None:
    peer = pytest.importorskip("cshogi")
    with pytest.raises(TypeError, match=r"tabiya\.shogi\.adapters\.board_from_cshogi\(board\)"):
        tabiya.Engine("shogi").search(peer.Board(), depth=1)
