# What only chess has; see ../stubs.pat.

tabiya._core._chess_move$:
    \from tabiya.chess.move import Move as ChessMove
    def _chess_move(packed: int, chess960: bool) -> ChessMove: ...

tabiya._core.chess_zobrist$:
    def chess_zobrist(board: object, /) -> int:
        \doc

tabiya._core.ChessBoard._legal_en_passant$:
    @property
    def _legal_en_passant(self) -> int | None: ...

tabiya._core.ChessBoard.ep_square$:
    @property
    def ep_square(self) -> int | None:
        \doc

tabiya._core.chess_evaluation_trace$:
    \from numpy.typing import NDArray
    def chess_evaluation_trace(board: ChessBoard) -> tuple[int, int, NDArray[numpy.uint16], NDArray[numpy.int16]]:
        \doc

tabiya._core.chess_evaluation_terms$:
    def chess_evaluation_terms(board: ChessBoard) -> dict[str, tuple[int, int, int, int]]:
        \doc
