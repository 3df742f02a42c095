"""Two tiers as in docs/tiers.md, as plain dictionaries."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from tabiya import ReferenceTable
from tabiya._utils.mixing import mix

CLUSTERS = 65536
PRIORITY = {0: 0, 1: 1, 2: 2, 3: 2, 4: 3}
LRU_ENTRIES = 16
PLACES = 20


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


class Model:
    """The first tier is the reference table, single slots; the second has room for all."""

    def __init__(self, config: dict[str, Any]) -> None:
        self.first = ReferenceTable(entries=CLUSTERS, layout="single", random_keys=True)
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
        below = self._look_below(key)
        if below is not None and self._worth(below, self.promote_depth):
            self._promote(key, below)
        return below

    def _promote(self, key: int, fields: Fields) -> None:
        """Like a store, but a rejected entry stays in the second tier."""
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
        self._keep(key, fields if old is None else self._combined(old, fields))

    def _look_below(self, key: int) -> Fields | None:
        return self.second.get(key)

    def _keep(self, key: int, fields: Fields) -> None:
        self.second[key] = fields

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


class LruLine(Model):
    """The second tier is one line: the victim is the least valuable entry not used recently."""

    def __init__(self, config: dict[str, Any]) -> None:
        super().__init__(config)
        self.used: set[int] = set()

    def _look_below(self, key: int) -> Fields | None:
        self.used.add(key)
        return self.second.get(key)

    def _keep(self, key: int, fields: Fields) -> None:
        self.second[key] = fields
        self.used.add(key)
        if len(self.second) <= LRU_ENTRIES:
            return
        if self.used.issuperset(self.second):
            self.used = {key}
        # Of equals that of the first place in the line, and there the one that came first.
        in_line = sorted(self.second, key=lambda other: mix(other) * PLACES >> 64)
        victim = min((other for other in in_line if other not in self.used), key=self._value)
        del self.second[victim]

    def _value(self, key: int) -> tuple[bool, int, bool, bool, int]:
        fields = self.second[key]
        age = (self.first.generation - fields.generation) % 64
        return age == 0, fields.depth, fields.bound == 3, fields.move != 0, -age
