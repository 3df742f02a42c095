"""Which core an installation loads. The folder of levels of a wheel is made here from this build's core."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import tabiya

PACKAGE = Path(tabiya.__file__).parent
pytestmark = pytest.mark.skipif(not tabiya.HAS_CORE, reason="the native core is not built")

PROCESSOR = """
def supports(level):
    return level in {has}
"""
SHOW = "import tabiya._core, tabiya._lab; print(tabiya._core.__file__, tabiya._lab.__file__)"


@pytest.fixture
def wheel(tmp_path: Path) -> Path:
    """The package in the layout of a wheel, on a processor with both levels."""
    from tabiya import _core, _lab

    package = tmp_path / "tabiya"
    shutil.copytree(
        PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__", "*.so", "_levels", "_cpu*")
    )
    for level in ("x86_64_v2", "x86_64_v3"):
        (package / "_levels" / level).mkdir(parents=True)
        for module in (_core, _lab):
            file = Path(module.__file__)
            shutil.copy(file, package / "_levels" / level / file.name)
    pretend(package, "x86-64-v2", "x86-64-v3")
    return package


def pretend(package: Path, *has: str) -> None:
    """Pretends that the processor has these levels."""
    (package / "_cpu.py").write_text(PROCESSOR.format(has=has))


def imported(package: Path, code: str = SHOW, **environment: str) -> subprocess.CompletedProcess[str]:
    """Output of a new Python that only finds this package."""
    drop_editable = (
        "import sys; sys.meta_path[:] = [f for f in sys.meta_path if 'kbc' not in repr(f).lower()]\n"
    )
    return subprocess.run(
        [sys.executable, "-I", "-c", f"{drop_editable}sys.path.insert(0, {str(package.parent)!r})\n{code}"],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("has", "asked", "level"),
    [
        (["x86-64-v2", "x86-64-v3"], "", "x86_64_v3"),
        (["x86-64-v2", "x86-64-v3"], "x86-64-v2", "x86_64_v2"),
        (["x86-64-v2"], "", "x86_64_v2"),
        (["x86-64-v2"], "x86-64-v3", "x86_64_v2"),
    ],
)
def test_the_best_level_that_the_processor_has_is_loaded(
    wheel: Path, has: list[str], asked: str, level: str
) -> None:
    pretend(wheel, *has)
    done = imported(wheel, TABIYA_CPU=asked)
    assert done.stderr == ""
    assert {Path(file).parent for file in done.stdout.split()} == {wheel / "_levels" / level}


def test_one_core_is_loaded_and_no_second_time(wheel: Path) -> None:
    code = """
import sys
from tabiya import Engine, TranspositionTable, chess
table = TranspositionTable(hash_mb=1)
table.store(1, depth=3)
print(table.probe(1).depth, Engine("chess", table=table).search(chess.Board(), depth=2).depth)
print(sorted(name for name in sys.modules if name.endswith("_core")))
"""
    done = imported(wheel, code)
    assert (done.stdout, done.stderr) == ("3 2\n['tabiya._core']\n", "")


@pytest.mark.parametrize(
    ("has", "asked", "sentence"),
    [
        ([], "", "this wheel of tabiya needs a processor with x86-64-v2 (SSE4.2 and POPCNT)"),
        (["x86-64-v2"], "avx", "TABIYA_CPU must be one of x86-64-v3, x86-64-v2, not 'avx'"),
    ],
)
def test_no_level_is_one_sentence(wheel: Path, has: list[str], asked: str, sentence: str) -> None:
    pretend(wheel, *has)
    done = imported(wheel, "try: import tabiya\nexcept ImportError as error: print(error)", TABIYA_CPU=asked)
    assert done.stdout.startswith(sentence)
    assert len(done.stdout.splitlines()) == 1


def test_a_wheel_without_this_pythons_core_is_one_sentence(wheel: Path) -> None:
    for core in wheel.rglob("_core*.so"):
        core.unlink()
    done = imported(wheel, "try: import tabiya\nexcept ImportError as error: print(error)")
    assert done.stdout.startswith("tabiya has no native core for this version of Python in ")
