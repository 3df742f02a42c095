"""A hypothesis state machine that compares native and reference tables."""

from __future__ import annotations

import struct
from math import inf, nan
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from side_by_side import Pair, outcome
from small_tables import POLICIES
from tabiya import Layout
from tabiya._utils.mixing import unmix
from tabiya.reference.aging import Generations
from tabiya.reference.dense import DenseSlots
from tabiya.reference.layout import SIGNATURE_MASK, Fields, Geometry, pack
from tabiya.table.entry_values import NO_EVAL

LAYOUTS = ("single", "cluster3", "cluster4", "dense")
SYNCS = ("lock_free", "bucket_locks", "one_thread", "auto")
# Few places and few signatures, so that keys meet: some share all 48 bits and differ above.
HASHES = [(place << 60) + signature for place in (0, 5, 15) for signature in (0, 1, 2, 3, 7, SIGNATURE_MASK)]
HASHES += [2**48, 2**64 - 1, 0x0123_4567_89AB_CDEF]

hashes = st.sampled_from(HASHES)
odd_integers = st.sampled_from([-1, -(2**63), 2**24, 256, 2**64, 1.5, None, "x"])
moves = st.sampled_from([0, 1, 77, 2**16 - 1, 2**24 - 1])
scores = st.sampled_from([0, -500_000, 500_000, 17, -23_766, 91_000, 10**8, -(10**30)])
evals = st.sampled_from([None, 0, -32767, 32767, 5, -2047])
depths = st.sampled_from([0, 1, 2, 9, 63, 255])
fields = st.fixed_dictionaries(
    {},
    optional={
        "move": moves | odd_integers,
        "score": scores,
        "eval": evals,
        "depth": depths | odd_integers,
        "bound": st.integers(1, 3),
        "source": st.integers(0, 4),
        "pv": st.booleans(),
    },
)
limits = st.sampled_from(
    [-(10**30), -100_000, -91_000, -1, 0, 1, 17, 91_000, 10**8, inf, -inf, nan, 0.5, "x"]
)
windows = st.fixed_dictionaries(
    {"depth": depths, "alpha": limits, "beta": limits},
    optional={"ply": st.sampled_from([None, 0, 1, 250, 9_000, -1])},
)
behaviour = st.fixed_dictionaries(
    {},
    optional={
        "policy": st.sampled_from(POLICIES),
        "sync": st.sampled_from(SYNCS),
        "statistics": st.booleans(),
        "validation": st.sampled_from(["release", "debug", "paranoid"]),
        "source_priority": st.booleans(),
        "strict": st.booleans(),
        "depth_weight": st.sampled_from([0, 0.001, 1, 4.0, 1000]),
        "age_weight": st.sampled_from([0, 0.5, 1.0, 1000]),
        "max_age": st.sampled_from([0, 1, 3, 126, 127]),
        "aging_interval": st.sampled_from([0, 1, 10, 2**32 - 1, -1]),
        "buckets": st.sampled_from([1, 2, 256, 4096, 3]),
        "clamp_scores": st.booleans(),
        "prefetch": st.booleans(),
    },
)


def _seen(lookup: Any) -> tuple[int | None, int]:
    return lookup.score, lookup.move


