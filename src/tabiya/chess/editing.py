"""The part of `Board` that sets up and edits positions.

>>> from tabiya import chess
>>> board = chess.Board.empty()
>>> board.set_piece_at(chess.E1, chess.Piece(chess.KING, chess.WHITE))
>>> board.is_valid(), board.status()
(False, <Status.NO_BLACK_KING: 2>)
>>> board.set_piece_at(chess.E8, chess.Piece(chess.KING, chess.BLACK))
>>> board.is_valid(), board.legal_moves.count()
(True, 5)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Self, cast

from ..boards.errors import checked_text
from .errors import FenError
from .notation import STARTING_BOARD_FEN, STARTING_FEN, NotationOfBoard
from .pieces import BY_SYMBOL, Piece
from .squares import check_square

if TYPE_CHECKING:
    from .board import Board
    from .status import Status

__all__ = ["EditingOfBoard"]


class EditingOfBoard(NotationOfBoard):
    """The part of `Board` that sets up and edits positions.

    While an edited position is impossible, the board has pieces, attacks, texts and a status. For moves and
    for all that needs them it raises `FenError`, which names the fault.
    """

    __slots__ = ()

    @classmethod
    def empty(cls, *, chess960: bool = False) -> Self:
        """Returns a board without pieces."""
        board = cls(STARTING_FEN, chess960=chess960)
        board.clear()
        return board

    # ---- pieces ------------------------------------------------------------------------------------

    def set_piece_at(self, square: int, piece: Piece | None) -> None:
        """Puts a piece on a square, in place of any other; None removes one. Clears the move stack."""
        if piece is not None and not isinstance(piece, Piece):
            raise TypeError(f"piece must be a Piece or None, not {type(piece).__name__} ({piece!r})")
        letters = self._letters()
        at = check_square(square)
        self._place(letters[:at] + (piece.symbol() if piece else ".") + letters[at + 1 :])

    def remove_piece_at(self, square: int) -> Piece | None:
        """Removes and returns the piece on a square, None if it is empty. Clears the move stack."""
        piece: Piece | None = self.piece_at(square)
        self.set_piece_at(square, None)
        return piece

    def set_piece_map(self, pieces: Mapping[int, Piece]) -> None:
        """Puts these pieces on the board, and no others. Clears the move stack."""
        letters = ["."] * 64
        for square, piece in pieces.items():
            letters[check_square(square)] = piece.symbol()
        self._place("".join(letters))

    def set_board_fen(self, fen: str) -> None:
        """Sets up the pieces of the first field of a FEN. Clears the move stack."""
        text = checked_text("fen", fen).strip()
        ranks = text.split("/")
        if len(ranks) != 8:
            raise FenError(f"invalid FEN {text!r}: pieces: {len(ranks)} instead of 8 ranks")
        self._place("".join(_letters_of(text, rank) for rank in reversed(ranks)))

    def clear_board(self) -> None:
        """Removes all pieces. Clears the move stack."""
        self._place("." * 64)

    def reset_board(self) -> None:
        """Sets up the pieces of the starting position. Clears the move stack."""
        self.set_board_fen(STARTING_BOARD_FEN)

    def _place(self, letters: str) -> None:
        sets = [0] * 8
        for square, letter in enumerate(letters):
            if letter != ".":
                piece = BY_SYMBOL[letter]
                sets[piece.piece_type - 1] |= 1 << square
                sets[6 if piece.color else 7] |= 1 << square
        self._set_pieces(sets)
        self._clear_moves()

    # ---- the whole position ------------------------------------------------------------------------

    def clear(self) -> None:
        """Removes all pieces, castling rights and moves. White is to move."""
        self.turn, self.castling_rights, self.ep_square = True, 0, None
        self.halfmove_clock, self.fullmove_number = 0, 1
        self.clear_board()

    def clear_stack(self) -> None:
        """Forgets the moves made so far. The position stays."""
        self._clear_moves()

    def set_castling_fen(self, castling_fen: str) -> None:
        """Sets the castling rights of a FEN's field, such as ``"KQkq"``. Clears the move stack."""
        ranks, side = self.board_fen(), "w" if self.turn else "b"
        with_rights = type(self)(f"{ranks} {side} {castling_fen} - 0 1", chess960=self.chess960)
        self.castling_rights = with_rights.castling_rights
        self._clear_moves()

    def clean_castling_rights(self) -> int:
        """Returns the castling rights that have their king and their rook, as a mask of the rooks."""
        return self._castling_rooks()

    @classmethod
    def from_chess960_pos(cls, scharnagl: int) -> Self:
        """Returns the starting position of Chess960 with a number from 0 to 959."""
        from .chess960 import start_of_chess960

        return cls(start_of_chess960(scharnagl), chess960=True)

    def set_chess960_pos(self, scharnagl: int) -> None:
        """Sets up the starting position of Chess960 with a number from 0 to 959."""
        from .chess960 import start_of_chess960

        self.set_fen(start_of_chess960(scharnagl))

    def chess960_pos(self) -> int | None:
        """Returns the number of this starting position of Chess960, or None if it is not one."""
        from .chess960 import position_of_chess960

        return position_of_chess960(self.fen(shredder=True))

    # ---- faults ------------------------------------------------------------------------------------

    def status(self) -> Status:
        """Returns what is wrong with the position, as flags; 0 if nothing is.

        A board without faults is possible, not reachable: nobody knows whether a game leads there.
        """
        from .status import status_of

        return status_of(cast("Board", self))

    def is_valid(self) -> bool:
        """Returns whether `status` finds no fault."""
        return not self.status()

    def was_into_check(self) -> bool:
        """Returns whether the side that is not to move is in check, so that its king could be captured."""
        king = self.king(not self.turn)
        return king is not None and self.is_attacked_by(self.turn, king)

    # ---- mirrors -----------------------------------------------------------------------------------

    def mirror(self) -> Self:
        """Returns the position mirrored vertically with swapped colours, without the moves.

        >>> from tabiya.chess import Board
        >>> Board("4k3/8/8/8/4P3/8/8/4K2R w K - 3 9").mirror().fen()
        '4k2r/8/8/4p3/8/8/8/4K3 b k - 3 9'
        """
        from .bitboards import flip_vertical

        board = self.transform(flip_vertical)
        board._place(board._letters().swapcase())
        board.turn = not self.turn
        return board

    def apply_mirror(self) -> None:
        """Mirrors this board: see `mirror`. Clears the move stack."""
        self.mirror()._copy(self)

    def transform(self, f: Callable[[int], int]) -> Self:
        """Returns the position with all squares moved by a function of masks, such as `flip_vertical`.

        The moves are dropped.
        """
        board = self.copy(stack=False)
        board._set_pieces([f(mask) for mask in self._sets()])
        board.castling_rights = f(self.castling_rights)
        if self.ep_square is not None:
            board.ep_square = f(1 << self.ep_square).bit_length() - 1
        board._clear_moves()
        return board

    def apply_transform(self, f: Callable[[int], int]) -> None:
        """Transforms this board: see `transform`. Clears the move stack."""
        self.transform(f)._copy(self)


def _letters_of(text: str, rank: str) -> str:
    letters = ""
    for letter in rank:
        if letter in BY_SYMBOL:
            letters += letter
        elif letter in "12345678":
            letters += "." * int(letter)
        else:
            raise FenError(f"invalid FEN {text!r}: pieces: {letter!r} is not a piece")
    if len(letters) != 8:
        raise FenError(f"invalid FEN {text!r}: pieces: {rank!r} has {len(letters)} squares instead of 8")
    return letters
