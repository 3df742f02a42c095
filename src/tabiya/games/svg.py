"""Boards as SVG, from the `Diagram` of a game.

A drawing names things by classes, which a style sheet colors, and squares by ``data-square``, which scripts
read. Pieces are references to the symbols of `shapes`. `drawing` is for the page of ``tabiya web``, which has
style and symbols; `picture` has its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from html import escape
from math import hypot
from typing import Any, NamedTuple

from .diagram import Diagram, Step
from .spec import GameSpec

__all__ = ["CELL", "MARGIN", "drawing", "picture", "shapes"]

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

    def center(self, square: str) -> tuple[float, float]:
        x, y = self.corners()[square]
        return x + CELL / 2, y + CELL / 2

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
    frame = Frame(_diagram(spec), flipped)
    parts = (*_parts(spec, frame, board, last, ()), '<g class="arrows"></g>')
    width, height = frame.size
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board {spec.name}" viewBox="0 0 {width} {height}" '
        f'data-cell="{CELL}" role="img" aria-label="{_label(spec, board)}">{"".join(parts)}</svg>'
    )


def picture(
    spec: GameSpec,
    board: Any,
    *,
    flipped: bool = False,
    last: Step | None = None,
    squares: Iterable[str] = (),
    arrows: Iterable[Step] = (),
    size: int | None = None,
) -> str:
    """Returns a board as an SVG that stands alone. `size` is its width in pixels."""
    frame = Frame(_diagram(spec), flipped)
    width, height = frame.size
    of_size = f' width="{size}" height="{size * height // width}"' if size is not None else ""
    parts = (
        f"<style>{_style(spec)}</style><defs>{shapes(spec)}</defs>",
        *_parts(spec, frame, board, last, squares),
        *(_arrow(frame, step) for step in arrows),
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="tabiya {spec.name}" viewBox="0 0 {width} {height}"'
        f'{of_size} role="img" aria-label="{_label(spec, board)}">{"".join(parts)}</svg>'
    )


def _diagram(spec: GameSpec) -> Diagram:
    assert spec.diagram is not None, spec.name
    return spec.diagram


def _label(spec: GameSpec, board: Any) -> str:
    return escape(f"{spec.name} board, {spec.notation.position(board)}")


BOARD_STYLE = {
    ".label": "font:600 20px sans-serif;fill:#6b665c;text-anchor:middle",
    ".count": "font:700 26px sans-serif;fill:#2b2117;stroke:#fff;stroke-width:6px;paint-order:stroke;"
    "text-anchor:middle",
    ".last": "fill:#e2b23c;fill-opacity:.42",
    ".check": "fill:#c43e28;fill-opacity:.48",
    ".chosen": "fill:#1f6f6b;fill-opacity:.5",
    ".arrow": "fill:#1f6f6b;fill-opacity:.8",
    ".ring": "fill:none;stroke:#1f6f6b;stroke-width:10;stroke-opacity:.8",
    ".tray": "fill:#f4f1ea;stroke:#ded8cb",
}
PIECE_STYLE = {
    " .body": "stroke-linejoin:round;stroke-linecap:round",
    " .line": "fill:none;stroke-linejoin:round;stroke-linecap:round",
}
"""Colors for all games, by selector. The diagram of a game has its own."""


@cache
def _style(spec: GameSpec) -> str:
    diagram = _diagram(spec)
    # A use copies its piece out of reach of selectors that begin at the picture.
    scopes = (
        (f".tabiya.{spec.name} ", {**BOARD_STYLE, **diagram.board_style}),
        (f".piece.{spec.name}", PIECE_STYLE),
        (f".piece.{spec.name}", diagram.piece_style),
    )
    return "".join(
        f"{scope}{selector}{{{colors}}}" for scope, rules in scopes for selector, colors in rules.items()
    )


def _arrow(frame: Frame, step: Step) -> str:
    """An arrow between two squares; a ring where a piece appears."""
    assert step.target is not None
    x, y = frame.center(step.target)
    if step.origin not in frame.corners():
        return f'<circle class="ring" data-to="{step.target}" cx="{x}" cy="{y}" r="41"/>'
    from_x, from_y = frame.center(step.origin)
    length = hypot(x - from_x, y - from_y)
    along = ((x - from_x) / length, (y - from_y) / length)

    def point(distance: float, aside: float) -> str:
        return (
            f"{from_x + along[0] * distance - along[1] * aside:.1f} "
            f"{from_y + along[1] * distance + along[0] * aside:.1f}"
        )

    neck, tip = length - 48, length - 14
    corners = ((22, 7), (neck, 7), (neck, 19), (tip, 0), (neck, -19), (neck, -7), (22, -7))
    path = "L".join(point(*corner) for corner in corners)
    return f'<path class="arrow" data-from="{step.origin}" data-to="{step.target}" d="M{path}Z"/>'


def _parts(
    spec: GameSpec, frame: Frame, board: Any, last: Step | None, chosen: Iterable[str]
) -> Iterator[str]:
    yield from _squares(frame)
    yield from _marks(frame, frame.diagram.checked(board), last, chosen)
    yield from _labels(frame)
    yield from _pieces(spec, frame, board)
    yield from _hands(spec, frame, board)


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


def _marks(frame: Frame, checked: str | None, last: Step | None, chosen: Iterable[str]) -> Iterator[str]:
    corners = frame.corners()
    marked = [("last", square) for square in (last.origin, last.target) if square in corners] if last else []
    marked += [("check", checked)] if checked else []
    for kind, square in (*marked, *(("chosen", square) for square in chosen)):
        x, y = corners[str(square)]
        yield (
            f'<rect class="mark {kind}" data-mark="{square}" x="{x}" y="{y}" width="{CELL}" height="{CELL}"/>'
        )


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
