"""The committed stub of the native module says what the module has."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("tabiya._core", reason="the native core is not built", exc_type=ImportError)
for tool in ("nanobind", "mypy", "ruff"):
    pytest.importorskip(tool)

ROOT = Path(__file__).parent.parent
STUB = ROOT / "src" / "tabiya" / "_core.pyi"


def run(*command: str | Path) -> str:
    done = subprocess.run(
        [sys.executable, "-m", *map(str, command)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_stub_is_what_the_generator_makes(tmp_path: Path) -> None:
    """If it fails, `make stubs` writes the stub anew."""
    fresh = tmp_path / "_core.pyi"
    patterns = ROOT / "core" / "bindings" / "stubs.pat"
    run("nanobind.stubgen", "--include-private", "-m", "tabiya._core", "-p", patterns, "-o", fresh)
    run("ruff", "format", "--config", ROOT / "pyproject.toml", fresh)
    assert fresh.read_text() == STUB.read_text()


def test_the_stub_agrees_with_the_module() -> None:
    said = run("mypy.stubtest", "--allowlist", ROOT / "core" / "bindings" / "stubs.allow", "tabiya._core")
    assert said.startswith("Success")
