"""Interrupts at random bytecodes of all threads: none is lost, and none comes where it is not expected."""

from __future__ import annotations

import _thread
import ctypes
import signal
import threading
import time
from collections.abc import Callable
from random import Random
from typing import Any

__all__ = ["Interruptible", "interrupt_again_and_again", "start_threads_apart"]

_starting = _thread.allocate_lock()
"""No interrupt is sent while a thread is being started."""


class Interruptible:
    """Work of one thread that others may interrupt, at most once per run.

    A permit lies in `_permits` while the work may be interrupted. A thread that takes it sends an interrupt
    and marks the permit. A worker that finds its permit gone at the end waits for the interrupt, so that none
    arrives later, where it would not be caught.
    """

    def __init__(self) -> None:
        self._thread = threading.get_ident()
        self._permits: list[list[bool]] = []
        self.interrupted = 0

    def run(self, work: Callable[[], object]) -> None:
        """Does the work, or a part of it."""
        permit: list[bool] = []
        try:
            self._permits.append(permit)
            work()
            self._withdraw(permit)
        except KeyboardInterrupt:
            if permit in self._permits:
                raise  # somebody's own Ctrl-C
            self.interrupted += 1

    def _withdraw(self, permit: list[bool]) -> None:
        try:
            self._permits.pop()
        except IndexError:
            while not permit:
                time.sleep(0)
            for _ in range(10):
                time.sleep(0)  # it comes here at the latest, unless a finaliser had it, where Python drops it

    def interrupt(self) -> None:
        """From another thread: raises KeyboardInterrupt in the work if it is running."""
        try:
            permit = self._permits.pop()
        except IndexError:
            return
        if self._thread == threading.main_thread().ident:
            signal.pthread_kill(self._thread, signal.SIGINT)
        else:
            raised = ctypes.py_object(KeyboardInterrupt)
            with _starting:
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._thread), raised)
        permit.append(True)


def interrupt_again_and_again(
    workers: list[Interruptible], random: Random, interval: float, over: threading.Event
) -> None:
    """Interrupts the workers at random moments, until it is over."""
    while not over.is_set():
        time.sleep(random.random() * 2 * interval)
        for worker in workers:
            worker.interrupt()


def start_threads_apart() -> None:
    """Makes `_thread.start_new_thread` wait until the thread runs, with no interrupt sent meanwhile.

    Until a thread runs, Python 3.11 gives it the ID of the thread that starts it, and an interrupt for that
    one goes to the new thread, before its first line. Ctrl-C is not affected, because it goes to the main
    thread.
    """
    start = _thread.start_new_thread

    def start_and_wait(function: Callable[..., object], arguments: tuple[Any, ...]) -> int:
        runs = _thread.allocate_lock()
        runs.acquire()

        def run() -> None:
            runs.release()
            function(*arguments)

        with _starting:
            number = start(run, ())
            runs.acquire()
        return number

    _thread.start_new_thread = start_and_wait
