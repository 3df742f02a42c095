"""Openings for matches: a list of our own for each game, or a file.

The lists were made by ``python -m tabiya.lab.openings.make``: random legal moves from the start, kept where
our search finds the position even.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

from ...boards.games import Game

__all__ = ["Opening", "built_in", "read_openings"]


@dataclass(frozen=True)
class Opening:
    """Where a game begins: a position, the start if None, and moves from there.

    >>> Opening.parse("startpos moves e2e4 e7e5", "chess")
    Opening(start=None, moves=('e2e4', 'e7e5'))
    """

    start: str | None = None
    moves: tuple[str, ...] = ()

    @classmethod
    def parse(cls, line: str, game: str) -> Opening:
        """A line as the protocols' ``position`` has it, or an EPD, FEN or SFEN; ValueError if it is none."""
        before, _, after = line.removeprefix("position ").partition(" moves ")
        words = before.split()
        if words[:1] == ["startpos"]:
            opening = cls(None, tuple(after.split()))
        else:
            text = before.strip()
            for prefix in ("fen ", "sfen "):
                text = text.removeprefix(prefix)
            opening = cls(_position(text, game), tuple(after.split()))
        opening.board(game)
        return opening

    def board(self, game: str) -> Any:
        """The board with the moves made."""
        board = Game(game).module().Board(self.start)
        for move in self.moves:
            board.push(move)
        return board


def _position(text: str, game: str) -> str:
    module = Game(game).module()
    if game == "shogi":
        return str(module.Board(text.partition(";")[0].strip()).sfen())
    fields = text.split()
    if len(fields) >= 6 and fields[4].isdigit() and fields[5].rstrip(";").isdigit():
        return str(module.Board(" ".join(fields[:6]).rstrip(";")).fen())
    board, _ = module.Board.from_epd(text)
    return str(board.fen())


def read_openings(path: Path, game: str) -> list[Opening]:
    """The openings of a file, a line each; ``#`` begins a comment. ValueError names the line that is none."""
    try:
        lines = path.read_text().splitlines()
    except UnicodeDecodeError:
        raise ValueError(f"{path} is no text") from None
    return _openings(lines, game, str(path))


def built_in(game: str) -> list[Opening]:
    """The list of our own.

    >>> len(built_in("chess")), built_in("shogi")[0].start
    (256, None)
    """
    text = resources.files(__name__).joinpath(f"{game}.txt").read_text()
    return _openings(text.splitlines(), game, f"the openings of {game}")


def _openings(lines: list[str], game: str, source: str) -> list[Opening]:
    found = []
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            found.append(Opening.parse(line.strip(), game))
            if found[-1].board(game).is_game_over():
                raise ValueError("the game is over in this position")
        except ValueError as error:
            raise ValueError(f"{source}, line {number}: {error}") from None
    if not found:
        raise ValueError(f"{source} has no openings")
    return found
