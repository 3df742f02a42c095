"""`tabiya table` as a user types it."""

from __future__ import annotations

import csv
import fcntl
import json
import threading
import time
import uuid
from pathlib import Path

import numpy as np
import pytest

from tabiya import TranspositionTable, ValueTable
from tabiya.storage.export import export
from tabiya.storage.shared import SECONDS_FOR_A_LOOK, segments
from test_cli import tabiya


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    table = TranspositionTable(hash_mb=4)
    table.store_many(np.arange(1, 1001, dtype=np.uint64), depths=np.arange(1000) % 9, scores=-7, pvs=True)
    table.store(5000, eval=12, score=-500_000)
    table.save(tmp_path / "a.tabiya")
    return tmp_path / "a.tabiya"


def test_shared_tables_are_listed_and_removed() -> None:
    name = f"cli-{uuid.uuid4().hex}"
    with TranspositionTable.create_shared(name, hash_mb=1) as table:
        rows = {row["name"]: row for row in json.loads(tabiya("table", "list", "--json").stdout)}
        assert rows[name]["state"] == "in use"
        assert "is in use; --force removes" in tabiya("table", "rm", name).stderr
        table.close()
        assert "left behind" in tabiya("table", "list").stdout
        assert tabiya("table", "rm", name).returncode == 0
        assert name not in tabiya("table", "list").stdout
    assert tabiya("table", "rm", name).stderr.endswith(f"there is no shared table '{name}'\n")
    assert "name must be letters" in tabiya("table", "rm", "../etc").stderr


