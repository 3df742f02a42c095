"""Builds the core's own test programs: C++ without Python, with or without a sanitizer.

python tests/core_programs.py [--long]     builds all that the tests run, so that they need not wait
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

import pytest

ROOT = Path(__file__).parent.parent
UNOPTIMISED = "-DCMAKE_CXX_FLAGS_RELEASE=-O0"
"""Sanitizers look at memory, not at speed, and optimised code takes them minutes to compile."""
BUILDS: dict[str, tuple[str, ...]] = {
    "race": (),
    "yields": ("-DTABIYA_YIELDS=ON", "-DCMAKE_CXX_FLAGS_RELEASE=-O1"),
    "asan": ("-DTABIYA_SANITIZE=address,undefined", UNOPTIMISED),
    "tsan": ("-DTABIYA_SANITIZE=thread", "-DTABIYA_YIELDS=ON", UNOPTIMISED),
    "portable-core": ("-DTABIYA_PORTABLE=ON",),
}
"""The CMake options of each build. The first is compiled as the package is, with its objects if possible."""
LONG = ("tsan", "portable-core")
"""Builds of the long form."""
RACES = ("tabiya_race", "tier_laws", "tier_race", "value_race", "search_chaos")
LAWS = ("chess_laws", "shogi_laws")
EVALUATIONS = ("evaluation_chess", "evaluation_shogi")
PROGRAMS = {
    "race": (*RACES, *LAWS, *EVALUATIONS, "search_laws"),
    "yields": ("tabiya_race", "tier_race", "value_race"),
    "asan": (*RACES, *EVALUATIONS, "chess_perft", "shogi_perft"),
    "tsan": RACES,
    "portable-core": (*LAWS, *EVALUATIONS),
}
"""What the tests run of each build."""
CROWD = str(8 * (os.cpu_count() or 2))
"""Threads of a race: most of them wait in the middle of something."""
SANITIZED = ("asan", pytest.param("tsan", marks=pytest.mark.slow))


@cache
def program(name: str, build: str) -> Path:
    """The path of a program of core/tests, built in one of the `BUILDS`."""
    assert name in PROGRAMS[build]
    return _compiled(build, name) / "core" / "tests" / name


def race(path: Path, *arguments: str) -> list[dict[str, Any]]:
    """Runs the race program; its lines, each a run. A wrong read or a sanitizer's report fails."""
    settings = {"TSAN_OPTIONS": "halt_on_error=1", "UBSAN_OPTIONS": "halt_on_error=1:print_stacktrace=1"}
    done = subprocess.run(
        [str(path), *arguments], capture_output=True, text=True, env={**os.environ, **settings}, check=False
    )
    assert done.stderr == ""
    assert done.returncode == 0, done.stdout
    return [json.loads(line) for line in done.stdout.splitlines()]


def _compiled(build: str, *names: str) -> Path:
    """The folder of a build in which these programs are up to date."""
    cmake = shutil.which("cmake")
    if cmake is None:
        pytest.skip("cmake is not installed; `make test` brings it")
    ready = _package_build() if build == "race" else None
    folder = ready or ROOT / "build" / build
    with alone(folder):
        if ready is None:
            settings = ["-DTABIYA_PYTHON=OFF", *BUILDS[build]]
            run([cmake, "-S", str(ROOT), "-B", str(folder), "-G", "Ninja", *settings])
        run([cmake, "--build", str(folder), "--target", *names])
    return folder


def _package_build() -> Path | None:
    """Where this package itself was built, with the core's objects ready; None if its ninja has gone since.

    An install in isolation takes its tools away with it.
    """
    for cache_file in ROOT.glob(f"build/{sys.implementation.cache_tag}/CMakeCache.txt"):
        for line in cache_file.read_text().splitlines():
            if line.startswith("CMAKE_MAKE_PROGRAM:") and Path(line.partition("=")[2]).exists():
                return cache_file.parent
    return None


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """No other process builds there meanwhile."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "tests.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def run(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}\n{done.stderr}"


if __name__ == "__main__":
    for name in BUILDS:
        if name not in LONG or "--long" in sys.argv:
            _compiled(name, *PROGRAMS[name])
