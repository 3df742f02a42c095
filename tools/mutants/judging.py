"""Judges one mutant: which tests concern it, and does one of them notice it?"""

from __future__ import annotations

import ast
import re
import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Protocol

from .mutant import Mutant
from .native import LAWS, Native, of_folder
from .recording import Recording
from .running import NO_PROGRAM, TEST_SECONDS, TIMEOUT, Outcome, run_tests
from .scratch import Scratch
from .together import RECORD_SECONDS, Reach, Together

LAW_SECONDS, LAW_TIMES = 20.0, 10.0
"""A law program hangs that takes this long, and this many times the time that it took without a mutant."""
GROUP = 8
"""Test files per run."""
NO_TEST = Outcome(False, "no test runs this line")

Run = Callable[[list[str], float], Outcome]
"""Runs these tests; one that takes more than so many seconds hangs."""


def verdict(tests: list[str], mutated: Run, original: Run, flaky: set[str]) -> Outcome:
    """Asks the tests until one notices the mutant.

    On a busy machine tests fail and hang without any mutant. So a failure counts if the test fails again, and
    passes on the original, and a timeout counts if the original needs less. Tests that fail on the original
    are added to `flaky`.
    """
    if not tests:
        return NO_TEST
    seconds, doubted = TEST_SECONDS, set[str]()
    while True:
        left = [*tests, *(f"--deselect={test}" for test in sorted(flaky | doubted))]
        outcome = mutated(left, seconds)
        if outcome == TIMEOUT and original(left, seconds) == TIMEOUT:
            seconds *= 2
            continue
        test = outcome.how
        if not outcome.noticed or "::" not in test:
            return outcome
        if original([test], seconds).noticed:
            flaky.add(test)
        elif mutated([test], seconds).noticed:
            return outcome
        else:
            doubted.add(test)


def in_groups(files: list[str]) -> list[list[str]]:
    """The first file notices most, and is quick. A file that nothing asks for need not be recorded."""
    return [files[:1], *(files[begin : begin + GROUP] for begin in range(1, len(files), GROUP))]


def law_limit(seconds: float) -> float:
    return LAW_SECONDS + LAW_TIMES * seconds


class Judge(Protocol):
    def __call__(self, mutant: Mutant) -> Outcome: ...

    def soon(self, mutant: Mutant) -> Outcome | None:
        """The verdict, if it comes soon: all of these come before the others."""
        ...

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

        def original(tests: list[str], seconds: float) -> Outcome:
            return run_tests(self._scratch, tests, self._budget, seconds)

        def mutated(tests: list[str], seconds: float) -> Outcome:
            with self._scratch.with_mutant(mutant):
                return original(tests, seconds)

        return verdict(tests, mutated, original, self._flaky)

    def soon(self, mutant: Mutant) -> Outcome | None:
        return None

    def is_free(self, mutant: Mutant) -> bool:
        return False


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
        self._seconds: dict[str, float] = {}
        self._flaky: set[str] = set()

    def __call__(self, mutant: Mutant) -> Outcome:
        programs = self._native.programs(of_folder(mutant.file, LAWS))
        self._check_original(programs)
        with self._scratch.with_mutant(mutant):
            refused = self._native.refused(programs)
            if refused is not None:
                return refused
            for name in programs:
                outcome = self._native.run_law(name, law_limit(self._seconds[name]), {})
                if outcome.noticed:
                    return outcome
            try:
                if not self._native.build("_core"):
                    return NO_PROGRAM
                return verdict(self._native.tests(mutant.file), self._mutated, self._original, self._flaky)
            finally:
                self._scratch.place_extensions(self._scratch.extensions)

    def soon(self, mutant: Mutant) -> Outcome | None:
        return None

    def is_free(self, mutant: Mutant) -> bool:
        return False

    def _mutated(self, tests: list[str], seconds: float) -> Outcome:
        self._native.place_extension()
        return run_tests(self._scratch, tests, self._budget, seconds)

    def _original(self, tests: list[str], seconds: float) -> Outcome:
        self._scratch.place_extensions(self._scratch.extensions)
        return run_tests(self._scratch, tests, self._budget, seconds)

    def _check_original(self, programs: list[str]) -> None:
        """Laws that do not hold without a mutant would notice every one. Once per program."""
        new = [name for name in programs if name not in self._seconds]
        refused = self._native.refused(new) if new else None
        if refused is not None:
            raise SystemExit(f"the core does not compile; see {self._native.folder}/last_build.txt")
        for name in new:
            begin = time.monotonic()
            if self._native.run_law(name, RECORD_SECONDS, {}).noticed:
                raise SystemExit(f"{name} fails without a mutant")
            self._seconds[name] = time.monotonic() - begin


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
        self._held: dict[str, Outcome] = {}

    def soon(self, mutant: Mutant) -> Outcome | None:
        """What the law programs say. Which tests run the mutant must be recorded, so they come later."""
        number = self._numbers.get(mutant.identity)
        if number is None:
            return None
        outcome = self._laws(mutant, number)
        if outcome.noticed:
            return outcome
        self._held[mutant.identity] = outcome
        return None

    def __call__(self, mutant: Mutant) -> Outcome:
        number = self._numbers.get(mutant.identity)
        if number is None:
            return self._alone(mutant) if self._together.has_program(mutant) else NO_PROGRAM
        outcome = self._held.get(mutant.identity) or self._laws(mutant, number)
        if outcome.noticed:
            return outcome
        passed = 0
        for files in in_groups(self._together.native.tests(mutant.file)):
            with self._recording:
                self._reach.record_tests(files)
                self._together.native.place_extension()
            asked = self._asked(number, self._tests(number, files))
            if asked.noticed:
                return asked
            if asked != NO_TEST:
                passed += int(asked.how.split()[0])
        if passed:
            return Outcome(False, f"{passed} tests pass")
        return outcome if self._programs(mutant, number) else NO_TEST

    def _asked(self, number: int, tests: list[str]) -> Outcome:
        variables = {"TABIYA_MUTANT": str(number)}

        def original(tests: list[str], seconds: float) -> Outcome:
            return run_tests(self._scratch, tests, self._budget, seconds)

        def mutated(tests: list[str], seconds: float) -> Outcome:
            return run_tests(self._scratch, tests, self._budget, seconds, variables)

        return verdict(tests, mutated, original, self._flaky)

    def is_free(self, mutant: Mutant) -> bool:
        return mutant.identity in self._numbers or not self._together.has_program(mutant)

    def _programs(self, mutant: Mutant, number: int) -> list[str]:
        seconds, own = self._reach.seconds, re.compile(of_folder(mutant.file, LAWS))
        reaching = (name for name, numbers in self._reach.laws.items() if number in numbers)
        return sorted(reaching, key=lambda name: (not own.fullmatch(name), seconds[name]))

    def _laws(self, mutant: Mutant, number: int) -> Outcome:
        variables, programs = {"TABIYA_MUTANT": str(number)}, self._programs(mutant, number)
        for name in programs:
            run_law, limit = self._together.native.run_law, law_limit(self._reach.seconds[name])
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
            if number in numbers and test.partition("::")[0] in files
        ]
        return sorted(reaching, key=lambda test: (totals[test.partition("::")[0]], test.partition("::")[0]))
