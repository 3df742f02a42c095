"""The graph-history problem: keys leave the path out, so one entry serves positions whose values differ.

What is protected: a position that came up before is judged before the table is asked, the root is never cut
off, nothing on the principal variation is, and near the fifty-move draw no entry is believed. What is not:
off the principal variation a score that was found on another path is believed, and may hide a draw by
repetition that this path has, or tell of one that it has not. Every test names the side it is on.
"""

from __future__ import annotations

import pytest

from tabiya import Bound, Engine, TranspositionTable, chess

START = "7k/8/8/8/8/8/R7/K7 w - - 0 1"
CIRCLE = ("a2b2", "h8g8", "b2a2", "g8h8")
"""Rook and king move there and back: the start again. White, a rook up, can do better at any time."""
WON = 300


def played(*moves: str) -> chess.Board:
    board = chess.Board(START)
    for move in moves:
        board.push(move)
    return board


def without_history(board: chess.Board) -> chess.Board:
    return chess.Board(board.fen())


def before_the_repetition() -> chess.Board:
    """Black to move: g8h8 reaches the start for the third time."""
    return played(*CIRCLE, *CIRCLE[:3])


def believing(*keys: int, score: int) -> TranspositionTable:
    """A table with exact entries of these positions."""
    table = TranspositionTable(hash_mb=1)
    for key in keys:
        table.store(key, score=score, depth=200, bound=Bound.EXACT)
    return table


def test_one_key_has_two_values() -> None:
    repeating = before_the_repetition()
    fresh = without_history(repeating)
    assert repeating.key == fresh.key
    assert Engine(hash_mb=1).search(repeating, depth=6).score.value == 0
    assert Engine(hash_mb=1).search(fresh, depth=6).score.value < -WON


@pytest.mark.parametrize("pvs", [True, False])
def test_protected_a_repetition_is_a_draw_before_the_table_is_asked(pvs: bool) -> None:
    board = before_the_repetition()
    table = believing(board.key_after("g8h8"), score=900)
    result = Engine(table=table, pvs=pvs).search(board, depth=6)
    assert (str(result.best_move), result.score.value) == ("g8h8", 0)


@pytest.mark.parametrize("pvs", [True, False])
def test_protected_the_root_is_never_cut_off(pvs: bool) -> None:
    board = chess.Board(START)
    table = believing(board.key, score=-777)
    result = Engine(table=table, pvs=pvs).search(board, depth=5)
    assert result.score.value > WON
    assert result.nodes > 100


def test_protected_near_the_fifty_move_draw_no_entry_is_believed() -> None:
    for counter, value in ((96, 0), (0, 900)):
        board = chess.Board(f"7k/8/8/8/8/8/R7/K7 w - - {counter} 90")
        table = believing(*(board.key_after(move) for move in board.legal_moves), score=-900)
        assert Engine(table=table, pvs=False).search(board, depth=6).score.value == value


def white_allows_the_repetition() -> chess.Board:
    """White to move: b2a2 lets black repeat for the third time."""
    return played(*CIRCLE, *CIRCLE[:2])


def searched_from_another_path() -> TranspositionTable:
    """A table with the value of the position after b2a2 from a search without history: lost."""
    table = TranspositionTable(hash_mb=4)
    after = without_history(before_the_repetition())
    assert Engine(table=table).search(after, depth=10).score.value < -WON
    return table


def test_protected_on_the_principal_variation_the_draw_is_seen() -> None:
    board = white_allows_the_repetition()
    for table in (TranspositionTable(hash_mb=4), searched_from_another_path()):
        assert Engine(table=table).search(board, depth=6, search_moves=["b2a2"]).score.value == 0


def test_not_protected_a_score_from_another_path_hides_the_draw() -> None:
    """Without principal-variation search every node may be cut off: the entry is believed."""
    board = white_allows_the_repetition()
    limits = {"depth": 6, "search_moves": ["b2a2"]}
    cold = Engine(table=TranspositionTable(hash_mb=4), pvs=False)
    assert cold.search(board, **limits).score.value == 0  # type: ignore[arg-type]
    warm = Engine(table=searched_from_another_path(), pvs=False)
    assert warm.search(board, **limits).score.value > WON  # type: ignore[arg-type]


def test_not_protected_a_draw_from_another_path_hides_the_win() -> None:
    """The reverse: a draw by this game's history is read without that history."""
    table = TranspositionTable(hash_mb=4)
    assert Engine(table=table).search(before_the_repetition(), depth=10).score.value == 0
    fresh = without_history(white_allows_the_repetition())
    limits = {"depth": 6, "search_moves": ["b2a2"]}
    assert Engine(table=table, pvs=False).search(fresh, **limits).score.value == 0  # type: ignore[arg-type]
    assert Engine(hash_mb=4, pvs=False).search(fresh, **limits).score.value > WON  # type: ignore[arg-type]


def test_draw_scores_are_stored_unless_the_search_is_told_not_to() -> None:
    drawn = chess.Board("8/8/4k3/8/8/3BK3/8/7r b - - 0 1")
    scores = {}
    for stored in (True, False):
        engine = Engine(hash_mb=4, draw_entries=stored)
        engine.search(drawn, depth=8)
        assert engine.table is not None
        scores[stored] = [entry.score for _, entry in engine.table.items()]
    assert scores[True].count(0) > 0
    assert scores[False]
    assert scores[False].count(0) == 0
