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

tabiya._core.chess_evaluation_trace$:
    \from numpy.typing import NDArray
    def chess_evaluation_trace(board: ChessBoard) -> tuple[int, int, NDArray[numpy.uint16], NDArray[numpy.int16]]:
        \doc

tabiya._core.chess_evaluation_terms$:
    def chess_evaluation_terms(board: ChessBoard) -> dict[str, tuple[int, int, int, int]]:
        \doc

tabiya._core.ChessBoard._sets$:
    def _sets(self) -> tuple[int, int, int, int, int, int, int, int]: ...

tabiya._core.ChessBoard._moves_between$:
    def _moves_between(self, origins: int, targets: int, captures: bool) -> list[ChessMove]: ...

tabiya._core.ChessBoard.turn$:
    @property
    def turn(self) -> bool:
        \doc

    @turn.setter
    def turn(self, value: bool) -> None: ...

tabiya._core.ChessBoard.castling_rights$:
    @property
    def castling_rights(self) -> int:
        \doc

    @castling_rights.setter
    def castling_rights(self, value: SupportsIndex) -> None: ...

tabiya._core.ChessBoard.ep_square$:
    @property
    def ep_square(self) -> int | None:
        \doc

    @ep_square.setter
    def ep_square(self, value: int | None) -> None: ...

tabiya._core.ChessBoard.halfmove_clock$:
    @property
    def halfmove_clock(self) -> int:
        \doc

    @halfmove_clock.setter
    def halfmove_clock(self, value: int) -> None: ...

tabiya._core.ChessBoard.fullmove_number$:
    @property
    def fullmove_number(self) -> int:
        \doc

    @fullmove_number.setter
    def fullmove_number(self, value: int) -> None: ...
