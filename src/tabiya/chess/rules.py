"""The rules of chess: check, mate, draws and the end of the game."""

from __future__ import annotations

from .. import _core
from .._utils.arguments import check_int
from ..boards.board import GameBoard
from .move import Move
from .outcome import Outcome, Termination
from .pieces import BY_SYMBOL, Piece
from .squares import SQUARE_NAMES, SQUARES

__all__ = ["RulesOfBoard"]


class RulesOfBoard(_core.ChessBoard, GameBoard[Move, Piece]):
    """The part of `Board` that applies the rules: check, mate, draws and the end of the game."""

    __slots__ = ()

    _game = "chess"
    _move_type = Move
    _squares = SQUARES
    _square_names = SQUARE_NAMES
    _pieces = BY_SYMBOL
    _notation = "UCI"

    def is_checkmate(self) -> bool:
        """Returns whether the side to move is in check and has no legal move."""
        return self.is_check() and not self._has_legal_move()

    def is_stalemate(self) -> bool:
        """Returns whether the side to move has no legal move and is not in check."""
        return not self.is_check() and not self._has_legal_move()

    def is_insufficient_material(self) -> bool:
        """Returns whether neither side has the material to mate, even with help."""
        return self._insufficient()

    def has_insufficient_material(self, color: bool) -> bool:
        """Returns whether a side lacks the material to mate, even with help."""
        return self._insufficient_for(Piece.check_color(color))

    # ---- repetition and the counter of moves -----------------------------------------------------

    def is_repetition(self, count: int = 3) -> bool:
        """Returns whether the position has occurred at least `count` times.

        Positions are equal if they allow the same moves: same pieces, side to move, castling rights and legal
        en-passant capture. Positions before a null move do not count.
        """
        return self._repetitions() + 1 >= check_int("count", count, 1, 1 << 30)

    def is_fivefold_repetition(self) -> bool:
        """Returns whether the game is drawn by fivefold repetition, without a claim."""
        return self.is_repetition(5)

    def is_fifty_moves(self) -> bool:
        """Returns whether the fifty-move counter allows a claim of a draw in this position."""
        return self._is_halfmoves(100)

    def is_seventyfive_moves(self) -> bool:
        """Returns whether the game is drawn by the seventy-five-move rule, without a claim."""
        return self._is_halfmoves(150)

    def _is_halfmoves(self, plies: int) -> bool:
        return self.halfmove_clock >= plies and self._has_legal_move()

    def can_claim_draw(self) -> bool:
        """Returns whether the side to move may claim a draw by fifty moves or threefold repetition."""
        return self.can_claim_fifty_moves() or self.can_claim_threefold_repetition()

    def can_claim_fifty_moves(self) -> bool:
        """Returns whether a draw by fifty moves may be claimed now or after a legal move."""
        if self.is_fifty_moves():
            return True
        return self.halfmove_clock >= 99 and self._some_move_leads_to(100, 1)

    def can_claim_threefold_repetition(self) -> bool:
        """Returns whether a draw by threefold repetition may be claimed now or after a legal move."""
        return self.is_repetition(3) or self._some_move_leads_to(0, 3)

    def _some_move_leads_to(self, plies: int, count: int) -> bool:
        """Returns whether a legal move leads to a counter of at least `plies` and to `count` occurrences."""
        for move in self._legal_moves():
            self._push(move._packed)
            try:
                # Mate takes precedence over the fifty-move rule.
                if self.is_repetition(count) and (plies == 0 or self._is_halfmoves(plies)):
                    return True
            finally:
                self._pop()
        return False

    # ---- the end of the game ---------------------------------------------------------------------

    def outcome(self, *, claim_draw: bool = False) -> Outcome | None:
        """Returns how the game ended, or None. `claim_draw` includes draws that a player must claim."""
        if not self._has_legal_move():
            if self.is_check():
                return Outcome(Termination.CHECKMATE, winner=not self.turn)
            reason = Termination.INSUFFICIENT_MATERIAL if self._insufficient() else Termination.STALEMATE
            return Outcome(reason, winner=None)
        draw = self._draw(claim_draw)
        return Outcome(draw, winner=None) if draw is not None else None

    def _draw(self, claim_draw: bool) -> Termination | None:
        """Why the game is drawn although legal moves exist."""
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
        """Returns whether the game is over. See `outcome`."""
        return self.outcome(claim_draw=claim_draw) is not None

    def result(self, *, claim_draw: bool = False) -> str:
        """Returns ``"1-0"``, ``"0-1"``, ``"1/2-1/2"``, or ``"*"`` while the game goes on."""
        outcome = self.outcome(claim_draw=claim_draw)
        return outcome.result() if outcome is not None else "*"

    # ---- moves -----------------------------------------------------------------------------------

    def see(self, move: Move) -> int:
        """Returns the material won by a legal move if both sides keep capturing on its square while it pays.

        Pawn 100, knight and bishop 300, rook 500, queen 900. Negative if the move loses material.
        """
        return self._see(self._code(move))
