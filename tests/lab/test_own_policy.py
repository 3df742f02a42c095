"""Laws of policies of one's own: they see whole lines, decide alone, and fail in one sentence."""

from __future__ import annotations

import re
import signal
import threading
from pathlib import Path
from textwrap import dedent

import pytest
from click.testing import CliRunner

pytest.importorskip("tabiya._core", reason="the native core is not built", exc_type=ImportError)

from tabiya import Bound, Engine, Source, chess
from tabiya.cli.app import app
from tabiya.lab.compare import Question, nodes_to_depth
from tabiya.lab.compare.positions import middlegames
from tabiya.lab.designs import LAYOUTS, Design
from tabiya.lab.own_policy import digests, load_rule
from tabiya.lab.traces import record, replay_design

CASCADE = """
    from tabiya._utils.mixing import mix

    def rule(line, new):
        first = (mix(new.key) & (1 << 48) - 1) % len(line)
        def worth(way):
            old = line[way]
            turn = (way - first) % len(line)
            return (old.age == 0, old.depth, old.bound == 3, old.move != 0, -old.age, turn)
        return min(range(len(line)), key=worth)
"""
DOCUMENT = Path(__file__).parents[2] / "docs" / "lab.md"


def written(folder: Path, code: str, name: str = "my_policy.py") -> str:
    file = folder / name
    file.write_text(dedent(code))
    return f"{file}:rule"


@pytest.mark.parametrize("layout", ["single", "cluster3", "cluster4", "cluster8"])
def test_the_cascade_in_python_searches_the_nodes_of_ours(tmp_path: Path, layout: str) -> None:
    """Keys, ages, bounds, moves and depths all arrive, and the victim that is named is the one that goes."""
    rule = written(tmp_path, CASCADE)
    found = nodes_to_depth(
        game="chess",
        position=middlegames("chess", 1)[0],
        designs=[f"{layout}:source_priority=off", f"{layout}:source_priority=off,policy={rule}"],
        nodes=3000,
        pressures=[1 / 16],
        searches=3,
        seeds=1,
    )
    ours, theirs = found["runs"][0]
    assert ours["replaced"] > 500
    assert ours == theirs


@pytest.mark.parametrize("seed", [0, 5])
@pytest.mark.parametrize("layout", list(LAYOUTS))
def test_a_rule_sees_what_was_stored(tmp_path: Path, layout: str, seed: int) -> None:
    rule = written(tmp_path, "seen = []\ndef rule(line, new):\n    seen.append((line, new))\n    return 0\n")
    ways = LAYOUTS[layout].entries
    stored = {
        "move": 77,
        "score": -12,
        "eval": 34,
        "depth": 6,
        "bound": Bound.LOWER,
        "source": Source.MAIN,
        "pv": True,
    }
    with Design(layout=layout, policy=rule, seed=seed).open(LAYOUTS[layout].bytes) as hosted:
        for key in range(100, 100 + ways):
            hosted.table.store(key, **stored)
        hosted.table.new_search()
        hosted.table.store(99, depth=1)
        assert hosted.table.probe(99) is not None
        assert hosted.table.probe(100) is None  # the first of the line went
    line, new = load_rule(rule).__globals__["seen"][0]  # type: ignore[attr-defined]
    assert [old.key for old in line] == list(range(100, 100 + ways))
    assert all(old.age == 1 and old._asdict().items() >= stored.items() for old in line)
    assert (new.key, new.depth, new.age, new.eval) == (99, 1, 0, None)


def test_a_rule_that_refuses_keeps_what_is_there(tmp_path: Path) -> None:
    rule = written(tmp_path, "def rule(line, new):\n    return None\n")
    with Design(layout="cluster4", policy=rule).open(64) as hosted:
        for key in range(1, 10):
            hosted.table.store(key, depth=key)
        assert [hosted.table.probe(key) is not None for key in range(1, 10)] == [True] * 4 + [False] * 5
        assert hosted.counts["refused"] == 5


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("return 4", "must return None or an index from 0 to 3, not 4"),
        ("return -1", "must return None or an index"),
        ("return True", "must return None or an index"),
        ("return 'first'", "must return None or an index"),
        ("return 1 / 0", "ZeroDivisionError: division by zero"),
        ("import sys; return line.sort(key=3)", "TypeError"),
    ],
)
def test_a_rule_that_fails_is_a_sentence(tmp_path: Path, body: str, message: str) -> None:
    rule = written(tmp_path, f"def rule(line, new):\n    {body}\n")
    trace = record("chess", chess.Board(), nodes=2000)
    with pytest.raises(ValueError, match=re.escape(message)):
        replay_design(trace, Design(policy=rule), 640)


