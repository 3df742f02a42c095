"""Interrupts at every point where Python checks for signals."""

from __future__ import annotations

import dis
import gc
import sys
import threading
from collections.abc import Callable
from functools import cache
from types import CodeType, FrameType
from typing import Any

__all__ = ["count_points", "interrupted_at"]

LOOKS = tuple(
    number
    for name, number in dis.opmap.items()
    if name.startswith(("CALL", "JUMP_BACKWARD")) and "NO_INTERRUPT" not in name
)
"""Python looks for signals at the end of these instructions, and of RESUME."""
RESUME = dis.opmap["RESUME"]


@cache
def _instructions(code: CodeType) -> bytes:
    return code.co_code


class _Points:
    """Counts these points in all Python code of a thread, and raises at one of them."""

    def __init__(self, at: int) -> None:
        self.at = at
        self.points = 0
        self._last: dict[int, int] = {}

    def step(self, frame: FrameType) -> None:
        """The frame is about to run its next instruction."""
        code, here = _instructions(frame.f_code), frame.f_lasti
        last = self._last.get(id(frame), 0) if here > 0 else 0  # the number may have been another frame's
        self._last[id(frame)] = code[here]
        if last in LOOKS or (here > 1 and code[here - 2] == RESUME):  # no event tells of a RESUME
            self.points += 1
            if self.points == self.at:
                raise KeyboardInterrupt


class _Traced:
    """Steps with `sys.settrace`, for Python 3.11."""

    def __init__(self, points: _Points) -> None:
        self._points = points

    def __enter__(self) -> None:
        self._before = sys.gettrace()
        sys.settrace(self._trace)

    def __exit__(self, *_: object) -> None:
        sys.settrace(self._before)

    def _trace(self, frame: FrameType, event: str, argument: Any) -> Any:
        frame.f_trace_lines, frame.f_trace_opcodes = False, True
        if event == "opcode":
            self._points.step(frame)
        return self._trace


class _Monitored:
    """Steps with `sys.monitoring`: Python 3.12 drops `f_trace_opcodes` of frames that it enters."""

    TOOL = 4

    def __init__(self, points: _Points) -> None:
        self._points = points
        self._thread = threading.get_ident()

    def __enter__(self) -> None:
        monitoring = sys.monitoring
        monitoring.use_tool_id(self.TOOL, "interrupts")
        monitoring.register_callback(self.TOOL, monitoring.events.INSTRUCTION, self._step)
        monitoring.set_events(self.TOOL, monitoring.events.INSTRUCTION)

    def __exit__(self, *_: object) -> None:
        sys.monitoring.set_events(self.TOOL, 0)
        sys.monitoring.free_tool_id(self.TOOL)

    def _step(self, code: CodeType, offset: int) -> None:
        if threading.get_ident() == self._thread and code.co_filename != __file__:
            self._points.step(sys._getframe(1))


_Stepped = _Monitored if sys.version_info >= (3, 12) else _Traced


def _run(call: Callable[[], Any], at: int) -> tuple[Any, int]:
    points = _Points(at)
    gc.disable()  # a collection calls back Python code, hypothesis' for one, that is no part of the call
    try:
        with _Stepped(points):
            return call(), points.points
    finally:
        gc.enable()


def count_points(call: Callable[[], Any]) -> tuple[Any, int]:
    """Returns the result of the call (a `partial`, without its own frame) and its number of points."""
    return _run(call, at=0)


def interrupted_at(call: Callable[[], Any], point: int) -> tuple[bool, Any]:
    """Returns whether the call raised KeyboardInterrupt, or else its result."""
    try:
        return False, _run(call, point)[0]
    except KeyboardInterrupt:
        return True, None
