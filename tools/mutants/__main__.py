"""Breaks the code on purpose, one small change at a time, and asks whether a test notices.

    make mutants SEED=1 COUNT=40 MINUTES=30

Mutants live in a copy of the tree in build/mutants; the working tree is only read. Finished mutants are kept
in build/mutants/journal.jsonl: the same command continues where an interrupted one ended.
"""

from __future__ import annotations

import argparse
import fcntl
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from threading import Lock
from typing import Any

from .cpp_changes import cpp_mutants
from .judging import Judge, NativeJudge, PythonJudge, TogetherJudge
from .mutant import Finder, Mutant, draw, equivalents
from .native import Native
from .python_changes import python_mutants
from .recording import record
from .running import Outcome
from .scratch import Scratch, files_of
from .together import Reach, Together

ROOT = Path(__file__).parents[2]
SOURCES = {"python": ("src",), "cpp": ("core/table", "core/search", "core/games", "core/values")}
FINDERS: dict[str, tuple[Finder, tuple[str, ...]]] = {
    "python": (python_mutants, (".py",)),
    "cpp": (cpp_mutants, (".hpp", ".cpp")),
}
DATA = ("weights.hpp",)
"""Written by programs: numbers, no rules."""


def all_mutants(root: Path, language: str, only: list[str]) -> list[Mutant]:
    finder, suffixes = FINDERS[language]
    found = []
    for path in (each for name in SOURCES[language] for each in files_of(root / name)):
        name = str(path.relative_to(root))
        if path.suffix in suffixes and path.name not in DATA and (not only or name.startswith(tuple(only))):
            found += finder(name, path.read_bytes())
    return found


def finished(journal: Path, tree: str) -> dict[str, dict[str, Any]]:
    """The judged mutants of this tree. A last line that was cut off is ignored."""
    rows = {}
    for line in journal.read_text().splitlines() if journal.exists() else []:
        try:
            row = json.loads(line)
        except ValueError:
            continue
        if row["tree"] == tree:
            rows[row["mutant"]] = row
    return rows


def judged(
    sample: list[Mutant],
    judge: Callable[[], Judge],
    journal: Path,
    tree: str,
    until: float,
    workers: int = 1,
) -> Iterator[dict[str, Any]]:
    """The rows of the sample, those in the journal first of all. Ends when the time is up."""
    known, why, left = finished(journal, tree), equivalents(), []
    for mutant in sample:
        reason = why.get((mutant.file, mutant.text, mutant.change))
        if reason is not None:
            yield {**row_of(mutant, tree), "result": "equivalent", "how": reason}
        elif mutant.identity in known:
            yield known[mutant.identity]
        else:
            left.append(mutant)
    if not left or time.monotonic() >= until:
        return
    ready, writing = judge(), Lock()

    def row(mutant: Mutant, ask: Callable[[Mutant], Outcome | None]) -> dict[str, Any] | None:
        begin = time.monotonic()
        if begin >= until:
            return None
        outcome = ask(mutant)
        if outcome is None:
            return None
        judged = {"result": outcome.result, "how": outcome.how, "seconds": round(time.monotonic() - begin, 1)}
        found = {**row_of(mutant, tree), **judged}
        journal.parent.mkdir(parents=True, exist_ok=True)
        with writing, journal.open("a") as file:
            file.write(json.dumps(found) + "\n")
        return found

    asked = set()
    for ask in (ready.soon, ready):
        free = [mutant for mutant in left if ready.is_free(mutant) and mutant.identity not in asked]
        with ThreadPoolExecutor(workers) as pool:
            jobs = [pool.submit(row, mutant, ask) for mutant in free]
            try:
                for job in as_completed(jobs):
                    if (found := job.result()) is not None:
                        asked.add(found["mutant"])
                        yield found
            finally:
                pool.shutdown(cancel_futures=True)
    for mutant in left:
        if not ready.is_free(mutant) and (found := row(mutant, ready)) is not None:
            yield found


def row_of(mutant: Mutant, tree: str) -> dict[str, Any]:
    return {
        "tree": tree,
        "mutant": mutant.identity,
        "place": mutant.place,
        "line": mutant.text,
        "change": mutant.change,
    }


