"""`HeldSignals`: signal handlers wait while a search calls its game."""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Callable
from types import FrameType, TracebackType
from typing import ParamSpec, Self, TypeVar

__all__ = ["HeldSignals"]

P = ParamSpec("P")
T = TypeVar("T")

NAMES = "SIGINT SIGTERM SIGHUP SIGQUIT SIGALRM SIGVTALRM SIGPROF SIGUSR1 SIGUSR2 SIGXCPU"
HELD: tuple[signal.Signals, ...] = tuple(
    getattr(signal, name) for name in NAMES.split() if hasattr(signal, name)
)
"""Signals that may come at any instruction. Some systems have only a few of them."""
PATIENCE = 1.0
"""Seconds after which a second signal breaks into a call that does not return."""


class HeldSignals:
    """Delays the handlers of signals in the main thread until `deliver`. Use it in a ``with`` block.

    Ctrl-C may come in the middle of ``game.push``, and no search can undo half a move. So a search looks
    between its calls of the game whether signals are `waiting`. In other threads Python calls no handlers.
    """

    def __init__(self) -> None:
        self.waiting: list[int] = []
        self._since = 0.0
        self._holds = False
        self._handlers: dict[int, Callable[[int, FrameType | None], object]] = {}
        self._replaced: list[int] = []
        """The signals whose handler is `_hold` now."""

    def __enter__(self) -> Self:
        if threading.current_thread() is not threading.main_thread():
            return self
        self._holds = True
        try:
            for number in HELD:
                handler = signal.getsignal(number)
                if callable(handler):
                    self._handlers[number] = handler
                    self._replaced.append(number)
                    signal.signal(number, self._hold)
        except ValueError:  # a subinterpreter, which gets no signals
            self._handlers.clear()
            self._replaced.clear()
        except BaseException:
            self._restore()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        try:
            self._restore()
        finally:
            self.deliver()

    def outside(self, call: Callable[P, T], *arguments: P.args, **keywords: P.kwargs) -> T:
        """Calls a function that does not change the game. Signals reach it at once."""
        held = self._holds
        self._holds = False
        try:
            self.deliver()
            return call(*arguments, **keywords)
        finally:
            self._holds = held

    def deliver(self) -> None:
        """Calls the handlers of the waiting signals. Most of them raise."""
        if self.waiting:
            number = self.waiting.pop(0)
            try:
                self._handlers[number](number, sys._getframe(1))
            finally:
                self.deliver()

    def _hold(self, number: int, frame: FrameType | None) -> None:
        now = time.monotonic()
        if not self._holds or (number in self.waiting and now > self._since + PATIENCE):
            self._handlers[number](number, frame)
        elif number not in self.waiting:
            self._since = now
            self.waiting.append(number)

    def _restore(self) -> None:
        """Restores the handlers, all of them even if one raises meanwhile."""
        self._holds = False  # from here on `_hold` only passes signals on, should it stay a handler
        try:
            while self._replaced:
                number = self._replaced[-1]
                if signal.getsignal(number) == self._hold:  # else the game has set its own
                    signal.signal(number, self._handlers[number])
                self._replaced.pop()
        except BaseException:
            self._restore()
            raise
