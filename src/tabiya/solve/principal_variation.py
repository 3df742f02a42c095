"""The principal variation as a table remembers it: `TableFront.principal_variation`, and the walk behind it.

A table is a cache: its entries may come from another search, another game or another program, and they may
point at each other. So the walk makes legal moves only, and ends at the first position that it has seen.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Generic, Protocol, TypeVar

from .._utils.arguments import check_int
from .._utils.held_signals import HeldSignals
from ..games import spec_of
from ..games.mate_score import LONGEST_WIN
from ..table.arguments import check_key
from ..table.choices import Layout
from .game import check_members, pack_integer
from .made_moves import MadeMoves

__all__ = ["Walkable", "follow", "principal_variation", "remembered"]

MoveT = TypeVar("MoveT")


class Walkable(Protocol[MoveT]):
    """A position whose moves can be made and taken back."""

    @property
    def key(self) -> int: ...
    def moves(self) -> Iterable[MoveT]: ...
    def code(self, move: MoveT, /) -> int: ...
    def is_over(self) -> bool: ...
    def push(self, move: MoveT, /) -> object: ...
    def pop(self) -> object: ...


def remembered(board: Any, code: int, layout: Layout) -> Any | None:
    """Returns the legal move on a board that an entry of this layout means; None if there is none."""
    kept = (1 << layout.move_bits) - 1
    return next((move for move in board.legal_moves if move.pack() & kept == code), None)


def follow(position: Walkable[MoveT], table: Any, seen: set[int], length: int) -> list[MoveT]:
    """Returns at most `length` moves that the table gives, from the position on. The position is restored.

    `seen` are the keys of the positions so far; the walk ends with the move that leads to one of them.
    """
    key = position.key
    seen = {*seen, key}
    line: list[MoveT] = []
    kept = (1 << table.config.layout.move_bits) - 1
    with MadeMoves[MoveT](position) as made:
        while len(line) < length and not position.is_over():
            entry = table.probe(key)
            if entry is None or not entry.move:
                break
            move = next((move for move in position.moves() if position.code(move) & kept == entry.move), None)
            if move is None:
                break  # an entry of another position or program
            made.push(move, key)
            line.append(move)
            key = position.key
            if key in seen:
                break  # a cycle: the table would repeat it forever
            seen.add(key)
    return line


class GamePosition(Generic[MoveT]):
    """A `tabiya.Game`, walked in place."""

    def __init__(self, game: Any) -> None:
        self._game = game
        self.code = getattr(game, "pack", pack_integer)
        self.moves, self.push, self.pop = game.moves, game.push, game.pop

    @property
    def key(self) -> int:
        return check_key(self._game.key)

    def is_over(self) -> bool:
        return self._game.result() is not None


class BoardPosition:
    """A copy of a board of this package, with the keys of its search."""

    def __init__(self, board: Any, rules: Any, rule50_keys: str) -> None:
        self._board, self._rules, self._rule50_keys = board.copy(), rules, rule50_keys
        self.push, self.pop = self._board.push, self._board.pop

    @property
    def key(self) -> int:
        return int(self._rules.table_key(self._board, self._rule50_keys))

    def moves(self) -> Iterable[Any]:
        return self._board.legal_moves  # type: ignore[no-any-return]

    def code(self, move: Any) -> int:
        return int(move.pack())

    def is_over(self) -> bool:
        return self._rules.ending(self._board) is not None


def principal_variation(table: Any, board: Any, max_length: Any, rule50_keys: str) -> tuple[Any, ...]:
    """`TableFront.principal_variation`."""
    length = check_int("max_length", max_length, 0, LONGEST_WIN)
    table._check_open()
    spec = spec_of(board)
    if spec is not None:
        return tuple(follow(BoardPosition(board, spec.rules, rule50_keys), table, set(), length))
    check_members(board)
    with HeldSignals():
        return tuple(follow(GamePosition(board), table, set(), length))
