"""In `graph_history`, a score is believed elsewhere if no position that repeated is on the path."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tabiya import chess
from tabiya.lab.experiments.graph_history import Origins, returned
from tabiya.recording import Ending, Outcome
from tabiya.recording.columns import operation_dtype, visit_dtype

ROOT, A, B, OTHER = 100, 101, 102, 103
"""Positions, by their keys."""


class Tree:
    """A recording written by hand."""

    def __init__(self) -> None:
        self.rows: list[dict[str, int]] = []
        self.keys: list[int] = []
        self.steps: list[tuple[int, int]] = []

    def visit(self, parent: int, key: int, ending: Ending, score: int = 0) -> int:
        number = len(self.rows)
        self.rows.append({"parent": parent, "ending": int(ending), "score": score, "probe": -1, "store": -1})
        self.keys.append(key)
        kind = "probe" if ending == Ending.TABLE else "store" if ending == Ending.MOVES_DONE else None
        if kind:
            self.rows[-1][kind] = len(self.steps)
            self.steps.append((key, Outcome.HIT if kind == "probe" else Outcome.EMPTY))
        return number

    def count(self, past: tuple[int, ...] = ()) -> dict[str, int]:
        visits = np.zeros(len(self.rows), visit_dtype())
        for number, row in enumerate(self.rows):
            for name, value in row.items():
                visits[name][number] = value
        operations = np.zeros(len(self.steps), operation_dtype())
        for number, (key, outcome) in enumerate(self.steps):
            operations["key"][number], operations["outcome"][number] = key, outcome
        recording: Any = SimpleNamespace(
            visits=visits,
            operations=operations,
            board=lambda number: SimpleNamespace(key=self.keys[number]),
        )
        origins = Origins(recording, chess.Board())
        origins.past = set(past)
        return origins.count()


def repetition_below(tree: Tree) -> int:
    """root, a, b, and a again: b has a draw that depends on the path through a."""
    root = tree.visit(-1, ROOT, Ending.MOVES_DONE)
    a = tree.visit(root, A, Ending.MOVES_DONE)
    b = tree.visit(a, B, Ending.MOVES_DONE)
    tree.visit(b, A, Ending.RULE)
    return root


def test_a_draw_from_another_path_is_believed_elsewhere() -> None:
    tree = Tree()
    other = tree.visit(repetition_below(tree), OTHER, Ending.MOVES_DONE)
    tree.visit(other, B, Ending.TABLE)
    assert tree.count() == {"cutoffs": 1, "drawn": 1, "from_repetition": 1, "elsewhere": 1}


def test_on_a_path_that_has_the_repeated_position_it_is_true() -> None:
    tree = Tree()
    a = tree.visit(repetition_below(tree), A, Ending.MOVES_DONE)
    tree.visit(tree.visit(a, OTHER, Ending.MOVES_DONE), B, Ending.TABLE)
    assert tree.count() == {"cutoffs": 1, "drawn": 1, "from_repetition": 1, "elsewhere": 0}


def test_a_repetition_within_the_tree_of_an_entry_holds_on_every_path() -> None:
    tree = Tree()
    other = tree.visit(repetition_below(tree), OTHER, Ending.MOVES_DONE)
    tree.visit(other, A, Ending.TABLE)
    assert tree.count()["from_repetition"] == 0


def test_a_repetition_of_the_games_past_is_on_every_path_of_the_search() -> None:
    tree = Tree()
    root = tree.visit(-1, ROOT, Ending.MOVES_DONE)
    b = tree.visit(root, B, Ending.MOVES_DONE)
    tree.visit(b, A, Ending.RULE)
    tree.visit(tree.visit(root, OTHER, Ending.MOVES_DONE), B, Ending.TABLE)
    assert tree.count(past=(A,)) == {"cutoffs": 1, "drawn": 1, "from_repetition": 1, "elsewhere": 0}


def test_a_draw_by_another_rule_is_no_repetition() -> None:
    tree = Tree()
    root = tree.visit(-1, ROOT, Ending.MOVES_DONE)
    b = tree.visit(root, B, Ending.MOVES_DONE)
    tree.visit(b, A, Ending.RULE)
    tree.visit(tree.visit(root, OTHER, Ending.MOVES_DONE), B, Ending.TABLE)
    assert tree.count() == {"cutoffs": 1, "drawn": 1, "from_repetition": 0, "elsewhere": 0}


@pytest.mark.parametrize("game", ["chess", "shogi"])
def test_after_pieces_went_and_came_back_the_position_is_the_same(game: str) -> None:
    from tabiya.games.openings import Opening
    from tabiya.lab.compare.positions import middlegames

    position = middlegames(game, 1)[0]
    board = returned(game, position)
    assert board.key == Opening.parse(position, game).board(game).key
    assert len(board.move_stack) == 4
