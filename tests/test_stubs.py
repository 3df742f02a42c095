"""The committed stubs match the native modules."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("tabiya._core", reason="the native core is not built", exc_type=ImportError)
for tool in ("nanobind", "mypy", "ruff"):
    pytest.importorskip(tool)

ROOT = Path(__file__).parent.parent
MODULES = {"_core": "stubs.pat", "_lab": "stubs_lab.pat"}


def run(*command: str | Path) -> str:
    done = subprocess.run(
        [sys.executable, "-m", *map(str, command)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("module", MODULES)
def test_the_stub_is_what_the_generator_makes(module: str, tmp_path: Path) -> None:
    """If it fails, `make stubs` writes the stub anew."""
    fresh = tmp_path / f"{module}.pyi"
    patterns = ROOT / "core" / "bindings" / MODULES[module]
    run("nanobind.stubgen", "--include-private", "-m", f"tabiya.{module}", "-p", patterns, "-o", fresh)
    run("ruff", "format", "--config", ROOT / "pyproject.toml", fresh)
    assert fresh.read_text() == (ROOT / "src" / "tabiya" / f"{module}.pyi").read_text()


def test_the_stubs_agree_with_the_modules() -> None:
    allowed = ROOT / "core" / "bindings" / "stubs.allow"
    said = run("mypy.stubtest", "--allowlist", allowed, *(f"tabiya.{module}" for module in MODULES))
    assert said.startswith("Success")
