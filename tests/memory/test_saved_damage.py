"""Damaged and hostile files: rejected with a message, without large allocations."""

from __future__ import annotations

import struct
import tracemalloc
import zlib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from forms import sized
from tabiya import ReferenceTable, TranspositionTable
from tabiya.errors import TableFileError
from tabiya.storage import format
from tabiya.storage.format import BLOCK, HEADER, HEADER_BYTES
from tabiya.storage.header import LINES

NATIVE_WHOLE: dict[str, Any] = {"layout": "single", "entries": 65_536}
SMALL = 4 * 2**20
"""Bytes of Python objects that refusing a file may take: the table of 1 MB of which it truly speaks, and a
few blocks."""
EXAMPLES = sized(60, 2000)


def saved_bytes(folder: Path, compression: str, **config: Any) -> bytes:
    table = TranspositionTable(**config)
    for key in range(6):
        table.store(key * 0x9E3779B97F4A7C15 % 2**64, move=key + 1, score=-key, depth=key, eval=key)
    table.save(folder / "good", compression=compression)
    return (folder / "good").read_bytes()


@pytest.mark.parametrize("compression", ["none", "zlib", "lzma", "zstd"])
@pytest.mark.parametrize("config", [NATIVE_WHOLE, {"entries": 4}], ids=["entries", "slots"])
def test_every_flipped_byte_and_every_truncation_is_refused(
    tmp_path: Path, compression: str, config: dict[str, Any]
) -> None:
    if compression == "zstd":
        pytest.importorskip("zstandard")
    good = saved_bytes(tmp_path, compression, **config)
    path = tmp_path / "bad"
    places = range(0, len(good), sized(5, 1))
    damaged = [good[:i] + bytes([good[i] ^ 1 << i % 8]) + good[i + 1 :] for i in places]
    damaged += [good[:i] + bytes([good[i] ^ 0xFF]) + good[i + 1 :] for i in places]
    damaged += [good[:length] for length in places]
    damaged += [good + b"\0", good + good]
    for number, content in enumerate(damaged):
        path.write_bytes(content)
        with pytest.raises(TableFileError, match=r"is damaged|is truncated|is not a saved table|has format"):
            TranspositionTable.load(path)
        if number % 50 == 0:
            with pytest.raises(TableFileError):
                ReferenceTable.load(path)


# ---- headers that were made to deceive, with right checksums ----------------------------------------------

FIELDS = [name for name, _ in format.FIELDS]
CODES = dict(format.FIELDS)
FLOATS = ("hash_mb", "depth_weight", "age_weight", "l2_mb")


def with_fields(good: bytes, **changes: Any) -> bytes:
    values = dict(zip(FIELDS, HEADER.unpack(good[: HEADER.size]), strict=True))
    head = HEADER.pack(*(changes.get(name, value) for name, value in values.items()))
    return head + zlib.crc32(head).to_bytes(4, "little") + good[HEADER_BYTES:]


def with_block(good: bytes, **changes: int) -> bytes:
    names = ("number", "entries", "raw", "stored")
    values = dict(zip(names, BLOCK.unpack_from(good, HEADER_BYTES)[:4], strict=True))
    head = struct.pack("<IIII", *(changes.get(name, value) for name, value in values.items()))
    stored = good[HEADER_BYTES + BLOCK.size :]
    checksum = zlib.crc32(stored, zlib.crc32(head))
    return good[:HEADER_BYTES] + head + checksum.to_bytes(4, "little") + stored


def refuse_cheaply(path: Path, content: bytes) -> None:
    """Loading fails with a message before any large allocation. ReferenceTable really allocates."""
    path.write_bytes(content)
    for kind in (TranspositionTable, ReferenceTable):
        tracemalloc.start()
        try:
            with pytest.raises((TableFileError, MemoryError)):
                kind.load(path)
            assert tracemalloc.get_traced_memory()[1] < SMALL + 4 * len(content)
        finally:
            tracemalloc.stop()


HUGE = 2**63


@pytest.mark.parametrize(
    "changes",
    [
        {"clusters": HUGE},
        {"clusters": HUGE, "entries": HUGE},
        {"clusters": 2**40, "entries": 2**40},
        {"clusters": 0},
        {"stored": HUGE},
        {"stored": 2**32},
        {"blocks": HUGE},
        {"blocks": 0},
        {"blocks": 2},
        {"payload": HUGE},
        {"payload": 0},
        {"hash_mb": float("nan"), "entries": 0},
        {"hash_mb": float("inf"), "entries": 0},
        {"hash_mb": -1.0, "entries": 0},
        {"hash_mb": 1e30, "entries": 0},
        {"depth_weight": float("nan")},
        {"layout": 9},
        {"policy": 200},
        {"sync": 7},
        {"validation": 3},
        {"compression": 4},
        {"contents": 2},
        {"contents": 1},
        {"flags": 0xFFFF},
        {"buckets": 3},
        {"max_age": 127},
        {"aging_interval": 2**60},
        {"version": 2},
        {"l2_mb": 1.0},
        {"version": 3, "l2_mb": 1e30},
        {"version": 3, "l2_mb": float("nan")},
        {"version": 3, "l2_mb": 1.0, "l2_eviction": 9},
        {"l2_flags": 4},
        {"tier_blocks": 2**31},
        {"version": 3},
        {"l2_mb": 4.0},
        {"l2_mb": -1.0},
        {"l2_mb": float("nan")},
        {"version": 3, "l2_mb": float("inf")},
        {"version": 3, "l2_mb": 1.0, "l2_eviction": 2},
        {"version": 3, "l2_mb": 1.0, "l2_flags": 4},
        {"version": 3, "l2_mb": 1.0, "tier_blocks": 1},
        {"magic": b"TABIYA01"},
    ],
    ids=str,
)
def test_hostile_headers_are_refused(tmp_path: Path, changes: dict[str, Any]) -> None:
    good = saved_bytes(tmp_path, "none", **NATIVE_WHOLE)
    refuse_cheaply(tmp_path / "bad", with_fields(good, **changes))


