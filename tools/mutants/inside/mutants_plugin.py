"""The pytest plugin of a run on the scratch tree: names tests to the recorder, keeps a budget, logs."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator

import pytest

BEGIN = time.monotonic()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--mutants-budget", type=float, default=1e9, help="seconds after which no test is begun")


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    if os.environ.get("MUTANTS_RECORD"):
        import coverage

        recorder = coverage.Coverage.current()
        if recorder is not None:
            recorder.switch_context(item.nodeid)
    yield
    seen = os.environ.get("TABIYA_MUTANTS_SEEN")
    if seen:
        with open(os.environ["MUTANTS_REACHED"], "a") as log:
            log.write(json.dumps({"test": item.nodeid, "reached": taken(seen)}) + "\n")


def taken(seen: str) -> list[int]:
    """The numbers of the mutants of C++ that ran since the last call (mutant_switch.hpp)."""
    with open(seen, "r+b") as file:
        numbers = [number for number, byte in enumerate(file.read()) if byte]
        for number in numbers:
            file.seek(number)
            file.write(b"\0")
    return numbers


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    path = os.environ.get("MUTANTS_LOG")
    if path and not os.environ.get("PYTEST_XDIST_WORKER"):
        with open(path, "a") as log:
            row = {"test": report.nodeid, "when": report.when, "outcome": report.outcome}
            log.write(json.dumps({**row, "seconds": report.duration}) + "\n")


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Ends the run between two tests. What has not failed by then has not noticed."""
    if time.monotonic() - BEGIN > item.config.getoption("--mutants-budget"):
        item.session.shouldstop = "the budget is used up"
        pytest.skip("the budget is used up")
