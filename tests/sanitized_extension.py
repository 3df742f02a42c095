"""Runs Python programs on an extension compiled with a sanitizer.

python tests/sanitized_extension.py asan tests/stress.py --seconds 60
python tests/sanitized_extension.py tsan tests/stress.py --seconds 60

Python itself is not compiled with it: only the core and all locks, including Python's, are checked.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from core_programs import BUILDS, ROOT, alone, forget_foreign, run

__all__ = ["RUNTIMES", "command_and_environment"]

RUNTIMES = {"asan": "libasan.so", "tsan": "libtsan.so"}
SETTINGS = {
    # Python keeps much until its end.
    "ASAN_OPTIONS": "detect_leaks=0",
    "UBSAN_OPTIONS": "halt_on_error=1:print_stacktrace=1",
    # Whoever clears a table takes all of its 256 locks; the detector of deadlocks counts to 64.
    "TSAN_OPTIONS": f"detect_deadlocks=0:halt_on_error=1:suppressions={ROOT}/tests/data/tsan.supp",
    "PYTHONMALLOC": "malloc",  # or memory that is freed goes back to Python's own pools unseen
}


def command_and_environment(build: str, *arguments: str) -> tuple[list[str], dict[str, str]]:
    """How to run Python with the extension of one of the core's sanitized `BUILDS`."""
    packages = sysconfig.get_path("purelib")
    settings = {
        **SETTINGS,
        "LD_PRELOAD": f"{_library(RUNTIMES[build])} {_library('libstdc++.so')}",
        "PYTHONPATH": f"{_package(build)}{os.pathsep}{packages}",
    }
    # -S: without the finder of the editable install, which would be asked first.
    return [sys.executable, "-S", *arguments], {**os.environ, **settings}


def _package(build: str) -> Path:
    """A folder with the package: the extension, rebuilt if necessary, and the current sources."""
    cmake = shutil.which("cmake")
    if cmake is None:
        pytest.skip("cmake is not installed; `make test` brings it")
    folder = ROOT / "build" / f"{build}-extension"
    with alone(folder):
        settings = [f"-DPython_EXECUTABLE={sys.executable}", *BUILDS[build], "-DTABIYA_YIELDS=OFF"]
        forget_foreign(folder, ROOT)
        run([cmake, "-S", str(ROOT), "-B", str(folder), "-G", "Ninja", *settings])
        run([cmake, "--build", str(folder)])
        run([cmake, "--install", str(folder), "--prefix", str(folder / "site")])
        for source in (ROOT / "src" / "tabiya").iterdir():
            link = folder / "site" / "tabiya" / source.name
            if not link.is_symlink() or link.readlink() != source:  # the links of a copied tree
                link.unlink(missing_ok=True)
                link.symlink_to(source)
    return folder / "site"


def _library(name: str) -> str:
    """The path of a compiler library that must be loaded before Python."""
    command = ["g++", f"-print-file-name={name}"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


if __name__ == "__main__":
    command, environment = command_and_environment(*sys.argv[1:])
    sys.exit(subprocess.run(command, env=environment, check=False).returncode)
