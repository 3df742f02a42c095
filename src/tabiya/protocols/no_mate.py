"""Proves that a shogi problem has no solution: no series of checks that ends in mate.

The attacker only gives check, the defender has every legal answer. A position is won for the attacker if
some check leads to a position all of whose answers are won, or that has no answer; everything else is not,
cycles included, since perpetual check does not win. So it suffices to follow all checks of each position, and
of each check one answer that is not known to lose: where that comes to an end without the first position
being won, there is no mate, however long.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

__all__ = ["NoMateProof"]

MOST_POSITIONS = 300_000
"""Positions after which it gives up: some hundred megabytes."""


@dataclass
class Attack:
    """A position with the attacker to move."""

    text: str
    won: bool = False
    reached_by: list[Defence] = field(default_factory=list)
    """Defences whose answer it is."""


@dataclass
class Defence:
    """A position in check: its answers that were not tried, and the attacks that lead here."""

    text: str
    answers: list[Any]
    reached_by: list[Attack] = field(default_factory=list)
    lost: bool = False


class NoMateProof:
    """
    >>> from tabiya import shogi
    >>> NoMateProof(shogi.Board("4k4/9/4P4/9/9/9/9/9/4K4 b G 1")).run()
    False
    >>> NoMateProof(shogi.Board("4k4/9/9/9/9/9/9/9/4K4 b G 1")).run()
    True
    """

    def __init__(self, board: Any) -> None:
        self._board = board.copy()
        self._attacks: dict[int, Attack] = {}
        self._defences: dict[int, Defence] = {}
        self._open: list[Attack] = []
        self._root = self._attack()

    def run(self, stopped: Callable[[], bool] = lambda: False) -> bool | None:
        """True if there is no mate, False if there is one, None if it was stopped or gave up."""
        while self._open:
            if stopped() or len(self._attacks) > MOST_POSITIONS:
                return None
            attack = self._open.pop()
            if not attack.won:
                self._expand(attack)
            if self._root.won:
                return False
        return True

    def _attack(self) -> Attack:
        """The attack of the board as it stands; a new one waits to be looked at."""
        key = self._board.key
        attack = self._attacks.get(key)
        if attack is None:
            attack = self._attacks[key] = Attack(self._board.sfen())
            self._open.append(attack)
        return attack

    def _expand(self, attack: Attack) -> None:
        """All checks, each with its next answer."""
        board = self._board
        board.set_sfen(attack.text)
        for check in [move for move in board.legal_moves if board.gives_check(move)]:
            board.set_sfen(attack.text)
            board.push(check)
            defence = self._defences.get(board.key)
            if defence is None:
                defence = self._defences[board.key] = Defence(board.sfen(), self._answers())
                defence.reached_by.append(attack)
                self._answer(defence)
            else:
                defence.reached_by.append(attack)
            if defence.lost:
                self._win(attack)
                return

    def _answers(self) -> list[Any]:
        """Legal answers, of which the last is tried first: captures, which take the attack its pieces."""
        board = self._board
        return sorted(board.legal_moves, key=board.is_capture)

    def _answer(self, defence: Defence) -> None:
        """Takes the next answer that is not known to lose; without one the defence is lost."""
        while defence.answers:
            self._board.set_sfen(defence.text)
            self._board.push(defence.answers.pop())
            attack = self._attack()
            if not attack.won:
                attack.reached_by.append(defence)
                return
        defence.lost = True

    def _win(self, attack: Attack) -> None:
        """Tells everybody who relied on this attack to fail."""
        won = [attack]
        while won:
            attack = won.pop()
            if attack.won:
                continue
            attack.won = True
            for defence in attack.reached_by:
                if not defence.lost:
                    self._answer(defence)
                if defence.lost:
                    won += [before for before in defence.reached_by if not before.won]
