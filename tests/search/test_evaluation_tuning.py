"""The tuner: reproducible games, a fit that recovers known weights, a file that compiles."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from tabiya.cli.app import app
from tabiya.games import GAMES, GameSpec, game_spec
from tabiya.tune import Samples, fit, grouped, header, play_game
from tabiya.tune.selfplay import tuning_of

CHESS = game_spec("chess")
TUNED = [spec for spec in map(game_spec, GAMES) if spec.tuning]
SLOWLY_TUNED = [pytest.param(spec, marks=pytest.mark.slow) for spec in TUNED[1:]]


def synthetic(truth: list[tuple[int, int]], games: int, unit: float = 0.005) -> Samples:
    """Games whose results follow the probabilities of these weights."""
    rng = np.random.default_rng(1)
    weights = np.array(truth, dtype=float)
    samples = Samples()
    for game in range(games):
        indices = rng.choice(len(truth), size=4, replace=False)
        counts = rng.choice([-2, -1, 1, 2], size=4)
        phase = float(rng.random())
        middle, end = counts @ weights[indices]
        chance = 1 / (1 + np.exp(-unit * (phase * middle + (1 - phase) * end)))
        target = float(rng.random() < chance)
        samples.append(game=game, phase=phase, scale=1, indices=indices, counts=counts, target=target)
    return samples


def test_a_game_is_the_same_for_the_same_seed() -> None:
    first, again = play_game(CHESS, 300, 5), play_game(CHESS, 300, 5)
    assert (first.result, first.plies) == (again.result, again.plies)
    assert [score for _, score in first.rows] == [score for _, score in again.rows]
    assert first.plies != play_game(CHESS, 300, 6).plies


@pytest.mark.parametrize("spec", TUNED, ids=lambda spec: spec.name)
def test_games_give_quiet_positions_and_a_result(spec: GameSpec) -> None:
    game = play_game(spec, 300, 7)
    assert game.result in (0.0, 0.5, 1.0)
    assert 0 < len(game.rows) <= game.plies + 1
    phases = tuning_of(spec).phases
    assert all(0 <= trace[0] <= phases and 0 <= trace[1] <= 64 for trace, _ in game.rows)


def test_the_fit_finds_the_weights_behind_the_results() -> None:
    truth = [(100, 150), (300, 200), (-80, 0), (20, 120), (0, -60), (40, 40)]
    start = [(100, 100), (250, 250), (0, 0), (50, 50), (0, 0), (40, 40)]
    found = fit(synthetic(truth, 60_000), start, prior=100)
    assert found.loss_after < found.loss_before

    def error(pairs: list[tuple[int, int]]) -> float:
        return float(np.abs(np.array(pairs) - truth).mean())

    # The scale of the scores is arbitrary: found and true weights may differ by a common factor.
    factor = np.sum(np.array(found.weights) * truth) / np.sum(np.square(found.weights))
    assert error([(round(m * factor), round(e * factor)) for m, e in found.weights]) < error(start) / 2


def test_a_weight_that_no_position_has_stays() -> None:
    truth = [(100, 150), (300, 200), (-80, 0), (20, 120)]
    found = fit(synthetic(truth, 500), [*truth, (77, -33)])
    assert found.weights[-1] == (77, -33)


def test_a_fixed_weight_stays() -> None:
    truth = [(100, 150), (300, 200), (-80, 0), (20, 120)]
    start = [(100, 100), (250, 250), (0, 0), (50, 50)]
    assert fit(synthetic(truth, 2000), start, fixed=[1]).weights[1] == (250, 250)


def test_a_fit_needs_games_to_measure_on() -> None:
    with pytest.raises(ValueError, match="too few games"):
        fit(Samples(), [(100, 100)])


def test_saved_positions_come_back_and_join_others(tmp_path: Path) -> None:
    samples = synthetic([(1, 2), (3, 4), (5, 6), (7, 8)], 50)
    samples.save(tmp_path / "positions.npz")
    loaded = Samples.load(tmp_path / "positions.npz")
    for name, column in samples.columns().items():
        np.testing.assert_array_equal(loaded.columns()[name], column)
    loaded.extend(samples)
    assert len(loaded) == 100
    assert len(np.unique(loaded.columns()["games"])) == 100
    (tmp_path / "other.npz").write_bytes(b"no archive")
    with pytest.raises(ValueError, match="is not a file of"):
        Samples.load(tmp_path / "other.npz")


@pytest.mark.parametrize("spec", [TUNED[0], *SLOWLY_TUNED], ids=lambda spec: spec.name)
def test_the_command_writes_weights_that_name_every_term(spec: GameSpec, tmp_path: Path) -> None:
    output = tmp_path / "weights.hpp"
    arguments = [
        "tune",
        "--game",
        spec.name,
        "--games",
        "24",
        "--nodes",
        "150",
        "--json",
        "--output",
        str(output),
    ]
    done = CliRunner().invoke(app, arguments)
    assert done.exit_code == 0, done.output
    result = json.loads(done.stdout)
    assert result["positions"] > 100
    assert list(result["weights"]) == [weight for weight, _, _ in tuning_of(spec).weights()]
    tuned = grouped((weight, *pair) for weight, pair in result["weights"].items())
    assert output.read_text() == header(spec.name, tuned)


def test_an_unknown_game_is_named() -> None:
    done = CliRunner().invoke(app, ["tune", "--game", "ludo"])
    assert ", not 'ludo'" in str(done.exception)
