"""Pictures of the boards of all games."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ..games import game_spec
from ..games.diagram import Diagram, Step
from ..games.svg import picture as draw

if TYPE_CHECKING:
    from .board import GameBoard

__all__ = ["picture"]


def picture(
    board: GameBoard[Any, Any],
    orientation: bool,
    mark_last: bool,
    squares: Iterable[Any],
    arrows: Iterable[Any],
    size: int | None,
) -> str:
    """Returns a picture of a board. See `GameBoard.svg`."""
    spec = game_spec(board._game)
    diagram = spec.diagram
    assert diagram is not None, board._game
    return draw(
        spec,
        board,
        flipped=not orientation,
        last=_last_step(board, diagram) if mark_last else None,
        squares=[_square(board, "squares", square) for square in squares],
        arrows=[_arrow(board, diagram, arrow) for arrow in arrows],
        size=size,
    )


def _square(board: GameBoard[Any, Any], name: str, square: Any) -> str:
    """The name of a square, given by number or name."""
    names = board._square_names
    if isinstance(square, str):
        if square not in names:
            raise ValueError(f"{name} must be squares from {names[0]} to {names[-1]}, not {square!r}")
        return square
    from .._utils.arguments import check_int

    return names[check_int(name, square, 0, len(names) - 1)]


def _arrow(board: GameBoard[Any, Any], diagram: Diagram, arrow: Any) -> Step:
    if isinstance(arrow, tuple) and len(arrow) == 2:
        origin, target = (_square(board, "arrows", square) for square in arrow)
        if origin == target:
            raise ValueError(f"an arrow must lead to another square, not from {origin} to {target}")
        return Step(origin, target)
    move = board._parse(arrow) if isinstance(arrow, str) else board._resolve(board._code(arrow))
    step = diagram.step(board, move)
    if step.target is None:
        raise ValueError(f"a pass has no squares to draw an arrow between ({arrow!r})")
    return step


def _last_step(board: GameBoard[Any, Any], diagram: Diagram) -> Step | None:
    if not board._moves():
        return None
    before = board.copy()
    move = before.pop()
    return diagram.step(before, move) if move else None
