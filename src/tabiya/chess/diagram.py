"""The drawing of a chess board."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar

from ..games.diagram import Diagram, Step
from .pieces import Piece
from .squares import FILE_NAMES, RANK_NAMES, SQUARE_NAMES

__all__ = ["DIAGRAM"]

BASE = '<path class="body" d="M18 88 Q18 78 30 77 L70 77 Q82 78 82 88 Z"/>'
SHAPES = {
    "p": '<path class="body" d="M50 16 a14 14 0 0 1 9 24.6 Q66 45 64 50 L59 50 Q60 66 70 77 L30 77 '
    'Q40 66 41 50 L36 50 Q34 45 41 40.6 A14 14 0 0 1 50 16 Z"/>'
    f'{BASE}<path class="line" d="M40 50 H60"/>',
    "n": '<path class="body" d="M29 77 C28 60 46 54 46 44 C40 50 34 50 31 55 C27 60 19 57 18 50 C17 44 26 37 '
    '29 28 C31 22 37 20 41 18 L42 9 L51 17 C73 19 82 42 76 77 Z"/>'
    f'{BASE}<circle class="mark" cx="38.5" cy="30" r="3.2"/>'
    '<path class="line" d="M56 24 C68 32 71 52 68 69 M24 50 l3 2.5"/>',
    "b": '<circle class="body" cx="50" cy="12.5" r="6"/>'
    '<path class="body" d="M50 19 C64 28 72 40 67 51 C65 55 63 57 60 59 Q62 70 70 77 L30 77 Q38 70 40 59 '
    'C37 57 35 55 33 51 C28 40 36 28 50 19 Z"/>'
    f'{BASE}<path class="line" d="M40 59 H60 M50 31 V47 M42 39 H58"/>',
    "r": '<path class="body" d="M26 16 H37 V24 H44.5 V16 H55.5 V24 H63 V16 H74 V35 L66 42 V66 L73 77 H27 '
    'L34 66 V42 L26 35 Z"/>'
    f'{BASE}<path class="line" d="M28 35 H72 M34 43 H66 M34 66 H66"/>',
    "q": '<path class="body" d="M27 77 Q31 66 24 58 L13 30 L32 48 L32 20 L46 46 L50 16 L54 46 L68 20 L68 48 '
    'L87 30 L76 58 Q69 66 73 77 Z"/>'
    '<circle class="body" cx="12" cy="25" r="5.5"/><circle class="body" cx="31" cy="16" r="5.5"/>'
    '<circle class="body" cx="50" cy="12" r="5.5"/><circle class="body" cx="69" cy="16" r="5.5"/>'
    f'<circle class="body" cx="88" cy="25" r="5.5"/>{BASE}'
    '<path class="line" d="M25 58 Q50 50 75 58 M29 67 Q50 60 71 67"/>',
    "k": '<path class="body" d="M46 6 H54 V13 H61 V21 H54 V30 H46 V21 H39 V13 H46 Z"/>'
    '<path class="body" d="M29 77 Q33 66 26 60 C14 52 13 36 26 33 C36 30 46 36 50 46 C54 36 64 30 74 33 '
    'C87 36 86 52 74 60 Q67 66 71 77 Z"/>'
    '<path class="body" d="M50 46 C42 40 42 32 50 26 C58 32 58 40 50 46 Z"/>'
    f'{BASE}<path class="line" d="M26 60 Q50 51 74 60 M30 68.5 Q50 61 70 68.5"/>',
}
"""The silhouettes, by the letter of the piece type."""


class _Diagram(Diagram):
    rows = tuple(tuple(file + rank for file in FILE_NAMES) for rank in reversed(RANK_NAMES))
    columns = FILE_NAMES
    row_labels = RANK_NAMES[::-1]
    checkered = True

    board_style: ClassVar[Mapping[str, str]] = {
        ".light": "fill:#f0eadc",
        ".dark": "fill:#92aaa3",
        ".rim": "fill:#74887f",
    }
    piece_style: ClassVar[Mapping[str, str]] = {
        " .body": "stroke-width:3.6",
        " .line": "stroke-width:3",
        ".first .body": "fill:#fffdf7;stroke:#37332c",
        ".first .line": "stroke:#37332c",
        ".first .mark": "fill:#37332c",
        ".second .body": "fill:#36342f;stroke:#191714",
        ".second .line": "stroke:#d9d3c6;stroke-width:2.6",
        ".second .mark": "fill:#d9d3c6",
    }

    @cached_property
    def pieces(self) -> Mapping[str, str]:
        return {symbol: SHAPES[symbol.lower()] for symbol in Piece.by_symbol}

    def placed(self, board: Any) -> dict[str, str]:
        return {SQUARE_NAMES[square]: str(piece) for square, piece in board.piece_map().items()}

    def step(self, board: Any, move: Any) -> Step:
        becomes = Piece(move.promotion, board.turn).symbol() if move.promotion else None
        return Step(SQUARE_NAMES[move.from_square], SQUARE_NAMES[move.to_square], becomes)

    def checked(self, board: Any) -> str | None:
        return SQUARE_NAMES[board.king(board.turn)] if board.checkers() else None


DIAGRAM = _Diagram()
