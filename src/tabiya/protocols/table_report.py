"""What ``debug tt`` tells about a table, line by line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np

from ..table import TranspositionTable
from ..values import Source

__all__ = ["report", "verified"]


def report(table: TranspositionTable) -> Iterator[str]:
    """Everything that is known about the table, readable."""
    config = table.config
    yield (
        f"table: {config.hash_mb:g} MB, {table.capacity:,} entries, {config.layout.value}, "
        f"{config.policy.value}, {config.sync.value}"
    )
    yield f"generation {table.generation}, hashfull {table.hashfull()}, filled {table.fill_rate():.1%}"
    yield f"memory: {table.memory_usage}"
    if config.statistics:
        yield from str(table.stats).splitlines()
    else:
        yield "counters are off: setoption name TTStatistics value true"
    yield from _by_source(table)


def _by_source(table: TranspositionTable) -> Iterator[str]:
    if not table.full_keys:
        return
    counts = Counter(table.to_numpy()["source"].tolist())
    total = max(sum(counts.values()), 1)
    for source in Source:
        count = counts[source.value]
        yield f"entries of source {source.name.lower():<12}{count:>12,} {count / total:>6.1%}"


def verified(table: TranspositionTable) -> str:
    """Asks for every entry of the table again by its key, and tells how many answered as they stand there."""
    if not table.full_keys:
        return "tables below 65,536 clusters keep no whole keys: there is nothing to compare"
    entries = table.to_numpy()
    answers = table.probe_many(np.ascontiguousarray(entries["key"]))
    right = answers["hit"].astype(bool)
    for name in ("move", "score", "eval", "depth", "bound", "source", "pv"):
        right &= answers[name] == entries[name]
    wrong = int(len(entries) - right.sum())
    verdict = (
        "all answer with what they hold" if wrong == 0 else f"{wrong:,} DO NOT ANSWER with what they hold"
    )
    return f"verified {len(entries):,} entries: {verdict}"
