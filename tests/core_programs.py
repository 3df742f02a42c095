"""Builds the core's test programs: C++ without Python, with or without a sanitizer.

python tests/core_programs.py [--long]     builds everything that the tests run, in advance
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from tabiya.games import GAMES

ROOT = Path(__file__).parent.parent
UNOPTIMISED = "-DCMAKE_CXX_FLAGS_RELEASE=-O0"
"""Sanitizers look at memory, not at speed, and optimised code takes them minutes to compile."""
BUILDS: dict[str, tuple[str, ...]] = {
    "race": (),
    "yields": ("-DTABIYA_YIELDS=ON", "-DCMAKE_CXX_FLAGS_RELEASE=-O1"),
    "asan": ("-DTABIYA_SANITIZE=address,undefined", UNOPTIMISED),
    "tsan": ("-DTABIYA_SANITIZE=thread", "-DTABIYA_YIELDS=ON", UNOPTIMISED),
    "portable-core": ("-DTABIYA_PORTABLE=ON",),
    "valgrind": ("-DTABIYA_PORTABLE=ON", "-DCMAKE_CXX_FLAGS_RELEASE=-O1 -g1"),
    "wasm-core": ("-DTABIYA_PORTABLE=ON", f"--toolchain={ROOT}/core/tests/wasm.cmake"),
}
"""The CMake options of each build. The first is compiled as the package is, with its objects if possible."""
LONG = ("tsan", "portable-core", "valgrind", "wasm-core")
"""Builds of the long form."""
HAS_EMSCRIPTEN = shutil.which("em++") is not None and shutil.which("node") is not None
"""What the build for WebAssembly needs."""
RACES = ("tabiya_race", "dense_race", "tier_laws", "tier_race", "value_race", "search_chaos")
LAWS = tuple(f"{game}_laws" for game in GAMES)
EVALUATIONS = tuple(f"evaluation_{game}" for game in GAMES)
PROGRAMS = {
    "race": (*RACES, *LAWS, *EVALUATIONS, "search_laws"),
    "yields": ("tabiya_race", "dense_race", "tier_race", "value_race"),
    "asan": (*RACES, *EVALUATIONS, *(f"{game}_perft" for game in GAMES)),
    "tsan": RACES,
    "portable-core": (*LAWS, *EVALUATIONS),
    "valgrind": (*RACES, *LAWS, *EVALUATIONS, *(f"{game}_perft" for game in GAMES), "search_laws"),
    "wasm-core": (*(f"{game}_perft" for game in GAMES), "mate"),
}
"""What the tests run of each build."""
LONG_PROGRAMS = {"asan": ("search_chaos",)}
"""Programs of a build that only the long form runs."""
CROWD = str(8 * (os.cpu_count() or 2))
"""Threads of a race: most of them wait in the middle of something."""


@cache
def program(name: str, build: str) -> Path:
    """The path of a program of core/tests, built in one of the `BUILDS`."""
    assert name in PROGRAMS[build]
    return _compiled(build, name) / "core" / "tests" / name


def race(path: Path, *arguments: str) -> list[dict[str, Any]]:
    """Runs the race program and returns its lines, one per run. Fails on wrong reads and reports."""
    # The deadlock detector handles at most 64 locks, and a table has 256.
    settings = {
        "TSAN_OPTIONS": "halt_on_error=1:detect_deadlocks=0",
        "UBSAN_OPTIONS": "halt_on_error=1:print_stacktrace=1",
    }
    done = subprocess.run(
        [str(path), *arguments], capture_output=True, text=True, env={**os.environ, **settings}, check=False
    )
    assert done.stderr == ""
    assert done.returncode == 0, done.stdout
    return [json.loads(line) for line in done.stdout.splitlines()]


def _compiled(build: str, *names: str) -> Path:
    """Builds these programs and returns their folder."""
    cmake = shutil.which("cmake")
    if cmake is None:
        import pytest  # here: `make test` compiles before pytest is installed

        pytest.skip("cmake is not installed; `make test` brings it")
    ready = _package_build() if build == "race" else None
    folder = ready or ROOT / "build" / build
    with alone(folder):
        if ready is None:
            forget_foreign(folder, ROOT)
            settings = ["-DTABIYA_PYTHON=OFF", *BUILDS[build]]
            run([cmake, "-S", str(ROOT), "-B", str(folder), "-G", "Ninja", *settings])
        run([cmake, "--build", str(folder), "--target", *names])
    return folder


def _package_build() -> Path | None:
    """The build folder of this package, with the core's objects; None if it cannot be used."""
    folder = ROOT / "build" / str(sys.implementation.cache_tag)
    return folder if is_usable(folder, ROOT) else None


def is_usable(folder: Path, root: Path) -> bool:
    """Whether a configured build folder belongs to this tree and still has its ninja.

    The folder of a copied tree builds the original. An isolated install removes its tools.
    """
    try:
        lines = (folder / "CMakeCache.txt").read_text().splitlines()
    except OSError:
        return False
    value = {line.partition(":")[0]: line.partition("=")[2] for line in lines if "=" in line}
    home, ninja = value.get("CMAKE_HOME_DIRECTORY", ""), value.get("CMAKE_MAKE_PROGRAM", "")
    return Path(home).resolve() == root.resolve() and Path(ninja).exists()


def forget_foreign(folder: Path, root: Path) -> None:
    """Removes a configuration of another tree, which CMake would refuse to change. The lock stays."""
    if (folder / "CMakeCache.txt").exists() and not is_usable(folder, root):
        (folder / "CMakeCache.txt").unlink()
        shutil.rmtree(folder / "CMakeFiles", ignore_errors=True)


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Keeps other processes from building there meanwhile."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "tests.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def run(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}\n{done.stderr}"


if __name__ == "__main__":
    for name in BUILDS:
        if name == "wasm-core" and not HAS_EMSCRIPTEN:
            continue
        if name not in LONG or "--long" in sys.argv:
            left_out = () if "--long" in sys.argv else LONG_PROGRAMS.get(name, ())
            _compiled(name, *(each for each in PROGRAMS[name] if each not in left_out))
