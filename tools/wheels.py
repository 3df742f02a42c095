"""Builds dist/: an sdist and one manylinux wheel for each CPython from 3.11 on that this machine has.

    make wheels

The core is compiled once for each level of x86-64, the bindings once per level and Python. `auditwheel`,
`check-wheel-contents` and `twine` must be content with the result.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
WORK = ROOT / "build" / "wheels"
DIST = ROOT / "dist"
GLIBC = "2.28"
LEVELS = "x86-64-v2;x86-64-v3"
OLDEST = (3, 11)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("pythons", nargs="*", help="interpreters; all that are found by default")
    chosen = [Path(python) for python in parser.parse_args().pythons] or list(pythons())
    if platform.machine() != "x86_64" or platform.system() != "Linux":
        sys.exit("wheels: this builds Linux wheels for x86-64; elsewhere, use cibuildwheel")
    DIST.mkdir(exist_ok=True)
    for old in DIST.glob("tabiya-*manylinux*.whl"):
        old.unlink()
    say("the core")
    core = build_core()
    for python in chosen:
        say(str(python))
        repair(build_wheel(python, core))
    say("the sdist")
    run(sys.executable, "-m", "build", "--sdist", "--no-isolation", "--outdir", DIST, ROOT)
    check()


def pythons() -> Iterator[Path]:
    """One interpreter per version of CPython: of those on the path, and of pyenv's."""
    folders = [Path(folder) for folder in os.get_exec_path()]
    for shims in [folder for folder in folders if folder.name == "shims"]:
        folders += sorted(shims.parent.glob("versions/*/bin"))
    seen = set()
    for folder in folders:
        for python in sorted(folder.glob("python3.[0-9]*")):
            found = identify(python) if re.fullmatch(r"python3\.\d+t?", python.name) else None
            if found is not None and found not in seen:
                seen.add(found)
                yield python


def identify(python: Path) -> str | None:
    """The ABI tag of an interpreter; None if it does not run, is too old or no CPython."""
    code = """
import sys, sysconfig
print(*sys.version_info[:2], sys.implementation.name, sysconfig.get_config_var("SOABI"))
"""
    done = subprocess.run([python, "-c", code], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        return None
    major, minor, name, abi = done.stdout.split()
    return abi if name == "cpython" and (int(major), int(minor)) >= OLDEST else None


def build_core() -> Path:
    """The core of every level, without Python; returns its build directory."""
    folder = WORK / "core"
    levels = f"-DTABIYA_LEVELS={LEVELS}"
    run("cmake", "-S", ROOT, "-B", folder, "-G", "Ninja", "-DTABIYA_PYTHON=OFF", levels, quiet=True)
    run("cmake", "--build", folder)
    return folder


def build_wheel(python: Path, core: Path) -> Path:
    """A wheel that names its own machine, not yet manylinux."""
    environment = WORK / f"venv-{python.name}"
    if not (environment / "bin" / "pip").exists():
        run(python, "-m", "venv", environment)
        run(environment / "bin" / "python", "-m", "pip", "--quiet", "install", "--upgrade", "pip>=25.1")
    tools = environment / "bin" / "python"
    run(tools, "-m", "pip", "--quiet", "install", "--group", f"{ROOT}/pyproject.toml:build", "ziglang")
    raw = WORK / "raw" / python.name
    shutil.rmtree(raw, ignore_errors=True)
    settings = {
        "build-dir": WORK / f"bindings-{python.name}",
        "cmake.define.TABIYA_CORE_BUILD": core,
        "cmake.define.TABIYA_GLIBC": GLIBC,
    }
    options = [f"--config-settings={name}={value}" for name, value in settings.items()]
    run(
        *(
            tools,
            "-m",
            "pip",
            "--quiet",
            "wheel",
            "--no-deps",
            "--no-build-isolation",
            *options,
            "-w",
            raw,
            ROOT,
        ),
        TABIYA_WHEEL="1",
        PATH=f"{environment}/bin:{os.environ['PATH']}",
    )
    (wheel,) = raw.glob("*.whl")
    return wheel


def repair(wheel: Path) -> None:
    """Into dist/, under its manylinux name, if the symbols in it allow that."""
    tag = f"manylinux_{GLIBC.replace('.', '_')}_x86_64"
    run("auditwheel", "repair", "--only-plat", "--plat", tag, "--wheel-dir", DIST, wheel)


def check() -> None:
    files = sorted(DIST.glob("tabiya-*"))
    wheels = [file for file in files if "manylinux" in file.name]
    run("twine", "check", "--strict", *files)
    run("check-wheel-contents", *wheels)
    for wheel in wheels:
        run("auditwheel", "show", wheel)
        print(f"{wheel.relative_to(ROOT)}: {wheel.stat().st_size / 2**20:.1f} MB")


def say(what: str) -> None:
    print(f"==> {what}", flush=True)


def run(*command: object, quiet: bool = False, **variables: str) -> None:
    words = [str(word) for word in command]
    output = subprocess.DEVNULL if quiet else None
    done = subprocess.run(words, env={**os.environ, **variables}, stdout=output, check=False)
    if done.returncode != 0:
        sys.exit(f"wheels: {' '.join(words)} failed with exit code {done.returncode}")


if __name__ == "__main__":
    main()
