"""Threads that do everything to a few tables at once, interrupted at random bytecodes.

python tests/stress.py [--seconds 60] [--validation paranoid] [--seed 1] [--interval 0.0005]

Fails if a read mixes two stores, a call raises anything but its documented errors, or anything leaks: a pin,
a thread, a descriptor, a segment, a temporary file. Prints a line of counts.
"""

from __future__ import annotations

import argparse
import faulthandler
import gc
import json
import logging
import os
import signal
import sys
import tempfile
import threading
import time
import traceback
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from claims import Claims, claims, settled
from stress_calls import CALLS, FILES, Arena, refusal
from stress_interrupts import Interruptible, interrupt_again_and_again, start_threads_apart
from tabiya import TranspositionTable

THREADS = 8 * (os.cpu_count() or 2)
PATIENCE = 120.0
"""Seconds after which threads that have not ended wait for each other."""


class Worker(Interruptible):
    """The work of one thread: random calls and their results."""

    def __init__(self, arena: Arena, random: Random, failures: list[str]) -> None:
        super().__init__()
        self._arena, self._random, self._failures = arena, random, failures
        self.calls: Counter[str] = Counter()
        self.refusals: Counter[str] = Counter()

    def step(self) -> None:
        """One call."""
        (call,) = self._random.choices(list(CALLS), list(CALLS.values()))
        self.calls[call.__name__] += 1
        try:
            call(self._arena, self._random)
        except Exception as error:
            refused = refusal(error)
            if refused is None:
                self._failures.append(traceback.format_exc())
            else:
                self.refusals[refused] += 1
                if refused == "closed":
                    self.renew()

    def renew(self) -> None:
        """New tables for those that an interrupt left closed."""
        for number, table in enumerate(self._arena.tables):
            try:
                table._check_open()
            except ValueError:
                self._arena.tables[number] = self._arena.make(number)


class Stress:
    """One run: threads, interrupts and resources."""

    def __init__(self, arena: Arena, seed: int, interval: float) -> None:
        self.arena, self.seed, self.interval = arena, seed, interval
        self.failures: list[str] = []
        self.workers: list[Worker] = []
        self.finalisers = 0
        self._over = threading.Event()

    def run(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        threads = [threading.Thread(target=self._work, args=(number,)) for number in range(1, THREADS)]
        for thread in threads:
            thread.start()
        arguments = (self.workers, Random(self.seed), self.interval, self._over)
        storm = threading.Thread(target=interrupt_again_and_again, args=arguments)
        mine = self._new_worker(0)
        storm.start()
        while time.monotonic() < end and not self.failures:
            mine.run(mine.step)
        self._over.set()
        for thread in (storm, *threads):
            thread.join()
        mine.renew()  # the last interrupt may have left a table closed

    def _work(self, number: int) -> None:
        worker = self._new_worker(number)
        while not self._over.is_set() and not self.failures:
            worker.run(worker.step)

    def _new_worker(self, number: int) -> Worker:
        worker = Worker(self.arena, Random(self.seed * 1000 + number), self.failures)
        self.workers.append(worker)
        return worker

    def note_unraisable(self, unraisable: Any) -> None:
        """An interrupt of a finaliser is dropped by Python. Anything else is a fault."""
        if issubclass(unraisable.exc_type, KeyboardInterrupt):
            self.finalisers += 1
        else:
            self.failures.append(f"{unraisable.exc_value!r} in {unraisable.object!r}")

    def counts(self) -> dict[str, Any]:
        calls: Counter[str] = Counter()
        refusals: Counter[str] = Counter()
        for worker in self.workers:
            calls += worker.calls
            refusals += worker.refusals
        return {
            "threads": len(self.workers),
            "interrupts": sum(worker.interrupted for worker in self.workers),
            "in_finalisers": self.finalisers,
            "torn_in_scans": self.arena.torn,
            "refusals": dict(refusals),
            "calls": dict(calls.most_common()),
        }


def check_tables(arena: Arena) -> None:
    """Checks that every table has its configured size, is not in use, and matches its shadow."""
    for table in arena.tables:
        config = table.config
        assert table.memory_usage.slots == config.clusters * config.layout.cluster_bytes, config
        table.reconfigure(clamp_scores=not config.clamp_scores)  # BufferError if anything holds the table
        table.verify()
        arena.check_all(table)
        table.close()


def warm_up(arena: Arena) -> None:
    """Calls everything once, because interrupted imports are tested elsewhere."""
    random = Random(0)
    for number in range(FILES):
        arena.tables[number].save(arena.folder / f"saved-{number}")
    for call in CALLS:
        try:
            call(arena, random)
        except Exception as error:
            if refusal(error) is None:
                raise


def stress(folder: Path, arguments: argparse.Namespace) -> Stress:
    """A run in a folder, with the resources of the process compared before and after."""
    name = f"stress-{os.getpid()}"
    arena = Arena(folder, name, arguments.validation, arguments.seed)
    run = Stress(arena, arguments.seed, arguments.interval)
    with (
        TranspositionTable.create_shared(name, entries=16, statistics=True),
        TranspositionTable.open(folder / "mapped", entries=64, shared=True),
    ):
        warm_up(arena)
        for table in arena.tables:
            table.close()
        gc.collect()
        before = claims(folder, name)
        arena.tables[:] = [arena.make(number) for number in range(len(arena.kinds))]
        sys.unraisablehook = run.note_unraisable
        run.run(arguments.seconds)
        if not run.failures:
            check_tables(arena)
        sys.unraisablehook = sys.__unraisablehook__
        gc.collect()
        run.failures += differences(before, settled(lambda: claims(folder, name), before))
    return run


def differences(before: Claims, now: Claims) -> list[str]:
    return [f"{what}: {before[what]} before, {now[what]} after" for what in now if now[what] != before[what]]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--validation", choices=("release", "paranoid"), default="release")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--interval", type=float, default=0.0005, help="seconds between interrupts")
    arguments = parser.parse_args()
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have had it ignored
    faulthandler.enable()
    faulthandler.dump_traceback_later(arguments.seconds + PATIENCE, exit=True)
    logging.getLogger("tabiya").disabled = True  # an interrupt can leave the locks of `logging` taken
    sys.setswitchinterval(1e-5)
    start_threads_apart()
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        run = stress(Path(folder), arguments)
    print(json.dumps({"validation": arguments.validation, "seconds": arguments.seconds, **run.counts()}))
    for failure in run.failures[:3]:
        print(failure, file=sys.stderr)
    return 1 if run.failures else 0


if __name__ == "__main__":
    sys.exit(main())
