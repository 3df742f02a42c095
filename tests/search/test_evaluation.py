"""The evaluation of chess: pure, symmetric, and equal to its trace times its weights."""

from __future__ import annotations

import random
import subprocess
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from core_programs import program
from tabiya import _core, chess
from tabiya.chess.tuning_start import start
from tabiya.games import GAMES, game_spec
from tabiya.tune.selfplay import tuning_of
from tabiya.tune.weights import grouped, header

ROOT = Path(__file__).parent.parent.parent
DATA = ROOT / "tests" / "data"


def random_positions(count: int, seed: int = 1) -> Iterator[chess.Board]:
    """One board that plays random games from the start and from positions of the perft suite."""
    rng = random.Random(seed)
    lines = (DATA / "chess.perft").read_text().splitlines()
    starts = [line.partition(";")[0].strip() for line in lines if line and not line.startswith("#")]
    while count > 0:
        board = chess.Board(rng.choice(starts)) if rng.random() < 0.5 else chess.Board()
        for _ in range(80):
            yield board
            count -= 1
            moves = list(board.legal_moves)
            if not moves or count == 0:
                break
            board.push(rng.choice(moves))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("build", "positions"),
    [("race", "20000"), ("asan", "300"), pytest.param("portable-core", "2000", marks=pytest.mark.slow)],
)
def test_the_core_holds_its_laws(game: str, build: str, positions: str) -> None:
    """Colours or wings swapped, with or without the cache, summed or traced: one score."""
    path = program(f"evaluation_{game}", build)
    done = subprocess.run(
        [str(path), str(DATA), "--positions", positions],
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "all laws of the evaluation hold" in done.stdout


def test_the_score_is_the_trace_times_the_weights() -> None:
    weights = np.array([pair for _, *pair in _core.chess_weights()], dtype=np.int64)
    for board in random_positions(5000):
        phase, scale, indices, counts = _core.chess_evaluation_trace(board)
        middle, end = counts.astype(np.int64) @ weights[indices]
        mixed = int(middle * phase + end * (24 - phase)) * scale
        white = abs(mixed) // (24 * 64) * (1 if mixed >= 0 else -1)
        score = max(-20_000, min(20_000, white if board.turn else -white))
        assert score == board.evaluate(), board.fen()


def test_the_terms_add_up_to_the_trace() -> None:
    weights = np.array([pair for _, *pair in _core.chess_weights()], dtype=np.int64)
    for board in random_positions(500, seed=2):
        _, _, indices, counts = _core.chess_evaluation_trace(board)
        terms = np.array(list(_core.chess_evaluation_terms(board).values()))
        difference = (terms[:, :2] - terms[:, 2:]).sum(axis=0)
        assert list(difference) == list(counts.astype(np.int64) @ weights[indices])


def test_the_start_position_is_worth_the_tempo() -> None:
    terms = _core.chess_evaluation_terms(chess.Board())
    assert chess.Board().evaluate() == terms["tempo"][0]
    assert all(term[:2] == term[2:] for name, term in terms.items() if name != "tempo")


def test_a_queen_more_is_worth_more_than_a_pawn() -> None:
    without_queen = chess.Board("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    without_pawn = chess.Board("rnbqkbnr/ppp1pppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    assert 600 < without_queen.evaluate() < 1500
    assert 0 < without_pawn.evaluate() < 200


@pytest.mark.parametrize("game", [game for game in GAMES if game_spec(game).tuning])
def test_the_weights_file_is_what_the_tuner_writes(game: str) -> None:
    path = ROOT / "core" / "games" / game / "weights.hpp"
    assert path.read_text() == header(game, grouped(tuning_of(game_spec(game)).weights()))


def test_tuning_begins_with_a_value_for_every_weight() -> None:
    sizes = {name: len(pairs) for name, pairs in grouped(_core.chess_weights()).items()}
    assert {name: len(pairs) for name, pairs in start().items()} == sizes
