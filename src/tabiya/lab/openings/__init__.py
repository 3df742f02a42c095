"""Openings for matches: a list of our own for each game, or a file.

The lists have openings that people play, and positions that a search reaches from them
(``python -m tabiya.lab.openings.make``).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ...games import Position, game_spec

__all__ = ["Opening", "built_in", "read_line", "read_openings"]


@dataclass(frozen=True)
class Opening:
    """Where a game begins: a position, the start if None, and moves from there.

    >>> Opening.parse("startpos moves e2e4 e7e5 # Open Game", "chess")
    Opening(start=None, moves=('e2e4', 'e7e5'))
    """

    start: str | None = None
    moves: tuple[str, ...] = ()
    name: str = field(default="", repr=False, compare=False)
    """What people call it."""

    @classmethod
    def parse(cls, line: str, game: str) -> Opening:
        """A line as the protocols' ``position`` has it, or an EPD, FEN or SFEN; ValueError if it is none."""
        return read_line(line, game)[0]

    def board(self, game: str) -> Any:
        """The board with the moves made."""
        board = game_spec(game).board(self.start)
        for move in self.moves:
            board.push(move)
        return board


def read_line(line: str, game: str) -> tuple[Opening, Position | None]:
    """What `Opening.parse` reads, and what a line that is a position by itself says of it."""
    opening, position = _read(line, game)
    opening.board(game)
    return opening, position


def _read(line: str, game: str) -> tuple[Opening, Position | None]:
    """The same, with moves that nobody has made yet."""
    spec = game_spec(game)
    before, _, after = line.removeprefix("position ").partition(" moves ")
    texts, _, name = after.partition("#")
    moves = tuple(texts.split())
    if before.split()[:1] == ["startpos"]:
        return Opening(None, moves, name.strip()), None
    position = spec.notation.read_line(before.strip().removeprefix("fen ").removeprefix("sfen "))
    opening = Opening(spec.notation.position(spec.board(position.text)), moves, name.strip())
    return opening, None if moves else position


def read_openings(path: Path, game: str) -> list[Opening]:
    """The openings of a file, a line each; ``#`` begins a comment. ValueError names the line that is none."""
    try:
        lines = path.read_text().splitlines()
    except UnicodeDecodeError:
        raise ValueError(f"{path} is no text") from None
    return _openings(lines, game, str(path))


def built_in(game: str) -> list[Opening]:
    """The list of our own.

    >>> len(built_in("chess")), built_in("chess")[0].name
    (3000, 'A00 Hungarian Opening')
    """
    return _openings(game_spec(game).data("openings.txt"), game, f"the openings of {game}")


def _openings(lines: list[str], game: str, source: str) -> list[Opening]:
    found = []
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            opening, _ = _read(line.strip(), game)
            if opening.board(game).is_game_over():
                raise ValueError("the game is over in this position")
        except ValueError as error:
            raise ValueError(f"{source}, line {number}: {error}") from None
        found.append(opening)
    if not found:
        raise ValueError(f"{source} has no openings")
    return found
