"""What the library logs reaches the interface as `info string`."""

from __future__ import annotations

import ctypes
import io
import logging
import threading
from collections.abc import Callable

import pytest

from processes import wait_until
from tabiya.protocols.protocol import Protocol
from tabiya.protocols.uci import Uci
from tabiya.protocols.usi import Usi

ENGINES = pytest.mark.parametrize("make", [Uci, Usi])
PTHREAD = ctypes.CDLL(None)
RECOVERED = "info string 1 bucket lock(s) whose holder had died were recovered"
COLLIDED = "entries of this generation were replaced by other keys"


class Steps(io.RawIOBase):
    """An input whose lines are made, or waited for, when the engine reads them."""

    def __init__(self, *steps: str | Callable[[], object]) -> None:
        super().__init__()
        self._steps = list(steps)

    def readline(self, size: int | None = -1, /) -> bytes:
        while self._steps:
            step = self._steps.pop(0)
            if isinstance(step, str):
                return step.encode() + b"\n"
            step()
        return b""


def converse(make: type[Protocol], *steps: str | Callable[[Protocol], object]) -> str:
    """What the engine says; functions get the engine, and `bestmove` waits for one."""
    stream = io.StringIO()
    engine = make(stream)

    def bound(step: str | Callable[[Protocol], object]) -> str | Callable[[], object]:
        if step == "bestmove":
            return lambda: wait_until(lambda: "bestmove" in stream.getvalue(), "a bestmove")
        return step if isinstance(step, str) else lambda: step(engine)

    try:
        engine.run(Steps(*map(bound, steps)))  # type: ignore[arg-type]
    finally:
        engine.close()
    return stream.getvalue()


def die_with_the_lock(engine: Protocol) -> None:
    table = engine.table_manager.engine_table.table
    assert table is not None
    mutex = ctypes.c_void_p(table._lock_address(0))
    dying = threading.Thread(target=PTHREAD.pthread_mutex_lock, args=(mutex,))
    dying.start()
    dying.join()


LOCKS = ("setoption name TTSync value bucket_locks", "setoption name TTBuckets value 1", "isready")
SMALL = (
    "setoption name Hash value 1",
    "setoption name USI_Hash value 1",
    "setoption name TTLayout value single",
    "setoption name TTValidation value debug",
)


@ENGINES
def test_a_recovered_lock_is_an_info_string(make: type[Protocol], capfd: pytest.CaptureFixture[str]) -> None:
    said = converse(make, *LOCKS, die_with_the_lock, "go depth 3", "bestmove")
    assert said.count(RECOVERED) == 1
    assert said.index(RECOVERED) < said.index("bestmove")
    assert capfd.readouterr().err == ""


@ENGINES
def test_debug_on_says_the_collisions_of_a_debug_table(make: type[Protocol]) -> None:
    said = converse(make, *SMALL, "debug on", "go nodes 30000", "bestmove")
    assert said.count(COLLIDED) == 1  # at most one line per second
    assert COLLIDED not in converse(make, *SMALL, "go nodes 30000", "bestmove")


def test_a_conversation_leaves_the_logger_as_it_was() -> None:
    logger = logging.getLogger("tabiya")
    before = (logger.level, list(logger.handlers))
    converse(Uci, "debug on")
    assert (logger.level, logger.handlers) == before
