"""The package without its core: one wheel for every platform, the same table."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SCRIPT = """
import sys
sys.path.insert(0, sys.argv[1])
import tabiya
assert not tabiya.HAS_CORE
assert tabiya.TranspositionTable is tabiya.ReferenceTable
assert "numpy" not in sys.modules
table = tabiya.TranspositionTable(entries=65536, layout="single", sync="auto")
table.store_many([1, 2, 3], depths=[4, 5, 6])
assert [entry.depth for entry in table.probe_many([1, 2, 3])] == [4, 5, 6]
assert {key for key, _ in table.items()} == {1, 2, 3}
for name, text in (("PerftTable", "needs the native core"), ("nothing", "has no attribute")):
    try:
        getattr(tabiya, name)
    except AttributeError as error:
        assert text in str(error), error
    else:
        raise AssertionError(name)
from tabiya.games import GAMES
for game in GAMES:
    try:
        __import__(f"tabiya.{game}")
    except ImportError as error:
        assert "native core" in str(error), error
    else:
        raise AssertionError(game)
print("fine")
"""


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run(
        [*command, "--wheel-dir", str(folder), str(ROOT)], env={**os.environ, "TABIYA_PURE": "1"}, check=True
    )
    (wheel,) = folder.glob("*.whl")
    assert wheel.name.endswith("-py3-none-any.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


def test_the_pure_wheel_holds_no_machine_code(unpacked: Path) -> None:
    assert (unpacked / "tabiya" / "py.typed").exists()
    assert not [path for path in unpacked.rglob("*") if path.suffix in (".so", ".pyd", ".dylib")]


def test_the_pure_wheel_works_without_any_other_package(unpacked: Path) -> None:
    """-I and -S: nothing but the standard library can be imported."""
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", SCRIPT, str(unpacked)], capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("fine\n", "")
