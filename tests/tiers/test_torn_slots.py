"""A torn slot never answers for a stored key, even for readers that do not know its key."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("tabiya._core", reason="the native core is not built", exc_type=ImportError)

from tabiya import Bound, Source, TranspositionTable

FIELDS = {
    "move": range(24),
    "score": range(24, 44),
    "depth": range(44, 52),
    "generation": range(52, 58),
    "bound": range(58, 60),
    "source": range(60, 63),
    "pv": range(63, 64),
}
"""The bits of word1 (docs/layout.md)."""
SINGLE_BITS = [{bit} for bits in FIELDS.values() for bit in bits]
PAIRS = [
    {one, other}
    for first, second in combinations(FIELDS.values(), 2)
    for one in (first[0], first[-1])
    for other in (second[0], second[-1])
]
SLOTS = 65536
KEY = 0x1234_5678_9ABC_DEF1
DEEPER = 0x1234_0000_0000_0007
"""In the same slot: with random_keys, the upper 16 bits of a key number its slot."""
ONE_LINE = 128 / 2**20


def two_tiers(**settings: Any) -> TranspositionTable:
    """A second tier of one line, so that the line of a wrong key is always that of the right one."""
    return TranspositionTable(
        **{
            "entries": SLOTS,
            "layout": "single",
            "random_keys": True,
            "l2_mb": ONE_LINE,
            "l2_evals": True,
            **settings,
        }
    )


def store(table: TranspositionTable) -> None:
    table.store(KEY, move=77, score=25, eval=12, depth=6, bound=Bound.LOWER, source=Source.MAIN, pv=True)


def tear(table: TranspositionTable, bits: set[int]) -> None:
    """Changes word1 of the key's slot, like a second writer between the two words."""
    raw = bytearray(table._raw())
    begin = (KEY >> 48) * 16 + 8
    word = int.from_bytes(raw[begin : begin + 8], "little")
    for bit in bits:
        word ^= 1 << bit
    raw[begin : begin + 8] = word.to_bytes(8, "little")
    table._load_raw(bytes(raw))


@pytest.fixture(scope="module")
def table() -> TranspositionTable:
    return two_tiers()


def test_a_whole_entry_comes_back_from_below(table: TranspositionTable) -> None:
    """So that the laws below can fail."""
    table.clear()
    store(table)
    table.store(DEEPER, depth=200)
    entry = table.probe(KEY)
    assert entry is not None
    assert (entry.move, entry.score, entry.eval, entry.depth) == (77, 25, 12, 6)


@pytest.mark.parametrize("bits", SINGLE_BITS + PAIRS, ids=lambda bits: "-".join(map(str, sorted(bits))))
def test_a_torn_slot_is_not_believed_through_the_second_tier(
    table: TranspositionTable, bits: set[int]
) -> None:
    table.clear()
    store(table)
    tear(table, bits)
    assert table.probe(KEY) is None
    table.store(DEEPER, depth=200)
    assert table.probe(DEEPER) is not None
    assert table.probe(KEY) is None


@pytest.mark.parametrize("bits", [{63}, {58}, {60}, {52}, {44}, {0}])
@pytest.mark.parametrize("through", ["items", "save", "merge", "resize", "copy"])
def test_nor_through_a_scan(bits: set[int], through: str, tmp_path: Path) -> None:
    """A scan may return a torn slot under a key that was never stored, never under a stored one."""
    torn = TranspositionTable(entries=SLOTS, layout="single", random_keys=True)
    store(torn)
    tear(torn, bits)
    other = TranspositionTable(entries=SLOTS, layout="single", random_keys=True)
    if through == "items":
        assert KEY not in dict(torn.items())
    elif through == "save":
        torn.save(tmp_path / "torn.tabiya")
        other = TranspositionTable.load(tmp_path / "torn.tabiya")
    elif through == "merge":
        other.merge(torn)
    elif through == "resize":
        torn.resize(2)
        other = torn
    else:
        other = torn.copy()
    assert other.probe(KEY) is None
