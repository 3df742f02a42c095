"""Writes KIF, the notation of Japanese programs, in the words of `kif` and `kif_positions`.

>>> from tabiya.shogi import Board
>>> board = Board()
>>> for usi in ("7g7f", "3c3d"):
...     board.push(usi)
>>> kif_move(board, board.parse_usi("8h2b+"))
'２二角成(88)'
"""

from __future__ import annotations

from typing import Any

from .kif import ENDINGS
from .kif_positions import HANDICAPS

__all__ = ["PLAYERS", "kif_ending", "kif_line", "kif_move", "kif_result", "kif_sides", "kif_start"]

PLAYERS = (("先手", "下手"), ("後手", "上手"))
"""The headers that name black and white, without and with a handicap."""
SAME = "同　"
IN_MOVES = {"杏": "成香", "圭": "成桂", "全": "成銀"}
"""Pieces with one character in diagrams and two in moves."""
COLUMN = 12
"""Width of the longest move in narrow characters. Kanji count as two."""
OF_THE_MOVER = ("反則勝ち", "反則負け", "入玉勝ち")
"""Endings whose last line names the side to move, whether it won or lost."""


def kif_start(board: Any, black: str, white: str) -> list[str]:
    """Lines before the first move: the handicap or a diagram, and the players."""
    first, second = kif_sides(board)
    name = _handicap(board)
    start = board.kif().splitlines() if name is None else [f"手合割：{name}"]
    return [*start, f"{first}：{black}", f"{second}：{white}", "手数----指手---------消費時間--"]


def kif_sides(board: Any) -> tuple[str, str]:
    """The names of black and white in a game from here. With a handicap they are below and above."""
    return ("先手", "後手") if _handicap(board) in (None, "平手") else ("下手", "上手")


def _handicap(board: Any) -> str | None:
    sfens = {name: sfen or type(board)().sfen() for name, sfen in HANDICAPS.items()}
    return next((name for name, sfen in sfens.items() if _position(sfen) == _position(board.sfen())), None)


def _position(sfen: str) -> list[str]:
    """The fields of an SFEN without the move number."""
    return sfen.split()[:3]


def kif_move(board: Any, move: Any, last_square: int | None = None) -> str:
    """Writes a legal move: ``７六歩(77)``. `last_square` is the destination of the previous move, for 同.

    A move that declines to promote has no mark: readers recognize it by the missing 成.
    """
    from .. import Piece
    from ..drawing import KANJI, WIDE_DIGITS

    file, rank = divmod(move.to_square, 9)
    square = SAME if move.to_square == last_square else WIDE_DIGITS[file] + KANJI[rank + 1]
    symbol = Piece(move.piece_type, board.turn).japanese_symbol()
    name = IN_MOVES.get(symbol, symbol)
    if move.from_square is None:
        return f"{square}{name}打"
    file, rank = divmod(move.from_square, 9)
    return f"{square}{name}{'成' if move.promotion else ''}({file + 1}{rank + 1})"


def kif_result(word: str, plies: int, mover: str, other: str) -> str:
    """The last line: the number of plies, and who won how.

    >>> kif_result("投了", 81, "後手", "先手"), kif_result("反則負け", 6, "先手", "後手")
    ('まで81手で先手の勝ち', 'まで6手で先手の反則負け')
    """
    if word in OF_THE_MOVER:
        return f"まで{plies}手で{mover}の{word}"
    points = ENDINGS[word]
    return f"まで{plies}手で{other}の勝ち" if points == 0 else f"まで{plies}手で{word}"


def kif_ending(word: str, board: Any, root: Any) -> tuple[str, str]:
    """The lines after the last move of a game from the board `root`."""
    sides = kif_sides(root)
    mover, other = sides if board.turn else sides[::-1]
    plies = len(board.move_stack)
    return f"{plies + 1:4d} {word}", kif_result(word, plies, mover, other)


def kif_line(number: int, text: str, seconds: int, total: int) -> str:
    """A move with its number, its time and the total time of its side, in whole seconds.

    >>> kif_line(1, "７六歩(77)", 5, 65)
    '   1 ７六歩(77)    ( 0:05/00:01:05)'
    """
    width = sum(1 if character.isascii() else 2 for character in text)
    minutes, rest = divmod(total, 60)
    spent = f"({seconds // 60:2d}:{seconds % 60:02d}/{minutes // 60:02d}:{minutes % 60:02d}:{rest:02d})"
    return f"{number:4d} {text}{' ' * (COLUMN + 2 - width)}{spent}"
