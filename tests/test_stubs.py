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
BINDINGS = ROOT / "core" / "bindings"
MODULES = {
    "_core": [BINDINGS / "stubs.pat", *sorted(BINDINGS.glob("*/stubs.pat"))],
    "_lab": [BINDINGS / "stubs_lab.pat"],
}
"""Their patterns: the shared ones, and those of each game."""


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
    patterns = tmp_path / "stubs.pat"
    patterns.write_text("".join(path.read_text() for path in MODULES[module]))
    run("nanobind.stubgen", "--include-private", "-m", f"tabiya.{module}", "-p", patterns, "-o", fresh)
    run("ruff", "format", "--config", ROOT / "pyproject.toml", fresh)
    assert fresh.read_text() == (ROOT / "src" / "tabiya" / f"{module}.pyi").read_text()


@pytest.mark.slow  # `make lint` checks the same
def test_the_stubs_agree_with_the_modules() -> None:
    allowed = BINDINGS / "stubs.allow"
    said = run("mypy.stubtest", "--allowlist", allowed, *(f"tabiya.{module}" for module in MODULES))
    assert said.startswith("Success")
