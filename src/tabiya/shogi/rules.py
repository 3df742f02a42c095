"""What the rules of shogi say of a position and of the game that led to it."""

from __future__ import annotations

from .. import _core
from ..arguments import check_int
from ..boards.board import GameBoard
from .move import Move
from .outcome import Declaration, Outcome, Repetition, Termination
from .pieces import BY_SYMBOL, Piece
from .squares import SQUARES

__all__ = ["RulesOfBoard"]

DECLARATION_RULES = (27, 24)


def check_rule(rule: int, name: str = "rule") -> int:
    """27 or 24, or the sentence that says so."""
    if check_int(name, rule, 24, 27) not in DECLARATION_RULES:
        raise ValueError(f"{name} must be 27 or 24, not {rule}")
    return int(rule)


class RulesOfBoard(_core.ShogiBoard, GameBoard[Move, Piece]):
    """The part of `Board` that judges: check, mate, repetition, declarations, and the end of the game."""

    __slots__ = ()

    _game = "shogi"
    _move_type = Move
    _squares = SQUARES
    _pieces = BY_SYMBOL
    _notation = "USI"

    def is_checkmate(self) -> bool:
        """Whether the side to move is in check and has no legal move.

        Without check and without a legal move a player loses too: see `is_stalemate`.
        """
        return self.is_check() and not self._has_legal_move()

    def is_stalemate(self) -> bool:
        """Whether the side to move has no legal move and is not in check: it loses, as by a mate."""
        return not self.is_check() and not self._has_legal_move()

    # ---- repetition ------------------------------------------------------------------------------

    def is_repetition(self, count: int = 4) -> bool:
        """Whether the position stands on the board for at least the `count`-th time.

        Positions are equal when board, hands and side to move are. What the fourth time means is
        `repetition`'s to say.
        """
        return self._repetitions() + 1 >= check_int("count", count, 1, 1 << 30)

    def repetition(self) -> Repetition:
        """What the fourth repetition means for the side to move.

        A draw, unless one side gave check with every move that it made since the first of the four: that
        side loses.
        """
        return Repetition(self._repetition())

    # ---- declaration -----------------------------------------------------------------------------

    def declaration(self, rule: int = 27) -> Declaration:
        """What the side to move gets if it declares now, by the rule of 27 points or by that of 24.

        It may declare if it is not in check, its king stands in the last three ranks, at least ten other
        pieces of its own stand there too, and its points are enough. Rook, bishop and what they promote to
        count 5 points each and all other pieces 1, of those in the last three ranks and in the hand, the
        king not counted. By 27 points black wins with 28 and white with 27; by 24 points either side wins
        with 31 and draws with 24.
        """
        return Declaration(self._declaration_result(check_rule(rule) == 24))

    def can_declare(self, rule: int = 27) -> bool:
        """Whether the side to move may declare now, for a win or for a draw: see `declaration`."""
        return self._declaration(check_rule(rule) == 24)

    def is_nyugyoku(self, rule: int = 27) -> bool:
        """Whether the side to move wins by declaring now: see `declaration`."""
        return self.declaration(rule) is Declaration.WIN

    def declaration_points(self) -> int:
        """The points of the side to move: its pieces in the last three ranks and in its hand."""
        points: int = self._declaration_points()[0]
        return points

    # ---- the end of the game ---------------------------------------------------------------------

    def outcome(self, *, declare: int | None = None) -> Outcome | None:
        """How the game ended, or None while it goes on.

        With `declare`, 27 or 24, the side to move declares by that rule if it may.
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
        """Whether the game is over: `outcome` says how."""
        return self.outcome(declare=declare) is not None

    def result(self, *, declare: int | None = None) -> str:
        """``"1-0"`` if black won, ``"0-1"``, ``"1/2-1/2"``, or ``"*"`` while the game goes on."""
        outcome = self.outcome(declare=declare)
        return outcome.result() if outcome is not None else "*"

    # ---- exchanges -------------------------------------------------------------------------------

    def see(self, move: Move) -> int:
        """What a legal move wins on its square when both sides go on capturing there as long as it pays.

        A pawn counts 100, a lance 300, a knight 350, a silver 500, a gold 550, a bishop 850, a rook 1000;
        what is captured changes sides, so that taking a pawn wins 200. Negative if the move loses.
        """
        return self._see(self._code(move))
