"""Two tiers against a model of them, field by field, over any sequence of operations.

The model's first tier is the reference table; its second a dictionary, since the native one has room for all
keys that appear here: sixteen that share two slots above, two to a line below.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

pytest.importorskip("tabiya._core", reason="the native core is not built", exc_type=ImportError)

from tabiya import ReferenceTable, TranspositionTable

CLUSTERS = 65536
L2_MB = 128  # 2^20 lines, of which a test touches 8
PRIORITY = {0: 0, 1: 1, 2: 2, 3: 2, 4: 3}
EXAMPLES = 200 if os.environ.get("TABIYA_LONG") == "1" else 25

keys = st.builds(
    lambda cluster, line, low: cluster << 48 | line << 44 | low,
    st.sampled_from([3, 50_000]),
    st.integers(0, 3),
    st.integers(1, 2),
)


@dataclass(frozen=True)
class Fields:
    move: int
    score: int
    eval: int | None
    depth: int
    bound: int
    source: int
    pv: bool
    generation: int = 0

    @classmethod
    def of(cls, entry: Any) -> Fields:
        return cls(
            entry.move, entry.score, entry.eval, entry.depth, int(entry.bound), int(entry.source), entry.pv,
            entry.generation,
        )  # fmt: skip

    def arguments(self) -> tuple[Any, ...]:
        return self.move, self.score, self.eval, self.depth, self.bound, self.source, self.pv


near_zero = st.integers(-2000, 2000)
entries = st.builds(
    Fields,
    move=st.one_of(st.just(0), st.integers(1, 5000), st.integers(0, 2**24 - 1)),
    score=st.one_of(near_zero, st.integers(-500_000, 500_000)),
    eval=st.one_of(st.none(), near_zero, st.integers(-32767, 32767)),
    depth=st.one_of(st.integers(0, 12), st.integers(0, 255)),
    bound=st.integers(1, 3),
    source=st.integers(0, 4),
    pv=st.booleans(),
)


class Model:
    """What docs/tiers.md says, in so many words."""

    def __init__(self, config: dict[str, Any]) -> None:
        self.first = ReferenceTable(entries=CLUSTERS, layout="single", mixed_keys=True)
        self.resident: dict[int, int] = {}  # the key in each slot above
        self.second: dict[int, Fields] = {}
        self.evals: bool = config["l2_evals"]
        self.demote_depth: int = config["l2_demote_depth"]
        self.promote_depth: int = config["l2_promote_depth"]
        self.promotions = self.demotions = 0

    def store(self, key: int, fields: Fields) -> None:
        cluster = key >> 48
        other = self.resident.get(cluster, key)
        displaced = None if other == key else Fields.of(self.first.probe(other))
        self.first.store(key, *fields.arguments())
        if self.first.probe(key) is None:  # turned away
            self._demote(key, replace(fields, generation=self.first.generation))
            return
        self.resident[cluster] = key
        if displaced is not None:
            self._demote(other, displaced)

    def probe(self, key: int) -> Fields | None:
        above = self.first.probe(key)
        if above is not None:
            return Fields.of(above)
        below = self.second.get(key)
        if below is not None and self._worth(below, self.promote_depth):
            self._promote(key, below)
        return below

    def _promote(self, key: int, fields: Fields) -> None:
        """As a store, but what is turned away is still below."""
        self.promotions += 1
        cluster = key >> 48
        other = self.resident.get(cluster, key)
        displaced = None if other == key else Fields.of(self.first.probe(other))
        self.first.store(key, *fields.arguments())
        if self.first.probe(key) is None:
            return
        self.resident[cluster] = key
        if displaced is not None:
            self._demote(other, displaced)

    def _demote(self, key: int, fields: Fields) -> None:
        if not self._worth(fields, self.demote_depth):
            return
        self.demotions += 1
        if not self.evals:
            fields = replace(fields, eval=None)
        old = self.second.get(key)
        self.second[key] = fields if old is None else self._combined(old, fields)

    def _combined(self, old: Fields, new: Fields) -> Fields:
        now = self.first.generation
        age = (now - old.generation) % 64
        protected = PRIORITY[old.source] > PRIORITY[new.source] and age == 0 and old.depth >= new.depth
        wins = not protected and (
            age != 0
            or new.depth > old.depth
            or (new.depth == old.depth and new.bound >= old.bound)
            or (new.bound == 3 and old.bound != 3)
        )
        winner, loser = (new, old) if wins else (old, new)
        youngest = min(age, (now - new.generation) % 64)
        return replace(
            winner,
            move=winner.move or loser.move,
            eval=loser.eval if winner.eval is None else winner.eval,
            generation=(now - youngest) % 64,
        )

    @staticmethod
    def _worth(fields: Fields, least: int) -> bool:
        return fields.depth >= least or (fields.bound == 3 and fields.source != 0)


class TwoTiers(RuleBasedStateMachine):
    eviction = "depth_and_age"

    @initialize(
        evals=st.booleans(),
        demote=st.sampled_from([0, 1, 5]),
        promote=st.sampled_from([0, 1, 5, 255]),
        statistics=st.booleans(),
    )
    def begin(self, evals: bool, demote: int, promote: int, statistics: bool) -> None:
        chosen = {"l2_evals": evals, "l2_demote_depth": demote, "l2_promote_depth": promote}
        self.table = TranspositionTable(
            entries=CLUSTERS, layout="single", mixed_keys=True, l2_mb=L2_MB, huge_pages=False,
            l2_eviction=self.eviction, statistics=statistics, **chosen,
        )  # fmt: skip
        self.model = Model(chosen)

    @rule(key=keys, fields=entries)
    def store(self, key: int, fields: Fields) -> None:
        self.table.store(key, *fields.arguments())
        self.model.store(key, fields)

    @rule(pairs=st.lists(st.tuples(keys, entries), min_size=1, max_size=20))
    def store_many(self, pairs: list[tuple[int, Fields]]) -> None:
        columns = [fields for _, fields in pairs]
        self.table.store_many(
            np.array([key for key, _ in pairs], dtype=np.uint64),
            moves=np.array([f.move for f in columns], dtype=np.uint32),
            scores=np.array([f.score for f in columns], dtype=np.int32),
            evals=np.array([-32768 if f.eval is None else f.eval for f in columns], dtype=np.int16),
            depths=np.array([f.depth for f in columns], dtype=np.uint8),
            bounds=np.array([f.bound for f in columns], dtype=np.uint8),
            sources=np.array([f.source for f in columns], dtype=np.uint8),
            pvs=np.array([f.pv for f in columns], dtype=bool),
        )
        for key, fields in pairs:
            self.model.store(key, fields)

    @rule(key=keys)
    def probe(self, key: int) -> None:
        entry = self.table.probe(key)
        assert (None if entry is None else Fields.of(entry)) == self.model.probe(key)

    @rule(several=st.lists(keys, min_size=1, max_size=20))
    def probe_many(self, several: list[int]) -> None:
        records = self.table.probe_many(np.array(several, dtype=np.uint64))
        for key, record in zip(several, records, strict=True):
            expected = self.model.probe(key)
            assert bool(record["hit"]) == (expected is not None)
            if expected is not None:
                assert (record["move"], record["score"], record["depth"], record["bound"]) == (
                    expected.move, expected.score, expected.depth, expected.bound,
                )  # fmt: skip

    @rule(searches=st.integers(1, 70))
    def new_search(self, searches: int) -> None:
        for _ in range(searches):
            self.table.new_search()
            self.model.first.new_search()

    @rule()
    def copy(self) -> None:
        twin = self.table.copy()
        self.table.close()
        self.table = twin
        self.model.promotions = self.model.demotions = 0

    @rule()
    def clear(self) -> None:
        self.table.clear()
        self.model.first.clear()
        self.model.resident.clear()
        self.model.second.clear()

    @invariant()
    def the_counts_are_right(self) -> None:
        counts = self.table.stats.second_tier
        if self.table.config.statistics:
            assert (counts.promotions, counts.demotions) == (self.model.promotions, self.model.demotions)

    def teardown(self) -> None:
        if not hasattr(self, "table"):
            return
        assert self.table.second_tier.entries == len(self.model.second)
        for key in list(self.model.second):
            entry = self.table.probe(key)
            assert (None if entry is None else Fields.of(entry)) == self.model.probe(key)
        self.table.close()


class TwoTiersLru(TwoTiers):
    eviction = "lru"


TestTwoTiers = TwoTiers.TestCase
TestTwoTiersLru = TwoTiersLru.TestCase
TestTwoTiers.settings = settings(max_examples=EXAMPLES, stateful_step_count=40, deadline=None)
TestTwoTiersLru.settings = TestTwoTiers.settings
