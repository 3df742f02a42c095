"""The keyword arguments of tables, for type checkers: the fields of `TableConfig` as callers may pass them.

Enum members may be given by name, integers as anything with ``__index__``.
"""

from __future__ import annotations

from typing import Literal, SupportsIndex, TypeAlias, TypedDict

from .choices import Eviction, Layout, Policy, Sync, Validation

__all__ = ["BehaviourFields", "OwnFields", "TableFields"]

LayoutName: TypeAlias = Literal["single", "cluster3", "cluster4", "dense"]
PolicyName: TypeAlias = Literal[
    "cascade", "always", "depth_preferred", "age_based", "depth_and_age", "exact_preferred"
]
SyncName: TypeAlias = Literal["lock_free", "bucket_locks", "one_thread", "auto"]
ValidationName: TypeAlias = Literal["release", "debug", "paranoid"]
EvictionName: TypeAlias = Literal["depth_and_age", "lru"]


class OwnFields(TypedDict, total=False):
    """Settings of each process: the keywords of `attach`."""

    statistics: bool
    validation: Validation | ValidationName
    prefetch: bool
    huge_pages: bool | Literal["explicit"]


class BehaviourFields(TypedDict, total=False):
    """Settings that can change without touching entries: the keywords of `reconfigure`."""

    policy: Policy | PolicyName
    sync: Sync | SyncName
    buckets: SupportsIndex
    statistics: bool
    validation: Validation | ValidationName
    source_priority: bool
    strict: bool
    replace_if_exact: bool
    depth_weight: float
    age_weight: float
    max_age: SupportsIndex
    aging_interval: SupportsIndex
    clamp_scores: bool
    prefetch: bool


class TableFields(OwnFields, BehaviourFields, total=False):
    """All settings: the keywords of `TableConfig`, tables, `create_shared`, `open` and `load`."""

    hash_mb: float
    entries: SupportsIndex | None
    layout: Layout | LayoutName
    random_keys: bool
    power_of_two: bool
    l2_mb: float
    l2_evals: bool
    l2_eviction: Eviction | EvictionName
    l2_demote_depth: SupportsIndex
    l2_promote_depth: SupportsIndex
    l2_background: bool
