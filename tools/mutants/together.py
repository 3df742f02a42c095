"""All mutants of a C++ sample in one build, and which law programs and Python tests reach which of them."""

from __future__ import annotations

import hashlib
import json
import shlex
import shutil
import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from .mutant import Mutant
from .native import Native, target_of
from .running import rows_of, run
from .scratch import Scratch, files_of
from .switches import HEADER, MOST, blamed, impossible, switched

SYNTAX_SECONDS = 600.0
RECORD_SECONDS = 3600.0


class Together:
    """A copy of the core in which every mutant of a sample can be switched on by its number."""

    def __init__(
        self, scratch: Scratch, sample: list[Mutant], workers: int, say: Callable[[str], None]
    ) -> None:
        self._scratch, self._workers, self._say = scratch, workers, say
        self._sample = dict(enumerate(sample[:MOST]))
        self.folder = scratch.folder / "together"
        self.tree = self.folder / "tree"
        settings = [f"-DCMAKE_CXX_FLAGS=-include {HEADER}", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"]
        self.native = Native(scratch, self.tree, self.folder / "build", settings)
        self._kept = self.folder / "left_out.json"
        self._left_out: set[int] = set()
        self.impossible: set[int] = set()
        """Those that compile nowhere."""
        self._checked: set[str] = set()

    def build(self) -> None:
        kept = self._kept
        if kept.exists() and (known := json.loads(kept.read_text()))["sample"] == self.identity():
            self._left_out, self.impossible = set(known["left_out"]), set(known["impossible"])
        self._write()
        self.native.configure()
        if not self._left_out:
            self._drop(self._refused_by_syntax)
        targets = {target_of(name) for name in self.native.programs()}
        self._drop(lambda: self._refused_by_build(sorted(targets)))
        self._say(
            f"{len(self.numbers())} mutants in one build, {len(self._left_out)} for builds of their own"
        )

    def _keep(self) -> None:
        """An interrupted run goes on from here."""
        left = {"left_out": sorted(self._left_out), "impossible": sorted(self.impossible)}
        self._kept.write_text(json.dumps({"sample": self.identity(), **left}))

    def numbers(self) -> dict[str, int]:
        """The numbers of the mutants that are in the build, by their identity."""
        return {
            mutant.identity: number for number, mutant in self._sample.items() if number not in self._left_out
        }

    def has_program(self, mutant: Mutant) -> bool:
        return mutant not in (self._sample[number] for number in self.impossible)

    def identity(self) -> str:
        """The sample in its sources. Tests may change meanwhile."""
        digest = hashlib.sha256("\n".join(mutant.identity for mutant in self._sample.values()).encode())
        for path in files_of(self._scratch.tree / "core"):
            name = path.relative_to(self._scratch.tree)
            if "tests" not in name.parts:
                digest.update(f"\0{name}\0".encode() + path.read_bytes())
        return digest.hexdigest()[:16]

    def _drop(self, refused: Callable[[], set[int] | None]) -> None:
        """Compiles, and leaves out what does not compile, until all compiles."""
        while (found := refused()) is not None:
            new = found - self._left_out
            if not new:
                raise SystemExit(f"the core does not compile; see {self.native.folder}/last_build.txt")
            self._say(f"{len(new)} mutants need a build of their own")
            self._left_out |= new
            self._write()
            self._keep()

    def _write(self) -> None:
        """Only files that change: ninja looks at their times."""
        of_file: defaultdict[str, list[tuple[int, Mutant]]] = defaultdict(list)
        for number, mutant in self._sample.items():
            if number not in self._left_out:
                of_file[mutant.file].append((number, mutant))
        for path in (*files_of(self._scratch.tree / "core"), self._scratch.tree / "CMakeLists.txt"):
            name = path.relative_to(self._scratch.tree)
            source, left_out = switched(path.read_bytes(), of_file[str(name)])
            self._left_out |= left_out
            target = self.tree / name
            if not target.exists() or target.read_bytes() != source:
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(source)
                shutil.copymode(path, target)
        if not (self.tree / "tests").exists():
            (self.tree / "tests").symlink_to(self._scratch.tree / "tests")

    def _refused_by_syntax(self) -> set[int] | None:
        """What the compiler's front end refuses of libraries and law programs. Optimising takes longer."""
        commands = json.loads((self.native.folder / "compile_commands.json").read_text())

        def errors(each: dict[str, str]) -> str:
            command = shlex.split(each["command"])
            output = command[command.index("-o") + 1]
            if "bindings" in output or output in self._checked:
                return ""
            begin = next(i for i, word in enumerate(command) if "++" in word)
            command = [word for word in command[begin:] if word not in ("-c", "-o", output)]
            command += ["-fsyntax-only", "-w"]
            folder = Path(each["directory"])
            code, said = run(command, folder, self._scratch.environment(), SYNTAX_SECONDS)
            if code == 0:
                self._checked.add(output)
            return said if code else ""

        with ThreadPoolExecutor(self._workers) as pool:
            said = list(filter(None, pool.map(errors, commands)))
        return self._blame("\n".join(said)) if said else None

    def _refused_by_build(self, targets: Iterable[str]) -> set[int] | None:
        if self.native.build(*targets, "_core", keep_going=True):
            return None
        return self._blame(self.native.last_build())

    def _blame(self, said: str) -> set[int]:
        (self.native.folder / "last_build.txt").write_text(said)
        asked = {n: each for n, each in self._sample.items() if n not in self._left_out}
        self.impossible |= impossible(said, asked)
        return blamed(said, asked)


class Reach:
    """Which programs and tests reach which mutants, and how long they take. Kept for the sample."""

    def __init__(self, scratch: Scratch, together: Together, say: Callable[[str], None]) -> None:
        self._scratch, self._together, self._say = scratch, together, say
        self.folder = together.folder
        self._kept = together.folder / f"reached.{together.identity()}.json"
        self._seen = together.folder / "seen"
        self.laws: dict[str, set[int]] = {}
        self.tests: dict[str, set[int]] = {}
        self.seconds: dict[str, float] = {}
        self._files: dict[str, str] = {}
        if self._kept.exists():
            known = json.loads(self._kept.read_text())
            self.tests = {name: set(numbers) for name, numbers in known["tests"].items()}
            self.seconds, self._files = known["seconds"], known["files"]

    def record_laws(self) -> None:
        """A program that fails without a mutant would notice every one."""
        native = self._together.native
        for name in native.programs():
            self._clear()
            begin = time.monotonic()
            outcome = native.run_law(name, RECORD_SECONDS, {"TABIYA_MUTANTS_SEEN": str(self._seen)})
            if outcome.noticed:
                raise SystemExit(f"{outcome.how} fails without a mutant")
            self.laws[name], self.seconds[name] = self._taken(), time.monotonic() - begin
            self._say(f"{name}: {len(self.laws[name])} mutants, {self.seconds[name]:.1f} s")
        self._keep()

    def record_tests(self, files: Iterable[str]) -> None:
        """One test file after another: what an interrupt loses is small."""
        for file in files:
            digest = hashlib.sha256((self._scratch.tree / file).read_bytes()).hexdigest()[:16]
            if self._files.get(file) != digest:
                self._say(f"recording {file}")
                for test in [each for each in self.seconds if each.startswith(f"{file}::")]:
                    self.tests.pop(test, None)
                    del self.seconds[test]
                self._record(file)
                self._files[file] = digest
                self._keep()

    def _record(self, file: str) -> None:
        self._clear()
        log, reached = self.folder / "log.jsonl", self.folder / "reached.jsonl"
        log.unlink(missing_ok=True)
        reached.unlink(missing_ok=True)
        options = ["-q", "-p", "mutants_plugin", "-p", "no:cacheprovider"]
        variables = {
            "MUTANTS_LOG": str(log),
            "MUTANTS_REACHED": str(reached),
            "TABIYA_MUTANTS_SEEN": str(self._seen),
        }
        self._together.native.place_extension()
        run(
            [str(self._scratch.python), "-m", "pytest", *options, file],
            self._scratch.tree,
            {**self._scratch.environment(), **variables},
            RECORD_SECONDS,
        )
        rows = rows_of(log)
        failed = {row["test"] for row in rows if row["outcome"] != "passed"}
        for row in rows:
            self.seconds[row["test"]] = self.seconds.get(row["test"], 0) + float(row["seconds"])
        for row in rows_of(reached):
            if row["test"] not in failed:
                self.tests[row["test"]] = set(map(int, row["reached"]))

    def _keep(self) -> None:
        new = self._kept.with_suffix(".new")
        known = {
            "tests": {name: sorted(numbers) for name, numbers in self.tests.items()},
            "seconds": self.seconds,
            "files": self._files,
        }
        new.write_text(json.dumps(known))
        new.rename(self._kept)

    def _clear(self) -> None:
        self._seen.write_bytes(bytes(MOST))

    def _taken(self) -> set[int]:
        return {number for number, byte in enumerate(self._seen.read_bytes()) if byte}
