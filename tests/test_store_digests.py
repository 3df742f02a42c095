"""What a table holds after many random stores, for every layout, policy and option, is what it always was.

The reference table is the law, one store at a time. This is the law at length, and for batches: a faster way
to choose a victim leaves every slot as the slow one did. `python tests/test_store_digests.py` prints the
digests of the installed build.
"""

from __future__ import annotations

import hashlib
import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("tabiya._core")

from forms import sized
from tabiya import TranspositionTable

KNOWN = Path(__file__).parent / "data/store_digests.json"
SHORT, LONG = 30_000, 1_000_000
LAYOUTS = ("single", "cluster3", "cluster4", "dense")
POLICIES = ("cascade", "always", "depth_preferred", "age_based", "depth_and_age", "exact_preferred")
STRICT = ("depth_preferred", "exact_preferred")
SEARCHES = 13


def numbers(seed: int, count: int) -> Any:
    """Random words of splitmix64: the same with every version of NumPy."""
    with np.errstate(over="ignore"):
        words = np.arange(1, count + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(seed)
        words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return words ^ (words >> np.uint64(31))


def columns(count: int) -> dict[str, Any]:
    """Keys of which each occurs four times, and fields that often agree, so that all ties occur."""

    def field(seed: int, values: int, low: int, kind: Any) -> Any:
        return (numbers(seed, count) % np.uint64(values)).astype(np.int64).astype(kind) + kind(low)

    moves = field(3, 60_000, 0, np.uint32)
    evals = field(5, 4_000, -2_000, np.int16)
    return {
        "keys": numbers(1, count // 4)[(numbers(2, count) % np.uint64(count // 4)).astype(np.int64)],
        "moves": np.where(moves % 3 == 0, 0, moves).astype(np.uint32),
        "scores": field(4, 6_000, -3_000, np.int32),
        "evals": np.where(evals % 4 == 0, -32768, evals).astype(np.int16),
        "depths": field(6, 9, 0, np.uint8),
        "bounds": field(7, 3, 1, np.uint8),
        "sources": field(8, 5, 0, np.uint8),
        "pvs": field(9, 2, 0, np.uint8),
    }


def designs() -> Iterator[dict[str, Any]]:
    for layout, policy, strict, priority, exact in itertools.product(
        LAYOUTS, POLICIES, (False, True), (True, False), (False, True)
    ):
        if not strict or policy in STRICT:
            yield {
                "layout": layout,
                "policy": policy,
                "strict": strict,
                "source_priority": priority,
                "replace_if_exact": exact,
            }


def digest(design: dict[str, Any], count: int) -> str:
    """Digest of all slots and counters after so many stores into a table of a quarter of the keys."""
    given = columns(count)
    table = TranspositionTable(entries=count // 16, statistics=True, **design)
    for part in range(SEARCHES):
        span = slice(count * part // SEARCHES, count * (part + 1) // SEARCHES)
        table.store_many(given["keys"][span], **{name: given[name][span] for name in given if name != "keys"})
        table.new_search()
    found = hashlib.sha256(table._raw())
    counted = {name: value for name, value in table.stats.as_dict().items() if isinstance(value, int)}
    found.update(json.dumps(counted, sort_keys=True).encode())
    return found.hexdigest()[:16]


def name_of(design: dict[str, Any]) -> str:
    options = [name for name in ("strict", "source_priority", "replace_if_exact") if design[name]]
    return " ".join((design["layout"], design["policy"], *options))


@pytest.mark.parametrize("design", list(designs()), ids=name_of)
def test_a_table_holds_what_it_always_held(design: dict[str, Any]) -> None:
    known = json.loads(KNOWN.read_text())
    for count in sized((SHORT,), (SHORT, LONG)):
        assert digest(design, count) == known[str(count)][name_of(design)]


def test_the_digests_tell_designs_apart() -> None:
    """Else they would be blind to what they watch. In a single slot, two policies without options agree."""
    known = json.loads(KNOWN.read_text())[str(SHORT)]
    apart = [f"{layout} {policy}" for layout in LAYOUTS[1:] for policy in POLICIES]
    assert len({known[name] for name in apart}) == len(apart)


if __name__ == "__main__":
    print(
        json.dumps(
            {
                str(count): {name_of(each): digest(each, count) for each in designs()}
                for count in (SHORT, LONG)
            },
            indent=1,
        )
    )
