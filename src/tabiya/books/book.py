"""`Book`: positions and the moves played in them.

>>> from tabiya import chess
>>> from tabiya.books import BookBuilder
>>> builder = BookBuilder("chess")
>>> for line in ("e2e4 e7e5 g1f3", "e2e4 c7c5", "d2d4 d7d5"):
...     builder.add_line(line.split())
>>> book = builder.book()
>>> len(book), [(str(found.move), found.weight) for found in book.moves(chess.Board())]
(4, [('e2e4', 2), ('d2d4', 1)])
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

from ..games import GAMES, spec_of
from .record import Board

__all__ = ["Book", "BookMove", "BookPosition", "MemoryBook", "best_of"]


class BookMove(NamedTuple):
    """A book move with its weight, score and depth."""

    move: Any
    """A `Move` of the book's game; an integer for games written in Python."""
    weight: int = 1
    """How often to play it, relative to the position's other moves. 0 means never."""
    score: int | None = None
    """Centipawns for the side that plays it; None if unknown."""
    depth: int | None = None
    """The depth of the search that found the score."""


class BookPosition(NamedTuple):
    """A position and its moves, from a book that keeps positions as text."""

    key: int
    moves: tuple[BookMove, ...]
    text: str = ""
    """FEN or SFEN; empty if it was not kept."""
    ply: int | None = None
    """Plies from the start of the game; None if unknown."""


class Book(Mapping[int, tuple[BookMove, ...]]):
    """Positions, by a key that depends on the kind of book, and their moves.

    A book is a mapping by key. With a board, use `moves`, `best` and `choose`. They return legal moves only:
    illegal ones are counted in `illegal` and skipped.
    """

    game: str
    """One of `tabiya.games.GAMES`, or another name for a game written elsewhere."""
    illegal: int = 0
    """Illegal moves found so far, by the file reader or by a look-up."""

    @abstractmethod
    def key_of(self, board: Any) -> int:
        """Returns the book's key for the position of a board."""

    def _legal(self, board: Any, known: BookMove) -> BookMove | None:
        """Converts a book move to a move of the board; None if it is illegal."""
        return known if board.is_legal(known.move) else None

    def moves(self, board: Board, minimum_weight: int = 1) -> tuple[BookMove, ...]:
        """Returns the legal moves for a position, in the book's order."""
        self._check_board(board)
        return self._moves_of(board, minimum_weight)

    def _moves_of(self, board: Any, minimum_weight: int) -> tuple[BookMove, ...]:
        """`moves` without the type check."""
        found = [known for known in self.get(self.key_of(board), ()) if known.weight >= minimum_weight]
        legal = tuple(played for known in found if (played := self._legal(board, known)) is not None)
        self.illegal += len(found) - len(legal)
        return legal

    def entries(self) -> Iterator[tuple[int, tuple[BookMove, ...]]]:
        """Iterates over all keys and their moves in one pass."""
        for key in self:
            yield key, self[key]

    def best(self, board: Board) -> BookMove | None:
        """Returns the best move for a position, chosen by `best_of`; None if there is none."""
        return best_of(self.moves(board))

    def choose(self, board: Board, seed: int | Random | None = None) -> BookMove | None:
        """Returns a random move, weighted by `weight`; None if there is none.

        An integer seed returns the same move each time. A `random.Random` continues its sequence.
        """
        moves = self.moves(board)
        if not moves:
            return None
        random = seed if isinstance(seed, Random) else Random(seed)
        return random.choices(moves, [known.weight for known in moves])[0]

    def verify(self, progress: Callable[[int, int], object] | None = None) -> None:
        """Checks the whole book. Raises `BookError` if it is broken. Books in memory are valid already."""

    def __contains__(self, position: object) -> bool:
        """Returns whether the book has a key, or the position of a board."""
        key = position if isinstance(position, int) else self.key_of(position)
        return self.get(key) is not None

    def _check_board(self, board: object) -> None:
        if self.game not in GAMES:
            return
        played = spec_of(board)
        if played is None:
            raise TypeError(f"board must be a tabiya.{self.game}.Board, not {type(board).__name__}")
        if played.name != self.game:
            raise TypeError(f"the book is for {self.game}, but board is a {played.name} board")

    # Compared by identity: comparing contents would read both books completely.
    __eq__ = object.__eq__

    def __hash__(self) -> int:
        return object.__hash__(self)


def best_of(moves: Iterable[BookMove]) -> BookMove | None:
    """Returns the move with the highest score if all have one, else with the highest weight.

    >>> best_of([BookMove("a", weight=9, score=-20), BookMove("b", weight=1, score=35)]).move
    'b'
    >>> best_of([BookMove("a", weight=9), BookMove("b", weight=1, score=35)]).move
    'a'
    """
    moves = [known for known in moves if known.weight > 0]
    if not moves:
        return None
    if all(known.score is not None for known in moves):
        return max(moves, key=lambda known: known.score or 0)
    return max(moves, key=lambda known: known.weight)


class MemoryBook(Book):
    """A book in memory, keyed by `Board.key`.

    >>> book = MemoryBook("mine", [BookPosition(77, (BookMove(3), BookMove(5, weight=2)))])
    >>> book[77][1].move, len(book), 78 in book
    (5, 1, False)
    """

    def __init__(self, game: str, positions: Iterable[BookPosition] = (), illegal: int = 0) -> None:
        self.game = game
        self._positions: dict[int, BookPosition] = {}
        for position in positions:
            self.add(position)
        self.illegal = illegal  # after the loop: readers count while they yield positions

    def add(self, position: BookPosition) -> None:
        """Adds a position. If it exists, weights are added and the deeper score is kept."""
        known = self._positions.get(position.key)
        self._positions[position.key] = position if known is None else _merged(known, position)

    def key_of(self, board: Any) -> int:
        return int(board.key)

    def __getitem__(self, key: int) -> tuple[BookMove, ...]:
        return self._positions[key].moves

    def __iter__(self) -> Iterator[int]:
        return iter(self._positions)

    def __len__(self) -> int:
        return len(self._positions)

    def positions(self) -> Iterator[BookPosition]:
        """Iterates over all positions, in insertion order."""
        return iter(self._positions.values())

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.game}, {len(self):,} positions>"


def _merged(known: BookPosition, other: BookPosition) -> BookPosition:
    moves = {found.move: found for found in known.moves}
    for found in other.moves:
        old = moves.get(found.move)
        moves[found.move] = found if old is None else _deeper(old, found)
    plies = [ply for ply in (known.ply, other.ply) if ply is not None]
    return BookPosition(
        known.key, tuple(moves.values()), known.text or other.text, min(plies) if plies else None
    )


def _deeper(old: BookMove, new: BookMove) -> BookMove:
    better = new if (new.score is not None, new.depth or 0) > (old.score is not None, old.depth or 0) else old
    return better._replace(weight=old.weight + new.weight)
