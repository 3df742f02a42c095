"""Exports shogi games in KIF, the notation of Japanese programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...lab.match.config import MatchConfig
from ...lab.match.sides import begin_of, limit_of, names_of, termination_of
from .. import Board
from .kif_writer import kif_move, kif_result, kif_sides, kif_start

__all__ = ["kif_game"]

WORDS = {
    "checkmate": "詰み",
    "stalemate": "詰み",
    "repetition": "千日手",
    "resigned": "投了",
    "declaration": "入玉勝ち",
    "time forfeit": "切れ負け",
    "hang": "切れ負け",
    "illegal move": "反則負け",
}
"""The last word of a record, from the point of view of the side to move."""
COLUMN = 12
"""Width of the longest move in narrow characters. Kanji count as two."""


def kif_game(config: MatchConfig, pair: dict[str, Any], game: dict[str, Any]) -> str:
    """Returns a game in KIF with score, depth and time of each move as comments."""
    black, white = names_of(config, game)
    board = Board(pair["opening"]["start"])
    sides = kif_sides(board)
    lines = [*_head(config, pair, game), *kif_start(board, black, white)]
    lines += _moves(board, pair["opening"]["moves"], game)
    plies, word = len(board.move_stack), _ending(game, board.turn)
    mover, other = sides if board.turn else sides[::-1]
    last = [f"{plies + 1:4d} {word}", f"*{termination_of(game)}", kif_result(word, plies, mover, other)]
    return "\n".join([*lines, *last]) + "\n"


def _head(config: MatchConfig, pair: dict[str, Any], game: dict[str, Any]) -> list[str]:
    begin = begin_of(game)
    return [
        "#KIF version=2.0 encoding=UTF-8",
        *([f"開始日時：{begin:%Y/%m/%d %H:%M:%S}"] if begin else []),
        f"棋戦：{config.event}",
        *([f"場所：{config.site}"] if config.site != "?" else []),
        f"持ち時間：{limit_of(config, game)}",
        *([f"戦型：{pair['opening']['name']}"] if pair["opening"].get("name") else []),
    ]


def _moves(board: Any, opening: list[str], game: dict[str, Any]) -> Iterator[str]:
    answers = [None] * len(opening) + game["answers"]
    spent = {True: 0, False: 0}
    last: int | None = None
    for number, (usi, answer) in enumerate(zip([*opening, *game["moves"]], answers, strict=True), 1):
        move = board.parse_usi(usi)
        text = kif_move(board, move, last)
        milliseconds = (answer[3] or 0) if answer else 0
        spent[board.turn] += milliseconds
        width = sum(1 if character.isascii() else 2 for character in text)
        yield f"{number:4d} {text}{' ' * (COLUMN + 2 - width)}{_time(milliseconds, spent[board.turn])}"
        if answer:
            yield _comment(answer)
        board.push(move)
        last = move.to_square


def _time(milliseconds: int, total: int) -> str:
    """Time of the move and total time of its side. KIF has whole seconds only."""
    minutes, seconds = divmod(milliseconds // 1000, 60)
    all_minutes, all_seconds = divmod(total // 1000, 60)
    return f"({minutes:2d}:{seconds:02d}/{all_minutes // 60:02d}:{all_minutes % 60:02d}:{all_seconds:02d})"


def _comment(answer: list[int | None]) -> str:
    score, depth, _, milliseconds = answer
    worth = "" if score is None else f"{score / 100:+.2f}/{depth or 0} "
    return f"*{worth}{(milliseconds or 0) / 1000:.3f}s"


def _ending(game: dict[str, Any], mover: bool) -> str:
    if game["ending"] in WORDS:
        return WORDS[game["ending"]]
    if game["result"] == "1/2-1/2":
        return "持将棋"
    # One side lost. Only 反則勝ち stands for a win of the side to move.
    if mover == (game["result"] == "1-0"):
        return "反則勝ち"
    return "反則負け" if game["ending"] == "perpetual check" else "投了"
