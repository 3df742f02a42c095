"""Builds the core's own test programs: C++ without Python, with or without a sanitizer."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent


@cache
def program(name: str, build: str, *options: str) -> Path:
    """The path of a program of core/tests, built in ``build/<build>`` with these CMake options."""
    cmake = shutil.which("cmake")
    if cmake is None:
        pytest.skip("cmake is not installed; `make test` brings it")
    folder = ROOT / "build" / build
    settings = ["-DTABIYA_PYTHON=OFF", "-DTABIYA_CORE_TESTS=ON", *options]
    _run([cmake, "-S", str(ROOT), "-B", str(folder), "-G", "Ninja", *settings])
    _run([cmake, "--build", str(folder), "--target", name])
    return folder / "core" / "tests" / name


def race(path: Path, *arguments: str) -> list[dict[str, Any]]:
    """Runs the race program; its lines, each a run. A wrong read or a sanitizer's report fails."""
    settings = {"TSAN_OPTIONS": "halt_on_error=1", "UBSAN_OPTIONS": "halt_on_error=1:print_stacktrace=1"}
    done = subprocess.run(
        [str(path), *arguments], capture_output=True, text=True, env={**os.environ, **settings}, check=False
    )
    assert done.stderr == ""
    assert done.returncode == 0, done.stdout
    return [json.loads(line) for line in done.stdout.splitlines()]


def _run(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}\n{done.stderr}"
