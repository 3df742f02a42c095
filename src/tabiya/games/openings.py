"""Openings for matches: a built-in list for each game, or a file.

The lists contain openings that people play, and positions that a search reaches from them
(``python -m tabiya.match.openings.make``).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from . import Position, game_spec

__all__ = ["Opening", "built_in", "read_line", "read_openings"]


@dataclass(frozen=True)
class Opening:
    """The start of a game: a position (None for the usual start) and moves from it.

    >>> Opening.parse("startpos moves e2e4 e7e5 # Open Game", "chess")
    Opening(start=None, moves=('e2e4', 'e7e5'))
    """

    start: str | None = None
    moves: tuple[str, ...] = ()
    name: str = field(default="", repr=False, compare=False)
    """The common name of the opening."""

    @classmethod
    def parse(cls, line: str, game: str) -> Opening:
        """Parses a line in the form of the protocols' ``position``, or an EPD, FEN or SFEN."""
        return read_line(line, game)[0]

    def board(self, game: str) -> Any:
        """Returns the board after the moves."""
        board = game_spec(game).board(self.start)
        for move in self.moves:
            board.push(move)
        return board


def read_line(line: str, game: str) -> tuple[Opening, Position | None]:
    """Returns the opening, and the annotations of a line that is a position by itself."""
    opening, position = _read(line, game)
    opening.board(game)
    return opening, position


def _read(line: str, game: str) -> tuple[Opening, Position | None]:
    """Like `read_line`, without checking the moves."""
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
    """Reads a file with an opening per line. ``#`` starts a comment. ValueError names an invalid line."""
    try:
        lines = path.read_text().splitlines()
    except UnicodeDecodeError:
        raise ValueError(f"{path} is not a text file") from None
    return _openings(lines, game, str(path))


def built_in(game: str) -> list[Opening]:
    """Returns the built-in list.

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
