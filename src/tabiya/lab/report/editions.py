"""The verdicts of the first edition of docs/truth.md, and why they changed."""

from __future__ import annotations

from ..verdicts import Verdict
from .truth import Judged, Truth

__all__ = ["changes"]

FIRST: dict[Verdict, tuple[int, ...]] = {
    Verdict.BETTER: (1, 10, 43, 79, 85, 86, 87, 88, 98, 99, 100, 101, 103, 104, 109),
    Verdict.MIXED: (2, 3, 4, 5, 6, 7, 9, 11, 17, 24, 30, 92, 115),
    Verdict.WORSE: (
        *(8, 12, 19, 20, 21, 23, 25, 26, 27, 28, 29, 31, 32, 33, 34, 36, 37, 65, 77, 78, 80, 83, 84, 93, 97),
        *(102, 105, 106, 112, 113, 118, 119, 120, 121, 125),
    ),
    Verdict.NOT_REPRODUCIBLE: (15, 16, 35, 39, 44, 51, 53, 59, 71, 73, 82, 117),
    Verdict.MEASURED: (91, 96, 123, 124),
}
"""By claim. All others were confirmed."""

SHORT_MEMORY = "memory as a share of what the search fills, and a search that does not reward forgetting"
MANY = "at least 60 positions from different games instead of 6 to 40 of one set"
REDESIGNED = {
    **dict.fromkeys(("aging", "layouts", "policies", "sizes", "sources", "weights"), SHORT_MEMORY),
    **dict.fromkeys(("branching", "hit_rates", "move_ordering", "nodes_to_depth", "pv_stability"), MANY),
    **dict.fromkeys(("prefill", "quiescence", "rule50", "thread_tables"), MANY),
    **dict.fromkeys(("depth_at_time", "time_to_depth"), f"{MANY}, in the comparable search"),
    "elo_on_off": "the interval decides, not the estimate",
    "long_searches": f"{MANY}, all of them, in longer searches",
    "key_bits": "64 searches per game instead of one",
    "key_collisions": "tens of millions of positions instead of 130,000 probes",
    **dict.fromkeys(
        ("lock_scaling", "lock_waits", "thread_throughput"), "threads that ran instead of a model"
    ),
    "lock_cost": "a contended lock depends on how near the cores are, which one run cannot vary",
    "caches": "a model that no measurement checks decides nothing",
    "named_positions": "compared with other positions instead of a factor of 1.5",
    "phases": "24 games instead of 4",
    "prefetch": "the latency of a probe whose key depends on the last answer, instead of the time of a node",
    "store_cost": "new keys and full tables too, judged for free and for contended locks",
    "tactics": "tables of one entry for 16 nodes instead of tables that the search did not fill",
    "tiers": "entries are counted without empty room, on 60 positions",
}
"""What is different in the design of an experiment, by name."""
REJUDGED = {9: f"any decrease counts, instead of one by a tenth; {MANY}"}
"""What is different in the ruling on a claim."""


def changes(truth: Truth) -> list[tuple[Judged, Verdict, str]]:
    """Returns the measured claims whose verdict is not that of the first edition, that verdict, and why."""
    before = {number: verdict for verdict, numbers in FIRST.items() for number in numbers}
    found = []
    for judged in truth.judged:
        old = before.get(judged.claim.number, Verdict.CONFIRMED)
        new = judged.ruling.verdict
        if new not in (old, Verdict.NOT_MEASURED):
            found.append((judged, old, _reason(judged)))
    return found


def _reason(judged: Judged) -> str:
    if judged.ruling.verdict is Verdict.INCONCLUSIVE:
        return "a verdict needs the whole interval, and the sample does not decide"
    if judged.claim.number in REJUDGED:
        return REJUDGED[judged.claim.number]
    reasons = [REDESIGNED[name] for name in judged.claim.experiments if name in REDESIGNED]
    return reasons[0] if reasons else "measured again, with the same design"
