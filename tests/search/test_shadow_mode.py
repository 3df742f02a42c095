"""Shadow mode: a search that recomputes the board and its key at every node.

That it finds planted drifts is a law of the core: `search_laws` (tests/search/test_search_core.py).
"""

from __future__ import annotations

import pytest

from forms import sized
from tabiya import Engine
from tabiya.games import GAMES, game_spec
from tabiya.games.positions import positions

NODES = sized(100_000, 1_000_000)


@pytest.mark.parametrize("game", GAMES)
def test_a_search_drifts_nowhere_and_checking_changes_no_node(game: str) -> None:
    """10^6 nodes per game in the long form, over four positions of its benchmark."""
    for position in positions(game)[10:14]:
        board = position.board(game)
        plain = Engine(game, hash_mb=8).search(board, nodes=NODES // 4)
        checked = Engine(game, hash_mb=8, verify_keys=True).search(board, nodes=NODES // 4)
        assert checked.nodes == NODES // 4
        assert (checked.best_move, checked.score) == (plain.best_move, plain.score)
        assert checked.pv == plain.pv


def test_keys_with_the_fifty_move_counter_are_checked_too() -> None:
    board = game_spec("chess").board()
    for rule50_keys in ("bucketed", "full"):
        engine = Engine("chess", hash_mb=8, threads=2, verify_keys=True, rule50_keys=rule50_keys)
        assert engine.search(board, nodes=NODES // 5).nodes >= NODES // 5
