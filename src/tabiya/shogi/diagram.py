"""The drawing of a shogi board. The characters are drawn as strokes: no font is needed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar

from ..games.diagram import Diagram, Step
from .pieces import HAND_PIECE_TYPES, PROMOTED, Piece
from .squares import FILE_NAMES, RANK_NAMES, SQUARE_NAMES

__all__ = ["DIAGRAM"]

WOOD = '<path class="body" d="M50 4 L79 17 L90 95 H10 L21 17 Z"/>'
STROKES = {
    "p": "M20 1V15M20 7H31M10 6V15M3 15H37M20 18V31M12 21Q10 26 6 29M28 20Q33 23 35 28M32 26Q24 36 7 39",
    "l": "M29 1Q20 4 10 5M3 10H37M20 4V22M19 10Q13 18 3 21M21 10Q27 18 37 21M10 24H30V39H10ZM10 31H30",
    "n": "M1 11H16M9 1V39M9 12Q6 21 1 26M10 14L15 20M20 7H37M28 1V16M18 16H39M20 26H37M28 19V37M17 37H39",
    "s": "M9 1Q6 7 1 11M9 1Q13 6 17 9M4 13H14M2 20H17M9 13V36M4 25L6 31M15 24L12 31M1 38L18 35"
    "M21 3H36V19H21M21 11H36M21 3V38L29 33M37 22L30 28M26 19Q29 31 39 38",
    "g": "M20 1Q14 10 2 15M20 1Q27 10 38 15M11 16H29M5 25H35M20 16V38M10 28L13 35M30 28L27 35M2 38H38",
    "b": "M15 1Q11 7 4 11M13 5H26L21 11M9 11V22Q9 33 4 39M9 11H33V36Q33 39 27 38M9 20H33M9 29H33M21 11V38",
    "r": "M5 4H27Q28 13 37 14L38 9M35 3L30 7M17 10Q12 14 4 16M2 24H24M12 14V25Q11 34 4 39M20 10V39"
    "M27 19Q28 34 36 36L38 31M36 19L29 24",
    "k": "M5 4H35M8 20H32M3 37H37M20 4V37M26 26L31 32",
    "+p": "M14 3Q15 12 19 18M33 11Q8 20 8 29Q8 38 20 38H32",
    "+l": "M3 8H37M20 1V21M19 8Q14 16 3 20M21 8Q26 16 37 20M10 24H30V38H10Z",
    "+n": "M8 8H32M20 1V18M3 18H37M8 28H32M20 21V38M3 38H37",
    "+s": "M20 1Q14 10 2 16M20 1Q27 10 38 16M10 18H30M11 28H29M4 38H36M20 18V38",
    "+b": "M9 3V24H35Q35 36 32 39L28 37M9 3H32M9 10H30M9 17H30M20 3V24"
    "M6 29L3 37M13 30L14 36M20 29L22 35M26 28L28 33",
    "+r": "M20 0V6M5 6H35M12 8L14 14M28 8L26 14M2 14H38M9 18H31V30H9ZM9 24H31M20 18V34Q20 39 26 39H37V34",
}
"""The strokes of 歩香桂銀金角飛玉と杏圭全馬竜 in a box of 40 by 40, by the letter of the piece type."""


class _Diagram(Diagram):
    rows = tuple(tuple(file + rank for file in reversed(FILE_NAMES)) for rank in RANK_NAMES)
    columns = FILE_NAMES[::-1]
    row_labels = "一二三四五六七八九"
    dots = ("7c", "4c", "7f", "4f")
    pointed = True
    hand = tuple(Piece(kind, True).symbol() for kind in reversed(HAND_PIECE_TYPES))

    board_style: ClassVar[Mapping[str, str]] = {
        ".plain": "fill:#ecd3a0;stroke:#7b6137;stroke-width:2",
        ".rim": "fill:#7b6137",
        ".dot": "fill:#7b6137",
    }
    piece_style: ClassVar[Mapping[str, str]] = {
        " .body": "fill:#fbf0d2;stroke:#8a6c3b;stroke-width:2.5",
        " .line": "stroke:#2b2117;stroke-width:3.4",
        " .mark": "fill:none;stroke:#b3361f;stroke-width:3.4;stroke-linecap:round",
    }

    @cached_property
    def pieces(self) -> Mapping[str, str]:
        return {symbol: _shape(piece) for symbol, piece in Piece.by_symbol.items()}

    def placed(self, board: Any) -> dict[str, str]:
        return {SQUARE_NAMES[square]: str(piece) for square, piece in board.piece_map().items()}

    def held(self, board: Any, first: bool) -> dict[str, int]:
        return {Piece(kind, True).symbol(): count for kind, count in board.hand(first).items()}

    def step(self, board: Any, move: Any) -> Step:
        target = SQUARE_NAMES[move.to_square]
        if move.drop is not None:
            return Step(f"{Piece(move.drop, True)}*", target)
        kind = board.piece_type_at(move.from_square) + PROMOTED * move.promotion
        return Step(SQUARE_NAMES[move.from_square], target, Piece(kind, board.turn).symbol())

    def checked(self, board: Any) -> str | None:
        king = board.king(board.turn)
        return SQUARE_NAMES[king] if king is not None and board.is_check() else None


def _shape(piece: Piece) -> str:
    kind = "mark" if piece.is_promoted() else "line"
    strokes = STROKES[piece.symbol().lower()]
    inside = f'{WOOD}<path class="{kind}" transform="translate(26 31) scale(1.2)" d="{strokes}"/>'
    return inside if piece.color else f'<g transform="rotate(180 50 50)">{inside}</g>'


DIAGRAM = _Diagram()
