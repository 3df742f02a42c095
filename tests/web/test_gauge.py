"""The gauge beside the board."""

from __future__ import annotations

from pathlib import Path

import pytest
from clients import Client

import tabiya.web
from tabiya.analysis import win_probability
from tabiya.games import game_spec
from tabiya.games.score import Score


@pytest.mark.parametrize("game", ["chess", "shogi", "othello"])
def test_the_gauge_has_the_scale_of_the_game(client: Client, game: str) -> None:
    """The page draws the share that the server sends: the same as the graph's, and no scale of its own."""
    client.ask("analysis", "begin", position={"game": game, "moves": []}, run=8)
    line = client.event("lines", run=8)["lines"][0]
    assert line["win"] == win_probability(Score(line["score"]["cp"]), game_spec(game))
    client.ask("analysis", "stop")
    static = Path(tabiya.web.__file__).parent / "static"
    for script in static.rglob("*.js"):
        assert "10 **" not in script.read_text(), f"{script.name} computes a win probability"