@pytest.mark.parametrize("answer", [4, 2**31 - 1, 2**40, "first", None])
def test_no_answer_reaches_beyond_the_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, answer: object
) -> None:
    """The core checks what it is told, whoever checked it before."""
    monkeypatch.setattr("tabiya.lab.designs.chooser", lambda _: lambda line, new: answer)
    rule = written(tmp_path, "def rule(line, new): ...\n")
    trace = record("chess", chess.Board(), nodes=300)
    with pytest.raises(ValueError, match="the policy failed"):
        replay_design(trace, Design(policy=rule), 64)


@pytest.mark.parametrize(
    ("code", "name", "message"),
    [
        ("", "nobody.py:rule", "there is no file"),
        ("rule = 3", "my_policy.py:rule", "has no function 'rule'"),
        ("def other(line, new): ...", "my_policy.py:rule", "has no function 'rule'"),
        ("def rule(:", "my_policy.py:rule", "SyntaxError"),
        ("import nothing_like_it", "my_policy.py:rule", "ModuleNotFoundError"),
        ("", "my_policy.py", "write FILE.py:NAME"),
    ],
)
def test_a_policy_that_is_none_is_refused(tmp_path: Path, code: str, name: str, message: str) -> None:
    (tmp_path / "my_policy.py").write_text(code)
    with pytest.raises(ValueError, match=message):
        Design.parse(f"cluster4:policy={tmp_path / name}")


def test_ctrl_c_reaches_the_search_through_a_rule(tmp_path: Path) -> None:
    rule = written(
        tmp_path,
        """
        import signal
        def rule(line, new):
            signal.raise_signal(signal.SIGINT)
            return 0
        """,
    )
    assert threading.current_thread() is threading.main_thread()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    with pytest.raises(KeyboardInterrupt), Design(policy=rule).open(640) as hosted:
        Engine("chess", table=hosted.table).search(chess.Board(), depth=40)


def test_a_changed_rule_is_another_question(tmp_path: Path) -> None:
    """A results file must not answer for an older version of the rule."""
    rule = written(tmp_path, "def rule(line, new):\n    return 0\n")
    question = Question(designs=("cluster4", f"cluster4:policy={rule}"), positions=("startpos",), nodes=300)
    (before,) = question.jobs()
    known = digests([rule, "cascade"])
    written(tmp_path, "def rule(line, new):\n    return 1\n")
    (after,) = question.jobs()
    assert before.id != after.id
    assert list(known) == [rule]
    assert load_rule(rule)([], None) == 1  # type: ignore[arg-type]
    assert isinstance(before.arguments, dict)
    with pytest.raises(ValueError, match="its file has changed"):
        nodes_to_depth(**before.arguments)


def test_the_documented_policy_runs_in_replay_and_in_compare(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The example of docs/lab.md, in a file, by the commands beside it."""
    monkeypatch.chdir(tmp_path)
    (code,) = re.findall(r"```python\n(# my_policy\.py\n.*?)```", DOCUMENT.read_text(), re.DOTALL)
    assert len(code.splitlines()) <= 12
    (tmp_path / "my_policy.py").write_text(code)
    record("chess", chess.Board(), nodes=3000).save("search.trace")
    done = CliRunner().invoke(app, ["lab", "replay", "search.trace", "--policy", "./my_policy.py:rule"])
    assert done.exit_code == 0, done.output
    assert "./my_policy.py:rule" in done.stdout
    arguments = ["--policy", "cascade", "--policy", "./my_policy.py:rule", "--count", "3", "--nodes", "500"]
    done = CliRunner().invoke(app, ["lab", "compare", *arguments, "--workers", "0"])
    assert done.exit_code == 0, done.output
    assert "cluster4:policy=./my_policy.py:rule" in done.stdout


def test_rules_of_one_name_in_two_files_are_two_rules(tmp_path: Path) -> None:
    rules = []
    for number in range(2):
        (tmp_path / str(number)).mkdir()
        rules.append(written(tmp_path / str(number), f"def rule(line, new):\n    return {number}\n"))
    assert [load_rule(rule)([], None) for rule in rules] == [0, 1]  # type: ignore[arg-type]
