"""The two forms of the tests: short with `make test`, long with `make test-all` or `pytest --long`."""

from __future__ import annotations

from typing import TypeVar

import hypothesis
import pytest

T = TypeVar("T")

SANITIZED = ("asan", pytest.param("tsan", marks=pytest.mark.slow))
"""The sanitized builds of the core's programs."""

_is_long = False


def sized(short: T, long: T) -> T:
    """The value for the running form."""
    return long if _is_long else short


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="run the long forms and the slow tests")


def pytest_configure(config: pytest.Config) -> None:
    global _is_long
    _is_long = config.getoption("--long")
    # A minimal example may be sought for minutes: only the long form seeks one.
    found = [hypothesis.Phase.explicit, hypothesis.Phase.reuse, hypothesis.Phase.generate]
    hypothesis.settings.register_profile("short", deadline=None, max_examples=50, phases=found)
    hypothesis.settings.register_profile("long", deadline=None, max_examples=1000)
    hypothesis.settings.load_profile(sized("short", "long"))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if _is_long:
        return
    slow = [item for item in items if item.get_closest_marker("slow")]
    items[:] = [item for item in items if item not in slow]
    config.hook.pytest_deselected(items=slow)
