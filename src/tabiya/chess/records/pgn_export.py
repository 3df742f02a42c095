"""Exports chess games as PGN."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ...match.config import MatchConfig
from ...match.sides import begin_of, limits_of, names_of, termination_of
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


def pgn_game(config: MatchConfig, pair: dict[str, Any], game: dict[str, Any]) -> str:
    """A game in PGN, with score, depth and time of each move as a comment, and how it ended as the last."""
    opening = pair["opening"]
    words = [*_movetext(opening["start"], opening["moves"], game), *_comment(termination_of(game))]
    return f"{pgn_tags(_tags(config, pair, game))}\n{pgn_text([*words, game['result']])}\n"


def _tags(config: MatchConfig, pair: dict[str, Any], game: dict[str, Any]) -> dict[str, str]:
    white, black = names_of(config, game)
    begin = begin_of(game)
    opening = pair["opening"]
    tags = {
        "Event": config.event,
        "Site": config.site,
        "Date": f"{begin:%Y.%m.%d}" if begin else "????.??.??",
        "Round": f"{pair['pair'] + 1}.{game['first'] + 1}",
        "White": white,
        "Black": black,
        "Result": game["result"],
    }
    if begin:
        tags["Time"] = f"{begin:%H:%M:%S}"
    if opening["start"] is not None:
        tags |= {"SetUp": "1", "FEN": opening["start"]}
    if opening.get("name"):
        code, _, name = opening["name"].partition(" ")
        tags |= {"ECO": code, "Opening": name} if ECO.fullmatch(code) else {"Opening": opening["name"]}
    tags["PlyCount"] = str(len(opening["moves"]) + len(game["moves"]))
    return tags | _limits(config, game) | {"Termination": TERMINATIONS.get(game["ending"], "normal")}


def _limits(config: MatchConfig, game: dict[str, Any]) -> dict[str, str]:
    """The standard's time control; nodes have no place in it."""
    rules = config.rules
    tags = {"TimeControl": rules.tc or (f"1/{rules.movetime:g}" if rules.movetime else "-")}
    white, black = limits_of(config, game)
    if rules.nodes or white != black:
        tags |= {"WhiteLimit": white, "BlackLimit": black}
    return tags


def _movetext(start: str | None, opening: list[str], game: dict[str, Any]) -> Iterator[str]:
    board = Board(start)
    answers = [None] * len(opening) + game["answers"]
    for index, (text, answer) in enumerate(zip([*opening, *game["moves"]], answers, strict=True)):
        move = board.parse_uci(text)
        if board.turn or index == 0:
            yield f"{board.fullmove_number}{'.' if board.turn else '...'}"
        yield board.san(move)
        if answer is not None:
            yield from _comment(_thoughts(answer))
        board.push(move)


def _thoughts(answer: list[int | None]) -> str:
    score, depth, _, milliseconds = answer
    worth = "" if score is None else f"{score / 100:+.2f}/{depth or 0} "
    return f"{worth}{(milliseconds or 0) / 1000:.3f}s"


def _comment(text: str) -> list[str]:
    """The words of a comment, for breaking lines. A closing brace, which would end it, is replaced."""
    return f"{{{text.replace('}', ')')}}}".split()
