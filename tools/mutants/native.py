"""The build of the scratch tree's core, and which programs and tests concern which of its folders."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import TypeVar

from .recording import test_files
from .running import Outcome, run
from .scratch import Scratch

BUILD_SECONDS = 1800.0
LAW_SECONDS = 120
BOARDS = ("tests/boards/test_keys_of_boards.py", "tests/boards/test_perft_of_boards.py", "tests/boards")
LAWS = {
    "core/games/": r"(chess|shogi|othello)_(laws|perft)|evaluation_.*",
    "core/games/chess/": "chess_(laws|perft)|evaluation_chess",
    "core/games/shogi/": "shogi_(laws|perft)|evaluation_shogi",
    "core/games/othello/": "othello_(laws|perft)|evaluation_othello",
    "core/search/": "search_.*",
    "core/table/": "tabiya_race.*",
    "core/table/tier/": "tier_.*",
    "core/values/": "value_race",
}
"""The law programs of a folder, as ctest names them in core/tests. The longest folder counts."""
TESTS = {
    "core/games/": (*BOARDS, "tests/chess", "tests/shogi", "tests/othello"),
    "core/games/chess/": (*BOARDS, "tests/chess"),
    "core/games/shogi/": (*BOARDS, "tests/shogi"),
    "core/games/othello/": (*BOARDS, "tests/othello"),
    "core/search/": ("tests/search",),
    "core/table/": ("tests/test_native_is_reference.py", "tests/test_*.py", "tests/memory", "tests/tiers"),
    "core/table/tier/": ("tests/tiers", "tests/memory"),
    "core/values/": ("tests/values",),
}
"""The Python tests of a folder, the most telling first."""


T = TypeVar("T")


def of_folder(file: str, table: dict[str, T]) -> T:
    return table[max((folder for folder in table if file.startswith(folder)), key=len)]


class Native:
    """A build folder of its own: ninja compiles what a mutant changes, and no more."""

    def __init__(self, scratch: Scratch) -> None:
        self._scratch, self.folder = scratch, scratch.folder / "native"

    def configure(self) -> None:
        settings = [f"-DPython_EXECUTABLE={sys.executable}"]
        if shutil.which("ccache"):
            settings.append("-DCMAKE_CXX_COMPILER_LAUNCHER=ccache")
        source = ["-S", str(self._scratch.tree), "-B", str(self.folder), "-G", "Ninja"]
        code, said = self._run("cmake", *source, *settings)
        assert code == 0, said

    def laws(self, file: str) -> Outcome:
        """Builds and runs the law programs of a file's folder, in their short form."""
        chosen = ["--test-dir", str(self.folder / "core" / "tests"), "-R", f"^({of_folder(file, LAWS)})$"]
        _, listed = self._run("ctest", *chosen, "-N")
        programs = {
            line.split()[-1]
            for line in listed.splitlines()
            if line.strip().startswith("Test ") and "#" in line
        }
        if not self.build(*sorted({name.removesuffix("_links").removesuffix("_swaps") for name in programs})):
            return Outcome(True, "compile")
        code, said = self._run("ctest", *chosen, "--stop-on-failure", "--timeout", str(LAW_SECONDS))
        failed = [
            line.split()[2] + ("" if "Failed" in line else " (crash or timeout)")
            for line in said.splitlines()
            if "***" in line and "Test" in line
        ]
        return Outcome(
            code != 0, next(iter(failed), "ctest") if code else f"{len(programs)} law programs hold"
        )

    def extension(self) -> bool:
        """Builds the Python extension and places it in the scratch tree. False if it does not compile."""
        if not self.build("_core"):
            return False
        (built,) = self.folder.glob("core/bindings/*/_core.*.so")
        self._scratch.place_extensions(built.parent)
        return True

    def build(self, *targets: str) -> bool:
        code, said = self._run("cmake", "--build", str(self.folder), "--target", *targets)
        (self.folder / "last_build.txt").write_text(said)
        return code == 0

    def tests(self, file: str) -> list[str]:
        patterns, tree = of_folder(file, TESTS), self._scratch.tree
        names = [str(path.relative_to(tree)) for each in patterns for path in sorted(tree.glob(each))]
        return list(dict.fromkeys(str(path.relative_to(tree)) for path in test_files(tree, names)))

    def _run(self, program: str, *arguments: str) -> tuple[int | None, str]:
        beside = Path(sys.executable).parent / program
        command = [str(beside) if beside.exists() else program, *arguments]
        return run(command, self._scratch.tree, self._scratch.environment(), BUILD_SECONDS)
