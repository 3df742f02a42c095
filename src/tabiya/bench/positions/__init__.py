"""Fixed sets of positions, one file a game: every figure about the search is taken on them."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from importlib.resources import files
from typing import Any

__all__ = ["Position", "positions"]


@dataclass(frozen=True)
class Position:
    """A position of a set."""

    name: str
    text: str
    """Its FEN or SFEN."""
    best: tuple[Any, ...] = ()
    """The moves that solve it, where that is known."""
    mate: int | None = None
    """In how many it is mate, where that is known."""

    def board(self, game: str = "chess") -> Any:
        return import_module(f"tabiya.{game}").Board(self.text)


def positions(name: str) -> list[Position]:
    """The positions of a file: ``"chess"``, ``"chess_mates"``, ``"shogi"``, ``"shogi_mates"``.

    >>> [position.name for position in positions("chess")][:2]
    ['Fine 70', 'killer: Berlin']
    """
    folder = files(__name__)
    if name.startswith("chess"):
        lines = (folder / f"{name}.epd").read_text().splitlines()
        return [_from_epd(line) for line in lines if line]
    lines = (folder / f"{name}.sfen").read_text().splitlines()
    return [_from_sfen(line) for line in lines if line]


def _from_epd(line: str) -> Position:
    from ...chess.epd import parse_epd

    fen, operations = parse_epd(line)
    best: Any = operations.get("bm", ())
    mate: Any = operations.get("dm")
    return Position(str(operations.get("id", fen)), fen, tuple(best), mate)


def _from_sfen(line: str) -> Position:
    """A SFEN, after a semicolon its name, and after another in how many plies it is mate."""
    text, name, mate, *_ = (part.strip() for part in f"{line};;".split(";"))
    return Position(name or text, text, mate=int(mate.removeprefix("dm")) if mate else None)
