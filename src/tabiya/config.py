"""`TableConfig`: everything that a table can be told, checked when it is made.

>>> TableConfig(hash_mb=16, policy="always").policy
<Policy.ALWAYS: 'always'>
>>> TableConfig(buckets=100)
Traceback (most recent call last):
ValueError: buckets must be a power of two between 1 and 4096, not 100
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from difflib import get_close_matches
from enum import StrEnum
from numbers import Real
from typing import TYPE_CHECKING, Any, Literal, TypeVar, Unpack

from .arguments import check_int
from .values import FULL_KEY_CLUSTERS

if TYPE_CHECKING:
    from .table_fields import TableFields

__all__ = ["Eviction", "Layout", "Policy", "Sync", "TableConfig", "Validation"]

MEGABYTE = 2**20
MAX_BYTES = 2**44
"""16 TB: more than any machine has, and far from where arithmetic on sizes could overflow."""
MAX_BUCKETS = 4096
LINE_BYTES = 128
"""Of a line of the second tier."""
MAX_TIER_LINES = 2**32 // 20
"""More, and a hash would have to give the same bits to a line's places and to the signatures."""


class Layout(StrEnum):
    """How many entries share a cluster, the set of slots that one key may be in."""

    SINGLE = "single"
    """One slot a key, 16 bytes."""
    CLUSTER3 = "cluster3"
    """Three entries and 16 spare bytes in a cache line."""
    CLUSTER4 = "cluster4"
    """Four entries in a cache line."""

    @property
    def ways(self) -> int:
        """Entries in a cluster."""
        return {"single": 1, "cluster3": 3, "cluster4": 4}[self.value]

    @property
    def cluster_bytes(self) -> int:
        return 16 if self is Layout.SINGLE else 64


class Policy(StrEnum):
    """Which entry of a full cluster goes, and whether it goes at all: see docs/table.md."""

    CASCADE = "cascade"
    ALWAYS = "always"
    DEPTH_PREFERRED = "depth_preferred"
    AGE_BASED = "age_based"
    DEPTH_AND_AGE = "depth_and_age"
    EXACT_PREFERRED = "exact_preferred"


class Sync(StrEnum):
    """What several threads may do at once."""

    LOCK_FREE = "lock_free"
    """Everything, without a lock."""
    BUCKET_LOCKS = "bucket_locks"
    """Everything; writers of one bucket of clusters wait for each other."""
    SINGLE = "single"
    """Nothing: one thread uses the table."""
    AUTO = "auto"
    """`LOCK_FREE` where there are threads, else `SINGLE`."""


class Validation(StrEnum):
    """How much a table mistrusts itself."""

    RELEASE = "release"
    """Not at all, and pays nothing."""
    DEBUG = "debug"
    """Keeps statistics and makes cheap checks."""
    PARANOID = "paranoid"
    """Holds every probe and store against a second copy of the table."""


class Eviction(StrEnum):
    """Which entry of a full line of the second tier goes."""

    DEPTH_AND_AGE = "depth_and_age"
    """The least valuable, by the order of `Policy.CASCADE`; what is worth less than all stays out."""
    LRU = "lru"
    """One that was not used lately, as far as one bit an entry can tell."""


_Enum = TypeVar("_Enum", bound=StrEnum)


