"""The statistics of a reference table: plain counters with the names that every backend reports."""

from __future__ import annotations

from ..table.choices import Policy
from .placement import Decision
from .replacement import Ground, Reason

__all__ = ["Counts"]


class Counts:
    """Counters of a table. The table calls them only if `statistics` is on.

    >>> counts = Counts()
    >>> counts.probe(hit_way=None, live=0, ways=4)
    >>> counts.as_dict()["empties"], counts.as_dict()["scan"]
    (1, [0, 0, 0, 1, 0, 0])
    """

    def __init__(self) -> None:
        self.probes = self.hits = self.empties = self.mismatches = 0
        self.stores = self.updates = self.refused = self.prevented = self.collisions = 0
        self.kept_old = 0
        self.reasons = [0] * len(Reason)
        self.grounds = [0] * len(Ground)
        self.policy_replaced = [0] * len(Policy)
        self.policy_kept = [0] * len(Policy)
        self.scan = [0] * 6
        self.occupancy = [0] * 7
        self.second_tier = [0] * 12  # the reference table has none

    def probe(self, hit_way: int | None, live: int, ways: int) -> None:
        """Counts a probe of a cluster with `live` entries. A miss reads all ways."""
        self.probes += 1
        self.hits += hit_way is not None
        self.empties += hit_way is None and live == 0
        self.mismatches += hit_way is None and live > 0
        self.scan[ways - 1 if hit_way is None else hit_way] += 1

    def store(self, live: int, decision: Decision, policy: Policy) -> None:
        """Counts a store into a cluster with `live` entries before."""
        self.stores += 1
        self.occupancy[live] += 1
        self.prevented += decision.prevented
        self.collisions += decision.collision
        self.kept_old += decision.kept_old
        if decision.way is None:
            self.refused += 1
        elif decision.reason is None:
            self.updates += 1
        else:
            self.reasons[decision.reason] += 1
        if decision.ground is not None:
            self.grounds[decision.ground] += 1
        self.policy_replaced[policy.code] += decision.ground is not None
        self.policy_kept[policy.code] += decision.kept

    def as_dict(self) -> dict[str, int | list[int]]:
        """Returns a copy. There are no locks, so none is ever recovered."""
        numbers = {name: list(n) if isinstance(n, list) else n for name, n in vars(self).items()}
        return {**numbers, "lock_recoveries": 0}
