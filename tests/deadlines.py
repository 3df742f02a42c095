"""A failing suite ends: a test that hangs is ended with its process, and says where it was."""

from __future__ import annotations

import faulthandler
from collections.abc import Iterator

import pytest
from _pytest.faulthandler import fault_handler_stderr_fd_key

from forms import sized


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Far longer than any test takes on a slow machine. Works although a native call holds the GIL."""
    uncaptured = item.config.stash[fault_handler_stderr_fd_key]
    faulthandler.dump_traceback_later(sized(600, 3600), exit=True, file=uncaptured)
    try:
        return (yield)
    finally:
        faulthandler.cancel_dump_traceback_later()
