"""`BoardBackend`: the interface of the native boards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, Self, TypeVar

from .move import GameMove

if TYPE_CHECKING:
    from ..table.perft_table import PerftTable
    from .legal_moves import LegalMoves

__all__ = ["BoardBackend"]

M = TypeVar("M", bound=GameMove)


class BoardBackend(Generic[M]):
    """The methods that `GameBoard` needs from a native board, such as `_core.ChessBoard`.

    A game's board inherits from its native board first and from `GameBoard` second, so that calls go straight
    to the core. Moves are packed: integers of the core.
    """

    __slots__ = ()

    @property
    def key(self) -> int:
        raise NotImplementedError

    @property
    def legal_moves(self) -> LegalMoves[M]:
        raise NotImplementedError

    def copy(self, *, stack: bool = True) -> Self:
        raise NotImplementedError

    def pop(self) -> M:
        raise NotImplementedError

    # ---- moves that were made ----------------------------------------------------------------------------

    def _push(self, packed: int, /) -> None:
        raise NotImplementedError

    def _pop(self) -> M:
        raise NotImplementedError

    def _moves(self) -> list[M]:
        """The moves made so far."""
        raise NotImplementedError

    # ---- moves that can be made --------------------------------------------------------------------------

    def _legal_moves(self) -> list[M]:
        raise NotImplementedError

    def _count_moves(self) -> int:
        raise NotImplementedError

    def _has_legal_move(self) -> bool:
        raise NotImplementedError

    def _is_legal(self, packed: int) -> bool:
        raise NotImplementedError

    def _is_capture(self, packed: int) -> bool:
        raise NotImplementedError

    def _gives_check(self, packed: int) -> bool:
        raise NotImplementedError

    def _see(self, packed: int) -> int:
        """The static exchange evaluation of a move."""
        raise NotImplementedError

    def _key_after(self, packed: int) -> int:
        raise NotImplementedError

    # ---- the position ------------------------------------------------------------------------------------

    def _evaluate(self) -> int:
        raise NotImplementedError

    def _piece(self, square: int) -> str:
        """The symbol of the piece on a square."""
        raise NotImplementedError

    def _verify(self) -> object:
        """Compares the board and its keys with those computed from scratch."""
        raise NotImplementedError

    def _divide(
        self, depth: int, cache: PerftTable | None, threads: int, bulk: bool, verify: bool
    ) -> list[tuple[int, int]]:
        """Perft by packed move."""
        raise NotImplementedError
