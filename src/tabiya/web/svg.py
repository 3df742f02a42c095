"""Boards as SVG, from the `Diagram` of a game.

The drawing names things by classes, which ``static/style.css`` colors, and squares by ``data-square``, which
scripts read. Pieces are references to the symbols of `shapes`, which the page contains once.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from html import escape
from typing import Any, NamedTuple

from ..games import GameSpec
from ..games.diagram import Diagram

__all__ = ["CELL", "MARGIN", "drawing", "shapes"]

CELL = 100
MARGIN = 34
HAND = 120
"""The height of a hand above or below the board."""


class Frame(NamedTuple):
    """Where things are."""

    diagram: Diagram
    flipped: bool

    @property
    def size(self) -> tuple[int, int]:
        return (
            len(self.diagram.columns) * CELL + 2 * MARGIN,
            len(self.diagram.rows) * CELL + 2 * MARGIN + 2 * self.hand_height,
        )

    @property
    def hand_height(self) -> int:
        return HAND if self.diagram.hand else 0

    def corner(self, row: int, column: int) -> tuple[int, int]:
        """The upper left corner of a cell. Row and column count from the first player's upper left."""
        rows, columns = len(self.diagram.rows), len(self.diagram.columns)
        if self.flipped:
            row, column = rows - 1 - row, columns - 1 - column
        return MARGIN + column * CELL, MARGIN + self.hand_height + row * CELL

    def corners(self) -> dict[str, tuple[int, int]]:
        """The upper left corners of all squares."""
        return {
            name: self.corner(row, column)
            for row, names in enumerate(self.diagram.rows)
            for column, name in enumerate(names)
        }


def shapes(spec: GameSpec) -> str:
    """The symbols of a game's pieces, to be put into the page once."""
    diagram = spec.diagram
    if diagram is None:
        return ""
    first = len(diagram.pieces) // 2
    return "".join(
        f'<symbol id="{_shape_id(spec, symbol)}" viewBox="0 0 100 100" overflow="visible">'
        f'<g class="piece {spec.name} {"first" if number < first else "second"}">{shape}</g></symbol>'
        for number, (symbol, shape) in enumerate(diagram.pieces.items())
    )


def drawing(spec: GameSpec, board: Any, flipped: bool = False, last: Any = None) -> str:
    """Returns a board as SVG. `last` is the step that led to it, which is marked."""
    diagram = spec.diagram
    assert diagram is not None, spec.name
    frame = Frame(diagram, flipped)
    width, height = frame.size
    label = escape(f"{spec.name} board, {spec.notation.position(board)}")
    parts = (
        *_squares(frame),
        *_marks(frame, diagram.checked(board), last),
        *_labels(frame),
        *_pieces(spec, frame, board),
        *_hands(spec, frame, board),
        '<g class="arrows"></g>',
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board {spec.name}" viewBox="0 0 {width} {height}" '
        f'data-cell="{CELL}" role="img" aria-label="{label}">{"".join(parts)}</svg>'
    )


def _squares(frame: Frame) -> Iterator[str]:
    columns, rows = len(frame.diagram.columns) * CELL, len(frame.diagram.rows) * CELL
    x, y = MARGIN, MARGIN + frame.hand_height
    yield f'<rect class="rim" x="{x - 4}" y="{y - 4}" width="{columns + 8}" height="{rows + 8}" rx="6"/>'
    for row, names in enumerate(frame.diagram.rows):
        for column, name in enumerate(names):
            left, top = frame.corner(row, column)
            shade = ("light", "dark")[(row + column) % 2] if frame.diagram.checkered else "plain"
            yield (
                f'<rect class="square {shade}" data-square="{name}" x="{left}" y="{top}" width="{CELL}" '
                f'height="{CELL}"/>'
            )
    for name in frame.diagram.dots:
        left, top = frame.corners()[name]
        shift = 0 if frame.flipped else CELL
        yield f'<circle class="dot" cx="{left + shift}" cy="{top + shift}" r="7"/>'


def _marks(frame: Frame, checked: str | None, last: Any) -> Iterator[str]:
    corners = frame.corners()
    marked = [("last", square) for square in (last.origin, last.target) if square in corners] if last else []
    for kind, square in (*marked, *([("check", checked)] if checked else [])):
        x, y = corners[square]
        yield f'<rect class="mark {kind}" x="{x}" y="{y}" width="{CELL}" height="{CELL}"/>'


def _labels(frame: Frame) -> Iterator[str]:
    bottom = MARGIN + frame.hand_height + len(frame.diagram.rows) * CELL
    above = bool(frame.diagram.hand)  # shogi labels its files above the board
    for column, text in enumerate(frame.diagram.columns):
        x = frame.corner(0, column)[0] + CELL // 2
        y = MARGIN + frame.hand_height - 11 if above else bottom + 26
        yield f'<text class="label" x="{x}" y="{y}">{text}</text>'
    side = MARGIN + len(frame.diagram.columns) * CELL + MARGIN // 2 if above else MARGIN // 2
    for row, text in enumerate(frame.diagram.row_labels):
        y = frame.corner(row, 0)[1] + CELL // 2 + 8
        yield f'<text class="label" x="{side}" y="{y}">{text}</text>'


def _pieces(spec: GameSpec, frame: Frame, board: Any) -> Iterator[str]:
    corners = frame.corners()
    for square, symbol in frame.diagram.placed(board).items():
        x, y = corners[square]
        yield _piece(spec, symbol, x, y, square, frame.flipped)


def _hands(spec: GameSpec, frame: Frame, board: Any) -> Iterator[str]:
    diagram = frame.diagram
    if not diagram.hand:
        return
    width, height = frame.size
    for first in (True, False):
        below = first != frame.flipped
        y = height - HAND + 6 if below else 8
        yield (
            f'<rect class="tray" x="{MARGIN}" y="{y}" width="{width - 2 * MARGIN}" height="{CELL + 6}" '
            'rx="10"/>'
        )
        held = diagram.held(board, first)
        place = 0
        for symbol in diagram.hand:
            if not held.get(symbol):
                continue
            x = MARGIN + 8 + place * 120 if below else width - MARGIN - 108 - place * 120
            own = bool(board.turn) == first
            shown = symbol if first else _opposite(spec)[symbol]
            yield _piece(spec, shown, x, y + 3, f"{symbol}*" if own else "", frame.flipped)
            yield f'<text class="count" x="{x + 94}" y="{y + 98}">{held[symbol]}</text>'
            place += 1


def _piece(spec: GameSpec, symbol: str, x: int, y: int, square: str, flipped: bool) -> str:
    if flipped and spec.diagram is not None and spec.diagram.pointed:
        symbol = _opposite(spec)[symbol]
    at = f' data-square="{square}"' if square else ""
    return (
        f'<use class="man" href="#{_shape_id(spec, symbol)}" x="{x}" y="{y}" width="{CELL}" '
        f'height="{CELL}"{at}/>'
    )


@cache
def _opposite(spec: GameSpec) -> dict[str, str]:
    """Each piece's counterpart of the other side. The first half of a diagram's pieces moves first."""
    assert spec.diagram is not None
    symbols = list(spec.diagram.pieces)
    first, second = symbols[: len(symbols) // 2], symbols[len(symbols) // 2 :]
    return {**dict(zip(first, second, strict=True)), **dict(zip(second, first, strict=True))}


def _shape_id(spec: GameSpec, symbol: str) -> str:
    return f"{spec.name}-{escape(symbol)}"
