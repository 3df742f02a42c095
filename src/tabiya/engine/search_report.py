"""The counters of a search as text, for ``debug tt`` and ``tabiya analyse --stats``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

__all__ = ["search_report"]


def search_report(stats: Mapping[str, Any]) -> Iterator[str]:
    """Yields what a search stored and what it used, by bound and source. `stats` is `Result.stats`.

    >>> bounds = {"upper": 4, "lower": 3, "exact": 1}
    >>> for line in search_report({"probes": 20, "hits": 5, "stores": 8, "stores_by_bound": bounds}):
    ...     print(line)
    search: probes       20: hits 5
    search: stores        8: upper 4, lower 3, exact 1
    """
    if "probes" in stats:
        yield f"search: {'probes':<8}{stats['probes']:>7,}: hits {stats['hits']:,}"
    for name in ("stores", "cutoffs"):
        for kind in ("bound", "source"):
            counts = stats.get(f"{name}_by_{kind}")
            if counts is not None:
                parts = ", ".join(f"{which} {count:,}" for which, count in counts.items())
                yield f"search: {name:<8}{stats[name]:>7,}: {parts}"
