"""Exports chess games as PGN."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...books.formats import PlayedGame
from .. import Board
from .pgn_writer import pgn_tags, pgn_text

__all__ = ["pgn_game"]

ECO = re.compile(r"[A-E]\d\d")
TERMINATIONS = {
    "time forfeit": "time forfeit",
    "hang": "time forfeit",
    "illegal move": "rules infraction",
    "crash": "abandoned",
    "flood": "abandoned",
    "not started": "abandoned",
    "adjudicated": "adjudication",
    "too long": "adjudication",
}
"""The words that the standard has for endings; all others are normal."""


def pgn_game(game: PlayedGame) -> str:
    """A game in PGN, with score, depth and time of each move as a comment, and how it ended as the last."""
    words = [*_movetext(game), *_comment(game.termination), game.result]
    return f"{pgn_tags(_tags(game))}\n{pgn_text(words)}\n"


def _tags(game: PlayedGame) -> dict[str, str]:
    white, black = game.players
    tags = {
        "Event": game.event,
        "Site": game.site,
        "Date": f"{game.begin:%Y.%m.%d}" if game.begin else "????.??.??",
        "Round": game.round,
        "White": white,
        "Black": black,
        "Result": game.result,
    }
    if game.begin:
        tags["Time"] = f"{game.begin:%H:%M:%S}"
    if game.start is not None:
        tags |= {"SetUp": "1", "FEN": game.start}
    if game.opening_name:
        code, _, name = game.opening_name.partition(" ")
        tags |= {"ECO": code, "Opening": name} if ECO.fullmatch(code) else {"Opening": game.opening_name}
    tags["PlyCount"] = str(len(game.line))
    return tags | _limits(game) | {"Termination": TERMINATIONS.get(game.ending, "normal")}


def _limits(game: PlayedGame) -> dict[str, str]:
    """The standard's time control; nodes have no place in it."""
    tags = {"TimeControl": game.tc or (f"1/{game.movetime:g}" if game.movetime else "-")}
    white, black = game.limits
    if game.nodes or white != black:
        tags |= {"WhiteLimit": white, "BlackLimit": black}
    return tags


def _movetext(game: PlayedGame) -> Iterator[str]:
    board = Board(game.start)
    for index, (text, answer) in enumerate(game.line):
        move = board.parse_uci(text)
        if board.turn or index == 0:
            yield f"{board.fullmove_number}{'.' if board.turn else '...'}"
        yield board.san(move)
        if answer is not None:
            yield from _comment(_thoughts(answer))
        board.push(move)


def _thoughts(answer: Sequence[int | None]) -> str:
    score, depth, _, milliseconds = answer
    worth = "" if score is None else f"{score / 100:+.2f}/{depth or 0} "
    return f"{worth}{(milliseconds or 0) / 1000:.3f}s"


def _comment(text: str) -> list[str]:
    """The words of a comment, for breaking lines. A closing brace, which would end it, is replaced."""
    return f"{{{text.replace('}', ')')}}}".split()
