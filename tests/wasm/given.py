"""What the laws begin with: small tables, and calls that must be refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tabiya import Layout, TranspositionTable

WHOLE_KEYS = {"layout": "single", "entries": 65536}  # the smallest table that gives its keys back
NEWCOMER = 1000  # divisible by 4: in a cluster of four, its ties start at the first slot


def one_cluster(layout: str = "cluster4", **settings: Any) -> TranspositionTable:
    """A table in which keys are their own hashes and all meet in one cluster."""
    return TranspositionTable(entries=Layout(layout).ways, layout=layout, random_keys=True, **settings)


def refused(
    error: type[Exception], sentence: str, call: Callable[..., Any], *args: Any, **named: Any
) -> None:
    """Checks that the call raises this error with this message."""
    said = None
    try:
        call(*args, **named)
    except error as caught:
        said = str(caught)
    assert said == sentence, f"it said {said!r} instead of {sentence!r}"
