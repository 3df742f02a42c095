"""`BoardBackend`: the interface of the native boards, and of what a game adds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, Self, TypeVar

from .move import GameMove

if TYPE_CHECKING:
    from ..table.perft_table import PerftTable
    from .legal_moves import LegalMoves

__all__ = ["BoardBackend"]

M = TypeVar("M", bound=GameMove)


class BoardBackend(Protocol[M]):
    """The methods that `GameBoard` needs from a native board, such as `_core.ChessBoard`, and from a game.

    A game's board inherits from its native board first and from `GameBoard` second, so that calls go straight
    to the core. Moves are packed: integers of the core.
    """

    @property
    def key(self) -> int: ...

    @property
    def legal_moves(self) -> LegalMoves[M]: ...

    def copy(self, *, stack: bool = True) -> Self: ...

    def pop(self) -> M: ...

    # ---- moves that were made ----------------------------------------------------------------------------

    def _push(self, packed: int, /) -> None: ...

    def _pop(self) -> M: ...

    def _moves(self) -> list[M]:
        """The moves made so far."""
        ...

    # ---- moves that can be made --------------------------------------------------------------------------

    def _legal_moves(self) -> list[M]: ...

    def _count_moves(self) -> int: ...

    def _has_legal_move(self) -> bool: ...

    def _is_legal(self, packed: int) -> bool: ...

    def _resolve(self, packed: int) -> M:
        """The legal move meant by a packed one."""
        ...

    def _is_capture(self, packed: int) -> bool: ...

    def _gives_check(self, packed: int) -> bool: ...

    def _key_after(self, packed: int) -> int: ...

    # ---- the position ------------------------------------------------------------------------------------

    def _evaluate(self) -> int: ...

    def _piece(self, square: int) -> str:
        """The symbol of the piece on a square."""
        ...

    def _verify(self) -> object:
        """Compares the board and its keys with those computed from scratch."""
        ...

    def _divide(
        self, depth: int, cache: PerftTable | None, threads: int, bulk: bool, verify: bool
    ) -> list[tuple[int, int]]:
        """Perft by packed move."""
        ...

    # ---- what the game provides ---------------------------------------------------------------------------

    def _text(self) -> str:
        """The position as text, with counters. Equal positions have equal texts."""
        ...

    def _parse(self, text: str) -> M:
        """Parses a legal move or the null move."""
        ...

    def _move(self, packed: int) -> M:
        """Converts a packed move of this board."""
        ...