def test_two_who_look_at_a_table_do_not_take_each_other_for_users() -> None:
    name = f"cli-{uuid.uuid4().hex}"
    with TranspositionTable.create_shared(name, hash_mb=1) as table:
        table.close()
        end = time.monotonic() + 0.3
        answers: set[bool | None] = set()

        def look() -> None:
            while time.monotonic() < end:
                answers.update(segment.used for segment in segments() if segment.name == name)
                time.sleep(0.002)  # as people look: threads that never pause starve one another

        threads = [threading.Thread(target=look) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert answers == {False}


def test_a_slow_look_is_not_taken_for_a_user() -> None:
    """A process that checks for users holds the lock; on a busy machine it may be stopped while it does."""
    name = f"cli-{uuid.uuid4().hex}"
    with TranspositionTable.create_shared(name, hash_mb=1) as table:
        table.close()
        with open(f"/dev/shm/tabiya.{name}") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            timer = threading.Timer(3 * SECONDS_FOR_A_LOOK, file.close)
            timer.start()
            assert [segment.used for segment in segments() if segment.name == name] == [False]
            timer.join()


def test_a_file_is_shown_and_verified(saved: Path) -> None:
    facts = json.loads(tabiya("table", "info", str(saved), "--json").stdout)
    assert (facts["kind"], facts["saved"], facts["hash_mb"]) == ("saved", 1001, 4)
    assert "1,001 saved in 1 blocks, checksums match" in tabiya("table", "verify", str(saved)).stdout
    content = bytearray(saved.read_bytes())
    content[-1] ^= 1
    saved.write_bytes(content)
    done = tabiya("table", "verify", str(saved))
    assert done.returncode == 1
    assert "wrong checksum of block 0" in done.stderr


def test_a_damaged_second_tier_is_noticed(tmp_path: Path) -> None:
    table = TranspositionTable(layout="single", hash_mb=1, l2_mb=1)
    table.store_many(np.arange(1, 200_001, dtype=np.uint64), depths=np.arange(200_000) % 9 + 1)
    path = tmp_path / "tiers.tabiya"
    table.save(path)
    assert tabiya("table", "verify", str(path)).returncode == 0
    content = bytearray(path.read_bytes())
    content[-1] ^= 1  # the second tier stands at the end
    path.write_bytes(content)
    done = tabiya("table", "verify", str(path))
    assert done.returncode == 1
    assert "wrong checksum of block" in done.stderr


@pytest.mark.parametrize("kind", ["saved", "mapped"])
def test_a_converted_table_keeps_its_generation(tmp_path: Path, kind: str) -> None:
    """Otherwise old entries would look new, and new ones old."""
    source, target = tmp_path / "a.table", tmp_path / "b.tabiya"
    with TranspositionTable.open(source, hash_mb=4) if kind == "mapped" else TranspositionTable() as table:
        for _ in range(5):
            table.new_search()
        table.store(1, depth=3)
        if kind == "saved":
            table.save(source)
    assert tabiya("table", "convert", str(source), str(target), "--hash", "8").returncode == 0
    loaded = TranspositionTable.load(target)
    assert loaded.generation == 5
    assert loaded.probe(1).generation == 5


def test_mapped_files_are_shown_verified_and_converted(tmp_path: Path) -> None:
    path = tmp_path / "m.table"
    with TranspositionTable.open(path, hash_mb=4) as table:
        table.store(1, depth=3)
    assert json.loads(tabiya("table", "info", str(path), "--json").stdout)["kind"] == "mapped"
    assert "1 entries, 0 torn slots" in tabiya("table", "verify", str(path)).stdout
    tabiya("table", "convert", str(path), str(tmp_path / "s.tabiya"), "--hash", "8")
    loaded = TranspositionTable.load(tmp_path / "s.tabiya")
    assert (loaded.probe(1).depth, loaded.config.hash_mb) == (3, 8)


def test_tables_are_converted_and_merged(saved: Path, tmp_path: Path) -> None:
    out = tmp_path / "b.tabiya"
    options = ("--hash", "2", "--layout", "single", "--compression", "none")
    assert "1,0" in tabiya("table", "convert", str(saved), str(out), *options).stdout
    table = TranspositionTable.load(out)
    assert (table.config.layout, table.config.hash_mb) == ("single", 2)
    other = TranspositionTable(hash_mb=4)
    other.store(1, depth=200)
    other.store(9999)
    other.save(tmp_path / "c.tabiya")
    done = tabiya("table", "merge", str(tmp_path / "d.tabiya"), str(saved), str(tmp_path / "c.tabiya"))
    assert done.returncode == 0, done.stderr
    merged = TranspositionTable.load(tmp_path / "d.tabiya")
    assert (merged.probe(1).depth, len(merged), 9999 in merged) == (200, 1002, True)


@pytest.mark.parametrize("suffix", ["csv", "npy", "npz", "parquet"])
def test_entries_are_exported(saved: Path, tmp_path: Path, suffix: str) -> None:
    if suffix == "parquet":
        pytest.importorskip("pyarrow")
    out = tmp_path / f"out.{suffix}"
    done = tabiya("table", "export", str(saved), str(out))
    assert "1,001 entries" in done.stdout, done.stderr
    expected = np.sort(TranspositionTable.load(saved).to_numpy(), order="key")
    if suffix == "csv":
        rows = sorted(csv.DictReader(out.read_text().splitlines()), key=lambda row: int(row["key"]))
        assert [int(row["score"]) for row in rows] == expected["score"].tolist()
        assert [row["eval"] for row in rows] == [""] * 1000 + ["12"]
        return
    if suffix == "parquet":
        import pyarrow.parquet as parquet

        columns = parquet.read_table(out).to_pydict()
        assert sorted(columns["key"]) == expected["key"].tolist()
        assert set(columns) == set(expected.dtype.names)
        return
    found = np.load(out)
    found = np.sort(found["entries"] if suffix == "npz" else found, order="key")
    assert (found == expected).all()


def test_an_unknown_format_is_one_line(saved: Path, tmp_path: Path) -> None:
    done = tabiya("table", "export", str(saved), str(tmp_path / "out.xlsx"))
    assert done.stderr == "tabiya: format must be one of 'csv', 'npy', 'npz', 'parquet', not 'xlsx'\n"
    assert not (tmp_path / "out.xlsx").exists()


# ---- value tables and mapped files ------------------------------------------------------------------------

NESTED = [("n", "i4"), ("p", [("x", "u1"), ("y", "f8")]), ("a", "u2", (2,)), ("key", "S3")]
HEADINGS = ["key", "priority", "generation", "n", "p.x", "p.y", "a[0]", "a[1]", "value.key"]
ROW = ["42", "7", "0", "-3", "1", "0.5", "8", "9", "abc"]


@pytest.fixture(params=["saved", "mapped"])
def values(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A file of a ValueTable of either kind."""
    path = tmp_path / "values.tabiya"
    table = ValueTable(NESTED, 8) if request.param == "saved" else ValueTable.open(path, NESTED, 8)
    table.store(42, (-3, (1, 0.5), [8, 9], b"abc"), priority=7)
    if request.param == "saved":
        table.save(path)
    table.close()
    return path


def test_value_tables_are_described_and_verified(values: Path) -> None:
    facts = json.loads(tabiya("table", "info", str(values), "--json").stdout)
    assert (facts["table"], facts["key_bits"], facts["hash_mb"]) == ("ValueTable", 64, 8)
    assert "'p', [('x', 'u1')" in facts["dtype"]
    done = tabiya("table", "verify", str(values))
    assert ("1 entries, 0 torn slots" if facts["kind"] == "mapped" else "1 saved in 1 blocks") in done.stdout


def test_value_tables_are_exported_with_a_column_per_number(values: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    assert export(str(values), str(out)) == 1
    assert list(csv.reader(out.read_text().splitlines())) == [HEADINGS, ROW]
    export(str(values), str(tmp_path / "out.npy"))
    assert np.load(tmp_path / "out.npy").tolist() == [(42, 7, 0, -3, 1, 0.5, 8, 9, b"abc")]


def test_keys_of_128_bits_and_plain_values_are_exported(tmp_path: Path) -> None:
    table = ValueTable("f8", 8, key_bits=128)
    table.store((1, 2), 0.25)
    table.save(tmp_path / "wide")
    export(str(tmp_path / "wide"), str(tmp_path / "out.npz"))
    with np.load(tmp_path / "out.npz") as archive:
        rows = archive["entries"]
    assert rows.dtype.names == ("key_high", "key_low", "priority", "generation", "value")
    assert rows.tolist() == [(1, 2, 0, 0, 0.25)]


def test_a_mapped_table_is_exported_as_a_saved_one(saved: Path, tmp_path: Path) -> None:
    with TranspositionTable.open(tmp_path / "mapped", hash_mb=4) as table:
        table.merge(TranspositionTable.load(saved))
    outs = []
    for source in (saved, tmp_path / "mapped"):
        out = tmp_path / f"{source.name}.npy"
        assert export(str(source), str(out)) == 1001
        outs.append(sorted(np.load(out).tolist()))
    assert outs[0] == outs[1]


def test_a_file_without_full_keys_says_so(tmp_path: Path) -> None:
    ValueTable("i8", 1).save(tmp_path / "small")
    ValueTable.open(tmp_path / "mapped", "i8", 1).close()
    for name, sentence in (("small", "has no full keys to export"), ("mapped", "export needs whole keys")):
        with pytest.raises(ValueError, match=sentence):
            export(str(tmp_path / name), str(tmp_path / "out.csv"))
    assert not (tmp_path / "out.csv").exists()


def test_a_table_that_was_never_finished_is_named(tmp_path: Path) -> None:
    path = tmp_path / "unfinished"
    ValueTable.open(path, "i8", 1).close()
    with open(path, "r+b") as file:
        file.write(bytes(8))
    done = tabiya("table", "verify", str(path))
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert str(path) in done.stderr
