"""`Book`: positions and the moves that are played in them.

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
    """A move of a book, with what the book knows of it."""

    move: Any
    """A `Move` of the book's game; an integer in the book of a game written in Python."""
    weight: int = 1
    """How often it should be played, beside the position's other moves; 0 is never."""
    score: int | None = None
    """What it is worth to the side that plays it, in centipawns; None where the book does not say."""
    depth: int | None = None
    """How deep the search looked that found the score."""


class BookPosition(NamedTuple):
    """A position of a book that has its positions as texts."""

    key: int
    moves: tuple[BookMove, ...]
    text: str = ""
    """FEN or SFEN, or nothing where it was not kept."""
    ply: int | None = None
    """Plies from the start of the game; None where that is not known."""


class Book(Mapping[int, tuple[BookMove, ...]]):
    """Positions, by a key of the book's own kind, and their moves.

    It is a mapping of keys; with a board in hand, `moves`, `best` and `choose` are what is wanted. They
    answer with legal moves only: what is not legal on the board is counted in `illegal` and left out.
    """

    game: str
    """One of `tabiya.games.GAMES`, or another name for the book of a game written elsewhere."""
    illegal: int = 0
    """Moves that turned out not to be legal: by the reader of a file, or since, by a board that was asked."""

    @abstractmethod
    def key_of(self, board: Any) -> int:
        """The key under which the book has a board's position."""

    def _legal(self, board: Any, known: BookMove) -> BookMove | None:
        """The book's move as the board itself would give it, or None if it is not legal there."""
        return known if board.is_legal(known.move) else None

    def moves(self, board: Board, minimum_weight: int = 1) -> tuple[BookMove, ...]:
        """The legal moves that the book has in a position, in the book's order; none if it has not got it."""
        self._check_board(board)
        return self._moves_of(board, minimum_weight)

    def _moves_of(self, board: Any, minimum_weight: int) -> tuple[BookMove, ...]:
        """`moves` of a board that was checked."""
        found = [known for known in self.get(self.key_of(board), ()) if known.weight >= minimum_weight]
        legal = tuple(played for known in found if (played := self._legal(board, known)) is not None)
        self.illegal += len(found) - len(legal)
        return legal

    def entries(self) -> Iterator[tuple[int, tuple[BookMove, ...]]]:
        """All keys with their moves, as the book has them, in one pass."""
        for key in self:
            yield key, self[key]

    def best(self, board: Board) -> BookMove | None:
        """The best move of a position, as `best_of` judges; None if there is none."""
        return best_of(self.moves(board))

    def choose(self, board: Board, seed: int | Random | None = None) -> BookMove | None:
        """A move at random, each as often as its weight says; None if there is none.

        A seed gives the same move each time; a `random.Random` goes on where it was.
        """
        moves = self.moves(board)
        if not moves:
            return None
        random = seed if isinstance(seed, Random) else Random(seed)
        return random.choices(moves, [known.weight for known in moves])[0]

    def verify(self, progress: Callable[[int, int], object] | None = None) -> None:
        """Reads the whole book and raises `BookError` where it is broken. What is in memory has been read."""

    def __contains__(self, position: object) -> bool:
        """Whether a key, or a board's position, is in the book."""
        key = position if isinstance(position, int) else self.key_of(position)
        return self.get(key) is not None

    def _check_board(self, board: object) -> None:
        if self.game not in GAMES:
            return
        played = spec_of(board)
        if played is None:
            raise TypeError(f"board must be a tabiya.{self.game}.Board, not {type(board).__name__}")
        if played.name != self.game:
            raise TypeError(f"board must be of {self.game}, as the book is, not of {played.name}")

    # Books are told apart by identity: comparing two by contents would read both to the end.
    __eq__ = object.__eq__

    def __hash__(self) -> int:
        return object.__hash__(self)


def best_of(moves: Iterable[BookMove]) -> BookMove | None:
    """The highest score where every move has one, else the greatest weight; of equals the first.

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
    """A book in memory, by the keys of the boards themselves.

    >>> book = MemoryBook("mine", [BookPosition(77, (BookMove(3), BookMove(5, weight=2)))])
    >>> book[77][1].move, len(book), 78 in book
    (5, 1, False)
    """

    def __init__(self, game: str, positions: Iterable[BookPosition] = (), illegal: int = 0) -> None:
        self.game = game
        self._positions: dict[int, BookPosition] = {}
        for position in positions:
            self.add(position)
        self.illegal = illegal  # a reader counts while the positions come

    def add(self, position: BookPosition) -> None:
        """Takes a position in. Where the book has it, weights add up and the deeper score stays."""
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
        """All positions, in the order in which they came."""
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
