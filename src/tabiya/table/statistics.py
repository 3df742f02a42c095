"""`TableStats`: an immutable snapshot of a table's counters."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, fields
from typing import Any

from .choices import Policy
from .second_tier import TierCounts

__all__ = ["Grounds", "Reasons", "TableStats"]

OFF = "statistics are off: make the table with statistics=True, or call with_statistics_tracking()"


@dataclass(frozen=True)
class Reasons:
    """Why stores of new keys got their slot: the first rule that applied to the replaced entry."""

    empty: int = 0
    old_generation: int = 0
    shallower: int = 0
    not_exact: int = 0
    no_move: int = 0
    oldest: int = 0
    weaker_bound: int = 0
    """An upper bound among lower ones; only `depth_preferred` ranks them."""


@dataclass(frozen=True)
class Grounds:
    """Why the policy let a new entry take the place of another key's."""

    unconditional: int = 0
    """`cascade` and `always` never refuse."""
    age: int = 0
    depth: int = 0
    exact: int = 0
    """An exact score over a bound."""
    bound: int = 0
    """A lower bound over an upper one."""
    weight: int = 0
    """Depth and age together, by the weights of `depth_and_age`."""


@dataclass(frozen=True, repr=False)
class TableStats:
    """Counters of a table; all zero unless statistics are on.

    >>> stats = TableStats(probes=10, hits=4, empties=5, mismatches=1)
    >>> stats.hit_rate
    0.4
    >>> (stats + stats).probes
    20
    """

    probes: int = 0
    hits: int = 0
    """The key was found, whatever the entry's depth."""
    empties: int = 0
    """Misses in a cluster without any entry."""
    mismatches: int = 0
    """Misses in a cluster with entries of other keys."""
    stores: int = 0
    updates: int = 0
    """Stores of a key that was already there."""
    kept_old: int = 0
    """Updates that kept the old entry because it was deeper, better or protected."""
    refused: int = 0
    """Stores that the policy or a protection refused."""
    prevented: int = 0
    """Stores whose victim a protection changed or refused."""
    collisions: int = 0
    """Live entries of this generation that were replaced by another key."""
    reasons: Reasons = Reasons()
    grounds: Grounds = Grounds()
    policy_replaced: tuple[int, ...] = (0,) * len(Policy)
    """Entries of other keys that each policy replaced, in the order of `Policy`; see `by_policy`."""
    policy_kept: tuple[int, ...] = (0,) * len(Policy)
    """New entries that each policy refused, in the same order. `refused` also counts protected clusters."""
    scan: tuple[int, ...] = (0,) * 6
    """Probes by the number of slots that a linear scan would have read, from 1 on."""
    occupancy: tuple[int, ...] = (0,) * 7
    """Stores by the number of entries that their cluster held before, from 0 on."""
    second_tier: TierCounts = field(default_factory=TierCounts)
    """Traffic between the tiers, if there are two. `hits` above counts the first tier only."""
    lock_recoveries: int = 0
    """Bucket locks taken over from a dead holder (counted even when statistics are off)."""
    counting: bool = field(default=True, compare=False)
    """Whether statistics are on. If not, the zeros mean nothing."""

    @classmethod
    def from_counters(cls, counters: dict[str, Any], counting: bool = True) -> TableStats:
        """Makes the statistics from a backend's report."""
        return cls(
            **{
                **counters,
                "counting": counting,
                "reasons": Reasons(*counters["reasons"]),
                "grounds": Grounds(*counters["grounds"]),
                "policy_replaced": tuple(counters["policy_replaced"]),
                "policy_kept": tuple(counters["policy_kept"]),
                "scan": tuple(counters["scan"]),
                "occupancy": tuple(counters["occupancy"]),
                "second_tier": TierCounts(*counters["second_tier"]),
            }
        )

    @property
    def hit_rate(self) -> float:
        """Hits per probe, 0.0 to 1.0."""
        return _share(self.hits, self.probes)

    @property
    def replacements(self) -> int:
        """The number of evicted entries of other keys."""
        reasons = self.reasons
        return (
            reasons.old_generation
            + reasons.shallower
            + reasons.not_exact
            + reasons.weaker_bound
            + reasons.no_move
            + reasons.oldest
        )

    @property
    def by_policy(self) -> dict[str, tuple[int, int]]:
        """Entries that each policy replaced, and new ones that it refused; only policies that were asked.

        >>> TableStats(policy_replaced=(5, 0, 2, 0, 0, 0), policy_kept=(0, 0, 7, 0, 0, 0)).by_policy
        {'cascade': (5, 0), 'depth_preferred': (2, 7)}
        """
        pairs = zip(Policy, self.policy_replaced, self.policy_kept, strict=True)
        return {str(policy): (replaced, kept) for policy, replaced, kept in pairs if replaced or kept}

    @property
    def mean_scan_length(self) -> float:
        """Slots that a linear scan would read per probe, on average."""
        return _share(sum(length * count for length, count in enumerate(self.scan, 1)), sum(self.scan))

    @property
    def total_hit_rate(self) -> float:
        """Hits of both tiers per probe. `hit_rate` is the first tier's, `second_tier.hit_rate` the second's.

        >>> TableStats(probes=10, hits=4, second_tier=TierCounts(probes=6, hits=3)).total_hit_rate
        0.7
        """
        return _share(self.hits + self.second_tier.hits, self.probes)

    @property
    def mean_occupancy(self) -> float:
        """Entries in a cluster before a store, on average."""
        return _share(sum(n * count for n, count in enumerate(self.occupancy)), sum(self.occupancy))

    def as_dict(self) -> dict[str, Any]:
        """Returns all figures, derived ones included, as plain values for JSON."""
        return {
            **asdict(self),
            "scan": list(self.scan),
            "occupancy": list(self.occupancy),
            "policy_replaced": list(self.policy_replaced),
            "policy_kept": list(self.policy_kept),
            "by_policy": {name: list(counts) for name, counts in self.by_policy.items()},
            "hit_rate": self.hit_rate,
            "total_hit_rate": self.total_hit_rate,
            "replacements": self.replacements,
            "mean_scan_length": self.mean_scan_length,
            "mean_occupancy": self.mean_occupancy,
        }

    def __repr__(self) -> str:
        """Shows what differs from a new table.

        >>> TableStats(probes=4, hits=3)
        TableStats(probes=4, hits=3)
        """
        default = TableStats()
        shown = ((each.name, getattr(self, each.name)) for each in fields(self))
        differing = (f"{name}={value!r}" for name, value in shown if value != getattr(default, name))
        return f"TableStats({', '.join(differing)})"

    def _repr_html_(self) -> str:
        """The counters that are not zero, as notebooks show them."""
        from .._utils.html import html_table

        shown = ((name.replace("_", " "), value) for name, value in self.as_dict().items())
        counts = [(name, value) for name, value in shown if value and isinstance(value, int | float)]
        rows = [(name, value if isinstance(value, int) else f"{value:.3g}") for name, value in counts]
        return html_table((row for row in rows if row[0] != "counting"), caption="" if self.counting else OFF)

    def __add__(self, other: TableStats) -> TableStats:
        if not isinstance(other, TableStats):
            return NotImplemented
        return TableStats(
            **{f.name: _add(getattr(self, f.name), getattr(other, f.name)) for f in fields(TableStats)}
        )

    def __radd__(self, other: object) -> TableStats:
        """`sum` begins with 0.

        >>> sum([TableStats(stores=2), TableStats(stores=3)]).stores
        5
        """
        return self if other == 0 else NotImplemented

    def __str__(self) -> str:
        """Returns a readable table.

        >>> print(str(TableStats(probes=4, hits=3)).splitlines()[1])
          hits                         3   75.0% of probes
        """
        if not self.counting and self == TableStats(lock_recoveries=self.lock_recoveries):
            return OFF
        rows = [] if self.counting else [OFF]
        rows.append(_row("probes", self.probes))
        rows += [
            _row(name, getattr(self, name), self.probes, "probes")
            for name in ("hits", "empties", "mismatches")
        ]
        rows.append(_row("stores", self.stores))
        rows.append(_row("updates", self.updates, self.stores, "stores"))
        rows.append(_row("  kept the old entry", self.kept_old, self.updates, "updates"))
        rows.append(_row("refused", self.refused, self.stores, "stores"))
        rows += [
            _row(
                f"into {name}" if name == "empty" else f"over {name.replace('_', ' ')}",
                count,
                self.stores,
                "stores",
            )
            for name, count in asdict(self.reasons).items()
        ]
        rows += self._policy_rows()
        rows += [
            _row(name, getattr(self, name), self.stores, "stores") for name in ("prevented", "collisions")
        ]
        rows.append(f"{'scan length':<22}{self.mean_scan_length:>10.2f}   slots per probe")
        rows.append(f"{'occupancy':<22}{self.mean_occupancy:>10.2f}   entries in a store's cluster")
        if self.second_tier.probes or self.second_tier.demotions:
            rows += self._tier_rows()
        rows.append(_row("lock recoveries", self.lock_recoveries))
        return "\n".join(rows)

    def _policy_rows(self) -> list[str]:
        """What the policies decided; nothing for those that never refuse."""
        if not any(kept for _, kept in self.by_policy.values()) and self.grounds == Grounds(
            unconditional=self.replacements
        ):
            return []
        rows = [
            _row(f"on {ground}", count, self.replacements, "replacements")
            for ground, count in asdict(self.grounds).items()
            if count
        ]
        for policy, (replaced, kept) in self.by_policy.items():
            rows.append(_row(policy, replaced, replaced + kept, "its decisions replaced"))
        return rows

    def _tier_rows(self) -> list[str]:
        tier = self.second_tier
        rows = [_row("second tier probes", tier.probes)]
        rows += [
            _row(name, getattr(tier, name), tier.probes, "its probes") for name in ("hits", "promotions")
        ]
        rows.append(_row("demotions", tier.demotions))
        rows += [
            _row(name, getattr(tier, name), tier.demotions, "demotions")
            for name in ("added", "replaced", "updated", "refused", "busy")
        ]
        rows.append(f"{'its entries':<22}{tier.bytes_per_entry:>10.2f}   bytes each, in a sample")
        rows.append(f"{'with empty room':<22}{tier.memory_per_entry:>10.2f}   bytes each")
        rows.append(f"{'its compression':<22}{tier.compression:>10.2f}   times smaller than above")
        rows.append(f"{'hits of both':<22}{100 * self.total_hit_rate:>10.1f}%  of probes")
        return rows


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def _row(name: str, count: int, whole: int | None = None, of: str = "") -> str:
    if whole is None:
        return f"{name:<22}{count:>10,}"
    return f"  {name:<20}{count:>10,}{_share(100 * count, whole):>7.1f}% of {of}"


def _add(left: Any, right: Any) -> Any:
    if isinstance(left, bool):
        return left or right
    if isinstance(left, int):
        return left + right
    if isinstance(left, TierCounts):
        return left + right
    if isinstance(left, Reasons | Grounds):
        sums = (a + b for a, b in zip(asdict(left).values(), asdict(right).values(), strict=True))
        return type(left)(*sums)
    return tuple(a + b for a, b in zip(left, right, strict=True))
