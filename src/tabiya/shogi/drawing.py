"""Boards as text, in letters and in Japanese."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .pieces import BLACK, BY_SYMBOL, HAND_PIECE_TYPES, WHITE, Piece
from .squares import FILE_NAMES, RANK_NAMES

if TYPE_CHECKING:
    from .board import Board

__all__ = ["ascii_board", "kif_board"]

WIDE_DIGITS = "１２３４５６７８９"
KANJI = "〇一二三四五六七八九十"


def ranks(board: Board) -> list[list[str]]:
    """Piece symbols, or empty strings, from rank a to i and from file 9 to 1."""
    return [[board._piece(file * 9 + rank) for file in range(8, -1, -1)] for rank in range(9)]


def held(board: Board, color: bool) -> list[tuple[Piece, int]]:
    """The pieces in hand, most valuable first."""
    counts = board.hand(color)
    return [(Piece(kind, color), counts[kind]) for kind in reversed(HAND_PIECE_TYPES) if counts[kind]]


def ascii_board(board: Board) -> str:
    """The board as letters, with black below and in upper case, and the hands as in an SFEN."""

    def hand(color: bool) -> str:
        texts = [f"{count if count > 1 else ''}{piece}" for piece, count in held(board, color)]
        return " ".join(texts) or "-"

    lines = [
        "".join(f"{symbol or '.':>3}" for symbol in symbols) + f"  {name}"
        for symbols, name in zip(ranks(board), RANK_NAMES, strict=True)
    ]
    files = "".join(f"{name:>3}" for name in reversed(FILE_NAMES))
    return "\n".join([f"white: {hand(WHITE)}", files, *lines, f"black: {hand(BLACK)}"])


def kif_board(board: Board) -> str:
    """The diagram of Japanese game records (BOD), with a v before white's pieces."""

    def cell(symbol: str) -> str:
        piece = BY_SYMBOL.get(symbol)
        if piece is None:
            return " ・"
        return f"{' ' if piece.color else 'v'}{piece.japanese_symbol()}"

    def hand(color: bool) -> str:
        texts = [
            piece.japanese_symbol() + (kanji_number(count) if count > 1 else "")
            for piece, count in held(board, color)
        ]
        return "　".join(texts) or "なし"

    border = "+" + "-" * 27 + "+"
    rows = [f"|{''.join(map(cell, symbols))}|{KANJI[i]}" for i, symbols in enumerate(ranks(board), 1)]
    files = " " + "".join(f" {digit}" for digit in reversed(WIDE_DIGITS))
    lines = [f"後手の持駒：{hand(WHITE)}", files, border, *rows, border, f"先手の持駒：{hand(BLACK)}"]
    return "\n".join([*lines, *(() if board.turn else ("後手番",))])


def kanji_number(number: int) -> str:
    """A number up to 19, as written after pieces in hand.

    >>> kanji_number(2), kanji_number(10), kanji_number(18)
    ('二', '十', '十八')
    """
    return KANJI[number] if number <= 10 else "十" + KANJI[number - 10]
