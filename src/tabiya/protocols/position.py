"""Reads ``position`` commands, with little work when a game goes on by a move or two."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .options import shortened

__all__ = ["PositionReader"]


class PositionReader:
    """Keeps the board of a game. An invalid command changes nothing.

    `make` makes a board from a FEN or SFEN, or the start position from None. `word` is the protocol's name
    for such a text.
    """

    def __init__(self, make: Callable[[str | None], Any], word: str) -> None:
        self._make, self._word = make, word
        self.reset()

    def reset(self) -> None:
        """Sets up the start of a game."""
        self._start: str | None = None
        self._moves: list[str] = []
        self.board = self._make(None)

    def read(self, arguments: str) -> None:
        """Reads the arguments of ``position``."""
        start, moves = self._split(arguments)
        known = len(self._moves)
        if start == self._start and moves[:known] == self._moves:
            board = self.board.copy()
            self._push(board, moves[known:], known)
        else:
            board = self._make(start)
            self._push(board, moves, 0)
        self.board, self._start, self._moves = board, start, moves

    def set_board(self, board: Any) -> None:
        """Sets a position that did not come from the interface."""
        self.board, self._start, self._moves = board, "", []

    def _split(self, arguments: str) -> tuple[str | None, list[str]]:
        words = arguments.split()
        end = words.index("moves") if "moves" in words else len(words)
        start, moves = words[:end], words[end + 1 :]
        if start == ["startpos"]:
            return None, moves
        if start[:1] in (["fen"], ["sfen"]) and len(start) > 1:
            return " ".join(start[1:]), moves
        raise ValueError(f"position needs startpos or {self._word} TEXT, not {shortened(arguments)}")

    @staticmethod
    def _push(board: Any, moves: list[str], before: int) -> None:
        for i, move in enumerate(moves, start=before + 1):
            try:
                board.push(move)
            except ValueError as error:
                raise ValueError(f"move {i} of position: {error}; the position is unchanged") from None
