"""Windows over `probe` and `store`: `lookup` and `record` of the table in plain Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, SupportsIndex

from ..games.mate_score import score_at_node, score_at_root
from ..table import arguments
from ..table.windows import Lookup, bound_in, decides

if TYPE_CHECKING:
    from .core import ReferenceCore

__all__ = ["lookup", "record"]


def lookup(
    table: ReferenceCore,
    key: SupportsIndex,
    depth: SupportsIndex,
    alpha: float | SupportsIndex,
    beta: float | SupportsIndex,
    ply: SupportsIndex | None,
) -> Lookup:
    """`ReferenceTable.lookup`."""
    key = arguments.check_key(key)
    wanted = arguments.check_depth(depth)
    window = arguments.check_window(alpha, beta)
    distance = arguments.check_ply(ply)
    entry = table.probe(key)
    if entry is None:
        return Lookup()
    score = score_at_root(entry.score, distance)
    if entry.depth >= wanted and decides(entry.bound, score, *window):
        return Lookup(score, entry.move)
    return Lookup(None, entry.move)


def record(
    table: ReferenceCore,
    key: SupportsIndex,
    depth: SupportsIndex,
    alpha: float | SupportsIndex,
    beta: float | SupportsIndex,
    score: SupportsIndex,
    move: SupportsIndex,
    ply: SupportsIndex | None,
) -> None:
    """`ReferenceTable.record`."""
    key = arguments.check_key(key)
    searched = arguments.check_depth(depth)
    window = arguments.check_window(alpha, beta)
    kept = arguments.check_score(score, clamp=table._config.clamp_scores)
    move = arguments.check_move(move)
    kept = score_at_node(kept, arguments.check_ply(ply))
    table.store(key, move, kept, None, searched, bound_in(arguments.check_limit(score, "score"), *window))