def report(rows: list[dict[str, Any]], drawn: int) -> str:
    counts = Counter(row["result"] for row in rows)
    asked = counts["noticed"] + counts["unnoticed"]
    share = f" ({counts['noticed'] / asked:.0%})" if asked else ""
    lines = [
        f"| {row['place']} | {row['change']} | {row['how']} |" for row in rows if row["result"] == "unnoticed"
    ]
    table = ["", "| unnoticed | change | tests |", "| --- | --- | --- |", *lines] if lines else []
    said = (
        f"{counts['noticed']} of {asked} noticed{share}, {counts['equivalent']} equivalent, "
        f"{counts['no program']} do not compile"
    )
    left = f"; {drawn - len(rows)} not judged: time is up" if drawn > len(rows) else ""
    return "\n".join([f"{said}{left}", *table])


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="mutants", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--language", choices=("python", "cpp"), default="python")
    parser.add_argument("--seed", type=int, default=1, help="of the draw")
    parser.add_argument(
        "--also", type=int, action="append", default=[], metavar="SEED", help="compile this draw too (C++)"
    )
    parser.add_argument("--count", type=int, default=40, help="mutants to draw")
    parser.add_argument("--minutes", type=float, default=30, help="no mutant is begun after this time")
    parser.add_argument("--budget", type=float, default=120, help="seconds of tests per mutant and stage")
    parser.add_argument(
        "--workers", type=int, default=2, help="processes that record, compile or judge at once"
    )
    parser.add_argument(
        "--only", action="append", default=[], metavar="PATH", help="mutate only below this path"
    )
    parser.add_argument(
        "--tests", action="append", default=[], metavar="PATH", help="ask only these tests (Python)"
    )
    parser.add_argument(
        "--alone",
        dest="together",
        action="store_false",
        help="compile every mutant by itself (C++); else those that can be are compiled at once",
    )
    parser.add_argument("--list", action="store_true", help="show the sample and run nothing")
    parser.add_argument(
        "--json", action="store_true", help="print one line of JSON per mutant instead of the table"
    )
    parser.add_argument("--root", type=Path, default=ROOT, help=argparse.SUPPRESS)
    return parser.parse_args()


def main() -> None:
    options = arguments()
    until = time.monotonic() + 60 * options.minutes
    folder = options.root / "build" / "mutants"
    every = all_mutants(options.root, options.language, options.only)
    sample = draw(every, options.seed)[: options.count]
    if options.list:
        print("\n".join(f"{mutant.place}: {mutant.change}\n    {mutant.text}" for mutant in sample))
        return
    scratch = Scratch(options.root, folder)
    tests = options.tests or ["tests"]
    # Other tests may notice what these do not: their verdicts are kept apart.
    tree = "/".join([scratch.identity(), *sorted(options.tests)])

    def judge() -> Judge:
        alone(folder)
        scratch.prepare()
        if options.language == "python":
            recording = record(scratch, tests, options.workers, say)
            return PythonJudge(scratch, recording, options.budget)
        native = Native(scratch, scratch.tree, folder / "native")
        native.configure()
        alone_judge = NativeJudge(scratch, native, options.budget)
        if not options.together:
            return alone_judge
        others = (each for seed in options.also for each in draw(every, seed)[: options.count])
        # In the same order whichever of them is judged.
        whole = sorted(dict.fromkeys((*sample, *others)), key=lambda each: each.identity)
        together = Together(scratch, whole, options.workers, say)
        together.build()
        reach = Reach(scratch, together, say)
        reach.record_laws()
        return TogetherJudge(scratch, together, reach, alone_judge, options.budget)

    rows = []
    for row in judged(sample, judge, folder / "journal.jsonl", tree, until, options.workers):
        rows.append(row)
        if options.json:
            print(json.dumps(row), flush=True)
        else:
            say(f"{len(rows)}/{len(sample)} {row['result']}: {row['place']}: {row['change']} [{row['how']}]")
    print(report(rows, len(sample)), file=sys.stderr if options.json else sys.stdout)


def alone(folder: Path) -> None:
    """Two runs would put their mutants into one copy. The lock ends with the process."""
    folder.mkdir(parents=True, exist_ok=True)
    lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise SystemExit(f"another run uses {folder}; wait for its end") from None


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("interrupted; the same command continues")
