"""The lists of openings: legal, even, all different, and reproduced by their command."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from tabiya.engine.engine import Engine
from tabiya.games.openings import Opening, built_in, read_openings
from tabiya.match.openings.make import Maker, document

GAMES = {"chess": 200, "shogi": 60}
"""Openings with a name, at least."""
SOME = 40
EVEN = {"chess": 90, "shogi": 150}
"""More than the lists allow: an evaluation that changes a little is no reason to make them anew."""


@pytest.mark.parametrize("game", GAMES)
def test_a_match_of_6000_games_repeats_no_opening(game: str) -> None:
    openings = built_in(game)  # which makes all moves
    assert len({opening.board(game).key for opening in openings}) == len(openings) >= 3000


@pytest.mark.parametrize("game", GAMES)
def test_openings_that_people_play_come_first(game: str) -> None:
    openings = built_in(game)
    named = [opening for opening in openings if opening.name]
    assert openings[: len(named)] == named
    assert len(named) >= GAMES[game]
    assert len({opening.name for opening in named}) == len(named)
    assert all(8 <= len(opening.moves) <= 20 for opening in named)
    if game == "chess":
        codes = {opening.name.split()[0] for opening in named}
        assert {code[0] for code in codes} == set("ABCDE")
        assert len(codes) > 150


@pytest.mark.parametrize("game", GAMES)
def test_openings_are_even(game: str) -> None:
    openings = built_in(game)
    engine = Engine(game, hash_mb=4)
    scores = []
    for opening in openings[:: len(openings) // SOME]:
        engine.new_game()
        scores.append(abs(engine.search(opening.board(game), nodes=20_000).score.value))
    assert sum(score <= EVEN[game] for score in scores) >= 0.9 * len(scores), scores


@pytest.mark.parametrize("game", GAMES)
def test_openings_are_made_again_the_same_from_the_same_seed(game: str) -> None:
    named = [opening for opening in built_in(game) if opening.name]
    made = [list(itertools.islice(Maker(game, 2000).extended(named, seed), 3)) for seed in (5, 5, 6)]
    assert made[0] == made[1] != made[2]
    known = {opening.moves[:6] for opening in named}
    assert all(opening.moves[:6] in known for opening in made[0])


def test_names_survive_the_file(tmp_path: Path) -> None:
    openings = [Opening(None, ("e2e4", "c7c5"), "B20 Sicilian Defence"), Opening(None, ("d2d4",))]
    path = tmp_path / "openings.txt"
    path.write_text("\n".join(document(openings, "made\nby hand")) + "\n")
    assert path.read_text().startswith("# made\n# by hand\nstartpos moves e2e4 c7c5 # B20 Sicilian Defence\n")
    found = read_openings(path, "chess")
    assert found == openings
    assert [opening.name for opening in found] == ["B20 Sicilian Defence", ""]
