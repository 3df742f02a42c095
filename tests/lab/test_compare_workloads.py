"""Laws of the searches of a comparison: they exercise what they judge, or say that they cannot."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from click.testing import CliRunner

pytest.importorskip("tabiya._core", reason="the native core is not built", exc_type=ImportError)

from forms import sized
from tabiya.cli.app import app
from tabiya.jobs import LocalPool
from tabiya.lab.compare import Answer, Question, nodes_to_depth
from tabiya.lab.compare.advice import advice
from tabiya.lab.compare.answer import NOT_EXERCISED
from tabiya.lab.compare.exercise import idle_settings
from tabiya.lab.compare.plan import SearchPace, largest_room, units_needed
from tabiya.lab.compare.positions import middlegames
from tabiya.lab.designs import ELSEWHERE, Design
from tabiya.stats.bootstrap import ratio_interval
from tabiya.table.config import TableConfig


def run(*arguments: str) -> Any:
    return CliRunner().invoke(app, ["lab", "compare", *arguments])


def asked(*designs: str, count: int = 4, **changes: Any) -> Question:
    settings: dict[str, Any] = {"nodes": 2000, "pressures": (1 / 16,), **changes}
    return Question(designs=designs, positions=tuple(middlegames("chess", count)), **settings)


def answer(question: Question) -> Answer:
    return question.answer(question.measured())


# ---- aging -----------------------------------------------------------------------------------------


def test_a_table_that_does_not_age_is_worse_by_default() -> None:
    """As in `tabiya lab run aging --full --game chess`: 1.07 (1.02 to 1.13)."""
    question = asked("cluster4", "cluster4:ages=off", count=sized(40, 128), nodes=sized(2500, 15_000))
    rows = question.answer(question.measured(LocalPool())).rows
    assert rows[1].verdict == "worse"
    assert 1.02 < rows[1].ratio < 1.4


def test_the_command_of_the_issue_exercises_aging() -> None:
    """It answered 1.000 (1.000 to 1.000) equal, when every position was searched once."""
    table = ("--table", "cluster4", "--table", "cluster4:ages=off", "--pressure", "1/16", "--nodes", "3000")
    done = run(*table, "--count", "3", "--workers", "0", "--json")
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)[1]["ratio"] != 1
    done = run(*table, "--count", "3", "--workers", "0", "--moves", "1")
    assert str(done.exception) == (
        "cluster4:ages=off: ages acts on entries of earlier searches, and each position is searched once: "
        "use --moves 4"
    )


def test_the_moves_of_a_game_are_one_unit() -> None:
    """They share a table and a line of play: resampling moves would make intervals too narrow."""
    question = asked("cluster4", "single", count=5)
    measured = question.measured()
    row = question.answer(measured).rows[1]
    assert row.positions == 5
    assert all(len(game["depths"]) == 4 for game in measured)
    totals = [[game["runs"][0][number]["nodes"] for game in measured] for number in (1, 0)]
    assert (row.ratio, row.low, row.high) == (
        (expected := ratio_interval(*totals)).value,
        expected.low,
        expected.high,
    )


def test_the_searches_of_a_game_share_a_table() -> None:
    """What the first moves stored is there for the last: more hits than the same moves from empty tables."""
    position = middlegames("chess", 1)[0]
    one = nodes_to_depth(game="chess", position=position, designs=["cluster4"], nodes=3000, pressures=[4.0])
    four = nodes_to_depth(
        game="chess", position=position, designs=["cluster4"], nodes=3000, pressures=[4.0], searches=4
    )
    rates = [found["runs"][0][0]["hits"] / found["runs"][0][0]["probes"] for found in (one, four)]
    assert rates[1] > 1.1 * rates[0]


# ---- what cannot be exercised ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("design", "settings", "message"),
    [
        ("cluster4:ages=off", {"moves": 1}, "ages acts on entries of earlier searches"),
        ("cluster4:policy=age_based,max_age=3", {"moves": 1}, "max_age acts on entries of earlier searches"),
        ("cluster4:policy=depth_and_age,age_weight=3", {"moves": 1}, "age_weight acts on entries of earlier"),
        ("cluster4:policy=depth_preferred,strict=on", {"moves": 1}, "strict acts on entries of earlier"),
        ("cluster4:same_key=deeper", {"moves": 1}, "same_key acts on entries of earlier searches"),
        ("cluster4:aging_interval=2000", {"nodes": 2000}, "never passes in a search of 2,000 nodes"),
        ("cluster4:max_age=3", {}, "max_age acts only under policy=age_based"),
        ("cluster4:depth_weight=3", {}, "depth_weight acts only under policy=depth_and_age"),
        ("cluster4:strict=on", {}, "strict acts only under policy=depth_preferred or exact_preferred"),
        ("field:policy=always", {}, "victims=field chooses the victim without policy"),
        ("field:source_priority=off", {}, "the field's rules do not know source_priority"),
        ("cluster4:policy=always,source_priority=off", {}, "policy=always does not know source_priority"),
        ("cluster4:prefetch=off", {}, "prefetch changes time, not nodes"),
        ("cluster4:sync=none", {}, "sync acts only between threads"),
        ("cluster4:hash_mb=3", {}, "hash_mb is the same for all tables: give it as --hash"),
        ("single", {"switches": {"prefetch": False}}, "--switch prefetch: prefetch changes time"),
        ("single", {"switches": {"verify_keys": True}}, "--switch verify_keys: verify_keys changes time"),
        ("single", {"switches": {"table_mode": "read_only"}}, "the search stores nothing"),
        ("single", {"switches": {"table_mode": "probe_only"}}, "the search ignores what it finds"),
    ],
)
def test_a_setting_that_nothing_exercises_is_refused(
    design: str, settings: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        asked("cluster4:seed=1", design, **settings)


EXERCISED = [
    "cluster4:ages=off",
    "cluster4:aging_interval=500",
    "cluster4:policy=age_based,max_age=3",
    "cluster4:policy=depth_and_age,age_weight=100",
    "cluster4:policy=depth_and_age,depth_weight=0.25",
    "cluster4:policy=depth_preferred,strict=on",
    "cluster4:same_key=deeper",
    "cluster4:same_key=deeper_keep_age",
    "cluster4:source_priority=off",
    "cluster4:victims=field",
    "cluster4:victims=effort",
    "field:victims=policy,policy=always",
]


@pytest.mark.parametrize("text", EXERCISED)
def test_a_setting_that_is_accepted_changes_the_search(text: str) -> None:
    """Compared with the same design without its last setting."""
    usual = text.rpartition(",")[0] or text.partition(":")[0]
    assert idle_settings(Design.parse(text), moves=4, nodes=2000) == []
    row = answer(asked(usual, text, count=3)).rows[1]
    assert row.verdict != NOT_EXERCISED
    assert row.ratio != 1


def test_a_difference_that_did_nothing_is_no_equality() -> None:
    """Where nothing is replaced, policies cannot differ; a copy is still equal."""
    question = asked(
        "cluster4", "cluster4:policy=always", "cluster4:policy=cascade", pressures=(16.0,), moves=1
    )
    found = answer(question)
    assert [row.verdict for row in found.rows] == ["baseline", NOT_EXERCISED, "equal"]
    assert any("nothing exercised the difference" in sentence for sentence in advice(question, found))


def test_every_setting_of_a_table_is_compared_or_measured_elsewhere() -> None:
    """A new setting must say which command exercises it."""
    of_keys_and_scores = {"clamp_scores", "random_keys", "power_of_two", "layout"}
    known = {*Design.__dataclass_fields__, *ELSEWHERE, *of_keys_and_scores}
    assert set(TableConfig.__dataclass_fields__) <= known | {
        name for name in TableConfig.__dataclass_fields__ if name.startswith("l2_")
    }


@pytest.mark.parametrize("option", ["--seeds=2", "--margin=0.1", "--moves=2", "--count=3"])
def test_games_refuse_the_options_of_nodes(option: str) -> None:
    name, _, value = option.partition("=")
    assert "has no effect on --games" in str(run("--games", "2", name, value).exception)


# ---- room --------------------------------------------------------------------------------------------


def test_the_answer_says_how_full_each_table_was() -> None:
    question = asked("field", "cluster4", pressures=(), sizes=(0.004, 4.0))
    tight, roomy = answer(question).rows[:2], answer(question).rows[2:]
    assert all(row.full > 0.95 and row.load > 2 for row in tight)
    assert all(0 < row.full < 0.05 and row.load < 0.05 for row in roomy)
    assert roomy[0].full < roomy[1].full  # the field has more slots in the same memory


def test_a_table_that_is_not_filled_is_named_with_the_nodes_that_fill_it() -> None:
    question = asked("field", "cluster4", pressures=(), sizes=(0.06,), count=3, nodes=500)
    found = answer(question)
    (sentence,) = (text for text in advice(question, found) if "has room for more" in text)
    nodes = int(sentence.split("--nodes ")[1].split()[0])
    assert nodes > 1000
    filled = answer(asked("field", "cluster4", pressures=(), sizes=(0.06,), count=3, nodes=nodes))
    assert all(1 < row.load < 6 for row in filled.rows)
    assert not any("has room for more" in text for text in advice(question, filled))


def test_nodes_are_chosen_to_fill_a_table_of_a_given_size() -> None:
    done = run("--hash", "0.25", "--count", "2", "--workers", "0", "--json")
    assert done.exit_code == 0, done.output
    rows = json.loads(done.stdout)
    assert all(row["load"] > 1 and row["full"] > 0.6 for row in rows)
    assert "has room for more" not in done.stderr


def test_a_size_that_the_nodes_do_not_fill_is_named_beforehand() -> None:
    done = run("--hash", "16", "--nodes", "500", "--count", "2", "--workers", "0")
    assert "16 MB has room for more than these searches fill" in done.stderr
    assert "has room for more than the searches fill" in done.stdout
    done = run("--hash", "16", "--nodes", "50", "--games", "2", "--workers", "0")
    assert "16 MB has room for more than these searches fill" in done.stderr


def test_the_nodes_that_fill_a_table_grow_with_it() -> None:
    pace = SearchPace.of("chess", "startpos")
    assert 0.1 < pace.entries_per_node < 1
    assert pace.nodes_per_second > 1000
    room = largest_room(["cluster4", "field"], 16)
    assert room == Design.parse("field").entries(16 * 2**20)
    assert pace.nodes_to_fill(2 * room, 4) > 1.8 * pace.nodes_to_fill(room, 4)
    assert pace.load(room, 4, pace.nodes_to_fill(room, 4)) >= 2


# ---- the sample ----------------------------------------------------------------------------------------


def test_the_sample_that_an_interval_needs_is_estimated_from_its_first_units() -> None:
    """The estimate of eight games, taken, gives an interval of about the wanted width."""
    question = asked("cluster4", "single", count=64, nodes=500, moves=1)
    measured = question.measured(LocalPool())
    needed = units_needed(question.answer(measured[:32]).rows, 0.1)
    assert needed is not None
    whole = question.answer(measured).rows[1]
    expected = 64 * ((whole.high / whole.low - 1) / 2 / 0.1) ** 2
    assert expected / 4 < needed[0] < 4 * expected


def test_a_sample_that_is_too_small_is_named_with_one_that_is_not() -> None:
    small = asked("cluster4", "single", count=4, nodes=500)
    (sentence,) = (text for text in advice(small, answer(small)) if "too small" in text)
    assert re.search(r"try about [\d,]+ games, (with --count \d+|from .* with --positions FILE)", sentence)
    positions = (*small.positions[:3], "startpos")
    other = Question(designs=small.designs, positions=positions, nodes=500, pressures=(1 / 16,))
    assert any("tabiya.lab.middlegames chess --count" in text for text in advice(other, answer(other)))
