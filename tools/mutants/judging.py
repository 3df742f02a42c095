"""Judges one mutant: which tests concern it, and does one of them notice it?"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Protocol

from .mutant import Mutant
from .native import Native
from .recording import Recording
from .running import Outcome, run_tests
from .scratch import Scratch

NO_TEST = Outcome(False, "no test runs this line")


class Judge(Protocol):
    def __call__(self, mutant: Mutant) -> Outcome: ...


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
                    return Outcome(True, "compile")
                return run_tests(self._scratch, self._native.tests(mutant.file), self._budget)
            finally:
                self._scratch.place_extensions(self._scratch.extensions)

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
