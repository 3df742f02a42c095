"""Games with margins and extra turns: `negamax` equals brute force."""

from __future__ import annotations

import random
from typing import Any

import pytest
from dots_and_boxes import DotsAndBoxes, brute_force
from small_games import TicTacToe

from tabiya import ReferenceTable, TranspositionTable, check_game, negamax


@pytest.mark.parametrize("memory", ["none", "tiny", "large", "reference"])
def test_dots_and_boxes_has_the_value_of_brute_force(memory: str) -> None:
    tables: dict[str, Any] = {
        "none": lambda: None,
        "tiny": lambda: TranspositionTable(entries=8),
        "large": lambda: TranspositionTable(hash_mb=1),
        "reference": lambda: ReferenceTable(entries=4096),
    }
    known: dict[object, int] = {}
    chance = random.Random(memory)
    for _ in range(25):
        game = DotsAndBoxes()
        for _ in range(chance.randint(3, 9)):
            game.push(chance.choice(game.moves()))
        depth = min(chance.randint(1, 12), 4 if memory == "none" else 12)
        result = negamax(game, depth, table=tables[memory]())
        assert result.score.value == brute_force(game, depth, known)
        assert result.score.plies is None


def test_two_by_two_boxes_are_won_by_two() -> None:
    """From the empty board, to the end: three boxes to one."""
    result = negamax(DotsAndBoxes(), 12, table=TranspositionTable(hash_mb=16))
    assert result.score.value == brute_force(DotsAndBoxes(), 12, {}) == 2
    assert len(result.pv) == 12


def test_both_games_keep_their_promises() -> None:
    check_game(DotsAndBoxes())
    check_game(TicTacToe())


def test_a_margin_needs_to_be_announced() -> None:
    class Silent(DotsAndBoxes):
        margins = False

    game = Silent()
    for edge in (0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11):
        game.push(edge)
    with pytest.raises(ValueError, match=r"result\(\) must be None, 1, 0 or -1, not -?\d .*margins = True"):
        negamax(game, 1)


def test_a_turn_that_is_a_method_is_refused() -> None:
    class Method(TicTacToe):
        def turn(self) -> int:
            return 0

    with pytest.raises(TypeError, match="turn must be a value, not a method"):
        negamax(Method(), 1)


def test_a_turn_that_always_changes_changes_nothing() -> None:
    class WithTurn(TicTacToe):
        @property
        def turn(self) -> int:
            return sum(map(bool, self.position)) % 2

    for depth in range(1, 7):
        assert negamax(WithTurn(), depth).score == negamax(TicTacToe(), depth).score
