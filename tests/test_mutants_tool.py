"""tools/mutants: changes that tests should notice, made in a copy of the tree."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
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
from mutants.judging import NativeJudge, PythonJudge, Run, TogetherJudge, verdict
from mutants.mutant import Mutant, draw, equivalents
from mutants.native import Native, target_of
from mutants.python_changes import python_mutants
from mutants.recording import record
from mutants.running import TIMEOUT, Outcome
from mutants.scratch import Scratch
from mutants.switches import HEADER, blamed, switched
from mutants.together import Reach, Together

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


def test_every_law_program_is_found_by_its_name_in_ctest() -> None:
    listed = re.findall(
        r"add_test\(NAME (\S+) COMMAND (\S+)", (ROOT / "core/tests/CMakeLists.txt").read_text()
    )
    assert len(listed) > 10
    assert {name: target_of(name) for name, _ in listed} == dict(listed)


def test_a_law_program_runs_while_another_is_not_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a build for one mutant, ctest knows no command of the programs that it does not need."""
    listed = {"tests": [{"name": "built", "command": ["true"]}, {"name": "not built"}]}
    native = Native(Scratch(ROOT, tmp_path), ROOT, tmp_path)
    monkeypatch.setattr(native, "_run", lambda *_: (0, json.dumps(listed)))
    assert native.run_law("built", 10.0, {}) == Outcome(False, "built holds")


def test_a_limit_that_a_test_visits_is_noticed_and_another_is_not(toy: Path) -> None:
    scratch = Scratch(toy, toy / "build" / "mutants")
    scratch.prepare()
    judge = PythonJudge(scratch, record(scratch, ["tests"], 1, lambda text: None), budget=30)
    assert judge(comparison(2)) == Outcome(True, "tests/test_toy.py::test_limit")
    assert judge(comparison(6)) == Outcome(False, "1 tests pass")
    assert (scratch.tree / "src" / "toy.py").read_bytes() == MODULE


NOTICES, HOLDS = Outcome(True, "t.py::notices"), Outcome(False, "3 tests pass")


@pytest.mark.parametrize(
    ("mutated", "original", "expected"),
    [
        ([NOTICES, NOTICES], [HOLDS], NOTICES),
        ([NOTICES, HOLDS, HOLDS], [HOLDS], HOLDS),
        ([NOTICES, HOLDS], [NOTICES], HOLDS),
        ([TIMEOUT], [HOLDS], TIMEOUT),
        ([TIMEOUT, HOLDS], [TIMEOUT], HOLDS),
        ([Outcome(True, "import")], [], Outcome(True, "import")),
    ],
    ids=["fails twice", "fails once", "fails anyway", "hangs", "is slow anyway", "is not imported"],
)
def test_a_test_that_fails_by_itself_notices_nothing(
    mutated: list[Outcome], original: list[Outcome], expected: Outcome
) -> None:
    def said(outcomes: list[Outcome]) -> Run:
        left = iter(outcomes)
        return lambda tests, seconds: next(left)

    assert verdict(["t.py"], said(mutated), said(original), set()) == expected


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

    class Asked:
        def __call__(self, mutant: Mutant) -> Outcome:
            asked.append(mutant.line)
            return Outcome(mutant.line == 2, "a test")

        def soon(self, mutant: Mutant) -> Outcome | None:
            return None

        def is_free(self, mutant: Mutant) -> bool:
            return True

    until = time.monotonic() + 60
    list(judged(sample[:1], Asked, journal, "this", until))
    journal.write_text(journal.read_text() + '{"tree": "this", "cut o')
    assert set(finished(journal, "this")) == {sample[0].identity}
    assert finished(journal, "another") == {}
    journal.write_text(journal.read_text() + "\n")
    rows = list(judged(sample, Asked, journal, "this", until))
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


TOY = b"""#include <cstdio>
constexpr int kSquares[] = {1, 4, 9, 16};
struct Move {
    int bits;
    constexpr explicit operator bool() const { return bits != 0; }
};
constexpr int twice(int n) { return n + n; }
static int total = 0;
void add(int n, int times) { total = total * 10 + n - times; }
int main() {
    for (unsigned char turns = 0; turns < 3; turns += 1) {
        if (turns == 1) continue;
        add(kSquares[turns & 3], 2);
    }
    if (Move{0}) add(7, 1);
    else add(1, 7);
    if (!Move{total}) total -= 100;
    std::printf("%d %d", total, twice(5));
}
"""


