"""Positions: drawings, legal moves, texts."""

from __future__ import annotations

from typing import Any

from ...games import GameSpec
from ...games.svg import drawing
from .. import fields
from ..limits import MAX_MOVES
from ..pasted import read_text
from ..threads import in_thread
from ..topic import Topic, command

__all__ = ["BoardTopic", "described"]


class BoardTopic(Topic):
    """Answers questions about positions. The page keeps the game; nothing is remembered here."""

    name = "board"

    @command
    async def position(self, position: Any, flipped: Any = False, rest: Any = None) -> dict[str, Any]:
        """Describes a position: its drawing, its moves and how the game ended.

        `rest` are the moves that follow in the game. ``shown`` has them too.
        """
        at = fields.position(position)
        follow = fields.texts("rest", rest or [], MAX_MOVES, 20)
        later = fields.position({**position, "moves": [*map(str, at.moves), *follow]}) if follow else at
        return {
            **described(at, fields.flag("flipped", flipped)),
            "shown": shown_moves(at.spec, at.start, later.moves),
        }

    @command
    async def read(self, text: Any, game: Any) -> dict[str, Any]:
        """Reads a pasted text: games or a position."""
        pasted, name = fields.text("text", text), fields.drawn_game(game).name
        return {"games": await in_thread(read_text, pasted, name)}

    @command
    async def typed(self, position: Any, move: Any) -> dict[str, Any]:
        """Reads a move as players type it."""
        at = fields.position(position)
        return {"move": str(at.spec.notation.parse_typed(at.board, fields.text("move", move, 20).strip()))}


def described(at: fields.GameSoFar, flipped: bool = False) -> dict[str, Any]:
    """Everything that the page shows about a position."""
    spec, board = at.spec, at.board
    ending = spec.rules.ending(board)
    return {
        "game": spec.name,
        "start": at.start,
        "moves": [str(move) for move in at.moves],
        "text": spec.notation.position(board),
        "sides": list(spec.sides),
        "counted_in": spec.mates_in or "moves",
        "turn": spec.sides[0 if board.turn else 1],
        "first_to_move": bool(board.turn),
        "svg": drawing(spec, board, flipped, _last_step(at)),
        "legal": [] if ending else _legal(spec, board),
        "ending": None
        if ending is None
        else {"result": ending.result, "kind": ending.kind, "points": ending.points},
    }


def shown_moves(spec: GameSpec, start: str | None, moves: tuple[Any, ...]) -> list[str]:
    """The moves of a game as people write them."""
    return spec.notation.write_line(spec.board(start), moves)


def _legal(spec: GameSpec, board: Any) -> list[list[str | None]]:
    """Each legal move: its text, the squares, and the piece that arrives where there is a choice."""
    assert spec.diagram is not None
    return [[str(move), *spec.diagram.step(board, move)] for move in board.legal_moves]


def _last_step(at: fields.GameSoFar) -> Any:
    if not at.moves or at.spec.diagram is None:
        return None
    before = at.board.copy()
    before.pop()
    return at.spec.diagram.step(before, at.moves[-1])
