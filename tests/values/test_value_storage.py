"""Value tables in shared memory, in mapped files and in saved files."""

from __future__ import annotations

import os
import pickle
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("tabiya._core", reason="the native core is not built", exc_type=ImportError)

from forms import sized
from tabiya import TableFileError, TranspositionTable, ValueTable
from tabiya.reference.values import ReferenceValueTable
from tabiya.storage.shared import segments
from tabiya.values.packing import dtype_of, text_of

COUNTS = [("n", "i4"), ("w", "f8")]


@pytest.fixture
def name() -> str:
    return f"values-{os.getpid()}"


# ---- shared -------------------------------------------------------------------------------------------


def test_another_process_finds_the_values_and_the_dtype(name: str) -> None:
    program = (
        "import sys; from tabiya import ValueTable\n"
        "table = ValueTable.attach(sys.argv[1])\n"
        "print(table.dtype, table.add(7, {'n': 1})['n'], table.key_bits)"
    )
    with ValueTable.create_shared(name, COUNTS, 1) as table:
        table.add(7, {"n": 41})
        done = subprocess.run(
            [sys.executable, "-c", program, name], capture_output=True, text=True, check=True
        )
        assert done.stdout == "[('n', '<i4'), ('w', '<f8')] 42 64\n"
        assert table.probe(7)["n"] == 42
    with pytest.raises(FileNotFoundError):
        ValueTable.attach(name)


def test_a_pickle_of_a_shared_table_is_its_name(name: str) -> None:
    with ValueTable.create_shared(name, "f8", 1) as table:
        table.store(1, 0.5)
        with pickle.loads(pickle.dumps(table)) as other:
            assert other.probe(1) == 0.5
    with pytest.raises(TypeError, match="use create_shared"):
        pickle.dumps(ValueTable("f8", 1))


def test_a_dtype_that_is_not_the_tables_is_refused(name: str) -> None:
    with ValueTable.create_shared(name, COUNTS, 1):
        with pytest.raises(ValueError, match=r"has dtype=\[.*\], not the float64 asked for"):
            ValueTable.attach(name, "f8")
        ValueTable.attach(name, COUNTS).close()


def test_the_two_kinds_of_tables_are_told_apart(name: str) -> None:
    with (
        ValueTable.create_shared(name, COUNTS, 1),
        pytest.raises(TableFileError, match="holds a ValueTable, not a TranspositionTable"),
    ):
        TranspositionTable.attach(name)
    with (
        TranspositionTable.create_shared(name, hash_mb=1),
        pytest.raises(TableFileError, match="holds a TranspositionTable, not a ValueTable"),
    ):
        ValueTable.attach(name)


def test_a_shared_value_table_is_listed_with_its_creator(name: str) -> None:
    with ValueTable.create_shared(name, COUNTS, 1):
        (segment,) = [one for one in segments() if one.name == name]
        assert segment.header is not None
        assert (segment.header.creator, segment.fault, segment.used) == (os.getpid(), "", True)


# ---- mapped -------------------------------------------------------------------------------------------


def test_a_mapped_table_outlives_its_process(tmp_path: Path) -> None:
    path = tmp_path / "table"
    with ValueTable.open(path, COUNTS, 1, key_bits=128) as table:
        table.store(2**100, (3, 0.5))
        table.flush()
        with pytest.raises(BlockingIOError):
            ValueTable.open(path)
    with ValueTable.open(path) as table:
        assert table.probe(2**100) == (3, 0.5)
        assert (table.key_bits, table.dtype) == (128, np.dtype(COUNTS))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"dtype": "f8"}, "dtype="),
        ({"dtype": COUNTS, "hash_mb": 2}, "clusters=16384, not the 32768 asked for"),
        ({"dtype": COUNTS, "key_bits": 128}, "key_bits=64, not the 128 asked for"),
    ],
)
def test_settings_that_contradict_the_file_are_refused(
    tmp_path: Path, arguments: dict[str, Any], sentence: str
) -> None:
    path = tmp_path / "table"
    ValueTable.open(path, COUNTS, 1).close()
    with pytest.raises(ValueError, match=sentence):
        ValueTable.open(path, **arguments)
    ValueTable.open(path, COUNTS).close()


