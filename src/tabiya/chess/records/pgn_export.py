"""Exports chess games as PGN."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...lab.match.config import MatchConfig
from ...lab.match.sides import names_of, termination_of
from .. import Board

__all__ = ["pgn_game"]

WIDTH = 80


def pgn_game(config: MatchConfig, pair: dict[str, Any], game: dict[str, Any]) -> str:
    """Returns a game in PGN with score, depth and time of each move as comments."""
    white, black = names_of(config, game)
    number = 2 * pair["pair"] + game["first"] + 1
    tags = {
        "Event": "tabiya match",
        "Site": "?",
        "Date": "????.??.??",
        "Round": str(number),
        "White": white,
        "Black": black,
        "Result": game["result"],
    }
    start = pair["opening"]["start"]
    if start is not None:
        tags |= {"SetUp": "1", "FEN": start}
    tags |= {"TimeControl": config.rules.tc or "-", "Termination": termination_of(game)}
    head = "".join(f'[{name} "{_quoted(value)}"]\n' for name, value in tags.items())
    return f"{head}\n{_wrapped([*_movetext(start, pair['opening']['moves'], game), game['result']])}\n"


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _movetext(start: str | None, opening: list[str], game: dict[str, Any]) -> Iterator[str]:
    board = Board(start)
    answers = [None] * len(opening) + game["answers"]
    for index, (text, answer) in enumerate(zip([*opening, *game["moves"]], answers, strict=True)):
        move = board.parse_uci(text)
        if board.turn or index == 0:
            yield f"{board.fullmove_number}{'.' if board.turn else '...'}"
        yield board.san(move)
        if answer is not None:
            yield from _comment(answer).split()
        board.push(move)


def _comment(answer: list[int | None]) -> str:
    score, depth, _, milliseconds = answer
    worth = "" if score is None else f"{score / 100:+.2f}/{depth or 0} "
    return f"{{{worth}{(milliseconds or 0) / 1000:.3f}s}}"


def _wrapped(words: list[str]) -> str:
    lines, line = [], ""
    for word in words:
        if line and len(line) + 1 + len(word) > WIDTH:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}".lstrip()
    return "\n".join([*lines, line]) + "\n"
