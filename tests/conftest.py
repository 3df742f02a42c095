"""Fixtures of all tests: tables of both backends."""

from __future__ import annotations

import signal
from collections.abc import Callable
from typing import Any

import pytest

pytest_plugins = ("forms", "deadlines", "leftovers")

# A shell starts background jobs with SIGINT ignored, and Python leaves it so. With this handler Ctrl-C works
# in the tests all the same, and in the processes that they start.
signal.signal(signal.SIGINT, signal.default_int_handler)

BACKENDS = ("native", "reference")


def table_class(backend: str) -> Callable[..., Any]:
    """The public class of a backend; skips the test without a native core."""
    if backend == "reference":
        from tabiya.reference import ReferenceTable

        return ReferenceTable
    pytest.importorskip("tabiya._core", reason="the native core is not built", exc_type=ImportError)
    from tabiya import TranspositionTable

    return TranspositionTable


@pytest.fixture(scope="session", params=BACKENDS)
def make_table(request: pytest.FixtureRequest) -> Callable[..., Any]:
    """A factory: ``make_table(entries=4, policy="always")`` takes any field of `TableConfig`.

    It lives as long as the session, so that hypothesis may call it many times in one test.
    """
    return table_class(request.param)


@pytest.fixture(scope="session")
def make_small(make_table: Callable[..., Any]) -> Callable[..., Any]:
    """A factory of one-cluster tables with statistics, in which a key is its own hash.

    All keys share the cluster, and keys below 2^48 are their own signature, so that tests control collisions.
    """

    def make(layout: str = "cluster4", **fields: Any) -> Any:
        ways = {"single": 1, "cluster3": 3, "cluster4": 4, "dense": 6}[layout]
        settings = {"statistics": True, "random_keys": True, **fields}
        return make_table(entries=ways, layout=layout, **settings)

    return make