def test_a_new_file_needs_a_dtype(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="a new one needs a dtype"):
        ValueTable.open(tmp_path / "table")
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_header_is_refused_or_harmless(tmp_path: Path) -> None:
    path = tmp_path / "table"
    ValueTable.open(path, COUNTS, 1).close()
    good = path.read_bytes()
    dice = random.Random(1)
    for _ in range(sized(200, 4000)):
        place = dice.randrange(192 + 40)
        path.write_bytes(good[:place] + bytes([good[place] ^ 1 << dice.randrange(8)]) + good[place + 1 :])
        try:
            with ValueTable.open(path) as table:
                table.add(1, dict.fromkeys(table.dtype.names or (), 1))
        except (TableFileError, TypeError):  # a flipped bit may give another dtype
            pass
    for size in (0, 7, 100, 5000, len(good) - 1):
        path.write_bytes(good[:size])
        with pytest.raises((TableFileError, ValueError)):
            ValueTable.open(path)


@pytest.mark.parametrize(
    "text", ['",f8"', '"i4,i4"', '[["n", "(2,)i4"]]', '"__import__"', '"f8 "', "8", "{}", ""]
)
def test_a_description_that_is_no_dtype_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="describes no dtype of values"):
        dtype_of(text)


@pytest.mark.parametrize(
    "dtype", ["f8", ">i4", "?", "M8[D]", "M8[25s]", "U3", COUNTS, [("a", COUNTS), ("b", "S3", (2, 2))]]
)
def test_every_dtype_comes_back_from_its_description(dtype: Any) -> None:
    assert dtype_of(text_of(np.dtype(dtype))) == np.dtype(dtype)
    padded = np.dtype([("a", "u1"), ("b", dtype)], align=True)
    assert dtype_of(text_of(padded)) == padded


# ---- saved --------------------------------------------------------------------------------------------


def filled(make: Any = ValueTable, hash_mb: float = 4, count: int = 3000, **options: Any) -> Any:
    table = make(COUNTS, hash_mb, **options)
    for key in range(count):
        table.store(key * 0x9E3779B97F4A7C15 % 2**64, (key, key / 2), priority=key % 256)
        if key % 1000 == 999:
            table.new_search()
    return table


@pytest.mark.parametrize("key_bits", [64, 128])
@pytest.mark.parametrize("hash_mb", [4, 16])
def test_a_saved_table_loads_into_any_size(tmp_path: Path, key_bits: int, hash_mb: float) -> None:
    table = filled(key_bits=key_bits)
    saved = table.save(tmp_path / "saved")
    loaded = ValueTable.load(tmp_path / "saved", hash_mb=hash_mb)
    assert saved == len(table) == len(loaded)
    assert dict(loaded.items()) == dict(table.items())
    assert (loaded.generation, loaded.key_bits) == (3, key_bits)


def test_where_not_all_fit_the_young_and_important_stay(tmp_path: Path) -> None:
    table = filled(count=3000)
    table.save(tmp_path / "saved")
    small = ValueTable.load(tmp_path / "saved", entries=1000)
    kept = [value["n"] for key, value in table.items() if key in small]
    lost = [value["n"] for key, value in table.items() if key not in small]
    assert 900 < len(kept) <= 1000
    assert np.mean([n % 256 for n in kept]) > np.mean([n % 256 for n in lost]) + 50


def test_a_small_table_saves_its_slots(tmp_path: Path) -> None:
    table = filled(hash_mb=1)
    table.save(tmp_path / "saved")
    loaded = ValueTable.load(tmp_path / "saved")
    assert loaded._save_slots() == table._save_slots()
    with pytest.raises(ValueError, match="only 16384 clusters can load it"):
        ValueTable.load(tmp_path / "saved", hash_mb=2)


