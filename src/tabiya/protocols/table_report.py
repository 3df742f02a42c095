"""The report of ``debug tt`` about a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from ..games import game_spec
from ..solve.principal_variation import remembered
from ..table.entry_values import Bound, Source
from ..table.transposition import TranspositionTable
from .infos import score_words

__all__ = ["known", "report", "verified"]


def report(table: TranspositionTable) -> Iterator[str]:
    """Yields the lines of the report."""
    config = table.config
    place = "" if table.name is None else f", {table.memory_kind} {table.name!r}"
    yield (
        f"table: {config.hash_mb:g} MB, {table.capacity:,} entries, {config.layout.value}, "
        f"{config.policy.value}, {_sync(table)}{place}"
    )
    yield f"generation {table.generation}, hashfull {table.hashfull()}, filled {table.fill_rate():.1%}"
    yield f"memory: {table.memory_usage}"
    tier = table.second_tier
    if tier is not None:
        yield (
            f"second tier: {config.l2_mb:g} MB; {tier.entries:,} entries in {tier.used_lines:,} of "
            f"{tier.lines:,} lines, {tier.bytes_per_entry:g} bytes per entry, "
            f"{tier.memory_per_entry:g} with empty room"
        )
    if config.counting:
        yield from str(table.stats).splitlines()
    else:
        yield "counters are off: setoption name TTStatistics value true"
    yield from _contents(table)


def _sync(table: TranspositionTable) -> str:
    return f"{table.bucket_count} bucket locks" if table.bucket_count else table.sync.value


def _contents(table: TranspositionTable) -> Iterator[str]:
    if not table.full_keys:
        return
    entries = table.to_numpy()
    for field, members in (("source", list(Source)), ("bound", [b for b in Bound if b is not Bound.NONE])):
        counts = Counter(entries[field].tolist())
        total = max(sum(counts.values()), 1)
        for member in members:
            count = counts[member.value]
            yield f"entries of {field} {member.name.lower():<12}{count:>12,} {count / total:>6.1%}"


def known(table: TranspositionTable, board: Any, game: str, rule50_keys: str) -> str | None:
    """Returns what the table knows about a position from earlier searches; None if it knows nothing exact."""
    spec = game_spec(game)
    entry = table.probe(spec.rules.table_key(board, rule50_keys))
    if entry is None or entry.bound is not Bound.EXACT or entry.depth < 1:
        return None
    words = score_words(spec.score(entry.score))
    move = remembered(board, entry.move, table.config.layout) or ""
    return f"the table knows this position to depth {entry.depth}: {words} {move}".rstrip()


def verified(table: TranspositionTable) -> str:
    """Probes every entry of the table by its key. Reports how many return what they hold."""
    if not table.full_keys:
        return "nothing to compare: dense tables, and those below 65,536 clusters, have no whole keys"
    import numpy as np  # half of an engine's import time; delays its first answer

    entries = table.to_numpy()
    answers = table.probe_many(np.ascontiguousarray(entries["key"]))
    right = answers["hit"].astype(bool)
    for name in ("move", "score", "eval", "depth", "bound", "source", "pv"):
        right &= answers[name] == entries[name]
    wrong = int(len(entries) - right.sum())
    verdict = "all are found as stored" if wrong == 0 else f"{wrong:,} ARE NOT FOUND as stored"
    return f"verified {len(entries):,} entries: {verdict}"
