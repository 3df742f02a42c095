"""`GameBoard`: the methods shared by the boards of all games, over the native board of each.

A game's board inherits from its native class first and from this class second. `BoardBackend` lists what the
native class has, and what the game adds: how its moves and positions are written.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, SupportsIndex, TypeVar

from .. import _core
from .._utils.arguments import check_int
from ..errors import ValidationError
from ..table.perft_table import PerftTable
from .move import GameMove
from .pieces import GamePiece

__all__ = ["GameBoard"]

M = TypeVar("M", bound=GameMove)
P = TypeVar("P", bound=GamePiece)

if TYPE_CHECKING:
    from .backend import BoardBackend
else:

    class BoardBackend(Generic[M]):
        __slots__ = ()


MAX_PERFT_DEPTH = 255
MAX_THREADS: int = _core.MAX_PERFT_THREADS


class GameBoard(BoardBackend[M], Generic[M, P]):
    """Move stack, legal moves, perft and key checks for any game."""

    __slots__ = ()

    _game: ClassVar[str]
    """The name of the game. See `tabiya.games`."""
    _move_type: ClassVar[type[GameMove]]
    _notation: ClassVar[str]
    """The name of the move notation."""
    _squares: ClassVar[range]
    _square_names: ClassVar[tuple[str, ...]]
    _pieces: ClassVar[dict[str, Any]]
    """The game's pieces by symbol."""

    def _shown_move(self, move: M) -> str:
        """A legal move for people to read."""
        return str(move)

    def _code(self, move: M) -> int:
        """Returns the core's integer for a move, or raises TypeError."""
        if not isinstance(move, self._move_type):
            raise TypeError(f"move must be a Move, not {type(move).__name__} ({move!r})")
        return move._packed

    # ---- moves that were made --------------------------------------------------------------------

    def push(self, move: M | str, /) -> None:
        """Makes a legal move, given as a `Move` or as text. The null move is allowed unless in check.

        >>> from tabiya.chess import Board
        >>> Board("4k3/8/8/8/8/8/8/4K3 w - -").push("e1e3")
        Traceback (most recent call last):
        tabiya.errors.IllegalMoveError: illegal move: 'e1e3' in 4k3/8/8/8/8/8/8/4K3 w - - 0 1
        """
        if isinstance(move, self._move_type):
            self._push(move._packed)
        else:
            self._push_other(move)

    def _push_other(self, move: object) -> None:
        """Called by `push` for anything but a move: parses texts and rejects the rest."""
        if not isinstance(move, str):
            kind = type(move).__name__
            raise TypeError(f"move must be a Move or its {self._notation} text, not {kind} ({move!r})")
        self._push(self._parse(move)._packed)

    def peek(self) -> M:
        """Returns the last move. Raises IndexError if there is none."""
        moves = self._moves()
        if not moves:
            raise IndexError("no move has been made on this board")
        return moves[-1]

    @property
    def move_stack(self) -> list[M]:
        """The moves made since the position was set up, as a new list."""
        return self._moves()

    def root(self) -> Self:
        """Returns a copy with all moves taken back."""
        board = self.copy()
        for _ in range(len(board._moves())):
            board._pop()
        return board

    # ---- moves that can be made ------------------------------------------------------------------

    def is_legal(self, move: M) -> bool:
        """Returns whether a move is legal. The null move never is."""
        return self._is_legal(self._code(move))

    def gives_check(self, move: M) -> bool:
        """Returns whether a legal move checks the other king."""
        return self._gives_check(self._code(move))

    def is_capture(self, move: M) -> bool:
        """Returns whether a legal move captures."""
        return self._is_capture(self._code(move))

    def evaluate(self) -> int:
        """Returns the static evaluation in centipawns for the side to move, without a search.

        >>> from tabiya import chess
        >>> chess.Board("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1").evaluate() > 600
        True
        """
        return self._evaluate()

    # ---- pieces ----------------------------------------------------------------------------------

    def piece_at(self, square: int) -> P | None:
        """Returns the piece on a square, or None."""
        return self._pieces.get(self._piece(check_int("square", square, 0, self._squares[-1])))

    def piece_type_at(self, square: int) -> int | None:
        """Returns the type of the piece on a square, or None."""
        piece = self.piece_at(square)
        return piece.piece_type if piece is not None else None

    def color_at(self, square: int) -> bool | None:
        """Returns the color of the piece on a square, or None."""
        piece = self.piece_at(square)
        return piece.color if piece is not None else None

    def piece_map(self) -> dict[int, P]:
        """Returns all pieces on the board, by square."""
        pieces = ((square, self.piece_at(square)) for square in self._squares)
        return {square: piece for square, piece in pieces if piece is not None}

    # ---- pictures --------------------------------------------------------------------------------

    def svg(
        self,
        *,
        orientation: bool = True,
        mark_last: bool = True,
        squares: Iterable[int | str] = (),
        arrows: Iterable[M | str | tuple[int | str, int | str]] = (),
        size: SupportsIndex | None = None,
    ) -> str:
        """Returns a picture of the board as SVG, for a file, a page or a notebook.

        `orientation` is the side that sits below: True for the one that moves first. The last move is marked,
        and a king in check. `squares` are marked too, given by number or name. `arrows` are legal moves, or
        pairs of squares. `size` is the width in pixels; without it the picture takes the room it gets.

        >>> from tabiya.chess import Board
        >>> Board().svg(arrows=["e2e4", ("g8", "f6")], squares=["d4"], size=400).startswith("<svg")
        True
        """
        from .pictures import picture

        width = None if size is None else check_int("size", size, 16, 16_384)
        return picture(self, bool(orientation), bool(mark_last), squares, arrows, width)

    def _repr_svg_(self) -> str:
        """The picture that notebooks show."""
        return self.svg(size=390)

    # ---- keys ------------------------------------------------------------------------------------

    def key_after(self, move: M | str) -> int:
        """Returns the key after a legal move without making it, for example to prefetch its entry."""
        code = self._code(self._parse(move) if isinstance(move, str) else move)
        if code:
            return self._key_after(code)
        self._push(code)
        key = self.key
        self._pop()
        return key

    def verify(self) -> None:
        """Recomputes key and board from scratch. `ValidationError` names the term that differs."""
        reason = self._verify()
        if reason is not None:
            raise ValidationError(f"at {self._text()}: {reason}")

    # ---- perft -----------------------------------------------------------------------------------

    def perft(
        self,
        depth: SupportsIndex,
        table: PerftTable | None = None,
        threads: SupportsIndex = 1,
        bulk: bool = True,
        verify: bool = False,
    ) -> int:
        """Counts the sequences of `depth` legal moves. Ctrl-C stops it.

        `table` caches counts. `bulk` counts the last moves without making them. `verify` recomputes every key
        from scratch and raises `ValidationError` if it differs.

        >>> from tabiya.chess import Board
        >>> Board().perft(4)
        197281
        """
        if check_int("depth", depth, 0, MAX_PERFT_DEPTH) == 0:
            return 1
        return sum(nodes for _, nodes in self._checked_divide(depth, table, threads, bulk, verify))

    def divide(
        self,
        depth: SupportsIndex,
        table: PerftTable | None = None,
        threads: SupportsIndex = 1,
        bulk: bool = True,
        verify: bool = False,
    ) -> dict[M, int]:
        """Returns `perft` below each legal move. Use it to find where two programs differ."""
        check_int("depth", depth, 1, MAX_PERFT_DEPTH)
        counts = self._checked_divide(depth, table, threads, bulk, verify)
        return {self._move(code): nodes for code, nodes in counts}

    def _checked_divide(
        self, depth: SupportsIndex, table: PerftTable | None, threads: SupportsIndex, bulk: bool, verify: bool
    ) -> list[tuple[int, int]]:
        if table is not None and not isinstance(table, PerftTable):
            raise TypeError(
                f"table must be a tabiya.PerftTable or None, not {type(table).__name__} ({table!r})"
            )
        for name, value in (("bulk", bulk), ("verify", verify)):
            if not isinstance(value, bool):
                raise TypeError(f"{name} must be a bool, not {type(value).__name__} ({value!r})")
        workers = check_int("threads", threads, 1, MAX_THREADS)
        return self._divide(int(depth), table, workers, bulk, verify)

    # ---- copies and comparison -------------------------------------------------------------------

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        """Returns whether positions and counters are equal. The move stack does not matter."""
        if not isinstance(other, GameBoard) or other._move_type is not self._move_type:
            return NotImplemented
        return self.key == other.key and self._text() == other._text()

    # Boards are mutable. Use the key or the text in sets and dicts.
    __hash__: ClassVar[None]  # type: ignore[assignment]
