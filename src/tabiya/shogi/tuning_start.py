"""Start values for tuning shogi: round numbers and simple formulas from common knowledge."""

from __future__ import annotations

from collections.abc import Callable

Pair = tuple[int, int]
"""A weight in the middle game and in the endgame."""

__all__ = ["start"]

DANGER_LEVELS = 64
PIECES = ["none", "P", "L", "N", "S", "B", "R", "G", "K", "+P", "+L", "+N", "+S", "+B", "+R"]
"""Piece types in the core's order; "none" and "K" have no value."""
VALUES = {
    "P": (100, 100),
    "L": (300, 280),
    "N": (310, 300),
    "S": (450, 440),
    "B": (700, 680),
    "R": (850, 830),
    "G": (480, 490),
    "+P": (400, 480),
    "+L": (430, 460),
    "+N": (450, 470),
    "+S": (480, 490),
    "+B": (950, 950),
    "+R": (1100, 1100),
}
HAND = {"P": 110, "L": 320, "N": 330, "S": 480, "G": 520, "B": 760, "R": 920}
GOLDS = ("G", "+P", "+L", "+N", "+S")
"""Pieces that move like a gold."""


def start() -> dict[str, list[Pair]]:
    """Returns the start values, by group.

    >>> start()["hand"]
    [(110, 110), (320, 320), (330, 330), (480, 480), (520, 520), (760, 760), (920, 920)]
    """
    return {
        "material": [VALUES.get(piece, (0, 0)) for piece in PIECES],
        "hand": [(HAND[piece], HAND[piece]) for piece in "PLNSGBR"],
        "hand_first": [(4, 4), (2, 4), (4, 8), (4, 10), (8, 16), (10, 10), (10, 10)],
        "hand_pawns": [(0, 0), (10, 20), (10, 30), (0, 25)],
        "rank": _by_kind(9, _rank),
        "file": _by_kind(5, lambda piece, edge: (2 * edge - 4, 0) if piece in ("S", "N") else (0, 0)),
        "king_square": [_king(square // 9, square % 9) for square in range(81)],
        "near_own_king": _by_kind(28, _near_own_king),
        "near_their_king": _by_kind(28, _near_their_king),
        "lance_mobility": [(3 * n - 6, 3 * n - 6) for n in range(9)],
        "bishop_mobility": [(6 * n - 30, 4 * n - 20) for n in range(17)],
        "rook_mobility": [(5 * n - 30, 6 * n - 36) for n in range(17)],
        "horse_mobility": [(4 * n - 40, 4 * n - 40) for n in range(21)],
        "dragon_mobility": [(4 * n - 44, 4 * n - 44) for n in range(21)],
        "rook_open": [(25, 10)],
        "rook_king_files": [(5 * n - 20, 0) for n in range(9)],
        "king_danger": [(-n * n // 8, -n * n // 4) for n in range(DANGER_LEVELS)],
        "king_escapes": [(min(6 * n, 18) - 20, min(20 * n, 80) - 60) for n in range(9)],
        "king_guards": [(8 * n - 30, 12 * n - 40) for n in range(9)],
        "hanging": [_share(piece, 0.08) for piece in PIECES],
        "attacked_by_pawn": [_share(piece, 0.08) if piece != "P" else (0, 0) for piece in PIECES],
        "pawn_drop_files": [(6 * min(n, 4), 8 * min(n, 4)) for n in range(10)],
        "tempo": [(30, 50)],
    }


def _rank(piece: str, rank: int) -> Pair:
    """The bonus for a rank, counted from the enemy's side."""
    if piece == "P":
        return (4 * (6 - rank), 5 * (6 - rank)) if 0 < rank < 8 else (0, 0)
    if piece in ("S", "N", "G"):
        return (3 * min(8 - rank, 3) - 4, 0)
    return (20, 10) if piece == "R" and rank <= 2 else (0, 0)


def _king(file: int, rank: int) -> Pair:
    """Prefers home and the side in the opening, and higher ranks later."""
    at_home = 40 - 25 * (8 - rank) if rank >= 5 else -60
    return (at_home + 8 * abs(file - 4), 60 if rank <= 2 else 0)


def _cell(cell: int) -> tuple[int, int]:
    """File distance, and ranks ahead of the king."""
    return cell // 7, cell % 7 - 3


def _near_own_king(piece: str, cell: int) -> Pair:
    files, ahead = _cell(cell)
    apart = max(files, abs(ahead))
    if piece in ("G", "S"):
        next_to_it = (40, 40) if ahead >= 0 else (20, 20)
        return next_to_it if apart == 1 else (20, 15) if apart == 2 else (-5, -5)
    if piece == "P":
        return (20, 10) if files <= 1 and 1 <= ahead <= 2 else (0, 0)
    if piece == "R":
        return (-30, -20) if apart <= 2 else (0, 0)
    return (10, 10) if piece == "+B" and apart <= 2 else (0, 0)


def _near_their_king(piece: str, cell: int) -> Pair:
    """The bonus near the enemy king. `ahead` is positive if the piece has passed the king."""
    files, ahead = _cell(cell)
    apart = max(files, abs(ahead))
    if piece in (*GOLDS, "S", "+R", "+B"):
        worth = 60 if piece in GOLDS or piece == "+R" else 40
        return (worth // (2 * apart), worth // apart) if 0 < apart <= 2 else (0, 0)
    if piece == "N":
        return (10, 30) if files <= 1 and ahead < 0 else (0, 0)
    return (5, 15) if piece == "P" and files <= 1 and 1 <= -ahead <= 2 else (0, 0)


def _share(piece: str, share: float) -> Pair:
    middle, end = VALUES.get(piece, (0, 0))
    return (round(share * middle), round(share * end))


def _by_kind(size: int, value: Callable[[str, int], Pair]) -> list[Pair]:
    return [value(piece, i) if piece in VALUES else (0, 0) for piece in PIECES for i in range(size)]
