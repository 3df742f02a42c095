# What only Othello has; see ../stubs.pat.

tabiya._core._othello_move$:
    \from tabiya.othello.move import Move as OthelloMove
    def _othello_move(packed: int) -> OthelloMove: ...

tabiya._core._solve_othello$:
    def _solve_othello(board: OthelloBoard, table: Table | None) -> tuple[int, OthelloMove | None, int]:
        \doc

tabiya._core.othello_evaluation_trace$:
    \from numpy.typing import NDArray
    def othello_evaluation_trace(board: OthelloBoard) -> tuple[int, int, NDArray[numpy.uint16], NDArray[numpy.int16]]:
        \doc

tabiya._core.othello_evaluation_terms$:
    def othello_evaluation_terms(board: OthelloBoard) -> dict[str, tuple[int, int, int, int]]:
        \doc
