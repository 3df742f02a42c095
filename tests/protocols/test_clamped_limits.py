"""Numbers out of range are clamped, with one message."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

pytest.importorskip("tabiya._core", reason="the native core is not built", exc_type=ImportError)

from spoken import Spoken

from tabiya import Engine, chess
from tabiya.protocols import Uci, Usi

OUT_OF_RANGE = {
    "depth 246": "depth 245",
    "depth 9999999999": "depth 245",
    "mate 300": "mate 245",
    "movetime 0": "movetime 1",
    "movetime -5": "movetime 1",
    "wtime 9000000000000 btime 1000": "wtime 1000000000000",
    "wtime 1000 btime 1000 movestogo 99999": "movestogo 10000",
}


@pytest.fixture
def uci() -> Iterator[Spoken]:
    spoken = Spoken(Uci)
    yield spoken
    spoken.close()


@pytest.mark.parametrize("go", OUT_OF_RANGE)
def test_the_search_takes_the_nearest_it_can(uci: Spoken, go: str) -> None:
    said = uci.do("position startpos moves e2e4 e7e5 g1f3 b8c6", f"go {go}")
    notes = [line for line in said if line.startswith("info string out of range")]
    assert notes == [f"info string out of range: searching with {OUT_OF_RANGE[go]}"]
    assert not [line for line in said if "failed" in line]
    assert [line for line in said if line.startswith("info depth 1 ")]
    assert said[-1].startswith("bestmove ")


def test_numbers_in_range_are_not_spoken_of(uci: Spoken) -> None:
    said = uci.do("position startpos", "go depth 2")
    assert not [line for line in said if "out of range" in line]


def test_a_shogi_problem_of_no_time_is_answered() -> None:
    spoken = Spoken(Usi)
    said = spoken.do("position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "go mate 0")
    assert said[-1].startswith("checkmate ")
    spoken.close()


@pytest.mark.parametrize("limits", [{"depth": 246}, {"time": 0}, {"mate": 300}, {"white_clock": 1e10}])
def test_python_still_raises(limits: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=next(iter(limits))):
        Engine(hash_mb=0).search(chess.Board(), **limits)  # type: ignore[arg-type]
