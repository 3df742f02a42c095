"""Work a few steps ahead of its consumer, in a thread: one reads or scans while the other writes."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any, TypeVar

__all__ = ["ahead"]

_Item = TypeVar("_Item")
STEPS = 3


def ahead(items: Iterator[_Item]) -> Iterator[_Item]:
    """The same items in the same order. An exception comes out where it would have; stopping early is fine.

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
    """For each step True, and False at the end. The thread touches nothing before its first order, so that
    an interrupt right after its start cannot leave it at work."""
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
        # Not threading.Thread, whose start() an interrupt leaves half done.
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
