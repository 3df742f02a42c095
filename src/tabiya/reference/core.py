"""The table in plain Python: the test oracle, and the fallback without a native core.

It answers every sequence of operations as ``tabiya._core.Table`` does, and its memory holds the same bits. It
is written for readers: ``layout.py`` has the bits, ``replacement.py`` the rules, ``placement.py`` the steps
of a store, ``slots.py`` the memory, and this file combines them. It is not thread-safe.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, SupportsIndex

from .._utils.mixing import mix, unmix
from ..table import arguments, dense
from ..table.config import Layout, Sync, TableConfig, Validation
from ..table.entry import Entry
from ..table.entry_values import GENERATIONS, Bound, Source
from . import blocks
from .aging import Generations
from .conversion import entry_of, fields_of
from .dense import DenseSlots
from .layout import Fields, Geometry
from .pins import Pin, Pins
from .placement import decide_store
from .regions import summarize
from .replacement import ReplacementRules, age
from .shadow import Shadow
from .slots import Slots
from .statistics import Counts

if TYPE_CHECKING:
    from ..table.backend import TableBackend
else:
    TableBackend = object

__all__ = ["ReferenceCore"]


class Body(NamedTuple):
    """Settings and the memory they describe, which change together."""

    config: TableConfig
    slots: Slots | None
    """None once the table is closed."""
    rules: ReplacementRules
    shadow: Shadow | None


class ReferenceCore(TableBackend):
    """The backend of a table. `TableFront` makes it the public table."""

    if TYPE_CHECKING:

        def _report_collisions(self, count: int) -> None:
            """`TableFront` has it. The native table calls it too."""

    def __init__(self, behaviour: TableConfig) -> None:
        self._enabled = True
        self._counts = Counts()
        self._generations = Generations()
        self._renewals = 0
        self._pins = Pins()
        self._unreported = 0  # collisions of a debug table
        self._next_report = 0.0
        self._behave(self._new_slots(behaviour), behaviour)

    def _behave(self, slots: Slots, behaviour: TableConfig) -> None:
        """Replaces memory and settings atomically: an interrupt sees the old or the new ones."""
        paranoid = behaviour.validation is Validation.PARANOID
        shadow = Shadow(slots, self._key_of) if paranoid else None
        self._body = Body(behaviour, slots, ReplacementRules.of(behaviour), shadow)

    def _new_slots(self, behaviour: TableConfig) -> Slots:
        geometry = _geometry(behaviour)
        return DenseSlots(geometry, self._generations) if geometry.dense else Slots(geometry)

    @property
    def _config(self) -> TableConfig:
        return self._body.config

    @property
    def sync(self) -> Sync:
        """Always `ONE_THREAD`: the table has neither locks nor atomic words, whatever its settings say."""
        return Sync.ONE_THREAD

    @property
    def renewals(self) -> int:
        """How often the table was cleared, resized or given another layout. Entries may be lost then."""
        return self._renewals

    # ---- one entry at a time -----------------------------------------------------------------------------

    def probe(self, key: SupportsIndex, /) -> Entry | None:
        """Returns the entry of the key at any depth, or ``None``. Never writes."""
        hash = self._hash_of(arguments.check_key(key))
        slots = self._slots
        if not self._enabled:
            return None
        self._check_cheaply()
        cluster = slots.geometry.cluster_of(hash)
        way = slots.find(cluster, hash & slots.geometry.signature_mask)
        if self._body.config.counting:
            self._counts.probe(way, len(slots.live(cluster)), slots.geometry.ways)
        if self._body.shadow:
            self._body.shadow.check_probe(hash, way)
        return None if way is None else entry_of(slots.read(cluster, way))

    def probe_with_prefetch(self, key: SupportsIndex, next_key: SupportsIndex | None = None) -> Entry | None:
        """Like `probe`. The native table also prefetches the cluster of `next_key`."""
        arguments.check_key(key)
        if next_key is not None:
            arguments.check_key(next_key, "next_key")
        return self.probe(key)

    def prefetch(self, key: SupportsIndex, /) -> None:
        """Only checks the key: Python cannot prefetch."""
        arguments.check_key(key)
        self._check_open()

    def store(
        self,
        key: SupportsIndex,
        move: SupportsIndex = 0,
        score: SupportsIndex = 0,
        eval: SupportsIndex | None = None,
        depth: SupportsIndex = 0,
        bound: Bound | SupportsIndex = Bound.EXACT,
        source: Source | SupportsIndex = Source.MAIN,
        pv: bool = False,
    ) -> None:
        """Stores a search result, if the replacement policy accepts it."""
        hash = self._hash_of(arguments.check_key(key))
        new = Fields(
            signature=hash & self._config.layout.signature_mask,
            move=arguments.check_move(move),
            score=arguments.check_score(score, clamp=self._body.config.clamp_scores),
            eval=arguments.check_eval(eval),
            depth=arguments.check_depth(depth),
            bound=arguments.check_bound(bound),
            source=arguments.check_source(source),
            pv=arguments.check_pv(pv),
            generation=self.generation,
        )
        if self._config.layout is Layout.DENSE:
            new = self._fitting(new)
        slots = self._slots
        if self._enabled:
            self._check_cheaply()
            self._place(slots, hash, new)

    def _fitting(self, new: Fields) -> Fields:
        """Returns what a dense line keeps of an entry. Raises ValueError for a field that does not fit."""
        if self._body.config.clamp_scores:
            new = new._replace(score=dense.nearest_score(new.score))
        dense.check_entry(new.move, new.score, new.eval, new.depth)
        return new

    def _place(self, slots: Slots, hash: int, new: Fields) -> None:
        """Places the entry where the rules decide."""
        cluster = slots.geometry.cluster_of(hash)
        entries = slots.read_cluster(cluster)
        decision = decide_store(entries, new, self.generation, self._body.rules)
        if self._body.config.counting:
            live = sum(old.bound != Bound.NONE for old in entries)
            self._counts.store(live, decision, self._body.rules.policy)
        for way in decision.erased:
            slots.erase(cluster, way)
        if decision.way is not None and decision.entry is not None:
            slots.write(cluster, decision.way, decision.entry)
        if self._body.shadow:
            self._body.shadow.note(hash, decision)
            self._body.shadow.check_cluster(cluster)
        if self._body.config.validation is not Validation.RELEASE:
            self._log_collisions(decision.collision)

    def _log_collisions(self, collision: bool) -> None:
        """Logs new collisions, at most once per second, as the core does."""
        self._unreported += collision
        now = time.monotonic()
        if self._unreported and now >= self._next_report:
            count, self._unreported, self._next_report = self._unreported, 0, now + 1
            self._report_collisions(count)

    def _hash_of(self, key: int) -> int:
        return key if self._body.config.random_keys else mix(key)

    def _key_of(self, hash: int) -> int:
        return hash if self._body.config.random_keys else unmix(hash)

    @property
    def enabled(self) -> bool:
        """Whether the table is on. If not, probes miss and stores do nothing."""
        self._check_open()
        return self._enabled

    @enabled.setter
    def enabled(self, on: bool) -> None:
        if not isinstance(on, bool):
            raise TypeError(f"enabled must be a bool, not {type(on).__name__} ({on!r})")
        self._check_open()
        self._enabled = on

    # ---- generations -------------------------------------------------------------------------------------

    @property
    def generation(self) -> int:
        """The current generation: 0 to 63, modular."""
        self._check_open()
        return self._generations.current

    def _new_search(self) -> None:
        self._check_open()
        self._generations.new_search()

    def _add_nodes(self, nodes: int) -> int:
        """Ages by nodes if `aging_interval` is set. Returns the number of generations advanced."""
        self._check_open()
        config = self._body.config
        return self._generations.add_nodes(nodes, config.aging_interval, config.layout.generations // 2)

    # ---- the whole table ---------------------------------------------------------------------------------

    def _clear(self) -> None:
        self._renewals += 1
        self._slots.clear()
        self._adopt_contents()

    def __len__(self) -> int:
        """The number of entries of any generation, counted one by one."""
        return self._slots.count_live()

    def _hashfull(self) -> int:
        sample = self._slots.sample()
        entries = [entry for cluster in sample for entry in self._slots.live(cluster)]
        current = sum(age(entry, self.generation) <= self._generations.steps for entry in entries)
        return current * 1000 // (len(sample) * self._slots.geometry.ways)

    def _fill_rate(self) -> float:
        sample = self._slots.sample()
        live = sum(len(self._slots.live(cluster)) for cluster in sample)
        return live / (len(sample) * self._slots.geometry.ways)

    def _regions(self, clusters: int, out: Any) -> None:
        """Fills regions, passed as bytes, from a sample of the table's clusters."""
        summarize(self._slots, self.generation, clusters, out)

    def _cluster(self, key: int) -> tuple[int, list[tuple[int, int]]]:
        """Returns the number of a key's cluster, and the two words of each of its slots."""
        slots = self._slots
        cluster = slots.geometry.cluster_of(self._hash_of(key))
        if isinstance(slots, DenseSlots):
            line = slots.line(cluster)
            return cluster, list(zip(line[::2], line[1::2], strict=True))
        return cluster, [slots.words_at(cluster, way) for way in range(slots.geometry.ways)]

    def _scan(self, cluster: int, limit: int) -> tuple[int, list[tuple[int, Entry]]]:
        """Returns the next cluster to scan and at least `limit` (key, entry) pairs of whole clusters."""
        pairs: list[tuple[int, Entry]] = []
        for occupied in self._slots.occupied_clusters(cluster):
            if len(pairs) >= limit:
                return occupied, pairs
            pairs += [(self._key_of(hash), entry_of(old)) for hash, old in self._slots.recovered(occupied)]
        return self._slots.geometry.clusters, pairs

    def _insert(self, pairs: list[tuple[int, Entry]]) -> int:
        """Inserts entries that keep their generation. Returns how many were accepted. Not in statistics."""
        kept = 0
        for key, entry in pairs:
            hash = self._hash_of(key)
            fields = fields_of(hash, entry)._replace(signature=hash & self._slots.geometry.signature_mask)
            kept += self._slots.insert(hash, fields, self.generation)
        self._adopt_contents()
        return kept

    def _merge(self, other: ReferenceCore) -> None:
        """Inserts all entries of a table with full keys. They keep their age."""
        self._refuse_while_in_use()
        for key, entry in other._known_entries():
            hash = self._hash_of(key)
            generation = (self.generation - age(entry, other.generation)) % GENERATIONS
            moved = entry._replace(
                signature=hash & self._slots.geometry.signature_mask, generation=generation
            )
            self._slots.insert(hash, moved, self.generation)
        self._adopt_contents()

    def _known_entries(self) -> Iterator[tuple[int, Fields]]:
        for cluster in self._slots.occupied_clusters():
            for hash, entry in self._slots.recovered(cluster):
                yield self._key_of(hash), entry

    def _copy_from(self, other: ReferenceCore) -> None:
        """Copies slots and generation from a table of the same geometry."""
        if self._slots.geometry != other._slots.geometry:
            raise ValueError("a table can be copied only into one of the same size and layout")
        self._slots.from_bytes(other._raw())
        self._generations.follow(other._generations)
        self._adopt_contents()

    def _raw(self) -> bytes:
        """Returns the slots as in memory, little endian, with the spare words of three-way clusters."""
        return self._slots.to_bytes()

    def _load_raw(self, raw: bytes) -> None:
        """Sets all slots without telling the validation, which may report them."""
        self._slots.from_bytes(raw)

    def _memory(self) -> dict[str, int]:
        """Returns the bytes and place of the slots. There is no header and no locks."""
        address, words = self._slots.words.buffer_info()
        return {"slots": words * 8, "header": 0, "locks": 0, "address": address}

    # ---- saving and loading ------------------------------------------------------------------------------

    def _save_block(self, cluster: int, limit: int) -> tuple[int, int, bytes]:
        cluster, pairs = self._scan(cluster, limit)
        return cluster, len(pairs), blocks.block_of(pairs)

    def _load_block(self, block: bytes) -> None:
        """Inserts saved entries. Raises ValueError and changes nothing if one is invalid."""
        for key, entry in blocks.entries_of(block):
            hash = self._hash_of(key)
            signed = entry._replace(signature=hash & self._slots.geometry.signature_mask)
            self._slots.insert(hash, signed, self.generation)
        self._adopt_contents()

    def _save_slots(self) -> bytes:
        return blocks.save_slots(self._slots)

    def _load_slots(self, slots: bytes) -> None:
        blocks.load_slots(self._slots, slots)
        self._adopt_contents()

    def _generation_count(self) -> int:
        self._check_open()
        return self._generations.count % 2**32

    def _set_generation(self, count: int) -> None:
        self._check_open()
        self._generations.count = count

    # ---- settings and life -------------------------------------------------------------------------------

    def _configure(self, before: TableConfig, settings: TableConfig) -> bool | None:
        """Changes settings that keep the memory. Returns None if `before` is outdated."""
        self._refuse_while_in_use()
        if self._config is not before:
            return None
        self._behave(self._slots, settings)
        return True

    def _rebuild(self, before: TableConfig, settings: TableConfig, keep_entries: bool) -> int | None:
        """Changes settings that need other memory. `keep_entries` keeps those whose keys are known.

        Returns the number of entries; None, without a change, if `before` is outdated.
        """
        self._refuse_while_in_use()
        if self._config is not before:
            return None
        slots = self._new_slots(settings)
        if keep_entries and self._slots.geometry.full_keys:
            for key, entry in self._known_entries():
                hash = key if settings.random_keys else mix(key)
                slots.insert(
                    hash,
                    entry._replace(signature=hash & self._slots.geometry.signature_mask),
                    self.generation,
                )
        self._renewals += 1
        self._behave(slots, settings)
        return len(self)

    def _close(self) -> None:
        """Frees the memory. Later calls raise, except another close."""
        if self._body.slots is not None:
            self._refuse_while_in_use()
            self._body = self._body._replace(slots=None, shadow=None)

    @property
    def _slots(self) -> Slots:
        slots = self._body.slots
        if slots is None:
            raise ValueError("the table is closed")
        return slots

    def _pin(self) -> Pin:
        """Marks the table as in use. Its memory cannot be freed until the pin is released or deleted."""
        self._check_open()
        return self._pins.new()

    def _check_open(self) -> None:
        assert self._slots is not None  # a closed table raises here

    def _refuse_while_in_use(self) -> None:
        self._check_open()
        if self._pins.any_held():
            raise BufferError("the table is in use by a batch, search or iterator: wait until it ends")

    # ---- statistics and validation -----------------------------------------------------------------------

    def _counters(self) -> dict[str, int | list[int]]:
        return self._counts.as_dict()

    def _second_tier(self) -> None:
        """There is none."""

    def _reset_stats(self) -> None:
        self._check_open()
        self._counts = Counts()

    def _check_cheaply(self) -> None:
        if self._body.config.validation is not Validation.RELEASE:
            self._slots.check_size()

    def _verify(self) -> None:
        """Compares the whole table with the validation's record of stores."""
        self._slots.check_size()
        if self._body.shadow:
            self._body.shadow.check_all()

    def _adopt_contents(self) -> None:
        """Accepts the current slots as correct, after they were set as a whole."""
        if self._body.shadow:
            self._body.shadow.adopt()


def _geometry(behaviour: TableConfig) -> Geometry:
    return Geometry(behaviour.clusters, behaviour.layout.ways)
