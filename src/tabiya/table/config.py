"""`TableConfig`: all settings of a table, checked on construction.

>>> TableConfig(hash_mb=16, policy="always").policy
<Policy.ALWAYS: 'always'>
>>> TableConfig(buckets=100)
Traceback (most recent call last):
ValueError: buckets must be a power of two between 1 and 4096, not 100
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Literal, Unpack

from .._utils.arguments import did_you_mean
from .choices import Eviction, Layout, Policy, Sync, Validation
from .entry_values import FULL_KEY_CLUSTERS
from .settings import Count, HugePages, Integer, Number, OneOf, PowerOfTwo, Setting, Switch, setting

if TYPE_CHECKING:
    from .fields import TableFields

__all__ = ["SETTINGS", "Eviction", "Layout", "Policy", "Sync", "TableConfig", "Validation"]

MEGABYTE = 2**20
MAX_BYTES = 2**44
"""16 TB: more than any machine has, and small enough that sizes cannot overflow."""
MAX_BUCKETS = 4096
LINE_BYTES = 128
"""Size of a line of the second tier."""
MAX_TIER_LINES = 2**32 // 20
"""With more lines, line numbers and signatures would need the same bits of the hash."""
NEW_TABLE = "a new table"


@dataclass(frozen=True, kw_only=True)
class TableConfig:
    """The settings of a table. Immutable: `dataclasses.replace` or `with_…` returns a changed copy."""

    hash_mb: float = setting(
        64,
        Number(0, MAX_BYTES // MEGABYTE, above=True),
        "memory for entries in units of 2^20 bytes; fractions are fine",
        scope="size",
        changed_by="resize(hash_mb)",
        core=False,
        option="Hash",
    )
    entries: int | None = setting(
        None,
        Count(1, MAX_BYTES // 16),
        "number of entries instead of `hash_mb`, rounded up to whole clusters",
        scope="size",
        changed_by="resize(entries=…)",
        core=False,
    )
    layout: Layout = setting(
        Layout.CLUSTER4,
        OneOf(Layout),
        "entries per cluster",
        changed_by="set_layout(layout)",
        option="TTLayout",
        see="layout.md",
    )
    policy: Policy = setting(
        Policy.CASCADE,
        OneOf(Policy),
        "which entry of a full cluster is replaced",
        option="TTPolicy",
        see="table.md#replacement",
    )
    sync: Sync = setting(
        Sync.LOCK_FREE,
        OneOf(Sync, offered=(Sync.LOCK_FREE, Sync.BUCKET_LOCKS)),
        "what several threads may do at once",
        option="TTSync",
        see="configuration.md#synchronisation",
    )
    buckets: int = setting(
        256,
        PowerOfTwo(1, MAX_BUCKETS),
        "number of locks of `bucket_locks`",
        option="TTBuckets",
        see="configuration.md#synchronisation",
    )
    statistics: bool = setting(
        False,
        Switch(),
        "count probes, hits, stores and replacements; off costs nothing",
        scope="own",
        flag=("flags", 4),
        option="TTStatistics",
    )
    validation: Validation = setting(
        Validation.RELEASE,
        OneOf(Validation),
        "how much the table checks itself",
        scope="own",
        option="TTValidation",
        see="configuration.md#validation",
    )
    source_priority: bool = setting(
        True,
        Switch(),
        "protect entries of this generation from shallower ones of a lesser source, such as quiescence",
        flag=("flags", 2),
    )
    strict: bool = setting(
        False,
        Switch(),
        "depth- and exact-preferred ignore age; such tables fill with old deep entries",
        flag=("flags", 1),
    )
    replace_if_exact: bool = setting(
        False,
        Switch(),
        "an exact entry replaces a bound that the policy would keep; `cascade` and `always` keep none",
        flag=("flags", 9),
        header_flag=("flags", 4),
        option="TTReplaceIfExact",
        see="table.md#replacement",
    )
    depth_weight: float = setting(1.0, Number(0, 1000, units=256), "weight of the depth in `depth_and_age`")
    age_weight: float = setting(4.0, Number(0, 1000, units=256), "weight of the age in `depth_and_age`")
    max_age: int = setting(1, Integer(0, 126), "`age_based` replaces an entry when twice its age is greater")
    aging_interval: int = setting(
        0,
        Integer(0, 2**32 - 1),
        "nodes (see `add_nodes`) after which a generation begins, at most 32 times per search; "
        "0: only `new_search` begins one",
        option="TTAgingInterval",
    )
    clamp_scores: bool = setting(
        False, Switch(), "clamp scores outside ±500,000 instead of raising", flag=("flags", 3)
    )
    random_keys: bool = setting(
        False,
        Switch(),
        "keys are random in all bits, like Zobrist keys: skip mixing",
        changed_by=NEW_TABLE,
        flag=("flags", 0),
    )
    power_of_two: bool = setting(
        False,
        Switch(),
        "round the number of clusters down to a power of two",
        scope="size",
        changed_by=NEW_TABLE,
        core=False,
        flag=("flags", 6),
    )
    prefetch: bool = setting(
        True,
        Switch(),
        "`prefetch`, `probe_with_prefetch` and batches fetch ahead",
        scope="own",
        flag=("flags", 5),
    )
    huge_pages: bool | Literal["explicit"] = setting(
        True,
        HugePages(),
        'ask the kernel for transparent huge pages; `"explicit"`: from its reserved pool, or fail',
        scope="own",
        changed_by=NEW_TABLE,
        flag=("flags", 7),
        see="memory.md",
    )
    l2_mb: float = setting(
        0,
        Number(0, MAX_TIER_LINES * LINE_BYTES // MEGABYTE),
        "memory for a second tier of compressed entries, in addition to `hash_mb`; 0: none",
        scope="private",
        changed_by=NEW_TABLE,
        core=False,
        option="L2Hash",
        see="tiers.md",
    )
    l2_evals: bool = setting(
        False,
        Switch(),
        "keep static evaluations in the second tier, for about one byte more per entry",
        scope="private",
        changed_by=NEW_TABLE,
        flag=("l2_flags", 0),
        option="L2Evals",
    )
    l2_eviction: Eviction = setting(
        Eviction.DEPTH_AND_AGE,
        OneOf(Eviction),
        "which entry of a full line of the second tier is replaced",
        scope="private",
        changed_by=NEW_TABLE,
    )
    l2_demote_depth: int = setting(
        1,
        Integer(0, 255),
        "minimum depth kept in the second tier; exact entries always qualify, except quiescence",
        scope="private",
        changed_by=NEW_TABLE,
    )
    l2_promote_depth: int = setting(
        1,
        Integer(0, 255),
        "minimum depth moved back up when found; exact entries always qualify, except quiescence",
        scope="private",
        changed_by=NEW_TABLE,
    )
    l2_background: bool = setting(
        False,
        Switch(),
        "a thread moves entries of earlier searches down when the first tier is three quarters full",
        scope="private",
        changed_by=NEW_TABLE,
        flag=("l2_flags", 1),
        option="L2Background",
    )

    def __init__(self, **settings: Unpack[TableFields]) -> None:
        _check_names(settings)
        for one in SETTINGS:
            value = one.kind.check(one.name, settings.get(one.name, one.default))
            object.__setattr__(self, one.name, value)
        self._check_size()
        self._check_second_tier()

    def _check_size(self) -> None:
        if self.clusters < 1:
            least = self.layout.cluster_bytes / MEGABYTE
            raise ValueError(
                f"hash_mb must be at least {least} for one {self.layout} cluster, not {self.hash_mb}"
            )

    def _check_second_tier(self) -> None:
        if self.l2_mb == 0:
            return
        if self.l2_lines < 1:
            raise ValueError(f"l2_mb must be at least {LINE_BYTES / MEGABYTE} for one line, not {self.l2_mb}")
        if not self.layout.whole_keys:
            raise ValueError(
                f"l2_mb must be 0 with layout='dense', not {self.l2_mb}: a second tier needs whole keys, "
                "which layout='cluster4' has"
            )
        if self.clusters < FULL_KEY_CLUSTERS:
            raise ValueError(
                f"l2_mb needs a first tier with full keys: at least {FULL_KEY_CLUSTERS} clusters "
                f"(4 MB; single slots 1 MB), not {self.clusters}"
            )
        if self.validation is Validation.PARANOID:
            raise ValueError("validation='paranoid' supports one tier only: l2_mb must be 0")

    @property
    def clusters(self) -> int:
        """The number of clusters.

        >>> TableConfig(hash_mb=1).clusters, TableConfig(entries=10).clusters
        (16384, 3)
        """
        if self.entries is not None:
            clusters = -(-self.entries // self.layout.ways)
        else:
            clusters = int(self.hash_mb * MEGABYTE) // self.layout.cluster_bytes
        if self.power_of_two and clusters > 0:
            return 1 << (clusters.bit_length() - 1)
        return clusters

    @property
    def l2_lines(self) -> int:
        """The number of 128-byte lines in the second tier.

        >>> TableConfig(l2_mb=1).l2_lines
        8192
        """
        return int(self.l2_mb * MEGABYTE) // LINE_BYTES

    @property
    def counting(self) -> bool:
        """Whether statistics are kept, because of `statistics` or of the validation."""
        return self.statistics or self.validation is not Validation.RELEASE

    def with_statistics_tracking(self) -> TableConfig:
        """Returns a copy with statistics on.

        >>> TableConfig().with_statistics_tracking().statistics
        True
        """
        return replace(self, statistics=True)

    def as_dict(self) -> dict[str, Any]:
        """Returns all fields as plain values, for JSON."""
        return {k: str(v) if isinstance(v, StrEnum) else v for k, v in asdict(self).items()}

    @classmethod
    def default(cls) -> TableConfig:
        """Preset: 64 MB, 256 buckets."""
        return cls()

    @classmethod
    def memory(cls) -> TableConfig:
        """Preset for little memory: 16 MB, 128 buckets."""
        return cls(hash_mb=16, buckets=128)

    @classmethod
    def performance(cls) -> TableConfig:
        """Preset for long searches with many threads: 256 MB, 512 buckets."""
        return cls(hash_mb=256, buckets=512)

    @classmethod
    def debug(cls) -> TableConfig:
        """Preset for debugging: 16 MB, 16 buckets, debug validation."""
        return cls(hash_mb=16, buckets=16, validation=Validation.DEBUG)


SETTINGS: tuple[Setting, ...] = tuple(
    replace(field.metadata["setting"], name=field.name, default=field.default)
    for field in fields(TableConfig)
)
"""The schema: every setting of a table."""


def make_config(config: TableConfig | None, changes: Mapping[str, Any]) -> TableConfig:
    """Returns `config`, or the default, with `changes`."""
    _check_names(changes)
    if config is not None and not isinstance(config, TableConfig):
        hint = f"; did you mean hash_mb={config!r}?" if isinstance(config, int) else ""
        raise TypeError(f"config must be a TableConfig, not {type(config).__name__} ({config!r}){hint}")
    if "hash_mb" in changes and "entries" in changes and changes["entries"] is not None:
        raise ValueError("give hash_mb or entries, not both")
    if "hash_mb" in changes:
        changes = {"entries": None, **changes}
    return replace(config or TableConfig(), **changes)


def core_values(config: TableConfig) -> dict[str, Any]:
    """Returns the settings in the core's form."""
    values = {one.name: one.kind.encode(getattr(config, one.name)) for one in SETTINGS if one.core}
    derived = {
        "clusters": config.clusters,
        "l2_lines": config.l2_lines,
        "statistics": config.counting,
        "sync": chosen_sync(config).code,
    }
    return values | derived


def chosen_sync(config: TableConfig) -> Sync:
    """Returns the synchronisation of a native table, with `AUTO` resolved.

    >>> chosen_sync(TableConfig(sync="auto"))
    <Sync.LOCK_FREE: 'lock_free'>
    """
    if config.sync is not Sync.AUTO:
        return config.sync
    return Sync.ONE_THREAD if sys.platform == "emscripten" else Sync.LOCK_FREE


def _check_names(given: Mapping[str, Any]) -> None:
    """Raises TypeError for an unknown name and suggests a similar one."""
    names = [one.name for one in SETTINGS]
    for name in given:
        if name not in names:
            hint = did_you_mean(name, names, f"; known are {', '.join(names)}")
            raise TypeError(f"{name} is not a table setting{hint}")
