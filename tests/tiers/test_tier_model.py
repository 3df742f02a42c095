"""Two tiers against a model of them, field by field, over any sequence of operations.

The first tier of the model is the reference table. Its second tier is a dictionary, because the native one
has room for all keys here: sixteen keys that share two slots above, two per line below. In the other machine,
32 keys share four slots above and one line of sixteen below, so that the model must name each victim of LRU.
"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

pytest.importorskip("tabiya._core", reason="the native core is not built", exc_type=ImportError)

from forms import sized
from tabiya import TranspositionTable
from tier_models import CLUSTERS, Fields, LruLine, Model

L2_MB = 128  # 2^20 lines, of which a test touches 8
LINE_MB = 128 / 2**20
EXAMPLES = sized(8, 200)

keys = st.builds(
    lambda cluster, line, low: cluster << 48 | line << 44 | low,
    st.sampled_from([3, 50_000]),
    st.integers(0, 3),
    st.integers(1, 2),
)


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

FEW_KEYS = [cluster << 48 | low for low in range(1, 9) for cluster in (3, 20_000, 50_000, 65_000)]
few_keys = st.sampled_from(FEW_KEYS)
short_entries = st.builds(
    Fields,
    move=st.one_of(st.just(0), st.integers(1, 30)),
    score=st.integers(-15, 15),
    eval=st.none(),
    depth=st.integers(0, 3),
    bound=st.integers(1, 3),
    source=st.just(4),
    pv=st.just(False),
)
"""Of at most 25 bits: sixteen fit into a line, whatever they are, as long as no age is above 2."""


class TwoTiers(RuleBasedStateMachine):
    eviction = "depth_and_age"
    l2_mb: float = L2_MB
    model_type = Model

    @initialize(
        evals=st.booleans(),
        demote=st.sampled_from([0, 1, 5]),
        promote=st.sampled_from([0, 1, 5, 255]),
        statistics=st.booleans(),
    )
    def begin(self, evals: bool, demote: int, promote: int, statistics: bool) -> None:
        self._make(evals, demote, promote, statistics)

    def _make(self, evals: bool, demote: int, promote: int, statistics: bool) -> None:
        chosen = {"l2_evals": evals, "l2_demote_depth": demote, "l2_promote_depth": promote}
        self.table = TranspositionTable(
            entries=CLUSTERS, layout="single", random_keys=True, l2_mb=self.l2_mb, huge_pages=False,
            l2_eviction=self.eviction, statistics=statistics, **chosen,
        )  # fmt: skip
        self.model = self.model_type(chosen)

    @rule(key=keys, fields=entries)
    def store(self, key: int, fields: Fields) -> None:
        self._store(key, fields)

    def _store(self, key: int, fields: Fields) -> None:
        self.table.store(key, *fields.arguments())
        self.model.store(key, fields)

    @rule(pairs=st.lists(st.tuples(keys, entries), min_size=1, max_size=20))
    def store_many(self, pairs: list[tuple[int, Fields]]) -> None:
        self._store_many(pairs)

    def _store_many(self, pairs: list[tuple[int, Fields]]) -> None:
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
        self._probe(key)

    def _probe(self, key: int) -> None:
        entry = self.table.probe(key)
        assert (None if entry is None else Fields.of(entry)) == self.model.probe(key)

    @rule(several=st.lists(keys, min_size=1, max_size=20))
    def probe_many(self, several: list[int]) -> None:
        self._probe_many(several)

    def _probe_many(self, several: list[int]) -> None:
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
        self._new_search(searches)

    def _new_search(self, searches: int) -> None:
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


class CrowdedLru(TwoTiers):
    """One line of sixteen for 28 keys: table and model agree on the victim at every step."""

    eviction = "lru"
    l2_mb = LINE_MB
    model_type = LruLine
    searches = 0

    @initialize(
        demote=st.sampled_from([0, 1]),
        promote=st.sampled_from([0, 1, 255]),
        statistics=st.booleans(),
        fields=st.lists(short_entries, min_size=len(FEW_KEYS), max_size=len(FEW_KEYS)),
    )
    def begin(self, demote: int, promote: int, statistics: bool, fields: list[Fields]) -> None:
        self._make(False, demote, promote, statistics)
        self.view = TranspositionTable(self.table.config)
        self._store_many(list(zip(FEW_KEYS, fields, strict=True)))

    @rule(key=few_keys, fields=short_entries)
    def store(self, key: int, fields: Fields) -> None:
        self._store(key, fields)

    @rule(pairs=st.lists(st.tuples(few_keys, short_entries), min_size=1, max_size=8))
    def store_many(self, pairs: list[tuple[int, Fields]]) -> None:
        self._store_many(pairs)

    @rule(key=few_keys)
    def probe(self, key: int) -> None:
        self._probe(key)

    @rule(several=st.lists(few_keys, min_size=4, max_size=12))
    def probe_many(self, several: list[int]) -> None:
        self._probe_many(several)

    @rule(searches=st.just(1))
    def new_search(self, searches: int) -> None:
        if self.searches < 2:
            self.searches += searches
            self._new_search(searches)

    @invariant()
    def the_same_are_kept(self) -> None:
        """Probes a new copy of the line for each key, because a probe may change it."""
        line, below = self.table._save_lines(0, 1), self.model.second
        self.view.clear()
        self.view._load_moves(self.table._save_moves())
        for key in FEW_KEYS:
            if line:
                self.view._load_lines(0, line)
            entry = self.view.probe(key)
            assert (None if entry is None else Fields.of(entry)) == below.get(key)

    def teardown(self) -> None:
        super().teardown()
        if hasattr(self, "view"):
            self.view.close()


TestTwoTiers = TwoTiers.TestCase
TestTwoTiersLru = TwoTiersLru.TestCase
TestCrowdedLru = CrowdedLru.TestCase
TestTwoTiers.settings = settings(max_examples=EXAMPLES, stateful_step_count=40, deadline=None)
TestTwoTiersLru.settings = TestTwoTiers.settings
TestCrowdedLru.settings = TestTwoTiers.settings
