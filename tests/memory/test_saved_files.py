"""Saved tables: they round-trip in any size and backend, and are written completely or not at all."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tabiya import Bound, ReferenceTable, Source, TranspositionTable
from tabiya.errors import TableFileError
from tabiya.storage.compression import Compression

Make = Callable[..., Any]
WHOLE: dict[str, Any] = {"layout": "single", "entries": 65_536}
DATA = Path(__file__).parent.parent / "data"


def fill(table: Any, count: int = 3000) -> None:
    for key in range(count):
        table.store(
            key * 0x9E3779B97F4A7C15 % 2**64,
            move=key % 2**24,
            score=(key * 331) % 1_000_001 - 500_000,
            eval=None if key % 5 == 0 else key % 60_000 - 30_000,
            depth=key % 256,
            bound=Bound(key % 3 + 1),
            source=Source(key % 5),
            pv=key % 2 == 0,
        )
        if key % 1000 == 999:
            table.new_search()


def state(table: Any) -> tuple[Any, ...]:
    return table._raw(), table.config, table.generation


@pytest.mark.parametrize("compression", ["none", "zlib", "lzma", "zstd", "auto"])
def test_what_was_saved_is_what_is_loaded(make_table: Make, tmp_path: Path, compression: str) -> None:
    if compression == "zstd":
        pytest.importorskip("zstandard")
    table = make_table(**WHOLE, policy="depth_and_age", depth_weight=0.3, aging_interval=7, statistics=True)
    fill(table)
    path = tmp_path / "table"
    assert table.save(path, compression=compression) == len(table)
    assert state(type(table).load(path)) == state(table)


@pytest.mark.parametrize("settings", [{"entries": 12}, {"entries": 30, "layout": "cluster3"}, {"hash_mb": 1}])
def test_small_tables_keep_their_slots(make_table: Make, tmp_path: Path, settings: dict[str, Any]) -> None:
    table = make_table(**settings)
    fill(table, 200)
    path = tmp_path / "table"
    table.save(path)
    assert state(type(table).load(path)) == state(table)
    for change in ({"entries": 4096}, {"layout": "single", "entries": 12}, {"random_keys": True}):
        with pytest.raises(ValueError, match=r"only .* clusters of .* can load it"):
            type(table).load(path, **change)


@pytest.mark.parametrize("settings", [WHOLE, {"entries": 30, "layout": "cluster3"}])
def test_both_backends_write_the_same_bytes(tmp_path: Path, settings: dict[str, Any]) -> None:
    paths = []
    for make in (TranspositionTable, ReferenceTable):
        table = make(**settings)
        fill(table)
        paths.append(tmp_path / make.__name__)
        table.save(paths[-1], compression="none")
    assert paths[0].read_bytes() == paths[1].read_bytes()
    assert state(TranspositionTable.load(paths[1])) == state(ReferenceTable.load(paths[0]))


def test_many_blocks(tmp_path: Path) -> None:
    import numpy as np

    table = TranspositionTable(hash_mb=16)
    keys = np.random.default_rng(1).integers(0, 2**64, 900_000, dtype=np.uint64)
    table.store_many(keys, moves=keys & np.uint64(0xFFFFFF), depths=keys % np.uint64(200))
    said: list[tuple[int, int]] = []
    table.save(tmp_path / "t", compression="none", progress=lambda *p: said.append(p))
    assert said == sorted(said)
    assert len(said) == -(-len(table) // 65_536)
    assert said[-1] == (262_144, 262_144)
    loaded = TranspositionTable.load(tmp_path / "t", progress=lambda *p: said.append(p))
    assert loaded._raw() == table._raw()
    assert said[-1][0] == said[-1][1] == (tmp_path / "t").stat().st_size


# ---- other sizes and layouts ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "target",
    [
        {"hash_mb": 4},
        {"hash_mb": 8},
        {"hash_mb": 16},
        {"hash_mb": 8, "layout": "single"},
        {"hash_mb": 8, "layout": "cluster3"},
        {"hash_mb": 8, "random_keys": True},
        {"entries": 3000},
    ],
)
def test_any_table_can_load_it_and_the_best_entries_win(tmp_path: Path, target: dict[str, Any]) -> None:
    import numpy as np

    table = TranspositionTable(hash_mb=8)
    keys = np.random.default_rng(2).integers(0, 2**64, 450_000, dtype=np.uint64)
    table.store_many(keys, depths=keys % np.uint64(200), moves=7, evals=-4)
    table.save(tmp_path / "t")
    loaded = TranspositionTable.load(tmp_path / "t", **target)
    merged = TranspositionTable(table.config, **target)
    merged.merge(table)
    assert loaded._raw() == merged._raw()
    items = dict(table.items())
    survivors = {key: loaded.probe(key) for key in items}
    kept = {key: entry for key, entry in survivors.items() if entry is not None}
    assert all(entry == items[key] for key, entry in kept.items())
    if loaded.capacity >= 2 * len(items) and loaded.clustered:
        assert len(kept) > 0.99 * len(items)
    lost = [items[key].depth for key in items if key not in kept]
    if len(lost) > 100:
        assert np.mean(lost) < np.mean([entry.depth for entry in kept.values()])


def test_positional_size_and_checked_tables(tmp_path: Path) -> None:
    table = TranspositionTable(hash_mb=4, validation="paranoid")
    table.store(1, depth=3)
    table.save(tmp_path / "t")
    loaded = TranspositionTable.load(tmp_path / "t", 8)
    assert (loaded.config.hash_mb, loaded.config.validation) == (8, "paranoid")
    loaded.store(2)
    loaded.verify()
    assert loaded.probe(1).depth == 3


def test_shared_and_mapped_tables_save_too(tmp_path: Path) -> None:
    with TranspositionTable.open(tmp_path / "mapped", hash_mb=4) as table:
        fill(table)
        table.save(tmp_path / "saved")
        loaded = TranspositionTable.load(tmp_path / "saved")
        assert (loaded._raw(), loaded.memory_kind) == (table._raw(), "private")


# ---- all or nothing ---------------------------------------------------------------------------------------


def test_a_failed_save_leaves_the_old_file(make_table: Make, tmp_path: Path) -> None:
    table = make_table(**WHOLE)
    fill(table)
    path = tmp_path / "table"
    table.save(path)
    before = path.read_bytes()

    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        table.save(path, progress=stop)
    with pytest.raises(ValueError, match=r"^compression must be one of 'auto', 'none'"):
        table.save(path, compression="rar")
    with pytest.raises(FileNotFoundError):
        table.save(tmp_path / "nowhere" / "table")
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["table"]
    table.resize(entries=65_536)  # nothing holds the table any more


def test_a_killed_save_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "table"
    table = TranspositionTable(hash_mb=4)
    table.store(1)
    table.save(path)
    before = path.read_bytes()
    script = (
        "import os, signal, sys\nfrom tabiya import TranspositionTable\n"
        "table = TranspositionTable(hash_mb=4); table.store(2)\n"
        "table.save(sys.argv[1], progress=lambda *p: os.kill(os.getpid(), signal.SIGKILL))\n"
    )
    done = subprocess.run([sys.executable, "-c", script, str(path)], check=False)
    assert done.returncode == -signal.SIGKILL
    assert path.read_bytes() == before


def test_a_table_is_held_while_it_is_saved(tmp_path: Path) -> None:
    table = TranspositionTable(hash_mb=4)
    table.store(1)

    def change(done: int, total: int) -> None:
        with pytest.raises(BufferError):
            table.resize(8)

    table.save(tmp_path / "t", progress=change)
    assert threading.active_count() == 1 or all(t.name != "tabiya-ahead" for t in threading.enumerate())


# ---- golden files: the format is a promise ----------------------------------------------------------------


def golden_tables() -> dict[str, dict[str, Any]]:
    # The files keep the weights that were the default when they were written.
    weights = {"depth_weight": 4.0, "age_weight": 1.0}
    slots = {"entries": 21, "layout": "cluster3", "sync": "bucket_locks", "buckets": 16}
    return {
        "saved_entries": {**WHOLE, "policy": "exact_preferred", "max_age": 5, **weights},
        "saved_slots": {**slots, **weights},
    }


@pytest.mark.parametrize("name", golden_tables())
def test_the_format_is_as_it_was(make_table: Make, name: str, tmp_path: Path) -> None:
    """TABIYA_GOLDEN=write rewrites the files, which breaks all files of users."""
    table = make_table(**golden_tables()[name])
    fill(table, 40)
    for compression in Compression:
        if compression == "zstd":
            pytest.importorskip("zstandard")
        path = DATA / f"{name}.{compression}.tabiya"
        if os.environ.get("TABIYA_GOLDEN") == "write":
            table.save(path, compression=compression)
        assert state(type(table).load(path)) == state(table)
    table.save(tmp_path / "now", compression="none")
    assert (tmp_path / "now").read_bytes() == (DATA / f"{name}.none.tabiya").read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13", "3.14"])
def test_other_pythons_read_the_golden_files(version: str) -> None:
    """In plain Python, which needs no build: the format does not depend on the interpreter."""
    import shutil

    other = shutil.which(f"python{version}")
    if other is None:
        pytest.skip(f"python{version} is not installed")
    if subprocess.run([other, "-c", "import numpy"], capture_output=True, check=False).returncode != 0:
        pytest.skip(f"{other} does not run, or has no NumPy")
    script = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from tabiya.reference import ReferenceTable\n"
        "print(len(ReferenceTable.load(sys.argv[2])))\n"
    )
    source = DATA.parent.parent / "src"
    for name in golden_tables():
        for compression in ("none", "zlib", "lzma"):
            path = DATA / f"{name}.{compression}.tabiya"
            done = subprocess.run(
                [other, "-c", script, str(source), str(path)], capture_output=True, text=True, check=False
            )
            if "native core" in done.stderr or "_core" in done.stderr:
                pytest.skip("the core of another Python is in the way")
            assert int(done.stdout) == len(TranspositionTable.load(path)), done.stderr


def test_errors_name_the_file(tmp_path: Path) -> None:
    path = tmp_path / "t"
    path.write_text("hello")
    with pytest.raises(TableFileError, match=f"the file '{path}' is not a saved table"):
        TranspositionTable.load(path)
    with pytest.raises(FileNotFoundError):
        TranspositionTable.load(tmp_path / "nothing")