@dataclass(frozen=True, kw_only=True)
class TableConfig:
    """The settings of a table. Immutable; `dataclasses.replace` or `with_…` gives a changed copy."""

    hash_mb: float = 64
    """Memory for entries, in units of 2^20 bytes; fractions are fine."""
    entries: int | None = None
    """Number of entries instead of `hash_mb`, rounded up to whole clusters."""
    layout: Layout = Layout.CLUSTER4
    policy: Policy = Policy.CASCADE
    sync: Sync = Sync.LOCK_FREE
    buckets: int = 256
    """Locks of ``sync="bucket_locks"``: a power of two, 1 to 4096."""
    statistics: bool = False
    """Count probes, hits, stores, replacements; off costs nothing."""
    validation: Validation = Validation.RELEASE
    source_priority: bool = True
    """Protect entries of a better source and of this generation from shallower ones of a lesser source."""
    strict: bool = False
    """Depth- and exact-preferred without regard to age; such tables fill with old deep entries."""
    depth_weight: float = 4.0
    """Of ``depth_and_age``; kept in steps of 1/256."""
    age_weight: float = 1.0
    max_age: int = 1
    """Of ``age_based``: entries go when twice their age is greater."""
    aging_interval: int = 0
    """Begin a generation every so many nodes told by `add_nodes`, 32 times a search at most; 0 = never."""
    clamp_scores: bool = False
    """Scores outside ±500,000 are clamped instead of refused."""
    mixed_keys: bool = False
    """Keys are random in all bits already (Zobrist keys are): do not mix them."""
    power_of_two: bool = False
    """Round the number of clusters down to a power of two."""
    prefetch: bool = True
    huge_pages: bool | Literal["explicit"] = True
    """Ask the kernel for transparent huge pages; ``"explicit"``: from its reserved pool, or not at all."""
    l2_mb: float = 0
    """Memory for a second tier of compressed entries beside `hash_mb`; 0 = none. See docs/tiers.md."""
    l2_evals: bool = False
    """Keep static evals in the second tier: about a byte an entry more."""
    l2_eviction: Eviction = Eviction.DEPTH_AND_AGE
    l2_demote_depth: int = 1
    """What leaves the first tier goes down from this depth on; exact entries, but quiescence, always."""
    l2_promote_depth: int = 1
    """What is found in the second tier comes up from this depth on; exact entries, but quiescence, always."""
    l2_background: bool = False
    """A thread moves entries of earlier searches down when the first tier is three quarters full."""

    if TYPE_CHECKING:  # the fields are members of enumerations; a caller may name them

        def __init__(self, **fields: Unpack[TableFields]) -> None: ...

    def __post_init__(self) -> None:
        for name, enum in (
            ("layout", Layout),
            ("policy", Policy),
            ("sync", Sync),
            ("validation", Validation),
            ("l2_eviction", Eviction),
        ):
            object.__setattr__(self, name, _member(name, enum, getattr(self, name)))
        for field in fields(self):
            if field.type == "bool" and not isinstance(value := getattr(self, field.name), bool):
                raise TypeError(f"{field.name} must be a bool, not {type(value).__name__} ({value!r})")
        if not isinstance(self.huge_pages, bool) and self.huge_pages != "explicit":
            kind = type(self.huge_pages).__name__
            raise TypeError(f"huge_pages must be a bool or 'explicit', not {kind} ({self.huge_pages!r})")
        self._check_size()
        buckets = self._integer("buckets", -(2**63), 2**63)
        if buckets < 1 or buckets > MAX_BUCKETS or buckets & (buckets - 1):
            raise ValueError(f"buckets must be a power of two between 1 and {MAX_BUCKETS}, not {buckets}")
        for name in ("depth_weight", "age_weight"):
            _check_number(name, getattr(self, name), 0, 1000)
        self._integer("max_age", 0, 126)
        self._integer("aging_interval", 0, 2**32 - 1)
        self._check_second_tier()

    def _integer(self, name: str, low: int, high: int) -> int:
        """A checked field, which becomes a plain ``int`` if it was another kind of integer."""
        number = check_int(name, getattr(self, name), low, high)
        object.__setattr__(self, name, number)
        return number

    def _check_second_tier(self) -> None:
        _check_number("l2_mb", self.l2_mb, 0, MAX_TIER_LINES * LINE_BYTES // MEGABYTE)
        for name in ("l2_demote_depth", "l2_promote_depth"):
            self._integer(name, 0, 255)
        if self.l2_mb == 0:
            return
        if self.l2_lines < 1:
            raise ValueError(f"l2_mb must be at least {LINE_BYTES / MEGABYTE} for one line, not {self.l2_mb}")
        if self.clusters < FULL_KEY_CLUSTERS:
            raise ValueError(
                f"l2_mb needs a first tier of {FULL_KEY_CLUSTERS} clusters (4 MB; single slots 1 MB), which "
                f"knows the whole keys of what it sends down; this one has {self.clusters}"
            )
        if self.validation is Validation.PARANOID:
            raise ValueError("validation='paranoid' keeps a shadow of one tier: l2_mb must be 0")

    def _check_size(self) -> None:
        if self.entries is not None:
            self._integer("entries", 1, MAX_BYTES // 16)
            return
        _check_number("hash_mb", self.hash_mb, 0, MAX_BYTES // MEGABYTE)
        if self.clusters < 1:
            least = self.layout.cluster_bytes / MEGABYTE
            raise ValueError(
                f"hash_mb must be at least {least} for one {self.layout} cluster, not {self.hash_mb}"
            )

    @property
    def clusters(self) -> int:
        """How many clusters the table has.

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
        """Lines of 128 bytes in the second tier.

        >>> TableConfig(l2_mb=1).l2_lines
        8192
        """
        return int(self.l2_mb * MEGABYTE) // LINE_BYTES

    @property
    def depth_weight_units(self) -> int:
        return round(self.depth_weight * 256)

    @property
    def age_weight_units(self) -> int:
        return round(self.age_weight * 256)

    @property
    def counting(self) -> bool:
        """Whether statistics are kept: asked for, or part of the validation tier."""
        return self.statistics or self.validation is not Validation.RELEASE

    def with_statistics_tracking(self) -> TableConfig:
        """The same configuration with statistics on.

        >>> TableConfig().with_statistics_tracking().statistics
        True
        """
        return replace(self, statistics=True)

    def as_dict(self) -> dict[str, Any]:
        """All fields as plain values, for JSON."""
        return {k: str(v) if isinstance(v, StrEnum) else v for k, v in asdict(self).items()}

    @classmethod
    def default(cls) -> TableConfig:
        """64 MB, 256 buckets."""
        return cls()

    @classmethod
    def memory(cls) -> TableConfig:
        """16 MB, 128 buckets: where memory is short."""
        return cls(hash_mb=16, buckets=128)

    @classmethod
    def performance(cls) -> TableConfig:
        """256 MB, 512 buckets: for long searches with many threads."""
        return cls(hash_mb=256, buckets=512)

    @classmethod
    def debug(cls) -> TableConfig:
        """16 MB, 16 buckets, validation tier debug."""
        return cls(hash_mb=16, buckets=16, validation=Validation.DEBUG)


def make_config(config: TableConfig | None, changes: Mapping[str, Any]) -> TableConfig:
    """`config`, or the default, with `changes`; an unknown name is answered with the nearest known one."""
    names = [field.name for field in fields(TableConfig)]
    for name in changes:
        if name not in names:
            near = get_close_matches(name, names, n=1)
            hint = f"; did you mean {near[0]}?" if near else f"; known are {', '.join(names)}"
            raise TypeError(f"{name} is no setting of a table{hint}")
    if config is not None and not isinstance(config, TableConfig):
        hint = f"; did you mean hash_mb={config!r}?" if isinstance(config, int) else ""
        raise TypeError(f"config must be a TableConfig, not {type(config).__name__} ({config!r}){hint}")
    if "hash_mb" in changes and "entries" in changes and changes["entries"] is not None:
        raise ValueError("give hash_mb or entries, not both")
    if "hash_mb" in changes:
        changes = {"entries": None, **changes}
    return replace(config or TableConfig(), **changes)


def _member(name: str, enum: type[_Enum], value: Any) -> _Enum:
    try:
        return enum(value)
    except ValueError:
        allowed = ", ".join(repr(str(member)) for member in enum)
        raise ValueError(f"{name} must be one of {allowed}, not {value!r}") from None


def _check_number(name: str, value: Any, low: int, high: int) -> None:
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"{name} must be a number, not {type(value).__name__} ({value!r})")
    number: Any = value  # the type checker does not know how real numbers compare
    above = number > low if name == "hash_mb" else number >= low
    if not (above and number <= high and math.isfinite(number)):
        kind = f"above {low} and at most {high}" if name == "hash_mb" else f"between {low} and {high}"
        raise ValueError(f"{name} must be {kind}, not {value}")
