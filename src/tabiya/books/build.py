"""`BookBuilder`: builds a book from games.

>>> builder = BookBuilder("chess", max_ply=2)
>>> builder.add_line(["e2e4", "e7e5", "g1f3"], points=1)
>>> builder.add_line(["e2e4", "c7c5", "g1f3"], points=0.5)
>>> book = builder.book()
>>> [(str(known.move), known.weight) for position in book.positions() for known in position.moves]
[('e2e4', 3), ('c7c5', 1), ('e7e5', 0)]
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from .._utils.arguments import check_int
from ..games import game_spec
from .book import BookMove, BookPosition, MemoryBook
from .record import RecordedGame

__all__ = ["BookBuilder"]

MAX_BOOK_PLY = 1000


@dataclass(slots=True)
class _Played:
    """The statistics of one move over all games."""

    games: int = 0
    weight: int = 0
    score: int | None = None
    depth: int | None = None


@dataclass(slots=True)
class _Position:
    text: str
    ply: int
    moves: dict[Any, _Played] = field(default_factory=dict)


class BookBuilder:
    """Counts the moves of games, by position.

    As in Polyglot, a move weighs two for each game that its side won and one for each draw. A game without a
    result weighs one. A move that only lost has weight 0: it is in the book but never chosen. Moves after
    `max_ply` are ignored.
    """

    def __init__(self, game: str = "chess", max_ply: int = 40) -> None:
        self.game = game_spec(game)
        self.games = 0
        self.max_ply = check_int("max_ply", max_ply, 1, MAX_BOOK_PLY)
        self._positions: dict[int, _Position] = {}

    def add_line(self, moves: Sequence[str], points: float | None = None, start: str | None = None) -> None:
        """Adds a line of moves in UCI or USI notation. IllegalMoveError leaves the builder unchanged."""
        board = self.game.board(start)
        legal = []
        for text in moves:
            legal.append(self.game.notation.parse(board, text))
            board.push(legal[-1])
        self.add_game(RecordedGame(self.game, start, tuple(legal), points))

    def add_game(self, record: RecordedGame) -> None:
        """Adds the first `max_ply` plies of a game."""
        if record.game is not self.game:
            raise ValueError(f"the book is for {self.game.name}, but the game is {record.game.name}")
        self.games += 1
        board = self.game.board(record.start)
        first = board.ply() if record.start is not None else 0
        for ply, move in enumerate(record.moves, first):
            if ply >= self.max_ply:
                break
            played = self._played(board, ply, move)
            played.games += 1
            played.weight += _weight(record.points, board.turn)
            board.push(move)

    def add_games(self, records: Iterable[RecordedGame]) -> None:
        """Adds games."""
        for record in records:
            self.add_game(record)

    def add_move(
        self, board: Any, move: Any, weight: int = 1, score: int | None = None, depth: int | None = None
    ) -> None:
        """Adds a legal move of a position, with the score of a search. The deepest score is kept."""
        played = self._played(board, board.ply(), move)
        played.games += 1
        played.weight += weight
        if score is not None and (depth or 0) >= (played.depth or 0):
            played.score, played.depth = score, depth

    def _played(self, board: Any, ply: int, move: Any) -> _Played:
        position = self._positions.get(board.key)
        if position is None:
            position = self._positions[board.key] = _Position(self.game.notation.full_text(board), ply)
        position.ply = min(position.ply, ply)
        return position.moves.setdefault(move, _Played())

    def __len__(self) -> int:
        """The number of positions so far."""
        return len(self._positions)

    def book(self, min_games: int = 1, illegal: int = 0) -> MemoryBook:
        """Returns a book of the moves played in at least `min_games` games, heaviest first."""
        check_int("min_games", min_games, 1, 1 << 30)
        book = MemoryBook(self.game.name, illegal=illegal)
        for key, position in self._positions.items():
            moves = tuple(
                BookMove(move, played.weight, played.score, played.depth)
                for move, played in position.moves.items()
                if played.games >= min_games
            )
            if moves:
                heaviest = tuple(sorted(moves, key=lambda known: -known.weight))
                book.add(BookPosition(key, heaviest, position.text, position.ply))
        return book


def _weight(points: float | None, first_moves: bool) -> int:
    if points is None:
        return 1
    return round(2 * (points if first_moves else 1 - points))
