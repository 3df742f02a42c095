"""The rules of shogi: check, mate, repetition, declarations and the end of the game."""

from __future__ import annotations

from .. import _core
from .._utils.arguments import check_int
from ..boards.board import GameBoard
from .move import Move
from .outcome import Declaration, Outcome, Repetition, Termination
from .pieces import BY_SYMBOL, Piece
from .squares import SQUARE_NAMES, SQUARES

__all__ = ["RulesOfBoard"]

DECLARATION_RULES = (27, 24)


def check_rule(rule: int, name: str = "rule") -> int:
    """Returns 27 or 24, or raises an error that says so."""
    if check_int(name, rule, 24, 27) not in DECLARATION_RULES:
        raise ValueError(f"{name} must be 27 or 24, not {rule}")
    return int(rule)


class RulesOfBoard(_core.ShogiBoard, GameBoard[Move, Piece]):
    """The part of `Board` that applies the rules: check, mate, repetition, declarations, outcome."""

    __slots__ = ()

    _game = "shogi"
    _move_type = Move
    _squares = SQUARES
    _square_names = SQUARE_NAMES
    _pieces = BY_SYMBOL
    _notation = "USI"

    def is_checkmate(self) -> bool:
        """Returns whether the side to move is in check and has no legal move.

        A player without a legal move also loses when not in check: see `is_stalemate`.
        """
        return self.is_check() and not self._has_legal_move()

    def is_stalemate(self) -> bool:
        """Returns whether the side to move has no legal move and is not in check. It loses, as by mate."""
        return not self.is_check() and not self._has_legal_move()

    # ---- repetition ------------------------------------------------------------------------------

    def is_repetition(self, count: int = 4) -> bool:
        """Returns whether the position has occurred at least `count` times.

        Positions are equal if board, hands and side to move are equal. See `repetition` for the consequence.
        """
        return self._repetitions() + 1 >= check_int("count", count, 1, 1 << 30)

    def repetition(self) -> Repetition:
        """Returns what a fourth occurrence of the position means for the side to move.

        It is a draw, unless one side gave check with every move since the first of the four. That side loses.
        """
        return Repetition(self._repetition())

    # ---- declaration -----------------------------------------------------------------------------

    def declaration(self, rule: int = 27) -> Declaration:
        """Returns the result if the side to move declares now, by the 27-point or the 24-point rule.

        A side may declare if it is not in check, its king and at least ten other pieces stand in the last
        three ranks, and it has enough points. Its pieces in these ranks and in hand count: rooks and bishops,
        promoted or not, 5 points each, other pieces 1, the king none. By the 27-point rule black wins with 28
        and white with 27. By the 24-point rule either side wins with 31 and draws with 24.
        """
        return Declaration(self._declaration_result(check_rule(rule) == 24))

    def can_declare(self, rule: int = 27) -> bool:
        """Returns whether the side to move may declare now, for a win or a draw. See `declaration`."""
        return self._declaration(check_rule(rule) == 24)

    def is_nyugyoku(self, rule: int = 27) -> bool:
        """Returns whether the side to move wins by declaring now. See `declaration`."""
        return self.declaration(rule) is Declaration.WIN

    def declaration_points(self) -> int:
        """Returns the points of the side to move for its pieces in the last three ranks and in hand."""
        points: int = self._declaration_points()[0]
        return points

    # ---- the end of the game ---------------------------------------------------------------------

    def outcome(self, *, declare: int | None = None) -> Outcome | None:
        """Returns how the game ended, or None.

        With `declare` (27 or 24) the side to move declares by that rule if it can.
        """
        if not self._has_legal_move():
            reason = Termination.CHECKMATE if self.is_check() else Termination.STALEMATE
            return Outcome(reason, winner=not self.turn)
        repetition = self.repetition()
        if repetition is Repetition.DRAW:
            return Outcome(Termination.REPETITION, winner=None)
        if repetition:
            return Outcome(Termination.PERPETUAL_CHECK, winner=self.turn == (repetition is Repetition.WIN))
        declared = Declaration.NONE if declare is None else self.declaration(check_rule(declare, "declare"))
        if declared:
            winner = self.turn if declared is Declaration.WIN else None
            return Outcome(Termination.DECLARATION, winner=winner)
        return None

    def is_game_over(self, *, declare: int | None = None) -> bool:
        """Returns whether the game is over. See `outcome`."""
        return self.outcome(declare=declare) is not None

    def result(self, *, declare: int | None = None) -> str:
        """Returns ``"1-0"`` if black won, ``"0-1"``, ``"1/2-1/2"``, or ``"*"`` while the game goes on."""
        outcome = self.outcome(declare=declare)
        return outcome.result() if outcome is not None else "*"

    # ---- exchanges -------------------------------------------------------------------------------

    def see(self, move: Move) -> int:
        """Returns the material won by a legal move if both sides keep capturing on its square while it pays.

        Pawn 100, lance 300, knight 350, silver 500, gold 550, bishop 850, rook 1000. Captured pieces change
        sides, so taking a pawn wins 200. Negative if the move loses material.
        """
        return self._see(self._code(move))
