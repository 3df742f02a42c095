"""The signature of the search: node counts of fixed positions. They change only if the search changes."""

from __future__ import annotations

from ..games.positions import positions
from .engine import Engine

__all__ = ["DEPTH", "HASH_MB", "node_counts"]

DEPTH = 9
HASH_MB = 16


def node_counts(
    game: str, depth: int = DEPTH, *, threads: int = 1, hash_mb: float = HASH_MB
) -> dict[str, int]:
    """Returns nodes by position, each searched by a new engine. Reproducible with one thread."""
    engine = Engine(game, hash_mb=hash_mb, threads=threads)
    counts = {}
    for position in positions(game):
        engine.new_game()
        counts[position.name] = engine.search(position.board(game), depth=depth).nodes
    return counts
