"""Interrupts at every point at which Python looks for signals."""

from __future__ import annotations

import dis
import gc
import sys
from collections.abc import Callable
from functools import cache
from types import CodeType, FrameType
from typing import Any

__all__ = ["count_points", "interrupted_at"]

LOOKS = tuple(
    number
    for name, number in dis.opmap.items()
    if name.startswith(("CALL", "JUMP_BACKWARD", "RESUME")) and "NO_INTERRUPT" not in name
)
"""Python looks for signals at the end of these instructions."""


@cache
def _instructions(code: CodeType) -> bytes:
    return code.co_code


class _Tracer:
    """Counts the points in all Python code under a call, and raises at one of them."""

    def __init__(self, at: int) -> None:
        self.at = at
        self.points = 0

    def __call__(self, frame: FrameType, event: str, argument: Any) -> Any:
        last = _instructions(frame.f_code)[max(frame.f_lasti, 0)]  # no RESUME if a generator is closed
        frame.f_trace_lines = False
        frame.f_trace_opcodes = True

        def trace(frame: FrameType, event: str, argument: Any) -> Any:
            nonlocal last
            if event == "opcode":
                if last in LOOKS:
                    self._point()
                last = _instructions(frame.f_code)[frame.f_lasti]
            return trace

        return trace

    def _point(self) -> None:
        self.points += 1
        if self.points == self.at:
            raise KeyboardInterrupt


def _run(call: Callable[[], Any], at: int) -> tuple[Any, int]:
    tracer, before = _Tracer(at), sys.gettrace()
    gc.disable()  # a collection calls back Python code, hypothesis' for one, that is no part of the call
    sys.settrace(tracer)
    try:
        return call(), tracer.points
    finally:
        sys.settrace(before)
        gc.enable()


def count_points(call: Callable[[], Any]) -> tuple[Any, int]:
    """What the call (a `partial`: no frame of its own) returns, and how many points it has."""
    return _run(call, at=0)


def interrupted_at(call: Callable[[], Any], point: int) -> tuple[bool, Any]:
    """Whether a KeyboardInterrupt came out of the call; if not, what it returned."""
    try:
        return False, _run(call, point)[0]
    except KeyboardInterrupt:
        return True, None
