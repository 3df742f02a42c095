# What only shogi has; see ../stubs.pat.

tabiya._core._shogi_move$:
    \from tabiya.shogi.move import Move as ShogiMove
    def _shogi_move(packed: int) -> ShogiMove: ...

tabiya._core.ShogiBoard._hand$:
    def _hand(self, black: bool) -> tuple[int, int, int, int, int, int, int]:
        \doc

tabiya._core.ShogiBoard._declaration_points$:
    def _declaration_points(self) -> tuple[int, int, bool]:
        \doc

tabiya._core.shogi_evaluation_trace$:
    \from numpy.typing import NDArray
    def shogi_evaluation_trace(board: ShogiBoard) -> tuple[int, int, NDArray[numpy.uint16], NDArray[numpy.int16]]:
        \doc

tabiya._core.shogi_evaluation_terms$:
    def shogi_evaluation_terms(board: ShogiBoard) -> dict[str, tuple[int, int, int, int]]:
        \doc

tabiya._core.ShogiBoard.(_attackers|_attacks|_squares_with)$:
    \from typing import Any
    def \1(self, *arguments: int) -> list[int]: ...
