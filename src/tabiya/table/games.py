"""`TableOfGames`: the methods of a table that need to know the game: lines of moves and books."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from .backend import TableBackend

if TYPE_CHECKING:
    from ..books import Book, Prefilled
    from ..engine.options import Rule50Keys

__all__ = ["TableOfGames"]


class TableOfGames(TableBackend):
    """What a table does with boards and books. The game comes with them."""

    def principal_variation(
        self, board: Any, max_length: int = 64, *, rule50_keys: Rule50Keys = "off"
    ) -> tuple[Any, ...]:
        """Returns the line of best moves that the table remembers from a position on.

        `board` is a board of this package or a `tabiya.Game`; it does not change. The line ends after
        `max_length` moves, at the end of the game, where the table knows no move or none that is legal, and
        with a move that repeats a position. `rule50_keys` is the option of the search that filled the table.

        >>> from tabiya import Engine, TranspositionTable, chess
        >>> table = TranspositionTable(hash_mb=1)
        >>> board = chess.Board("6k1/5ppp/8/8/8/8/8/R3R1K1 w - - 0 1")
        >>> result = Engine("chess", table=table).search(board, depth=4)
        >>> [str(move) for move in table.principal_variation(board)]
        ['a1a8']
        """
        from ..solve.principal_variation import principal_variation

        return principal_variation(self, board, max_length, rule50_keys)

    def prefill_from_book(
        self,
        book: Book,
        plies: int = 8,
        entry_depth: int = 0,
        *,
        positions: Iterable[Any] | None = None,
    ) -> Prefilled:
        """Stores the moves of a book, so that the first searches try them first; returns how many.

        Takes positions up to `plies` from the start. A book with another program's keys (Polyglot) is
        walked through its own moves, from the start or from the boards in `positions`. Entries have the
        source ``BOOK`` and are 32 generations old, so that any other entry displaces them. A move with a
        score and a depth becomes an exact entry of that depth. Any other becomes a bound of depth
        `entry_depth` that never cuts off: the search tries the move first and trusts no score.

        >>> from tabiya import TranspositionTable, chess
        >>> from tabiya.books import BookBuilder
        >>> builder = BookBuilder("chess")
        >>> builder.add_line(["e2e4", "e7e5", "g1f3"])
        >>> table = TranspositionTable(hash_mb=1)
        >>> table.prefill_from_book(builder.book())
        Prefilled(stored=3, skipped=0, illegal=0)
        >>> str(chess.Move.unpack(table.probe(chess.Board().key).move))
        'e2e4'
        """
        from ..books.prefill import prefill

        return prefill(self, book, plies, entry_depth, positions)
