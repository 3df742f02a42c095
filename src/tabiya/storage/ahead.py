"""Runs an iterator in a thread, a few steps ahead of its consumer, so that reading and writing overlap."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any, TypeVar

__all__ = ["ahead"]

_Item = TypeVar("_Item")
STEPS = 3


def ahead(items: Iterator[_Item]) -> Iterator[_Item]:
    """Yields the same items in the same order. Exceptions appear in place. You may stop early.

    >>> list(ahead(iter([1, 2, 3])))
    [1, 2, 3]
    """
    if sys.platform == "emscripten":
        return items
    return _in_thread(items)


def _in_thread(items: Iterator[_Item]) -> Iterator[_Item]:
    import _thread
    from queue import SimpleQueue

    ready: SimpleQueue[tuple[str, Any]] = SimpleQueue()
    orders: SimpleQueue[bool] = SimpleQueue()
    """True for each step, and False at the end. The thread does nothing before the first order, so that an
    interrupt right after its start cannot leave it running."""
    stopping = False

    def work() -> None:
        try:
            while orders.get() and not stopping:
                ready.put(("item", next(items)))
        except StopIteration:
            ready.put(("end", None))
        except BaseException as error:
            ready.put(("error", error))
        ready.put(("gone", None))

    begun = False
    try:
        # Not threading.Thread: an interrupt can leave its start() half done.
        _thread.start_new_thread(work, ())
        begun = True
        for _ in range(STEPS):
            orders.put(True)
        while True:
            kind, value = ready.get()
            if kind == "item":
                orders.put(True)
                yield value
            elif kind == "end":
                return
            else:
                raise value
    finally:
        stopping = True
        orders.put(False)
        while begun and ready.get()[0] != "gone":
            pass
