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
    import queue
    import threading

    ready: queue.Queue[tuple[str, Any]] = queue.Queue(STEPS)
    stop = threading.Event()

    def put(kind: str, value: Any) -> bool:
        while not stop.is_set():
            try:
                ready.put((kind, value), timeout=0.05)
                return True
            except queue.Full:
                continue
        return False

    def work() -> None:
        try:
            for item in items:
                if not put("item", item):
                    return
            put("end", None)
        except BaseException as error:
            put("error", error)

    worker = threading.Thread(target=work, daemon=True, name="tabiya-ahead")
    worker.start()
    try:
        while True:
            kind, value = ready.get()
            if kind == "item":
                yield value
            elif kind == "end":
                return
            else:
                raise value
    finally:
        stop.set()
        worker.join()