@pytest.mark.parametrize("name", ["number", "entries", "raw", "stored"])
@pytest.mark.parametrize("value", [0, 1, 5, 7, 65_540, 2**31, 2**32 - 1])
@pytest.mark.parametrize("compression", ["none", "zlib"])
def test_hostile_blocks_are_refused(tmp_path: Path, name: str, value: int, compression: str) -> None:
    good = saved_bytes(tmp_path, compression, **NATIVE_WHOLE)
    bad = with_block(good, **{name: value})
    if bad == good:
        pytest.skip("that is the right value")
    refuse_cheaply(tmp_path / "bad", bad)


@pytest.mark.parametrize("word", [0, 5 << 60 | 3 << 58, 3 << 58 | 0x80000 << 24, 3 << 58 | 500_001 << 24])
def test_entries_that_no_table_holds_are_refused(tmp_path: Path, word: int) -> None:
    good = bytearray(saved_bytes(tmp_path, "none", **NATIVE_WHOLE))
    start = HEADER_BYTES + BLOCK.size + 6 * 8
    good[start : start + 8] = struct.pack("<Q", word)
    refuse_cheaply(tmp_path / "bad", with_block(bytes(good)))
    slots = bytearray(saved_bytes(tmp_path, "none", entries=3, layout="cluster3"))
    for place in (0, 3):  # a slot, and the spare one
        bad = slots.copy()
        at = HEADER_BYTES + BLOCK.size + 16 * place
        bad[at : at + 16] = struct.pack("<QQ", 1, word or 1)
        refuse_cheaply(tmp_path / "bad", with_block(bytes(bad)))


def test_a_block_that_unpacks_to_more_than_it_says_is_refused(tmp_path: Path) -> None:
    import lzma

    bombs = {"zlib": zlib.compress(bytes(2**25), 9), "lzma": lzma.compress(bytes(2**25), preset=1)}
    try:
        import zstandard

        bombs["zstd"] = zstandard.ZstdCompressor(level=1).compress(bytes(2**25))
    except ImportError:
        pass
    for compression, bomb in bombs.items():
        good = saved_bytes(tmp_path, compression, **NATIVE_WHOLE)
        bad = good[: HEADER_BYTES + BLOCK.size] + bomb
        bad = with_block(with_fields(bad, payload=BLOCK.size + len(bomb)), stored=len(bomb))
        refuse_cheaply(tmp_path / "bad", bad)


@given(
    name=st.sampled_from([name for name in FIELDS if name not in ("magic", *FLOATS)]),
    value=st.integers(0, 2**64 - 1) | st.sampled_from([0, 1, 2, 2**31, 2**32, 2**48, 2**63, 2**64 - 1]),
)
@settings(max_examples=EXAMPLES, deadline=None)
def test_fuzzed_headers_never_take_more_than_the_file_holds(
    tmp_path_factory: pytest.TempPathFactory, name: str, value: int
) -> None:
    folder = tmp_path_factory.getbasetemp()
    good = saved_bytes(folder, "none", **NATIVE_WHOLE)
    width = struct.calcsize("<" + CODES[name][0])
    path = folder / "fuzzed"
    path.write_bytes(with_fields(good, **{name: value % 2 ** (8 * width)}))
    try:
        table = TranspositionTable.load(path)
    except (TableFileError, MemoryError):
        return
    # What loads is the table that was saved, whatever else its settings say.
    assert table.capacity == 65_536
    assert len(table) == 6


@given(
    offset=st.integers(0, LINES.size - 1),
    content=st.binary(min_size=1, max_size=16),
    length=st.none() | st.integers(0, 300_000),
)
@settings(max_examples=EXAMPLES, deadline=None)
def test_fuzzed_headers_of_mapped_files_are_refused_or_right(
    tmp_path_factory: pytest.TempPathFactory, offset: int, content: bytes, length: int | None
) -> None:
    path = tmp_path_factory.getbasetemp() / "fuzzed.table"
    path.unlink(missing_ok=True)
    TranspositionTable.open(path, entries=64).close()
    size = path.stat().st_size
    with open(path, "r+b") as file:
        file.seek(offset)
        file.write(content[: LINES.size - offset])
        if length is not None:
            file.truncate(length)
    expected = path.stat().st_size
    try:
        table = TranspositionTable.open(path)
    except TableFileError:
        return
    with table:
        # Nothing is mapped that the file does not hold; an empty file becomes a new table.
        slots = int(table.memory_usage.slots)
        assert slots == (expected - 266_240 if expected else 64 * 2**20)
        assert expected in (0, size)
        table.store(1)
        table.probe(1)


@pytest.mark.parametrize("extra", [1, 16, 5000])
def test_bytes_after_the_last_block_are_refused(tmp_path: Path, extra: int) -> None:
    """The header counts them, and its checksum is right: only the walk over the blocks can notice."""
    good = saved_bytes(tmp_path, "none", **NATIVE_WHOLE)
    crafted = with_fields(good, payload=len(good) - HEADER_BYTES + extra) + bytes(extra)
    (tmp_path / "crafted").write_bytes(crafted)
    with pytest.raises(TableFileError, match=f"{extra} bytes follow its last block"):
        TranspositionTable.load(tmp_path / "crafted")
