"""The part of `Board` about pieces: where they are, what they attack, what is pinned."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

from .._utils.arguments import check_int
from .move import CASTLING, EN_PASSANT, Move
from .pieces import BY_SYMBOL, KING, PAWN, PIECE_TYPES, QUEEN, Piece
from .rules import RulesOfBoard
from .square_set import ALL, IntoSquareSet, SquareSet, mask_of
from .squares import check_square

if TYPE_CHECKING:
    from .board import Board
    from .pseudo_legal import PseudoLegalMoves

__all__ = ["AttacksOfBoard"]


def _set(number: int, what: str) -> property:
    def read(board: AttacksOfBoard) -> int:
        return board._sets()[number]

    read.__doc__ = f"The squares of {what}, as a bit mask."
    return property(read)


class AttacksOfBoard(RulesOfBoard):
    """The part of `Board` about pieces, attacks and pins."""

    __slots__ = ()

    # ---- pieces ------------------------------------------------------------------------------------

    pawns = _set(0, "all pawns")
    knights = _set(1, "all knights")
    bishops = _set(2, "all bishops")
    rooks = _set(3, "all rooks")
    queens = _set(4, "all queens")
    kings = _set(5, "both kings")

    @property
    def occupied(self) -> int:
        """The squares of all pieces, as a bit mask."""
        return self._sets()[6] | self._sets()[7]

    @property
    def occupied_co(self) -> list[int]:
        """The squares of black's and of white's pieces, as bit masks."""
        return [*self._sets()[:5:-1]]

    def pieces_mask(self, piece_type: int, color: bool) -> int:
        """Returns the squares of a side's pieces of one type as a bit mask."""
        sets = self._sets()
        kind = check_int("piece_type", piece_type, PIECE_TYPES[0], PIECE_TYPES[-1])
        return sets[kind - 1] & sets[6 if Piece.check_color(color) else 7]

    def pieces(self, piece_type: int, color: bool) -> SquareSet:
        """Returns the squares of a side's pieces of one type."""
        return SquareSet._of(self.pieces_mask(piece_type, color))

    def piece_map(self, *, mask: int = ALL) -> dict[int, Piece]:
        """Returns all pieces on the board, by square; with `mask` those on its squares."""
        letters = self._letters()
        return {
            square: BY_SYMBOL[letter]
            for square, letter in enumerate(letters)
            if letter != "." and mask >> square & 1
        }

    def king(self, color: bool) -> int | None:
        """Returns the square of a side's king. Only an edited board may have none."""
        mask = self.pieces_mask(KING, color)
        return mask.bit_length() - 1 if mask else None

    # ---- attacks -----------------------------------------------------------------------------------

    def attacks_mask(self, square: int) -> int:
        """Returns the squares that the piece on a square attacks, as a bit mask."""
        return self._attacks(check_square(square))

    def attacks(self, square: int) -> SquareSet:
        """Returns the squares that the piece on a square attacks; none if the square is empty."""
        return SquareSet._of(self._attacks(check_square(square)))

    def attackers_mask(self, color: bool, square: int, occupied: int | None = None) -> int:
        """Returns the squares of a side's pieces that attack a square, as a bit mask."""
        return self._attackers(Piece.check_color(color), check_square(square), occupied)

    def attackers(self, color: bool, square: int, occupied: IntoSquareSet | None = None) -> SquareSet:
        """Returns the squares of a side's pieces that attack a square, pinned or not.

        With `occupied`, exactly these squares block sliding pieces.
        """
        blockers = None if occupied is None else mask_of(occupied)
        return SquareSet._of(self.attackers_mask(color, square, blockers))

    def is_attacked_by(self, color: bool, square: int, occupied: IntoSquareSet | None = None) -> bool:
        """Returns whether a side's pieces attack a square."""
        blockers = None if occupied is None else mask_of(occupied)
        return self.attackers_mask(color, square, blockers) != 0

    def checkers_mask(self) -> int:
        """Returns the squares of the pieces that give check, as a bit mask."""
        king = self.king(self.turn)
        return 0 if king is None else self._attackers(not self.turn, king, None)

    def checkers(self) -> SquareSet:
        """Returns the squares of the pieces that give check."""
        return SquareSet._of(self.checkers_mask())

    def pin_mask(self, color: bool, square: int) -> int:
        """Returns `pin` as a bit mask."""
        return self._pin(Piece.check_color(color), check_square(square))

    def pin(self, color: bool, square: int) -> SquareSet:
        """Returns the line on which a slider pins a square to the king of `color`, or else all squares."""
        return SquareSet._of(self.pin_mask(color, square))

    def is_pinned(self, color: bool, square: int) -> bool:
        """Returns whether a slider pins a square to the king of `color`."""
        return self.pin_mask(color, square) != ALL

    # ---- moves -------------------------------------------------------------------------------------

    def generate_legal_moves(self, from_mask: int = ALL, to_mask: int = ALL) -> Iterator[Move]:
        """Iterates over the legal moves between these squares. Castling goes to the square of its rook."""
        return iter(self._moves_between(from_mask, to_mask, False))

    def generate_legal_captures(self, from_mask: int = ALL, to_mask: int = ALL) -> Iterator[Move]:
        """Iterates over the legal captures between these squares, en passant included."""
        return iter(self._moves_between(from_mask, to_mask, True))

    def generate_legal_ep(self, from_mask: int = ALL, to_mask: int = ALL) -> Iterator[Move]:
        """Iterates over the legal captures en passant between these squares."""
        return filter(self.is_en_passant, self._moves_between(from_mask, to_mask, True))

    def generate_castling_moves(self, from_mask: int = ALL, to_mask: int = ALL) -> Iterator[Move]:
        """Iterates over the legal castling moves from these squares to the rooks on those."""
        return filter(self.is_castling, self._moves_between(from_mask, to_mask, False))

    @property
    def pseudo_legal_moves(self) -> PseudoLegalMoves:
        """The moves that may leave the own king in check: iterate, count, or test with `in`.

        `push` takes legal moves only.
        """
        from .pseudo_legal import PseudoLegalMoves

        return PseudoLegalMoves(cast("Board", self))

    def generate_pseudo_legal_moves(self, from_mask: int = ALL, to_mask: int = ALL) -> Iterator[Move]:
        """Iterates over the pseudo-legal moves between these squares. Castling goes to its king's square."""
        for move in self.pseudo_legal_moves:
            if from_mask >> move.from_square & 1 and to_mask >> move.to_square & 1:
                yield move

    def generate_pseudo_legal_captures(self, from_mask: int = ALL, to_mask: int = ALL) -> Iterator[Move]:
        """Iterates over the pseudo-legal captures between these squares, en passant included."""
        theirs = self.occupied_co[not self.turn]
        for move in self.generate_pseudo_legal_moves(from_mask, to_mask):
            pawn = self.pawns >> move.from_square & 1
            if theirs >> move.to_square & 1 or (pawn and move.from_square - move.to_square & 7):
                yield move

    def is_pseudo_legal(self, move: Move) -> bool:
        """Returns whether a move is legal but for the safety of the own king."""
        return move in self.pseudo_legal_moves

    def is_into_check(self, move: Move) -> bool:
        """Returns whether a pseudo-legal move leaves the own king in check."""
        return move in self.pseudo_legal_moves and not self.is_legal(move)

    def find_move(self, from_square: int, to_square: int, promotion: int | None = None) -> Move:
        """Returns the legal move between two squares. A pawn that promotes becomes a queen by default."""
        wanted = Move(from_square, to_square, promotion)
        found = [
            move
            for move in self._legal_moves()
            if move.from_square == from_square and move.to_square == to_square
        ]
        for move in found:
            if move.promotion == promotion or (promotion is None and move.promotion == QUEEN):
                return move
        return self._resolve(self._code(wanted))

    def is_castling(self, move: Move) -> bool:
        """Returns whether a legal move castles."""
        return self._kind(move) == CASTLING

    def is_kingside_castling(self, move: Move) -> bool:
        """Returns whether a legal move castles on the side of the h-file."""
        return self.is_castling(move) and self._resolve(self._code(move)).pack() >> 6 & 63 > move.from_square

    def is_queenside_castling(self, move: Move) -> bool:
        """Returns whether a legal move castles on the side of the a-file."""
        return self.is_castling(move) and not self.is_kingside_castling(move)

    def is_en_passant(self, move: Move) -> bool:
        """Returns whether a legal move captures en passant."""
        return self._kind(move) == EN_PASSANT

    def is_zeroing(self, move: Move) -> bool:
        """Returns whether a legal move sets the fifty-move counter to zero: a capture or a pawn move."""
        return self.piece_type_at(move.from_square) == PAWN or self.is_capture(move)

    def is_irreversible(self, move: Move) -> bool:
        """Returns whether a legal move cannot be undone by other moves: a capture, a pawn move, a loss of
        castling rights, or one that gives up a legal capture en passant."""
        if self.is_zeroing(move) or self.has_legal_en_passant():
            return True
        before = self._castling_rooks()
        self._push(self._code(move))
        try:
            return self._castling_rooks() != before
        finally:
            self._pop()

    def has_legal_en_passant(self) -> bool:
        """Returns whether a pawn may legally capture en passant."""
        return self._legal_en_passant is not None

    def _kind(self, move: Move) -> int:
        return self._resolve(self._code(move)).pack() >> 12
