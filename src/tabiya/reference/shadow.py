"""Paranoid validation: a map of all stores with their full hashes, which the memory is compared with.

The table writes its slots as usual, and the shadow keeps the expected contents. After each store and at each
probe the whole cluster is compared with it. The first difference raises `ValidationError`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, NoReturn

from ..errors import ValidationError
from .layout import Fields
from .placement import Decision
from .slots import Slots

__all__ = ["Shadow"]

_EMPTY = Fields(0, 0, 0, 0, 0, 0, 0, 0, False)
_FIELDS = ("bound", "move", "score", "depth", "generation", "source", "pv", "signature", "eval")
"""The order in which differences are reported. A damaged word1 spoils signature and eval through the link, so
its own fields come first."""


class _Copy(NamedTuple):
    hash: int
    whole: bool
    """Whether `hash` has all bits. A small table knows only signatures of entries older than the shadow."""
    words: tuple[int, int]


class Shadow:
    """The expected contents of the slots. `key_of` recovers keys for error messages."""

    def __init__(self, slots: Slots, key_of: Callable[[int], int]) -> None:
        self._slots = slots
        self._key_of = key_of
        self._copies: dict[tuple[int, int], _Copy] = {}
        self.adopt()

    def adopt(self) -> None:
        """Accepts the current slots as correct, after a load or a rebuild."""
        geometry = self._slots.geometry
        self._copies = {}
        for cluster in self._slots.occupied_clusters():
            for way, entry in enumerate(self._slots.read_cluster(cluster)):
                if entry.bound:
                    hash = geometry.recover_hash(cluster, entry.signature)
                    self._copies[cluster, way] = _Copy(hash, geometry.full_keys, self._slots.packed(entry))

    def note(self, hash: int, decision: Decision) -> None:
        """Records the decision about a store."""
        cluster = self._slots.geometry.cluster_of(hash)
        for way in decision.erased:
            self._copies.pop((cluster, way), None)
        if decision.way is not None and decision.entry is not None:
            self._copies[cluster, decision.way] = _Copy(hash, True, self._slots.packed(decision.entry))

    def check_probe(self, hash: int, way: int | None) -> None:
        """Compares the way that a probe hit with the map."""
        cluster = self._slots.geometry.cluster_of(hash)
        self.check_cluster(cluster)
        expected = self._way_of(hash)
        if way != expected:
            self._fail(hash, cluster, expected if way is None else way, "way", expected, way)
        if way is None:
            return
        copy = self._copies[cluster, way]
        if copy.whole and copy.hash != hash and not self._slots.geometry.dense:
            raise ValidationError(
                f"false hit: key {self._key_of(hash):#x} found the entry of key {self._key_of(copy.hash):#x} "
                f"in slot {way} of cluster {cluster}, because their signatures are the same"
            )

    def check_cluster(self, cluster: int) -> None:
        """Compares the slots of a cluster with the map."""
        for way in range(self._slots.geometry.ways):
            found = self._slots.words_at(cluster, way)
            copy = self._copies.get((cluster, way))
            as_expected = found == copy.words if copy else not self._slots.holds(found)
            if not as_expected:
                self._name_difference(cluster, way, copy, self._slots.unpacked(found))

    def check_all(self) -> None:
        for cluster in range(self._slots.geometry.clusters):
            self.check_cluster(cluster)

    def _way_of(self, hash: int) -> int | None:
        cluster = self._slots.geometry.cluster_of(hash)
        for way in range(self._slots.geometry.ways):
            copy = self._copies.get((cluster, way))
            if copy and (copy.hash ^ hash) & self._slots.geometry.signature_mask == 0:
                return way
        return None

    def _name_difference(self, cluster: int, way: int, copy: _Copy | None, found: Fields) -> NoReturn:
        expected = self._slots.unpacked(copy.words) if copy else _EMPTY
        hash = copy.hash if copy else self._slots.geometry.recover_hash(cluster, found.signature)
        name = next(name for name in _FIELDS if getattr(expected, name) != getattr(found, name))
        self._fail(hash, cluster, way, name, getattr(expected, name), getattr(found, name))

    def _fail(
        self, hash: int, cluster: int, way: int | None, name: str, expected: object, found: object
    ) -> NoReturn:
        raise ValidationError(
            f"key {self._key_of(hash & 2**64 - 1):#x}, slot {way} of cluster {cluster}: "
            f"{name} is {found}, expected {expected}"
        )
