"""Reads the fields of a client's message. Nothing in a message is trusted."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..games import GameSpec, game_spec
from .limits import MAX_MOVES, MAX_TEXT

__all__ = ["GameSoFar", "drawn_game", "flag", "integer", "number", "position", "text", "texts"]


class GameSoFar(NamedTuple):
    """A game up to some move."""

    spec: GameSpec
    board: Any
    """The board after the moves, with its history."""
    start: str | None
    moves: tuple[Any, ...]


def text(name: str, value: Any, longest: int = MAX_TEXT) -> str:
    """A text of limited length."""
    if not isinstance(value, str):
        raise ValueError(f"{name} must be a text, not {_kind(value)}")
    if len(value) > longest:
        raise ValueError(f"{name} must have at most {longest:,} characters, not {len(value):,}")
    return value


def texts(name: str, value: Any, most: int, longest: int = 200) -> list[str]:
    """A list of texts."""
    if not isinstance(value, list):
        raise ValueError(f"{name} must be a list of texts, not {_kind(value)}")
    if len(value) > most:
        raise ValueError(f"{name} must have at most {most:,} items, not {len(value):,}")
    return [text(name, each, longest) for each in value]


def integer(name: str, value: Any, least: int, most: int) -> int:
    """A whole number in a range."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise ValueError(f"{name} must be a whole number from {least:,} to {most:,}, not {_shown(value)}")
    return value


def number(name: str, value: Any, least: float, most: float) -> float:
    """A number in a range."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not least <= value <= most:
        raise ValueError(f"{name} must be a number from {least:g} to {most:g}, not {_shown(value)}")
    return float(value)


def flag(name: str, value: Any) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise ValueError(f"{name} must be true or false, not {_kind(value)}")
    return value


def position(value: Any) -> GameSoFar:
    """A position: ``{"game": "chess", "start": null, "moves": ["e2e4"]}``. All moves must be legal."""
    if not isinstance(value, dict) or not value.keys() <= {"game", "start", "moves"}:
        raise ValueError(f"position must be an object with game, start and moves, not {_kind(value)}")
    spec = drawn_game(value.get("game"))
    start = value.get("start")
    board = spec.board(None if start is None else text("start", start, 500))
    moves = []
    for word in texts("moves", value.get("moves", []), MAX_MOVES, 20):
        moves.append(spec.notation.parse(board, word))
        board.push(moves[-1])
    return GameSoFar(spec, board, start, tuple(moves))


def drawn_game(name: Any) -> GameSpec:
    """A game that has a drawing."""
    spec = game_spec(text("game", name, 50))
    if spec.diagram is None:
        raise ValueError(f"{spec.name} has no drawing")
    return spec


def _kind(value: Any) -> str:
    return {dict: "an object", list: "a list", str: "a text", type(None): "null"}.get(
        type(value), repr(value)
    )


def _shown(value: Any) -> str:
    return repr(value)[:40]
