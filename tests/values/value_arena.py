"""Processes add to one table, and some are killed.

    python value_arena.py add --processes 2 --adds 1000000
    python value_arena.py kill --kills 30 [--file PATH]

Prints one JSON object. A program of its own, so that it can fork and kill without a care for its parent.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import time
import traceback
from collections.abc import Callable
from typing import Any

from tabiya import ValueTable

DTYPE = [("n", "i8"), ("minus", "i8"), ("halves", "f8")]
STEP = {"n": 1, "minus": -1, "halves": 0.5}


def start(work: Callable[[], object]) -> int:
    child = os.fork()
    if child == 0:
        try:
            work()
            os._exit(0)
        except BaseException:
            traceback.print_exc()
            os._exit(1)
    return child


def reach(options: Any, inherited: Any, number: int) -> Any:
    """Some use the table inherited by fork, others attach by name."""
    if number % 2:
        return inherited
    if options.file:
        return ValueTable.open(options.file, shared=True)
    return ValueTable.attach(inherited.name)


def in_step(value: Any) -> bool:
    return bool(value["minus"] == -value["n"] and value["halves"] == value["n"] / 2)


def add(options: Any, table: Any) -> dict[str, Any]:
    """All processes create the same keys and add to them. Nothing may be missing at the end."""

    def work(number: int) -> None:
        mine = reach(options, table, number)
        for step in range(options.adds):
            if not in_step(mine.add(step % options.keys, STEP)):
                raise AssertionError("out of step")

    children = [start(lambda number=number: work(number)) for number in range(options.processes)]
    failed = sum(os.waitpid(child, 0)[1] != 0 for child in children)
    found = [table.probe(key) for key in range(options.keys)]
    wrong = sum(value is None or not in_step(value) for value in found)
    return {"failed": failed, "wrong": wrong, "sum": sum(value["n"] for value in found if value is not None)}


def kill(options: Any, table: Any) -> dict[str, Any]:
    """Processes are killed while they add: all values stay in step, and the others go on."""
    dice = random.Random(options.seed)

    def work(number: int) -> None:
        mine = reach(options, table, number)
        while True:
            for key in range(options.keys):
                mine.add(key, STEP)
                value = mine.probe(key)
                if value is not None and not in_step(value):
                    raise AssertionError("out of step")

    children = {number: start(lambda number=number: work(number)) for number in range(1, 4)}
    codes = []
    for number in range(4, 4 + options.kills):
        time.sleep(dice.uniform(0.003, 0.02))
        victim = dice.choice(list(children))
        os.kill(children[victim], signal.SIGKILL)
        codes.append(os.waitpid(children.pop(victim), 0)[1])
        for key in range(options.keys):
            if not in_step(table.add(key, STEP)):
                raise AssertionError("out of step")
        children[number] = start(lambda number=number: work(number))
    for child in children.values():
        os.kill(child, signal.SIGKILL)
        codes.append(os.waitpid(child, 0)[1])
    wrong = sum(not in_step(table.add(key, STEP)) for key in range(options.keys))
    recoveries = table._recoveries()
    table.clear()  # takes every lock
    failed = sum(code != signal.SIGKILL for code in codes)
    return {"failed": failed, "wrong": wrong, "recoveries": recoveries, "left": len(table)}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=["add", "kill"])
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--adds", type=int, default=100_000)
    parser.add_argument("--keys", type=int, default=37)
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--file")
    options = parser.parse_args()
    if options.file:
        table = ValueTable.open(options.file, DTYPE, 1, shared=True)
    else:
        table = ValueTable.create_shared(f"value-arena-{os.getpid()}", DTYPE, 1)
    with table:
        result = {"add": add, "kill": kill}[options.what](options, table)
    print(json.dumps(result))


if __name__ == "__main__":
    main()
