"""Exports shogi games in KIF, the notation of Japanese programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ...books.formats import PlayedGame
from .. import Board
from .kif_writer import kif_ending, kif_line, kif_move, kif_start

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


def kif_game(game: PlayedGame) -> str:
    """Returns a game in KIF with score, depth and time of each move as comments."""
    board = Board(game.start)
    root = board.copy()
    lines = [*_head(game), *kif_start(board, *game.players), *_moves(board, game)]
    ending, result = kif_ending(_ending(game, board.turn), board, root)
    return "\n".join([*lines, ending, f"*{game.termination}", result]) + "\n"


def _head(game: PlayedGame) -> list[str]:
    return [
        "#KIF version=2.0 encoding=UTF-8",
        *([f"開始日時：{game.begin:%Y/%m/%d %H:%M:%S}"] if game.begin else []),
        f"棋戦：{game.event}",
        *([f"場所：{game.site}"] if game.site != "?" else []),
        f"持ち時間：{game.limit}",
        *([f"戦型：{game.opening_name}"] if game.opening_name else []),
    ]


def _moves(board: Any, game: PlayedGame) -> Iterator[str]:
    """The lines of the moves, which are made on the board."""
    spent = {True: 0, False: 0}
    last: int | None = None
    for number, (usi, answer) in enumerate(game.line, 1):
        move = board.parse_usi(usi)
        text = kif_move(board, move, last)
        milliseconds = (answer[3] or 0) if answer else 0
        spent[board.turn] += milliseconds
        yield kif_line(number, text, milliseconds // 1000, spent[board.turn] // 1000)
        if answer:
            yield _comment(answer)
        board.push(move)
        last = move.to_square


def _comment(answer: Sequence[int | None]) -> str:
    score, depth, _, milliseconds = answer
    worth = "" if score is None else f"{score / 100:+.2f}/{depth or 0} "
    return f"*{worth}{(milliseconds or 0) / 1000:.3f}s"


def _ending(game: PlayedGame, mover: bool) -> str:
    if game.ending in WORDS:
        return WORDS[game.ending]
    if game.result == "1/2-1/2":
        return "持将棋"
    # One side lost. Only 反則勝ち stands for a win of the side to move.
    if mover == (game.result == "1-0"):
        return "反則勝ち"
    return "反則負け" if game.ending == "perpetual check" else "投了"