class SideBySide(RuleBasedStateMachine):
    """Two small pairs of tables, so that one can be merged into the other."""

    sizes: tuple[int, ...] = (1, 2, 3, 7, 1100)
    """Clusters; above 1000, hashfull and fill_rate look at a sample."""

    @initialize(layout=st.sampled_from(LAYOUTS), mixed=st.booleans(), settings=behaviour, data=st.data())
    def make(self, layout: str, mixed: bool, settings: dict[str, Any], data: st.DataObject) -> None:
        config = {"statistics": True, **settings, "random_keys": mixed, "layout": layout}
        sound = {"max_age": 1, "aging_interval": 10, "buckets": 2}
        config |= {name: value for name, value in sound.items() if config.get(name) in (127, -1, 3)}
        ways = Layout(layout).ways
        entries = [ways * data.draw(st.sampled_from(self.sizes)) for _ in range(2)]
        self.pairs = [Pair(entries=size, **config) for size in entries]
        self.pair = self.pairs[0]

    def key(self, hash: int) -> int:
        return hash if self.pair.config.random_keys else unmix(hash)

    @rule()
    def turn_to_the_other(self) -> None:
        self.pairs.reverse()
        self.pair = self.pairs[0]

    # ---- one entry at a time

    @rule(hash=hashes, fields=fields)
    def store(self, hash: int, fields: dict[str, Any]) -> None:
        self.pair(lambda table: table.store(self.key(hash), **fields))

    @rule(start=hashes, depth=depths, bound=st.integers(1, 3))
    def store_some(self, start: int, depth: int, bound: int) -> None:
        first = HASHES.index(start)
        for i, hash in enumerate(HASHES[first : first + 5]):
            key = self.key(hash)
            self.pair(lambda table, key=key, i=i: table.store(key, i, i, None, depth, bound, i))

    @rule(hash=hashes, depth=depths, fields=fields)
    def store_in_both_pairs(self, hash: int, depth: int, fields: dict[str, Any]) -> None:
        """So that a merge finds the same keys with equal value but different contents."""
        for score, pair in enumerate(self.pairs):
            pair(
                lambda table, score=score: table.store(
                    self.key(hash), **fields | {"depth": depth, "score": score}
                )
            )

    @rule(hash=hashes)
    def probe_its_double(self, hash: int) -> None:
        """Another key with the same 48 bits: in a small table only a shadow can distinguish them."""
        self.pair(lambda table: table.store(self.key(hash)))
        self.pair(lambda table: table.probe(self.key(hash ^ 1 << 49)))

    @rule(hash=hashes)
    def probe(self, hash: int) -> None:
        self.pair(lambda table: table.probe(self.key(hash)))

    @rule(hash=hashes, searched=windows, asked=windows, score=scores, move=moves)
    def record_and_look_up(
        self, hash: int, searched: dict[str, Any], asked: dict[str, Any], score: int, move: int
    ) -> None:
        key = self.key(hash)
        self.pair(lambda table: table.record(key, score=score, move=move, **searched))
        self.pair(lambda table: _seen(table.lookup(key, **asked)))

    @rule(state=st.tuples(st.integers(0, 3), st.text(max_size=1)), window=windows, score=scores)
    def record_and_look_up_a_state(self, state: Any, window: dict[str, Any], score: int) -> None:
        self.pair(lambda table: table.record_state(state, score=score, **window))
        self.pair(lambda table: _seen(table.lookup_state(state, **window)))
        self.pair(lambda table: table.store_state(state, depth=3))
        self.pair(lambda table: table.probe_state(state))

    @rule(hash=hashes, next_key=st.none() | hashes | odd_integers)
    def probe_with_prefetch(self, hash: int, next_key: Any) -> None:
        self.pair(lambda table: table.probe_with_prefetch(self.key(hash), next_key))

    @rule(key=hashes | odd_integers)
    def prefetch(self, key: Any) -> None:
        self.pair(lambda table: table.prefetch(key))

    @precondition(lambda self: self.pair.config.validation != "paranoid")
    @rule(
        hash=hashes,
        ways=st.sets(st.integers(0, 3), min_size=1),
        word1=st.integers(0, 2**64 - 1),
        torn=st.booleans(),
    )
    def accident(self, hash: int, ways: set[int], word1: int, torn: bool) -> None:
        """The effects of racing writers: a key twice in its cluster, or words of different stores."""
        config = self.pair.config
        geometry = Geometry(config.clusters, config.layout.ways)
        raw = bytearray(self.pair.native._raw())
        if geometry.dense:
            return self.accident_in_a_line(geometry, raw, hash, ways, word1 if torn else 0)
        for way in ways:
            slot = geometry.cluster_of(hash) * geometry.stride + way % geometry.ways
            words = pack(hash & SIGNATURE_MASK, 9, way, NO_EVAL, 9, 3, word1 & 63, 4, False)
            if torn:
                words = words[0] ^ word1, pack(0, 9, 9, 9, 8, 3, word1 & 63, word1 % 5, True)[1]
            raw[slot * 16 : slot * 16 + 16] = struct.pack("<2Q", *words)
        self.pair(lambda table: table._load_raw(bytes(raw)))

    def accident_in_a_line(
        self, geometry: Geometry, raw: bytearray, hash: int, ways: set[int], damage: int
    ) -> None:
        slots = DenseSlots(geometry, Generations())
        slots.from_bytes(bytes(raw))
        line = geometry.cluster_of(hash)
        for way in ways:
            slots.write(line, way + 2, Fields(hash, 9, way, NO_EVAL, 9, 3, way, 4, False))
            slots.words[8 * line + way + 2] ^= damage
        self.pair(lambda table: table._load_raw(slots.to_bytes()))

    # ---- the clock

    @rule(times=st.sampled_from([1, 2, 31, 63]))
    def new_search(self, times: int) -> None:
        for _ in range(times):
            self.pair.quick(lambda table: table.new_search())
        self.pair.check()

    @rule(nodes=st.sampled_from([0, 1, 9, 10, 1000, 2**63 - 1, 2**63, -1]))
    def add_nodes(self, nodes: int) -> None:
        self.pair(lambda table: table.add_nodes(nodes))

    @rule(
        intervals=st.lists(st.sampled_from([1, 7, 10, 1000]), min_size=2, max_size=4),
        nodes=st.integers(0, 40),
    )
    def change_the_interval_within_a_search(self, intervals: list[int], nodes: int) -> None:
        for interval in intervals:
            self.pair(lambda table, interval=interval: table.reconfigure(aging_interval=interval))
            self.pair(lambda table: table.add_nodes(nodes))

    # ---- the whole table

    @rule()
    def clear(self) -> None:
        self.pair(lambda table: table.clear())

    @rule()
    def counts(self) -> None:
        self.pair(lambda table: (len(table), table.hashfull(), table.fill_rate()))

    @rule()
    def items(self) -> None:
        self.pair(lambda table: list(table.items()))

    @rule()
    def verify(self) -> None:
        self.pair(lambda table: table.verify())

    @rule(data=st.data(), discard=st.booleans())
    def resize(self, data: st.DataObject, discard: bool = True) -> None:
        entries = self.pair.config.layout.ways * data.draw(st.sampled_from(self.sizes)) - data.draw(
            st.integers(0, 1)
        )
        self.pair(lambda table: table.resize(entries=entries, discard=discard))

    @rule(hash_mb=st.sampled_from([0.0625, 0.001, 0, -1, float("nan"), 1e9]))
    def resize_by_megabytes(self, hash_mb: float) -> None:
        self.pair(lambda table: table.resize(hash_mb, discard=True))

    @rule(layout=st.sampled_from([*LAYOUTS, "triple"]))
    def set_layout(self, layout: str) -> None:
        self.pair(lambda table: table.set_layout(layout))

    @rule(on=st.booleans() | st.just(1))
    def set_clustered(self, on: Any) -> None:
        self.pair(lambda table: table.set_clustered(on))

    @rule(mixed=st.booleans())
    def merge(self, mixed: bool) -> None:
        """Merges each table with its counterpart, or both with one table of one backend."""
        mine, other = self.pair, self.pairs[1]
        theirs = (other.reference if mixed else other.native), other.reference
        answers = outcome(mine.native.merge, theirs[0]), outcome(mine.reference.merge, theirs[1])
        assert answers[0] == answers[1]
        mine.check()

    @rule()
    def copy(self) -> None:
        self.pair = self.pairs[0] = self.pair.both(lambda table: table.copy())
        self.pair.check()

    # ---- behaviour

    @rule(settings=behaviour)
    def reconfigure(self, settings: dict[str, Any]) -> None:
        self.pair(lambda table: table.reconfigure(**settings))

    @rule(on=st.booleans() | st.just(1))
    def switch(self, on: Any) -> None:
        self.pair(lambda table: setattr(table, "enabled", on))

    @rule()
    def reset_stats(self) -> None:
        self.pair(lambda table: table.reset_stats())


