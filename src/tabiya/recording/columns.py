"""The columns of a recording, and the meaning of their codes.

`core/search/recording.hpp` has the same structs.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

__all__ = [
    "CUT_NODE",
    "MADE",
    "PV",
    "QUIESCENCE",
    "Ending",
    "Outcome",
    "Purpose",
    "operation_dtype",
    "visit_dtype",
]

MADE, PV, CUT_NODE, QUIESCENCE = 1, 2, 4, 8
"""Flags of a visit."""


class Ending(IntEnum):
    """How a visit ended."""

    NOT_SEARCHED = 0
    STOPPED = 1
    RULE = 2
    MATE_DISTANCE = 3
    TABLE = 4
    REVERSE_FUTILITY = 5
    RAZORING = 6
    NULL_MOVE = 7
    MULTI_CUT = 8
    NO_MOVES = 9
    BETA_CUTOFF = 10
    MOVES_DONE = 11
    STAND_PAT = 12
    LEAF = 13
    PROVED = 14
    DISPROVED = 15


class Purpose(IntEnum):
    """Why a position was visited."""

    FULL = 0
    SCOUT = 1
    REDUCED = 2
    ROOT = 3
    NULL_MOVE = 4
    VERIFICATION = 5
    SINGULAR = 6
    RAZORING = 7
    DEEPENING = 8
    PROOF = 9


class Outcome(IntEnum):
    """The result of a probe or a store. The last seven are the reasons of `TableStats.reasons`."""

    MISS = 0
    HIT = 1
    UPDATED = 2
    KEPT_OLD = 3
    REFUSED = 4
    EMPTY = 5
    OLD_GENERATION = 6
    SHALLOWER = 7
    NOT_EXACT = 8
    NO_MOVE = 9
    OLDEST = 10
    WEAKER_BOUND = 11


def visit_dtype() -> np.dtype[Any]:
    """Returns the type of a row of `Recording.visits`."""
    import numpy as np

    return np.dtype(
        [
            ("parent", "<i4"),
            ("move", "<u4"),
            ("alpha", "<i4"),
            ("beta", "<i4"),
            ("score", "<i4"),
            ("best_move", "<u4"),
            ("probe", "<i4"),
            ("store", "<i4"),
            ("nodes", "<u4"),
            ("eval", "<i2"),
            ("depth", "<i2"),
            ("moves", "<u2"),
            ("ply", "u1"),
            ("ending", "u1"),
            ("purpose", "u1"),
            ("flags", "u1"),
            ("late", "u1"),
            ("futile", "u1"),
            ("exchange", "u1"),
            ("unused", "u1", 3),
        ]
    )


def operation_dtype() -> np.dtype[Any]:
    """Returns the type of a row of `Recording.operations`."""
    import numpy as np

    return np.dtype(
        [
            ("key", "<u8"),
            ("word", "<u8"),
            ("other", "<u8"),
            ("other_key", "<u8"),
            ("visit", "<i4"),
            ("eval", "<i2"),
            ("slot", "i1"),
            ("outcome", "u1"),
        ]
    )
