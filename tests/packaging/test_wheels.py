"""The built wheels: their contents, and the laws in clean environments without a compiler.

`make wheels` builds them first; `make test-all` does both.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WHEELS = sorted((ROOT / "dist").glob("tabiya-*-manylinux*.whl"))
LEVELS = ("x86-64-v2", "x86-64-v3")
LAWS = ("test_native_is_reference.py", "test_probe_store.py", "test_batches.py", "test_threads.py")
"""The core laws that need nothing but NumPy and hypothesis."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not WHEELS, reason="no wheels in dist/; `make wheels` builds them"),
]


def names_in(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if not name.endswith("/")}


@pytest.mark.parametrize("wheel", WHEELS, ids=lambda wheel: wheel.name)
def test_a_wheel_holds_the_package_and_nothing_else(wheel: Path) -> None:
    version = re.findall(r"-cp(3\d+)-", wheel.name)[0]
    sources = {
        f"tabiya/{path.relative_to(ROOT / 'src' / 'tabiya')}"
        for path in (ROOT / "src" / "tabiya").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".so"
    }
    machine = f"cpython-{version}-x86_64-linux-gnu.so"
    native = {f"tabiya/_cpu.{machine}"} | {
        f"tabiya/_levels/{level.replace('-', '_')}/{module}.{machine}"
        for level in LEVELS
        for module in ("_core", "_lab")
    }
    (info,) = {name.split("/")[0] for name in names_in(wheel) if ".dist-info/" in name}
    about = {"METADATA", "RECORD", "WHEEL", "entry_points.txt", "licenses/LICENSE"}
    assert names_in(wheel) == sources | native | {f"{info}/{name}" for name in about}


@pytest.mark.parametrize("wheel", WHEELS, ids=lambda wheel: wheel.name)
def test_no_path_of_the_build_is_in_a_wheel(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            content = archive.read(name)
            assert str(ROOT).encode() not in content, name
            assert b"site-packages/nanobind" not in content, name


def interpreter_of(wheel: Path) -> Path:
    """The interpreter that this wheel was built with."""
    major_minor = "3." + re.findall(r"-cp3(\d+)-", wheel.name)[0]
    (environment,) = (ROOT / "build" / "wheels").glob(f"venv-python{major_minor}")
    return (environment / "bin" / "python").resolve()


@pytest.fixture(scope="module", params=WHEELS, ids=lambda wheel: wheel.name)
def installed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the wheel, NumPy, pytest and hypothesis; returns its interpreter."""
    folder = tmp_path_factory.mktemp("clean")
    interpreter = interpreter_of(request.param)
    subprocess.run([interpreter, "-m", "venv", folder], check=True)
    python = folder / "bin" / "python"
    wanted = [str(request.param), "pytest", "hypothesis"]
    subprocess.run([python, "-m", "pip", "--quiet", "install", "--only-binary=:all:", *wanted], check=True)
    return python


@pytest.mark.parametrize("level", LEVELS)
def test_the_laws_hold_on_an_installed_wheel(installed: Path, level: str, tmp_path: Path) -> None:
    tests = [str(ROOT / "tests" / law) for law in LAWS]
    done = subprocess.run(
        [installed, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests],
        env={
            "PATH": str(installed.parent),  # no compiler, no CMake
            "HOME": str(tmp_path),
            "TABIYA_CPU": level,
        },
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr
    assert level_of(installed, TABIYA_CPU=level) == level


def level_of(python: Path, **variables: str) -> str:
    done = subprocess.run(
        [python, "-c", "from tabiya import _core, _lab; print(*{_core.level, _lab.level})"],
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def test_a_build_from_source_is_marked_as_such() -> None:
    """Its wheel has a build tag, which none of the portable ones has."""
    assert 'wheel.build-tag = "0native"' in (ROOT / "pyproject.toml").read_text()
    assert not [wheel for wheel in WHEELS if "native" in wheel.name]


LEVEL_OR_SENTENCE = """
try:
    from tabiya import _core
    print(_core.level)
except ImportError as error:
    print(error)
"""


@pytest.mark.parametrize("model", ["qemu64", "Nehalem", "Haswell"])
def test_older_processors_get_a_sentence_or_their_level(installed: Path, model: str) -> None:
    """Under qemu-user, which rejects instructions that the model lacks."""
    qemu = shutil.which("qemu-x86_64")
    if qemu is None:
        pytest.skip("qemu-x86_64 is not installed (Debian: qemu-user)")
    code = f"import sys; sys.path.insert(0, {site_packages(installed)!r})\n{LEVEL_OR_SENTENCE}"
    command = [qemu, "-cpu", model, str(installed.resolve()), "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    wanted = {
        "qemu64": "this wheel of tabiya needs a processor with x86-64-v2",
        "Nehalem": "x86-64-v2",
        "Haswell": "x86-64-v3",
    }
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(wanted[model])


def site_packages(python: Path) -> str:
    code = "import sysconfig; print(sysconfig.get_path('purelib'))"
    return subprocess.run([python, "-c", code], capture_output=True, text=True, check=True).stdout.strip()
