"""What the rules of chess say of a position and of the game that led to it."""

from __future__ import annotations

from .. import _core
from ..arguments import check_int
from ..boards.board import GameBoard
from .move import Move
from .outcome import Outcome, Termination
from .pieces import BY_SYMBOL, Piece
from .squares import SQUARES

__all__ = ["RulesOfBoard"]


class RulesOfBoard(_core.ChessBoard, GameBoard[Move, Piece]):
    """The part of `Board` that judges: check, mate, draws, and the end of the game."""

    __slots__ = ()

    _game = "chess"
    _move_type = Move
    _squares = SQUARES
    _pieces = BY_SYMBOL
    _notation = "UCI"

    def is_checkmate(self) -> bool:
        """Whether the side to move is in check and has no legal move."""
        return self.is_check() and not self._has_legal_move()

    def is_stalemate(self) -> bool:
        """Whether the side to move has no legal move and is not in check."""
        return not self.is_check() and not self._has_legal_move()

    def is_insufficient_material(self) -> bool:
        """Whether neither side has the material to mate, however badly the other plays."""
        return self._insufficient()

    def has_insufficient_material(self, color: bool) -> bool:
        """Whether a side lacks the material to mate, however badly the other plays."""
        return self._insufficient_for(Piece.check_color(color))

    # ---- repetition and the counter of moves -----------------------------------------------------

    def is_repetition(self, count: int = 3) -> bool:
        """Whether the position stands on the board for at least the `count`-th time.

        Positions are equal when the same moves are possible: pieces, side to move, castling rights, and an
        en-passant capture that is legal. Nothing before a null move counts.
        """
        return self._repetitions() + 1 >= check_int("count", count, 1, 1 << 30)

    def is_fivefold_repetition(self) -> bool:
        """Whether the game is drawn by repetition without a claim."""
        return self.is_repetition(5)

    def is_fifty_moves(self) -> bool:
        """Whether a draw by fifty moves may be claimed for the moves already made."""
        return self._is_halfmoves(100)

    def is_seventyfive_moves(self) -> bool:
        """Whether the game is drawn by seventy-five moves without a claim."""
        return self._is_halfmoves(150)

    def _is_halfmoves(self, plies: int) -> bool:
        return self.halfmove_clock >= plies and self._has_legal_move()

    def can_claim_draw(self) -> bool:
        """Whether the side to move may claim a draw, by fifty moves or by threefold repetition."""
        return self.can_claim_fifty_moves() or self.can_claim_threefold_repetition()

    def can_claim_fifty_moves(self) -> bool:
        """Whether fifty moves without capture or pawn move were made, or will be with a legal move."""
        if self.is_fifty_moves():
            return True
        return self.halfmove_clock >= 99 and self._some_move_leads_to(100, 1)

    def can_claim_threefold_repetition(self) -> bool:
        """Whether the position stands for the third time, or will after a legal move."""
        return self.is_repetition(3) or self._some_move_leads_to(0, 3)

    def _some_move_leads_to(self, plies: int, count: int) -> bool:
        """Whether a legal move leads to a counter of at least `plies` and the `count`-th repetition."""
        for move in self._legal_moves():
            self._push(move._packed)
            try:
                # A mate is no draw: the counter counts only where the game goes on.
                if self.is_repetition(count) and (plies == 0 or self._is_halfmoves(plies)):
                    return True
            finally:
                self._pop()
        return False

    # ---- the end of the game ---------------------------------------------------------------------

    def outcome(self, *, claim_draw: bool = False) -> Outcome | None:
        """How the game ended, or None while it goes on; `claim_draw` counts draws that must be claimed."""
        if not self._has_legal_move():
            if self.is_check():
                return Outcome(Termination.CHECKMATE, winner=not self.turn)
            reason = Termination.INSUFFICIENT_MATERIAL if self._insufficient() else Termination.STALEMATE
            return Outcome(reason, winner=None)
        draw = self._draw(claim_draw)
        return Outcome(draw, winner=None) if draw is not None else None

    def _draw(self, claim_draw: bool) -> Termination | None:
        """Why the game is drawn although there are moves."""
        if self._insufficient():
            return Termination.INSUFFICIENT_MATERIAL
        if self.halfmove_clock >= 150:
            return Termination.SEVENTYFIVE_MOVES
        if self.is_fivefold_repetition():
            return Termination.FIVEFOLD_REPETITION
        if claim_draw and self.can_claim_fifty_moves():
            return Termination.FIFTY_MOVES
        if claim_draw and self.can_claim_threefold_repetition():
            return Termination.THREEFOLD_REPETITION
        return None

    def is_game_over(self, *, claim_draw: bool = False) -> bool:
        """Whether the game is over: `outcome` says how."""
        return self.outcome(claim_draw=claim_draw) is not None

    def result(self, *, claim_draw: bool = False) -> str:
        """``"1-0"``, ``"0-1"``, ``"1/2-1/2"``, or ``"*"`` while the game goes on."""
        outcome = self.outcome(claim_draw=claim_draw)
        return outcome.result() if outcome is not None else "*"

    # ---- moves -----------------------------------------------------------------------------------

    def see(self, move: Move) -> int:
        """What a legal move wins on its square when both sides go on capturing there as long as it pays.

        A pawn counts 100, knight and bishop 300, a rook 500, a queen 900; negative if the move loses.
        """
        return self._see(self._code(move))
