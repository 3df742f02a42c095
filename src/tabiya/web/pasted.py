"""Recognizes pasted texts: games in any format, positions, and lists of moves."""

from __future__ import annotations

import io
import re
from itertools import islice
from typing import Any

from ..analysis.sources import GameSource, recognizable_formats
from ..books.errors import BookError
from ..books.record import RecordedGame
from ..games import GameSpec
from .limits import MAX_MOVES
from .page import games

__all__ = ["MAX_GAMES", "read_text"]

MAX_GAMES = 200
"""The most games that are read from one text."""
NUMBERS = re.compile(r"\b\d+\s*\.+|[;{}()]|\b(?:1-0|0-1|1/2-1/2)\b|\*$")


def read_text(text: str, game: str) -> list[dict[str, Any]]:
    """Returns the games of a text, each with the fields of a position and its headers.

    `game` is tried first where a text could belong to several. Raises ValueError if nothing fits.
    """
    found = _as_games(text, game) or _as_position(text, game) or _as_moves(text, game)
    if not found:
        raise ValueError(
            "this text is not a game or position that can be read here: paste a PGN, a KIF or CSA file, "
            "a FEN, an SFEN, or moves"
        )
    return found


def _specs(game: str) -> list[GameSpec]:
    return sorted(games(), key=lambda spec: spec.name != game)


def _as_games(text: str, game: str) -> list[dict[str, Any]]:
    """Reads the text in each format that recognizes it. The one that finds the most moves wins."""
    best: list[dict[str, Any]] = []
    faults: list[BookError] = []
    for spec in _specs(game):
        for _, form in recognizable_formats(spec.name):
            if form.sign is None or not form.sign(text[:10_000]):
                continue
            stream = io.BytesIO(text.encode(errors="replace"))
            try:
                found = _read(GameSource("the text", spec, form, stream))
            except BookError as fault:
                faults.append(fault)
                continue
            if _size(found) > _size(best):
                best = found
    if not best and faults:
        raise faults[0]
    return best


def _read(source: GameSource) -> list[dict[str, Any]]:
    with source.open() as file:
        return [_plain(source.spec, record) for record in islice(source.games(file), MAX_GAMES)]


def _size(found: list[dict[str, Any]]) -> int:
    return sum(1 + len(each["moves"]) for each in found)


def _plain(spec: GameSpec, record: RecordedGame) -> dict[str, Any]:
    return {
        "game": spec.name,
        "start": record.start,
        "moves": [str(move) for move in record.moves[:MAX_MOVES]],
        "headers": dict(islice(record.tags.items(), 40)),
        "points": record.points,
        "fault": None if record.fault is None else str(record.fault),
    }


def _as_position(text: str, game: str) -> list[dict[str, Any]]:
    """A FEN or SFEN, with or without the keyword of its protocol."""
    words = text.split()
    for spec in _specs(game):
        prefixes = {"position", spec.interface.position} if spec.interface else set()
        line = " ".join(words[sum(word in prefixes for word in words[:2]) :])
        if line == "startpos" and spec.name == game:
            return [_position(spec, None)]
        try:
            return [_position(spec, spec.notation.read_line(line).text)]
        except ValueError:
            continue
    return []


def _as_moves(text: str, game: str) -> list[dict[str, Any]]:
    """Moves as players type them, from the starting position. All must be legal."""
    words = NUMBERS.sub(" ", text).split()
    for spec in _specs(game) if len(words) <= MAX_MOVES else []:
        board = spec.board()
        moves = []
        try:
            for word in words:
                moves.append(spec.notation.parse_typed(board, word))
                board.push(moves[-1])
        except ValueError:
            continue
        if moves:
            return [{**_position(spec, None), "moves": [str(move) for move in moves]}]
    return []


def _position(spec: GameSpec, start: str | None) -> dict[str, Any]:
    return {"game": spec.name, "start": start, "moves": [], "headers": {}, "points": None, "fault": None}
