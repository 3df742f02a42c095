"""The build of the scratch tree's core, and which programs and tests concern which of its folders."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TypeVar

from .recording import test_files
from .running import NO_PROGRAM, Outcome, run
from .scratch import Scratch

REFUSED = Outcome(True, "static_assert")
BUILD_SECONDS = 7200.0
BOARDS = ("tests/boards/test_keys_of_boards.py", "tests/boards/test_perft_of_boards.py", "tests/boards")
LAWS = {
    "core/games/": r"(chess|shogi|othello)_(laws|perft)|evaluation_.*",
    "core/games/chess/": "chess_(laws|perft)|evaluation_chess",
    "core/games/shogi/": "shogi_(laws|perft)|evaluation_shogi",
    "core/games/othello/": "othello_(laws|perft)|evaluation_othello",
    "core/search/": "search_.*",
    "core/table/": "(tabiya|dense)_race.*",
    "core/table/tier/": "tier_.*",
    "core/values/": "value_race",
}
"""The law programs of a folder, as ctest names them in core/tests. The longest folder counts."""
SIGNATURE = "tests/search/test_engine_signature.py"
"""The nodes of a search of each game: they change with any rule and with any weight of an evaluation."""
TESTS = {
    "core/games/": (SIGNATURE, *BOARDS, "tests/chess", "tests/shogi", "tests/othello"),
    "core/games/chess/": (SIGNATURE, *BOARDS, "tests/chess"),
    "core/games/shogi/": (SIGNATURE, *BOARDS, "tests/shogi"),
    "core/games/othello/": (SIGNATURE, *BOARDS, "tests/othello"),
    "core/search/": (SIGNATURE, "tests/search"),
    "core/table/": ("tests/test_native_is_reference.py", "tests/test_*.py", "tests/memory", "tests/tiers"),
    "core/table/tier/": ("tests/tiers", "tests/memory"),
    "core/values/": ("tests/values",),
}
"""The Python tests of a folder, the most telling first."""


T = TypeVar("T")


def of_folder(file: str, table: dict[str, T]) -> T:
    return table[max((folder for folder in table if file.startswith(folder)), key=len)]


OPTIMISED = ("-DCMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG", "-DTABIYA_OPTIMISATION=-O1")
"""Half the time of the package's -O3 to compile. The laws are the same."""


class Native:
    """A build folder of its own: ninja compiles what a mutant changes, and no more."""

    def __init__(self, scratch: Scratch, tree: Path, folder: Path, settings: Iterable[str] = ()) -> None:
        self._scratch, self._tree, self.folder, self._settings = scratch, tree, folder, settings
        self._commands: dict[str, list[str]] = {}

    def configure(self) -> None:
        settings = [f"-DPython_EXECUTABLE={sys.executable}", *OPTIMISED, *self._settings]
        if shutil.which("ccache"):
            settings.append("-DCMAKE_CXX_COMPILER_LAUNCHER=ccache")
        source = ["-S", str(self._tree), "-B", str(self.folder), "-G", "Ninja"]
        code, said = self._run("cmake", *source, *settings)
        assert code == 0, said

    def programs(self, pattern: str = ".*") -> list[str]:
        """The law programs, as ctest names them."""
        _, listed = self._run("ctest", *self._tests(pattern), "-N")
        lines = (line for line in listed.splitlines() if line.strip().startswith("Test ") and "#" in line)
        return [line.split()[-1] for line in lines]

    def refused(self, programs: list[str]) -> Outcome | None:
        """Builds these law programs. What the compiler said about the mutant, if it refused."""
        if self.build(*sorted({target_of(name) for name in programs})):
            return None
        return REFUSED if "static assertion failed" in self.last_build() else NO_PROGRAM

    def run_law(self, name: str, seconds: float, variables: Mapping[str, str]) -> Outcome:
        """Runs one law program. Several may run at once."""
        environment = {**self._scratch.environment(), **variables}
        code, _ = run(self._command(name), self.folder, environment, seconds)
        if code:
            return Outcome(True, name + (" (crash)" if code < 0 else ""))
        return Outcome(True, f"{name} (timeout)") if code is None else Outcome(False, f"{name} holds")

    def _command(self, name: str) -> list[str]:
        if name not in self._commands:
            _, said = self._run("ctest", *self._tests(".*"), "--show-only=json-v1")
            # A program that is not built has none.
            tests = [test for test in json.loads(said)["tests"] if "command" in test]
            self._commands.update({test["name"]: test["command"] for test in tests})
        return self._commands[name]

    def place_extension(self) -> None:
        (built,) = self.folder.glob("core/bindings/*/_core.*.so")
        self._scratch.place_extensions(built.parent)

    def build(self, *targets: str, keep_going: bool = False) -> bool:
        rest = ["--", "-k", "0"] if keep_going else []
        code, said = self._run("cmake", "--build", str(self.folder), "--target", *targets, *rest)
        (self.folder / "last_build.txt").write_text(said)
        return code == 0

    def last_build(self) -> str:
        """What the compiler said."""
        return (self.folder / "last_build.txt").read_text()

    def tests(self, file: str) -> list[str]:
        patterns, tree = of_folder(file, TESTS), self._scratch.tree
        names = [str(path.relative_to(tree)) for each in patterns for path in sorted(tree.glob(each))]
        return list(dict.fromkeys(str(path.relative_to(tree)) for path in test_files(tree, names)))

    def _tests(self, pattern: str) -> list[str]:
        return ["--test-dir", str(self.folder / "core" / "tests"), "-R", f"^({pattern})$"]

    def _run(self, program: str, *arguments: str) -> tuple[int | None, str]:
        beside = Path(sys.executable).parent / program
        command = [str(beside) if beside.exists() else program, *arguments]
        return run(command, self._tree, self._scratch.environment(), BUILD_SECONDS)


FORMS = ("_links", "_swaps", "_lost", "_false")
"""What ctest's names have after that of the program, for the other forms of a race."""


def target_of(program: str) -> str:
    """The program of one of ctest's names."""
    return next((program.removesuffix(form) for form in FORMS if program.endswith(form)), program)
