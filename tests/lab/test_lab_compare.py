"""Laws of `tabiya lab compare`: it finds what is worse, a copy equal, and no effect in noise."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

pytest.importorskip("tabiya._core", reason="the native core is not built", exc_type=ImportError)

from tabiya import SearchOptions
from tabiya.cli.app import app
from tabiya.games import game_spec
from tabiya.games.openings import built_in
from tabiya.jobs import LocalPool
from tabiya.lab.compare import Answer, Question, nodes_to_depth, parse_pressures
from tabiya.lab.compare.games import Match
from tabiya.lab.compare.positions import middlegames
from tabiya.lab.middlegames import middlegames as made
from tabiya.lab.verdicts import Verdict, verdict_of_ratio
from tabiya.stats.bootstrap import ratio_interval

GAMES = ("chess", "shogi")
MEASURED = ("chess", pytest.param("shogi", marks=pytest.mark.slow))
"""Verdicts take seconds per game."""


def answer(question: Question) -> Answer:
    return question.answer(question.measured(LocalPool()))


def asked(*designs: str, count: int = 24, **changes: Any) -> Question:
    settings: dict[str, Any] = {"nodes": 4000, "pressures": (1 / 16,), "moves": 1, **changes}
    positions = middlegames(settings.get("game", "chess"), count)
    return Question(designs=designs, positions=tuple(positions), **settings)


# ---- verdicts --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", MEASURED)
def test_a_worse_policy_is_worse_and_a_copy_is_equal(game: str) -> None:
    """`policy=cascade` is the default by another name; `age_based` freezes once it is full of one search."""
    designs = ("cluster4", "cluster4:policy=cascade", "cluster4:policy=age_based")
    first, copy, worse = answer(asked(*designs, game=game, count=60, nodes=10_000)).rows
    assert (first.verdict, first.ratio) == ("baseline", 1.0)
    assert (copy.verdict, copy.ratio, copy.low, copy.high) == ("equal", 1.0, 1.0, 1.0)
    assert worse.verdict == "worse"
    assert 1 < worse.low < worse.ratio < worse.high


@pytest.mark.parametrize("game", MEASURED)
def test_another_hash_seed_is_no_difference(game: str) -> None:
    """Where keys lie is chance. A 95% interval errs once in 20 times: of five pairs, once at most."""
    question = asked(*(f"cluster4:seed={seed}" for seed in range(10)), game=game, count=40, nodes=2000)
    runs = [[run["nodes"] for run in position["runs"][0]] for position in question.measured(LocalPool())]
    found = [
        verdict_of_ratio(ratio_interval([run[seed] for run in runs], [run[seed + 1] for run in runs]))
        for seed in range(0, 10, 2)
    ]
    assert sum(verdict in (Verdict.BETTER, Verdict.WORSE) for verdict in found) <= 1


def test_the_same_question_has_the_same_answer() -> None:
    """In one process and in several: nothing depends on time or chance."""
    question = asked("field", "cluster4", count=4)
    assert question.measured() == question.measured(LocalPool(2))


@pytest.mark.parametrize("game", MEASURED)
def test_without_enough_memory_a_comparable_search_takes_more_nodes(game: str) -> None:
    """The point of it: with iir and singular extensions, forgetting is cheaper than it should be."""
    question = asked("cluster4", "single", game=game, count=48, pressures=(1 / 256,))
    played = asked(
        "cluster4",
        "single",
        game=game,
        count=48,
        pressures=(1 / 256,),
        switches={"iir": True, "singular_extension": True},
    )
    sound, flawed = answer(question).rows, answer(played).rows
    assert sound[0].unlimited > 1.1
    assert sound[1].unlimited > 1.2
    assert flawed[1].unlimited < sound[1].unlimited


# ---- one measurement -------------------------------------------------------------------------------


def test_a_measurement_says_what_the_search_fills() -> None:
    position = middlegames("chess", 1)[0]
    found = nodes_to_depth(
        game="chess",
        position=position,
        designs=["cluster4", "field"],
        nodes=5000,
        pressures=[4.0, 1 / 16],
        switches={},
    )
    assert found["nodes"] <= 5000
    assert 0 < found["filled"] < found["nodes"]
    roomy, tight = found["runs"]
    assert all(run["nodes"] > 0 and run["stores"] > 0 for run in (*roomy, *tight))
    assert roomy[0]["hits"] / roomy[0]["probes"] > tight[0]["hits"] / tight[0]["probes"]
    assert roomy[0]["replaced"] < tight[0]["replaced"]


def test_seeds_are_averaged() -> None:
    one = asked("cluster4", "cluster4:seed=3", count=2).measured()
    mean = asked("cluster4", "cluster4:seed=3", count=2, seeds=3).measured()
    for single, several in zip(one, mean, strict=True):
        assert several["runs"][0][0]["probes"] > 2 * single["runs"][0][0]["probes"]
        assert 0.2 < several["runs"][0][0]["nodes"] / single["runs"][0][0]["nodes"] < 5


def test_switches_reach_the_search() -> None:
    plain = asked("cluster4", "field", count=1).measured()
    switched = asked("cluster4", "field", count=1, switches={"null_move": False}).measured()
    assert plain[0]["depths"][0] > 0
    assert plain != switched


# ---- positions -------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_middlegames_are_those_of_the_command_in_their_file(game: str) -> None:
    header, *lines = game_spec(game).data("middlegames.txt")
    words = header.split()
    assert words[1:4] == ["python", "-m", "tabiya.lab.middlegames"]
    options = dict(zip(words[5::2], map(int, words[6::2]), strict=True))
    assert options["--count"] == len(lines) == len(set(lines)) >= 100
    boards = made(game, options["--seed"], options["--nodes"])
    notation = game_spec(game).notation
    assert [notation.position(next(boards)) for _ in range(2)] == lines[:2]


# ---- games -----------------------------------------------------------------------------------------


def test_games_decide_and_go_on_from_their_file(tmp_path: Path) -> None:
    match = Match(designs=("cluster4", "cluster4:policy=always"), games=4, nodes=150)
    played = match.played(results=tmp_path / "games.jsonl")
    assert len((tmp_path / "games.jsonl").read_text().splitlines()) == 2
    assert [(row.name, row.games, row.pressure) for row in played] == [("cluster4:policy=always", 4, "1/16")]
    assert played[0].low <= played[0].elo <= played[0].high
    assert match.played(results=tmp_path / "games.jsonl") == played
    assert len((tmp_path / "games.jsonl").read_text().splitlines()) == 2


def test_a_copy_draws_every_pair() -> None:
    """The same engine twice: what one wins with one colour, it loses with the other."""
    match = Match(designs=("cluster4", "cluster4:policy=cascade"), games=4, nodes=200)
    assert match.played()[0].score == 0.5


def test_the_search_of_games_is_the_one_that_plays() -> None:
    assert SearchOptions().iir
    games = 2 * len(built_in("chess")) + 2
    jobs = Match(designs=("cluster4", "single"), games=games, nodes=100).jobs()
    nodes = {job.arguments["nodes"] for _, _, job in jobs if isinstance(job.arguments, dict)}
    assert nodes == {100, 101}  # more pairs than openings: no game is played twice
    assert len({job.id for _, _, job in jobs}) == len(jobs) == games // 2


# ---- the command -----------------------------------------------------------------------------------


def run(*arguments: str) -> Any:
    return CliRunner().invoke(app, ["lab", "compare", *arguments])


@pytest.fixture
def few(tmp_path: Path) -> Path:
    file = tmp_path / "positions.txt"
    file.write_text("# of ours\nstartpos moves e2e4 e7e5\n" + "\n".join(middlegames("chess", 3)) + "\n")
    return file


def test_the_command_answers_in_json_and_draws(few: Path, tmp_path: Path) -> None:
    plot = tmp_path / "out.svg"
    done = run(
        *("--table", "field", "--table", "cluster4", "--pressure", "1/4,1/16", "--positions", str(few)),
        *("--nodes", "2000", "--workers", "0", "--json", "--plot", str(plot)),
    )
    assert done.exit_code == 0, done.output
    rows = json.loads(done.stdout)
    assert [(row["name"], row["pressure"]) for row in rows] == [
        ("field", "1/4"),
        ("cluster4", "1/4"),
        ("field", "1/16"),
        ("cluster4", "1/16"),
    ]
    assert all(row["low"] <= row["ratio"] <= row["high"] and row["positions"] == 4 for row in rows)
    assert all(row["false_hits"] >= 0 for row in rows)
    assert plot.read_text().count('class="interval"') == 4


def test_the_command_shows_a_table(few: Path) -> None:
    asked = ("--policy", "always", "--hash", "0.01", "--positions", str(few), "--nodes", "1000")
    done = run(*asked, "--workers", "0")
    assert done.exit_code == 0, done.output
    assert "0.01 MB" in done.stdout
    assert "baseline" in done.stdout
    assert "4 games of 4 moves" in done.stdout
    assert "4 positions" in run(*asked, "--workers", "0", "--moves", "1").stdout


def test_the_names_of_tables_are_never_cut(few: Path) -> None:
    name = "cluster4:policy=depth_and_age,age_weight=2.5,depth_weight=1.5,source_priority=off,seed=12345"
    done = run(
        "--table", "single", "--table", name, "--positions", str(few), "--nodes", "200", "--workers", "0"
    )
    assert done.exit_code == 0, done.output
    cells = [line.split("│")[2].strip() for line in done.stdout.splitlines() if line.count("│") > 3]
    assert name in "".join(cells)
    assert "…" not in done.stdout


def test_one_game_has_no_interval() -> None:
    asked = ("--count", "1", "--nodes", "200", "--workers", "0", "--pressure", "1/16")
    rows = json.loads(run(*asked, "--json").stdout, parse_constant=pytest.fail)
    assert (rows[1]["low"], rows[1]["high"], rows[1]["verdict"]) == (0.0, None, "inconclusive")
    shown = run(*asked).stdout
    assert "(one game)" in shown
    assert "chess, 1 game of 4 moves" in shown
    assert "inf)" not in shown


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--table", "cluster9"), "no table is called 'cluster9'"),
        (("--policy", "lru"), "policy must be one of"),
        (("--pressure", "1/0"), "a pressure must be a fraction"),
        (("--pressure", "1/4", "--hash", "1"), "exclude each other"),
        (("--plot", "out.gif"), ".svg or .png"),
        (("--switch", "nul_move=off"), "did you mean 'null_move'"),
        (("--table", "single", "--table", "single"), "named twice"),
        (("--games", "3"), "must be even"),
        (("--game", "go"), "go"),
    ],
)
def test_a_wrong_question_is_refused(arguments: tuple[str, ...], message: str) -> None:
    done = run(*arguments)
    assert done.exit_code != 0
    assert message in str(done.exception or done.output)


def test_pressures_are_fractions() -> None:
    assert parse_pressures("1/4, 1/16,2") == (0.25, 0.0625, 2.0)
    for wrong in ("", "a", "-1", "0", "99"):
        with pytest.raises(ValueError, match="pressure"):
            parse_pressures(wrong)
