"""An engine in this process plays like its program. It serves games without a protocol."""

from __future__ import annotations

import pytest

from tabiya.match.engines import (
    EngineClient,
    EngineNotStarted,
    EngineSpec,
    InProcessEngine,
    check_engine,
    start_engine,
)

GAME = ("e2e4", "e7e5", "g1f3", "b8c6")


def engine(text: str) -> InProcessEngine:
    return InProcessEngine(EngineSpec.parse(text, "chess"), "chess")


@pytest.mark.parametrize("text", ["tabiya:hash=2", "tabiya:table=off,lmr=off", "tabiya:hash=4,layout=single"])
@pytest.mark.parametrize("start", [None, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"])
def test_it_answers_as_the_program_does(text: str, start: str | None) -> None:
    spec = EngineSpec.parse(text, "chess")
    with EngineClient(spec, "chess") as program:
        program.new_game()
        theirs = program.play(start, GAME, "depth 6", timeout=60)
    ours = engine(text).play(start, GAME, "depth 6", timeout=60)
    assert (ours.move, ours.score, ours.nodes) == (theirs.move, theirs.score, theirs.nodes)


def test_a_new_game_starts_from_nothing() -> None:
    player = engine("tabiya:hash=2")
    first = player.play(None, GAME, "nodes 5000", timeout=60)
    player.play(None, GAME[:2], "nodes 5000", timeout=60)
    player.new_game()
    again = player.play(None, GAME, "nodes 5000", timeout=60)
    assert (again.move, again.score, again.depth) == (first.move, first.score, first.depth)
    player.close()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("tabiya:Hsh=2", "it has no option 'Hsh'; did you mean 'Hash'?"),
        ("tabiya:hash=-1", "hash_mb"),
        ("tabiya:hash=much", "could not convert string to float: 'much'"),
        ("tabiya:table=perhaps", "UseTT must be true or false, not 'perhaps'"),
        ("tabiya:threads=0", "threads must be between 1 and 256, not 0"),
        ("tabiya:layout=round", "layout"),
    ],
)
def test_a_wrong_option_is_named(text: str, sentence: str) -> None:
    with pytest.raises(EngineNotStarted) as error:
        engine(text)
    assert sentence in str(error.value)


def test_clocks_are_kept() -> None:
    answer = engine("tabiya:hash=2").play(None, GAME, "wtime 200 btime 200 winc 0 binc 0", timeout=60)
    assert answer.nodes is not None
    assert answer.nodes > 0


def test_games_with_a_protocol_are_played_by_programs() -> None:
    spec = EngineSpec.parse("tabiya:hash=1", "chess")
    started = start_engine(spec, "chess")
    started.close()
    assert isinstance(started, EngineClient)
    assert check_engine(spec, "chess").startswith("Tabiya ")
