"""Races threads on few slots for hours, in rounds. An interrupted soak continues with the next round.

    python tools/soak.py build/race/core/tests/tabiya_race --seconds 3600

Each round is one run of `tabiya_race` with its own seed: 2 or 16 threads, with or without swaps of the
table's memory. Finished rounds are lines of JSON in the log. Rounds of another build do not count.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

ROUND_SECONDS = 60.0
KINDS = [("table", 2), ("table", 16), ("swaps", 2), ("table", 2), ("table", 16), ("swaps", 16)]


def build_of(program: Path) -> str:
    return hashlib.sha256(program.read_bytes()).hexdigest()[:16]


def finished(log: Path, build: str) -> list[dict[str, Any]]:
    """The rounds of this build in the log. A last line that was cut off is ignored."""
    rounds = []
    for line in log.read_text().splitlines() if log.exists() else []:
        try:
            found = json.loads(line)
        except ValueError:
            continue
        if found["build"] == build:
            rounds.append(found)
    return rounds


def total(rounds: Iterable[dict[str, Any]], name: str) -> Any:
    return sum(found[name] for found in rounds)


def run_round(program: Path, number: int, seconds: float) -> dict[str, Any]:
    """Runs one round. A wrong read or a crash ends the soak with the program's own exit code."""
    subject, threads = KINDS[number % len(KINDS)]
    options = f"--threads {threads} --seconds {seconds} --seed {number + 1}"
    command = [str(program), subject, *options.split()]
    begin = time.monotonic()
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(command)}: exit code {done.returncode}\n{done.stdout}")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    counts = {name: total(lines, name) for name in ("operations", "hits", "wrong")}
    kind = {"subject": subject, "threads": threads, "seed": number + 1}
    return {**kind, **counts, "seconds": time.monotonic() - begin}


def soak(
    program: Path, log: Path, seconds: float, operations: float, round_seconds: float = ROUND_SECONDS
) -> Iterator[list[dict[str, Any]]]:
    """Yields all rounds so far after each new one, until they took `seconds` or made `operations`."""
    program = program.resolve()
    build = build_of(program)
    rounds = finished(log, build)
    log.parent.mkdir(parents=True, exist_ok=True)
    yield rounds
    while total(rounds, "seconds") < seconds if seconds else total(rounds, "operations") < operations:
        left = max(seconds - total(rounds, "seconds"), 0.1) if seconds else round_seconds
        rounds.append({"build": build, **run_round(program, len(rounds), min(round_seconds, left))})
        with log.open("a") as file:
            file.write(json.dumps(rounds[-1]) + "\n")
        yield rounds


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("program", type=Path, help="the built tabiya_race")
    parser.add_argument(
        "--seconds", type=float, default=0, help="time of all rounds, instead of --operations"
    )
    parser.add_argument("--operations", type=float, default=1e10, help="total operations of all rounds")
    parser.add_argument("--log", type=Path, default=Path("build/soak.jsonl"), help="finished rounds")
    options = parser.parse_args()
    for rounds in soak(options.program, options.log, options.seconds, options.operations):
        operations, hits, wrong = (total(rounds, name) for name in ("operations", "hits", "wrong"))
        so_far = f"{len(rounds)} rounds, {total(rounds, 'seconds'):,.0f} s"
        print(f"{so_far}: {operations:,} operations, {hits:,} hits, {wrong} wrong", flush=True)


if __name__ == "__main__":
    main()
