"""Start values for tuning chess: round numbers and simple formulas from common knowledge."""

from __future__ import annotations

from collections.abc import Callable

Pair = tuple[int, int]
"""A weight in the middle game and in the endgame."""

__all__ = ["start"]

DANGER_LEVELS = 48


def start() -> dict[str, list[Pair]]:
    """Returns the start values, by group.

    >>> start()["material"]
    [(100, 120), (320, 320), (330, 340), (480, 550), (950, 1000)]
    """
    return {
        "material": [(100, 120), (320, 320), (330, 340), (480, 550), (950, 1000)],
        "pawn_square": _squares(_pawn),
        "knight_square": _squares(lambda file, rank: (8 * _central(file, rank), 6 * _central(file, rank))),
        "bishop_square": _squares(lambda file, rank: (4 * _central(file, rank), 3 * _central(file, rank))),
        "rook_square": _squares(lambda file, rank: (3 * file - 4, 10 if rank >= 5 else 0)),
        "queen_square": _squares(lambda file, rank: (_central(file, rank), 4 * _central(file, rank))),
        "king_square": _squares(_king),
        "knight_mobility": [(6 * n - 24, 7 * n - 28) for n in range(9)],
        "bishop_mobility": [(5 * n - 30, 5 * n - 30) for n in range(14)],
        "rook_mobility": [(3 * n - 18, 5 * n - 32) for n in range(15)],
        "queen_mobility": [(2 * n - 24, 4 * n - 48) for n in range(28)],
        "isolated": [(-8, -10)],
        "isolated_unopposed": [(-8, -6)],
        "doubled": [(-10, -20)],
        "backward": [(-8, -8)],
        "backward_unopposed": [(-8, -4)],
        "supported": [(0, 0), (0, 0), (8, 4), (10, 6), (14, 12), (24, 24), (40, 40), (0, 0)],
        "phalanx": [(0, 0), (2, 0), (6, 4), (10, 8), (18, 18), (30, 36), (50, 60), (0, 0)],
        "passed": _by_rank(lambda rank: (2 * rank * rank - 4 * rank, 5 * rank * rank - 3 * rank)),
        "passed_connected": _by_rank(lambda rank: (rank * rank // 2, rank * rank)),
        "passed_blocked": _by_rank(lambda rank: (-rank, -rank * rank)),
        "passed_free": _by_rank(lambda rank: (rank, 3 * rank * rank)),
        "passed_own_king": [(0, -3)],
        "passed_their_king": [(0, 6)],
        "shelter": _files(lambda edge, rank: (-20 if rank == 0 else 20 - 8 * (rank - 1), 0)),
        "storm": _files(lambda edge, rank: (0 if rank == 0 else min(0, 12 * (rank - 5)), 0)),
        "storm_blocked": [(0, 0)] * 2 + [(-10, -8)] + [(0, -4)] * 4 + [(0, 0)],
        "king_danger": [(-n * n // 4, -n) for n in range(DANGER_LEVELS)],
        "king_open_file": [(-30, 0)],
        "bishop_pair": [(30, 50)],
        "bishop_pawns": [(-3, -6)],
        "knight_outpost": [(30, 20)],
        "bishop_outpost": [(20, 10)],
        "minor_behind_pawn": [(8, 2)],
        "rook_open": [(30, 12)],
        "rook_half_open": [(14, 8)],
        "rook_seventh": [(10, 25)],
        "rook_behind_passed": [(5, 20)],
        "threat_by_pawn": [(0, 0), (55, 35), (55, 45), (75, 40), (80, 40)],
        "threat_by_minor": [(3, 15), (20, 25), (25, 25), (45, 35), (45, 50)],
        "threat_by_rook": [(2, 15), (15, 25), (15, 25), (5, 15), (45, 40)],
        "threat_by_king": [(5, 30)],
        "threat_by_push": [(15, 12)],
        "hanging": [(25, 20)],
        "lone_king_edge": [(0, 20)],
        "lone_king_near": [(0, 15)],
        "lone_king_corner": [(0, 25)],
        "tempo": [(20, 12)],
    }


def _central(file: int, rank: int) -> int:
    """From -3 in a corner to 3 in the centre. Files count from the edge."""
    return file + min(rank, 7 - rank) - 3


def _pawn(file: int, rank: int) -> Pair:
    if rank in (0, 7):
        return (0, 0)
    return ((file - 1) * min(rank, 3) * 2, 4 * (rank - 2))


def _king(file: int, rank: int) -> Pair:
    hidden = 30 - 12 * file if rank == 0 else -20 - 20 * rank
    return (max(hidden, -90), 12 * _central(file, rank))


def _squares(value: Callable[[int, int], Pair]) -> list[Pair]:
    return [value(file, rank) for rank in range(8) for file in range(4)]


def _files(value: Callable[[int, int], Pair]) -> list[Pair]:
    return [value(edge, rank) for edge in range(4) for rank in range(8)]


def _by_rank(value: Callable[[int], Pair]) -> list[Pair]:
    return [value(rank) if 0 < rank < 7 else (0, 0) for rank in range(8)]
