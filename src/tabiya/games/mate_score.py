"""Scores of mates and other forced wins: one that is n plies away scores ``MATE - n``.

A search counts the plies from its root, a table from the node of the entry, because a position is reached at
many distances from many roots. How many plies count differs, and each has one name: `MAX_PLY` is a limit of
the native search, `LONGEST_WIN` one of `lookup`, `record` and `negamax`. ``core/table/mate_score.hpp`` has
the same rules for the core.
"""

from __future__ import annotations

__all__ = [
    "LONGEST_WIN",
    "LOWEST_WIN",
    "MATE",
    "MAX_PLY",
    "is_win",
    "mate_at_node",
    "mate_at_root",
    "score_at_node",
    "score_at_root",
]

MATE = 100_000
"""The score of a mate on the board, and of any won game."""
MAX_PLY = 246
"""The plies of the native search: it sees no longer mate."""
LONGEST_WIN = 9_000
"""The plies of a win in `lookup`, `record` and `negamax`, whose games may be long."""
LOWEST_WIN = MATE - LONGEST_WIN


def mate_at_node(score: int, ply: int, lowest: int) -> int:
    """Converts a score from the root to the node `ply` plies deeper. Scores from `lowest` on are mates."""
    if score >= lowest:
        return min(score + ply, MATE)
    return max(score - ply, -MATE) if score <= -lowest else score


def mate_at_root(score: int, ply: int, lowest: int) -> int:
    """Converts a score from the node to the root. A mate stays a mate, an evaluation an evaluation."""
    if score >= lowest:
        return max(min(score, MATE) - ply, lowest)
    return min(max(score, -MATE) + ply, -lowest) if score <= -lowest else score


def is_win(score: int) -> bool:
    """Returns whether a score counts the plies to a win. A score above `MATE` does not."""
    return LOWEST_WIN <= score <= MATE


def score_at_node(score: int, ply: int) -> int:
    """Converts a score for the table: wins count from the node instead of the root.

    >>> score_at_node(MATE - 7, ply=4) == MATE - 3
    True
    """
    return mate_at_node(score, ply, LOWEST_WIN) if is_win(abs(score)) else score


def score_at_root(score: int, ply: int) -> int:
    """Converts a score of the table for the search: wins count from the root. A win stays a win.

    >>> score_at_root(MATE - 3, ply=4) == MATE - 7
    True
    """
    return mate_at_root(score, ply, LOWEST_WIN) if is_win(abs(score)) else score
