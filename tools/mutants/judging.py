"""Judges one mutant: which tests concern it, and does one of them notice it?"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Protocol

from .mutant import Mutant
from .native import LAWS, Native, of_folder
from .recording import Recording
from .running import NO_PROGRAM, TEST_SECONDS, TIMEOUT, Outcome, run_tests
from .scratch import Scratch
from .together import Reach, Together

LAW_SECONDS, LAW_TIMES = 20.0, 10.0
"""A law program hangs that takes this long, and this many times the time that it took without a mutant."""
NO_TEST = Outcome(False, "no test runs this line")


class Judge(Protocol):
    def __call__(self, mutant: Mutant) -> Outcome: ...

    def is_free(self, mutant: Mutant) -> bool:
        """Whether the mutant leaves the copy of the tree alone, so that several can be judged at once."""
        ...


class PythonJudge:
    """Runs the tests that run the mutant's line."""

    def __init__(self, scratch: Scratch, recording: Recording, budget: float) -> None:
        self._scratch, self._recording, self._budget = scratch, recording, budget
        self._flaky: set[str] = set()

    def __call__(self, mutant: Mutant) -> Outcome:
        is_import = mutant.line not in _lines_of_functions(self._scratch.tree / mutant.file)
        tests = self._recording.tests_of(mutant.file, mutant.line, is_import)
        while tests := [test for test in tests if test not in self._flaky]:
            with self._scratch.with_mutant(mutant):
                outcome = run_tests(self._scratch, tests, self._budget)
            if not outcome.noticed or "::" not in outcome.how or self._passes(outcome.how):
                return outcome
            self._flaky.add(outcome.how)
        return NO_TEST

    def is_free(self, mutant: Mutant) -> bool:
        return False

    def _passes(self, test: str) -> bool:
        """A test that fails without the mutant too has noticed nothing."""
        return not run_tests(self._scratch, [test], self._budget).noticed


@cache
def _lines_of_functions(path: Path) -> frozenset[int]:
    """The lines of a file that run when a function is called, not when the module is imported."""
    found: set[int] = set()
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            body: Iterable[ast.AST] = node.body if isinstance(node.body, list) else [node.body]
            for statement in body:
                assert isinstance(statement, ast.stmt | ast.expr)
                found.update(range(statement.lineno, (statement.end_lineno or statement.lineno) + 1))
    return frozenset(found)


class NativeJudge:
    """Compiles the mutant, runs the law programs of its folder, then the Python tests of its folder."""

    def __init__(self, scratch: Scratch, native: Native, budget: float) -> None:
        self._scratch, self._native, self._budget = scratch, native, budget
        self._checked: set[str] = set()

    def __call__(self, mutant: Mutant) -> Outcome:
        self._check_original(mutant.file)
        with self._scratch.with_mutant(mutant):
            outcome = self._native.laws(mutant.file)
            if outcome.noticed:
                return outcome
            try:
                if not self._native.extension():
                    return NO_PROGRAM
                return run_tests(self._scratch, self._native.tests(mutant.file), self._budget)
            finally:
                self._scratch.place_extensions(self._scratch.extensions)

    def is_free(self, mutant: Mutant) -> bool:
        return False

    def _check_original(self, file: str) -> None:
        """Laws that do not hold without a mutant would notice every one. Once per folder."""
        folder = file.rpartition("/")[0]
        if folder in self._checked:
            return
        outcome = self._native.laws(file)
        if outcome.noticed:
            raise SystemExit(
                f"{folder}: {outcome.how} fails without a mutant; see {self._native.folder}/last_build.txt"
            )
        self._checked.add(folder)


class TogetherJudge:
    """Switches a mutant on in the build of all, and asks the programs and tests that reach it.

    The law programs of its folder first, then the others, then the tests: quick files first.
    """

    def __init__(
        self, scratch: Scratch, together: Together, reach: Reach, alone: Judge, budget: float
    ) -> None:
        self._scratch, self._together, self._reach = scratch, together, reach
        self._alone, self._budget = alone, budget
        self._numbers = together.numbers()
        self._flaky: set[str] = set()
        self._recording = Lock()

    def __call__(self, mutant: Mutant) -> Outcome:
        number = self._numbers.get(mutant.identity)
        if number is None:
            return self._alone(mutant) if self._together.has_program(mutant) else NO_PROGRAM
        outcome = self._laws(mutant, number)
        if outcome.noticed:
            return outcome
        files = self._together.native.tests(mutant.file)
        with self._recording:
            self._reach.record_tests(files)
            self._together.native.place_extension()
        variables = {"TABIYA_MUTANT": str(number)}
        while tests := self._tests(number, files):
            outcome = self._run(tests, variables)
            if not outcome.noticed or "::" not in outcome.how or self._passes(outcome.how):
                return outcome
            self._flaky.add(outcome.how)
        return NO_TEST if not self._programs(mutant, number) else outcome

    def _run(self, tests: list[str], variables: Mapping[str, str]) -> Outcome:
        """A timeout counts only if the original needs less."""
        seconds = TEST_SECONDS
        while True:
            outcome = run_tests(self._scratch, tests, self._budget, seconds, variables)
            if outcome != TIMEOUT or run_tests(self._scratch, tests, self._budget, seconds) != TIMEOUT:
                return outcome
            seconds *= 2

    def is_free(self, mutant: Mutant) -> bool:
        return mutant.identity in self._numbers or not self._together.has_program(mutant)

    def _programs(self, mutant: Mutant, number: int) -> list[str]:
        seconds, own = self._reach.seconds, re.compile(of_folder(mutant.file, LAWS))
        reaching = (name for name, numbers in self._reach.laws.items() if number in numbers)
        return sorted(reaching, key=lambda name: (not own.fullmatch(name), seconds[name]))

    def _laws(self, mutant: Mutant, number: int) -> Outcome:
        variables, programs = {"TABIYA_MUTANT": str(number)}, self._programs(mutant, number)
        for name in programs:
            run_law, limit = (
                self._together.native.run_law,
                LAW_SECONDS + LAW_TIMES * self._reach.seconds[name],
            )
            outcome = run_law(name, limit, variables)
            # On a busy machine the original may take as long.
            while outcome.how.endswith("(timeout)") and run_law(name, limit, {}).noticed:
                limit *= 2
                outcome = run_law(name, limit, variables)
            if outcome.noticed:
                return outcome
        return Outcome(False, f"{len(programs)} law programs hold")

    def _tests(self, number: int, files: list[str]) -> list[str]:
        reach, totals = self._reach, defaultdict[str, float](float)
        for test, seconds in reach.seconds.items():
            totals[test.partition("::")[0]] += seconds
        reaching = [
            test
            for test, numbers in reach.tests.items()
            if number in numbers and test not in self._flaky and test.partition("::")[0] in files
        ]
        return sorted(reaching, key=lambda test: (totals[test.partition("::")[0]], test.partition("::")[0]))

    def _passes(self, test: str) -> bool:
        """A test that fails without the mutant too has noticed nothing."""
        return not run_tests(self._scratch, [test], self._budget).noticed