@pytest.mark.skipif(shutil.which("g++") is None, reason="there is no g++")
def test_a_mutant_switched_on_does_what_it_does_alone(tmp_path: Path) -> None:
    def compiled(source: bytes, name: str, *options: str) -> Path:
        path = tmp_path / f"{name}.cpp"
        path.write_bytes(source)
        program = path.with_suffix("")
        subprocess.run(["g++", "-std=c++20", "-w", *options, "-o", program, path], check=True)
        return program

    def output(program: Path, number: int = -1) -> str:
        environment = {**os.environ, "TABIYA_MUTANT": str(number)}
        return subprocess.run(
            [program], capture_output=True, text=True, env=environment, timeout=10, check=True
        ).stdout

    found = draw(cpp_mutants("toy.cpp", TOY), 3)
    drawn = [each for each in found if not each.text.startswith(("constexpr int k", "std::printf"))]
    source, left_out = switched(TOY, enumerate(drawn))
    together = compiled(source, "together", "-include", str(HEADER))
    assert output(together) == output(compiled(TOY, "original"))
    compared = set(range(len(drawn))) - left_out
    for number in compared:
        alone = compiled(drawn[number].applied(TOY), "alone")
        assert output(together, number) == output(alone), drawn[number]
    assert len(compared) >= 6


CMAKE = """cmake_minimum_required(VERSION 3.22)
project(toy LANGUAGES CXX)
set(CMAKE_CXX_STANDARD 20)
include_directories(core)
add_subdirectory(core/tests)
set(extension ${CMAKE_BINARY_DIR}/core/bindings/native/_core.toy.so)
add_custom_target(_core COMMAND ${CMAKE_COMMAND} -E touch ${extension})
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/core/bindings/native)
"""
PROGRAM = """#include "table/limits.hpp"
int main() { return is_large(10) || !is_small(5) || !is_large(kLimit + 1); }
"""
LIMITS = """constexpr int kLimit = 10;
static_assert(kLimit < 11);
inline bool is_large(int n) { return n > 10; }
inline bool is_small(int n) { return n < 10; }
inline bool is_odd(int n) { return n % 2 == 1; }
"""


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("g++") is None, reason="there is no g++")
def test_mutants_of_one_build_are_judged_by_what_reaches_them(toy: Path) -> None:
    (toy / "core" / "table").mkdir(parents=True)
    (toy / "core" / "tests").mkdir()
    (toy / "CMakeLists.txt").write_text(CMAKE)
    (toy / "core" / "table" / "limits.hpp").write_text(LIMITS)
    (toy / "core" / "tests" / "race.cpp").write_text(PROGRAM)
    (toy / "core" / "tests" / "CMakeLists.txt").write_text(
        "add_executable(tabiya_race race.cpp)\n"
        "enable_testing()\n"
        "add_test(NAME tabiya_race COMMAND tabiya_race)\n"
    )

    def quiet(text: str) -> None:
        pass

    scratch = Scratch(toy, toy / "build" / "mutants")
    scratch.prepare()
    sample = draw(all_mutants(toy, "cpp", []), 1)
    together = Together(scratch, sample, 2, quiet)
    together.build()
    reach = Reach(scratch, together, quiet)
    reach.record_laws()
    native = Native(scratch, scratch.tree, scratch.folder / "native")
    native.configure()
    judge = TogetherJudge(scratch, together, reach, NativeJudge(scratch, native, 30), 30)
    outcomes = {mutant.line: judge(mutant).how for mutant in sample}
    limit = next(mutant for mutant in sample if mutant.line == 1)
    assert not judge.is_free(limit)
    assert outcomes[1] == ("static_assert" if "11" in limit.change else "tabiya_race")
    assert outcomes[3] == "tabiya_race"
    assert outcomes[4] in ("tabiya_race", "1 law programs hold")
    assert outcomes[5] == "no test runs this line"
    again = Together(scratch, sample, 2, quiet)
    again.build()
    assert again.numbers() == together.numbers()


def test_what_the_compiler_computes_is_left_for_a_build_of_its_own(tmp_path: Path) -> None:
    source = b"constexpr int twice(int n) { return n + n; }\nstatic_assert(twice(4) == 8);\n"
    sample = {7: next(each for each in cpp_mutants("core/toy.cpp", source) if each.line == 1)}
    (tmp_path / "toy.cpp").write_bytes(switched(source, sample.items())[0])
    command = ["g++", "-std=c++20", "-fsyntax-only", "-include", str(HEADER), str(tmp_path / "toy.cpp")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert blamed(done.stderr, sample) == {7}
    assert blamed("/a/core/toy.cpp:1:5: error: something else", sample) == {7}
    assert blamed("/a/core/other.cpp:1:5: error: something else", sample) == set()


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
