"""Proves that a shogi problem has no solution (no series of checks that ends in mate), or finds one.

The attacker always gives check; the defender may play every legal answer. A position is won for the attacker
if some check leaves no answer, or only answers that lead to won positions. All other positions are not won,
including cycles, because perpetual check does not win. So it is enough to follow all checks of each position,
and for each check one answer that is not known to lose. If that ends and the first position is not won, there
is no mate of any length.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Any

__all__ = ["NoMateProof"]

MOST_POSITIONS = 300_000
"""The proof gives up after this many positions, a few hundred megabytes."""


@dataclass
class Attack:
    """A position with the attacker to move."""

    text: str
    effort: int
    """The sum of the answers that the defender had at each move on the way to this position."""
    reached_by: list[Defence] = field(default_factory=list)
    """Defences whose chosen answer leads here."""
    rank: int = 0
    """0 until it is won; then greater than the number of every position that its win depends on."""
    check: Any = None
    """The winning move and the defence that it leads to, once it is won."""
    then: Defence | None = None


@dataclass
class Defence:
    """A position in check, with its untried answers and the attacks that lead here."""

    text: str
    answers: list[Any]
    effort: int
    reached_by: list[tuple[Attack, Any]] = field(default_factory=list)
    tried: list[tuple[Any, Attack]] = field(default_factory=list)
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
        self._open: list[tuple[int, int, Attack]] = []  # the least effort first: mates leave few answers
        self._wins = 0
        self._root = self._attack(0)

    def run(self, stopped: Callable[[], bool] = lambda: False) -> bool | None:
        """Returns True if there is no mate, False if there is one, None if it was stopped or gave up."""
        while self._open:
            if stopped() or len(self._attacks) > MOST_POSITIONS:
                return None
            _, _, attack = heappop(self._open)
            if not attack.rank:
                self._expand(attack)
            if self._root.rank:
                return False
        return True

    def solution(self) -> list[Any]:
        """Returns the moves of a mate that `run` found, not always the shortest.

        >>> from tabiya import shogi
        >>> proof = NoMateProof(shogi.Board("4k4/9/4P4/9/9/9/9/9/4K4 b G 1"))
        >>> proof.run(), [str(move) for move in proof.solution()]
        (False, ['G*5b'])
        """
        moves, attack = [], self._root
        while attack.then is not None:
            moves.append(attack.check)
            if not attack.then.tried:
                break
            answer, attack = max(attack.then.tried, key=lambda tried: tried[1].rank)
            moves.append(answer)
        return moves

    def _attack(self, effort: int) -> Attack:
        """Returns the attack for the current board. Queues a new one."""
        key = self._board.key
        attack = self._attacks.get(key)
        if attack is None:
            attack = self._attacks[key] = Attack(self._board.sfen(), effort)
            heappush(self._open, (effort, len(self._attacks), attack))
        return attack

    def _expand(self, attack: Attack) -> None:
        """Tries all checks, each with its next answer."""
        board = self._board
        board.set_sfen(attack.text)
        for check in [move for move in board.legal_moves if board.gives_check(move)]:
            board.set_sfen(attack.text)
            board.push(check)
            defence = self._defences.get(board.key)
            if defence is None:
                answers = self._answers()
                effort = attack.effort + len(answers)
                defence = self._defences[board.key] = Defence(board.sfen(), answers, effort)
                self._answer(defence)
            defence.reached_by.append((attack, check))
            if defence.lost:
                self._win(defence)
                return

    def _answers(self) -> list[Any]:
        """Returns the legal answers. Captures, which weaken the attack, come last and are tried first."""
        board = self._board
        return sorted(board.legal_moves, key=board.is_capture)

    def _answer(self, defence: Defence) -> None:
        """Takes the next answer that is not known to lose. Without one the defence is lost."""
        while defence.answers:
            self._board.set_sfen(defence.text)
            answer = defence.answers.pop()
            self._board.push(answer)
            attack = self._attack(defence.effort)
            defence.tried.append((answer, attack))
            if not attack.rank:
                attack.reached_by.append(defence)
                return
        defence.lost = True

    def _win(self, defence: Defence) -> None:
        """Marks attacks that lead to a lost defence as won. Defences that chose them need another answer."""
        lost = [defence]
        while lost:
            defence = lost.pop()
            for attack, check in defence.reached_by:
                if attack.rank:
                    continue
                self._wins += 1
                attack.rank, attack.check, attack.then = self._wins, check, defence
                for before in attack.reached_by:
                    if not before.lost:
                        self._answer(before)
                        if before.lost:
                            lost.append(before)