some_stores = st.lists(st.tuples(hashes, depths, st.integers(0, 2)), min_size=1, max_size=8)


class SideBySideWithFullKeys(SideBySide):
    """Tables that know their keys, so that resize and merge keep the contents."""

    sizes = (65_536, 65_537, 100_000, 131_071, 1000)
    # In the last but one, half of all torn slots show a hash that is not their cluster's.

    @rule(mine=some_stores, theirs=some_stores, mixed=st.booleans())
    def store_and_merge(self, mine: list[tuple[int, int, int]], theirs: Any, mixed: bool) -> None:
        """Gives both pairs entries of several ages, with common and different keys."""
        for score, stores in ((1, mine), (2, theirs)):
            for hash, depth, searches in stores:
                self.store_aged(hash, depth, score, searches)
            self.turn_to_the_other()
        self.merge(mixed)

    def store_aged(self, hash: int, depth: int, score: int, searches: int) -> None:
        self.pair.quick(lambda table: table.store(self.key(hash), 0, score, None, depth))
        for _ in range(searches):
            self.pair.quick(lambda table: table.new_search())

    @rule(hash=hashes, word1=st.integers(0, 2**64 - 1), torn=st.booleans(), data=st.data())
    def accident_before_a_scan(self, hash: int, word1: int, torn: bool, data: st.DataObject) -> None:
        if self.pair.config.validation != "paranoid":
            self.accident(hash, {0, 1, 2, 3}, word1, torn)
            self.items()
            self.resize(data, True)
