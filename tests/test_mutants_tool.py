"""tools/mutants: changes that tests should notice, made in a copy of the tree."""

from __future__ import annotations

import json
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from core_programs import ROOT

sys.path.append(str(ROOT / "tools"))
pytest.importorskip("tree_sitter_cpp")

from mutants.__main__ import all_mutants, alone, finished, judged, report
from mutants.cpp_changes import cpp_mutants
from mutants.judging import PythonJudge
from mutants.mutant import Mutant, draw, equivalents
from mutants.python_changes import python_mutants
from mutants.recording import record
from mutants.running import Outcome
from mutants.scratch import Scratch

MODULE = b"def is_large(n):\n    return n > 10\n\n\ndef is_small(n):\n    return n < 10\n"
TEST = """from toy import is_large, is_small


def test_limit():
    assert not is_large(10)
    assert is_small(5)
"""


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    (tmp_path / "src" / "tabiya").mkdir(parents=True)
    (tmp_path / "tests").mkdir()
    (tmp_path / "src" / "toy.py").write_bytes(MODULE)
    (tmp_path / "tests" / "test_toy.py").write_text(TEST)
    return tmp_path


def comparison(line: int) -> Mutant:
    (found,) = (
        each for each in python_mutants("src/toy.py", MODULE) if each.line == line and "=" in each.new
    )
    return found


def test_a_limit_that_a_test_visits_is_noticed_and_another_is_not(toy: Path) -> None:
    scratch = Scratch(toy, toy / "build" / "mutants")
    scratch.prepare()
    judge = PythonJudge(scratch, record(scratch, ["tests"], 1, lambda text: None), budget=30)
    assert judge(comparison(2)) == Outcome(True, "tests/test_toy.py::test_limit")
    assert judge(comparison(6)) == Outcome(False, "1 tests pass")
    assert (scratch.tree / "src" / "toy.py").read_bytes() == MODULE


def test_an_interrupt_leaves_the_working_tree_and_the_next_copy_as_they_were(toy: Path) -> None:
    scratch = Scratch(toy, toy / "build" / "mutants")
    scratch.prepare()
    copy = scratch.tree / "src" / "toy.py"
    with suppress(KeyboardInterrupt), scratch.with_mutant(comparison(2)):
        assert copy.read_bytes() != MODULE
        assert (toy / "src" / "toy.py").read_bytes() == MODULE
        raise KeyboardInterrupt
    assert copy.read_bytes() == MODULE
    copy.write_bytes(comparison(2).applied(MODULE))  # killed: nothing was put back
    scratch.prepare()
    assert copy.read_bytes() == MODULE


def test_a_run_continues_where_it_was_interrupted_and_only_on_the_same_tree(tmp_path: Path) -> None:
    sample, journal, asked = [comparison(2), comparison(6)], tmp_path / "journal.jsonl", []

    def judge(mutant: Mutant) -> Outcome:
        asked.append(mutant.line)
        return Outcome(mutant.line == 2, "a test")

    until = time.monotonic() + 60
    next(judged(sample, lambda: judge, journal, "this", until))
    journal.write_text(journal.read_text() + '{"tree": "this", "cut o')
    assert set(finished(journal, "this")) == {sample[0].identity}
    assert finished(journal, "another") == {}
    journal.write_text(journal.read_text() + "\n")
    rows = list(judged(sample, lambda: judge, journal, "this", until))
    assert asked == [2, 6]
    assert [row["result"] for row in rows] == ["noticed", "unnoticed"]
    assert report(rows, 2).startswith("1 of 2 noticed (50%), 0 equivalent")
    assert "| src/toy.py:6 | < becomes <= | a test |" in report(rows, 2)
    json.dumps(rows)


def test_no_mutant_is_begun_when_the_time_is_up(tmp_path: Path) -> None:
    assert (
        list(judged([comparison(2)], pytest.fail, tmp_path / "journal", "this", time.monotonic() - 1)) == []
    )
    assert "1 not judged" in report([], 1)


def test_a_smaller_sample_is_the_beginning_of_a_larger_one_and_a_line_counts_once() -> None:
    every = python_mutants("src/toy.py", MODULE)
    assert draw(every, 7) == draw(list(every), 7)
    assert sorted(each.line for each in draw(every, 7)) == [2, 6]


def test_mutants_of_cpp_change_operators_constants_calls_and_conditions() -> None:
    source = b"int f(int a, int b) {\n  if (g(a, b)) h();\n  return a < 0x10u ? a + 1 : -b;\n}\n"
    assert {each.change for each in cpp_mutants("f.cpp", source)} == {
        "g(a, b) becomes !(g(a, b))",
        "arguments swapped: b, a",
        "h(); removed",
        "< becomes <=",
        "0x10u becomes 17u",
        "0x10u becomes 15u",
        "+ becomes -",
        "1 becomes 2",
        "1 becomes 0",
        "-b becomes (b)",
    }


def test_every_mutant_of_the_package_is_python() -> None:
    for mutant in draw(all_mutants(ROOT, "python", []), 1)[:150]:
        compile(mutant.applied((ROOT / mutant.file).read_bytes()), mutant.file, "exec")


def test_every_equivalent_mutant_still_exists() -> None:
    files = {file for file, _, _ in equivalents()}
    found = (
        [*all_mutants(ROOT, "python", sorted(files)), *all_mutants(ROOT, "cpp", sorted(files))]
        if files
        else []
    )
    assert equivalents().keys() <= {(each.file, each.text, each.change) for each in found}


def test_two_runs_never_share_a_copy(tmp_path: Path) -> None:
    alone(tmp_path)
    with pytest.raises(SystemExit, match="another run"):
        alone(tmp_path)
