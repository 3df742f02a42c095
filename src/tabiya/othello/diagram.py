"""The drawing of an Othello board."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar

from ..games.diagram import Diagram, Step
from .squares import COLUMN_NAMES, ROW_NAMES, SQUARE_NAMES

__all__ = ["DIAGRAM"]

DISC = '<circle class="body" cx="50" cy="50" r="40"/><path class="line" d="M22 50 A28 28 0 0 1 50 22"/>'


class _Diagram(Diagram):
    rows = tuple(tuple(column + row for column in COLUMN_NAMES) for row in ROW_NAMES)
    columns = COLUMN_NAMES
    row_labels = ROW_NAMES
    dots = ("b2", "f2", "b6", "f6")

    board_style: ClassVar[Mapping[str, str]] = {
        ".plain": "fill:#4f8f72;stroke:#2f5f4a;stroke-width:2.5",
        ".rim": "fill:#2f5f4a",
        ".dot": "fill:#2f5f4a",
    }
    piece_style: ClassVar[Mapping[str, str]] = {
        " .body": "stroke-width:2",
        " .line": "stroke-width:5;opacity:.55",
        ".first .body": "fill:#26282a;stroke:#121314",
        ".first .line": "stroke:#6b6f72",
        ".second .body": "fill:#faf7f0;stroke:#cfc8ba",
        ".second .line": "stroke:#fff",
    }

    @cached_property
    def pieces(self) -> Mapping[str, str]:
        return {"X": DISC, "O": DISC}

    def placed(self, board: Any) -> dict[str, str]:
        return {SQUARE_NAMES[square]: str(piece) for square, piece in board.piece_map().items()}

    def step(self, board: Any, move: Any) -> Step:
        return Step(None, None if move.square is None else SQUARE_NAMES[move.square])


DIAGRAM = _Diagram()