def test_native_and_reference_table_read_each_others_files(tmp_path: Path) -> None:
    native, reference = filled(count=300), filled(ReferenceValueTable, count=300)
    native.save(tmp_path / "native", compression="none")
    reference.save(tmp_path / "reference", compression="none")
    assert (tmp_path / "native").read_bytes() == (tmp_path / "reference").read_bytes()
    assert dict(ReferenceValueTable.load(tmp_path / "native").items()) == dict(native.items())


def test_every_flipped_byte_of_a_saved_file_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "saved"
    filled(count=40).save(path, compression="none")
    good = path.read_bytes()
    places = range(len(good)) if sized(False, True) else random.Random(1).sample(range(len(good)), 300)
    for place in places:
        path.write_bytes(good[:place] + bytes([good[place] ^ 0x10]) + good[place + 1 :])
        with pytest.raises(TableFileError):
            ValueTable.load(path)
    for bad in (good[:-1], good + b"\0", good[:4096], good[:100], b""):
        path.write_bytes(bad)
        with pytest.raises(TableFileError):
            ValueTable.load(path)


def test_saved_files_of_the_two_kinds_are_told_apart(tmp_path: Path) -> None:
    filled().save(tmp_path / "values")
    TranspositionTable(hash_mb=4).save(tmp_path / "entries")
    with pytest.raises(TableFileError, match="holds a TranspositionTable, not a ValueTable"):
        ValueTable.load(tmp_path / "entries")
    with pytest.raises(TableFileError, match="holds a ValueTable, not a TranspositionTable"):
        TranspositionTable.load(tmp_path / "values")
    with pytest.raises(TableFileError, match=r"is a saved table.*use load\(\), not open\(\)"):
        ValueTable.open(tmp_path / "values")
    ValueTable.open(tmp_path / "mapped", COUNTS, 1).close()
    with pytest.raises(TableFileError, match=r"use open\(\), not load\(\)"):
        ValueTable.load(tmp_path / "mapped")


def test_a_failed_save_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "saved"
    filled(count=10).save(path)
    before = path.read_bytes()

    def stop(done: int, total: int) -> None:
        raise RuntimeError("stop")

    with pytest.raises(RuntimeError, match="stop"):
        filled(count=2000).save(path, progress=stop)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


GOLDEN = Path(__file__).parent.parent / "data" / "saved_v1.values"


def test_a_file_of_format_version_1_is_still_read(tmp_path: Path) -> None:
    table = filled(ReferenceValueTable, count=50)
    if os.environ.get("TABIYA_GOLDEN") == "write":
        table.save(GOLDEN, compression="none")
    assert dict(ValueTable.load(GOLDEN).items()) == dict(table.items())
    table.save(tmp_path / "now", compression="none")
    assert (tmp_path / "now").read_bytes() == GOLDEN.read_bytes()


@pytest.mark.parametrize("size", [{"hash_mb": 2}, {"entries": 64}])
def test_an_open_with_another_size_is_refused_with_and_without_a_dtype(
    size: dict[str, Any], tmp_path: Path
) -> None:
    path = tmp_path / "values"
    ValueTable.open(path, "i8", 1, key_bits=128).close()
    for dtype in (None, "i8"):
        with pytest.raises(ValueError, match="has clusters=16384, not the"):
            ValueTable.open(path, dtype, **size)
        with ValueTable.open(path, dtype, 1) as table:
            assert table.key_bits == 128


@pytest.mark.parametrize(
    "dtype",
    [[(("a title", "n"), "i4"), ("w", "f8")], [("p", [(("a title", "x"), "i2", (2,))])], [("a\0b", "i4")]],
)
def test_titles_and_odd_names_survive_a_file(dtype: Any, tmp_path: Path) -> None:
    saved, mapped = tmp_path / "saved", tmp_path / "mapped"
    table = ValueTable(dtype, 1)
    table.store(1, np.zeros((), dtype))
    table.save(saved)
    assert ValueTable.load(saved).dtype == table.dtype
    ValueTable.open(mapped, dtype, 1).close()
    with ValueTable.open(mapped) as again:
        assert again.dtype == table.dtype
