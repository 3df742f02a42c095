"""The plain laws of `make wasm` also hold under CPython, for the native table and the pure wheel."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import tabiya

ROOT = Path(__file__).parent.parent
LAWS = ROOT / "tests" / "wasm" / "laws.py"


def assert_all_hold(command: list[str], which: str, **environment: str) -> None:
    run = subprocess.run(
        [sys.executable, *command], env={**os.environ, **environment}, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stdout + run.stderr
    first, *others, last = run.stdout.splitlines()
    assert first.endswith(which)
    assert not others
    passed, rest = last.split(" ", 1)
    assert int(passed) >= 35
    assert rest == "passed, 0 failed"


def test_the_laws_of_wasm_hold_of_the_installed_table() -> None:
    assert_all_hold([str(LAWS)], "the native table" if tabiya.HAS_CORE else "the table in plain Python")


def test_the_laws_of_wasm_hold_of_the_pure_wheel(tmp_path: Path) -> None:
    pytest.importorskip("scikit_build_core", reason="the wheel cannot be built")
    build = "import sys; from scikit_build_core.build import build_wheel; print(build_wheel(sys.argv[1]))"
    built = subprocess.run(
        [sys.executable, "-c", build, str(tmp_path)],
        cwd=ROOT,
        env={**os.environ, "TABIYA_PURE": "1"},
        capture_output=True,
        text=True,
    )
    assert built.returncode == 0, built.stdout + built.stderr
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.name == f"tabiya-{tabiya.__version__}-py3-none-any.whl"
    with zipfile.ZipFile(wheel) as archive:
        assert not [name for name in archive.namelist() if name.endswith((".so", ".pyd"))]
        archive.extractall(tmp_path / "packages")
    # -S: no site-packages, so neither NumPy nor the editable install of this very package is there.
    assert_all_hold(
        ["-S", str(LAWS), "--pure"], "the table in plain Python", PYTHONPATH=str(tmp_path / "packages")
    )
