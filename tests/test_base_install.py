"""A base install is light: few packages, and the library itself needs none of them."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tabiya import TranspositionTable
from tabiya._utils.extras import EXTRAS

ROOT = Path(__file__).parent.parent
BASE = {"click", "numpy", "rich"}
HEAVY = {"typer", "pydantic"}


def python(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def test_the_base_dependencies_are_three_packages() -> None:
    """Seven packages altogether: tabiya, these three, and markdown-it-py, mdurl and pygments of rich."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert {line.partition(">=")[0] for line in project["dependencies"]} == BASE


def imported(path: Path) -> set[str]:
    """The packages that a module imports, at any nesting level."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            found.add(str(node.module).partition(".")[0])
    return found


def test_no_module_imports_a_heavy_package() -> None:
    for path in (ROOT / "src").rglob("*.py"):
        assert not imported(path) & HEAVY, path


BLOCK = "import sys; sys.modules.update(dict.fromkeys(sys.argv.pop(1).split(',')))\n"
"""An import of one of these packages fails as if it were not installed."""

LIBRARY = """
import tabiya
from tabiya import Engine, ReferenceTable, TranspositionTable
from tabiya.games import GAMES, game_spec

for kind in (TranspositionTable, ReferenceTable):
    table = kind(hash_mb=4)
    table.store(42, move=7, score=120, depth=9)
    assert table.probe(42).score == 120
for game in GAMES:
    board = game_spec(game).board()
    assert Engine(game, hash_mb=4).search(board, depth=3).best_move in board.legal_moves
table = TranspositionTable(hash_mb=4)
table.store(42, move=7)
table.save(sys.argv[1])
assert TranspositionTable.load(sys.argv[1]).probe(42).move == 7
print("fine")
"""


def test_the_library_needs_no_other_package(tmp_path: Path) -> None:
    done = python(BLOCK + LIBRARY, ",".join(BASE), str(tmp_path / "table.tabiya"))
    assert (done.stdout, done.stderr) == ("fine\n", "")


@pytest.mark.parametrize(
    ("missing", "arguments"),
    [("click", ["--help"]), ("rich", ["info"]), ("numpy", ["bench", "table", "--quick"])],
)
def test_the_command_says_which_package_is_missing(missing: str, arguments: list[str]) -> None:
    done = python(BLOCK + "from tabiya.cli import main; main()", missing, *arguments)
    assert (done.returncode, done.stdout) == (1, "")
    sentence = f"tabiya: this command needs {missing}, which is not installed: pip install {missing}\n"
    assert done.stderr == sentence


@pytest.mark.parametrize(
    ("extra", "missing", "what", "arguments"),
    [
        ("web", "starlette", "the web page", ["web", "--no-browser"]),
        ("web", "uvicorn", "the web page", ["web", "--no-browser"]),
        ("web", "wsproto", "the web page", ["web", "--no-browser"]),
        ("dask", "distributed", "--dask", ["lab", "run", "hashfull", "--dask"]),
        ("dask", "dask", "--scheduler", ["analyse", "positions.epd", "--scheduler", "tcp://localhost:1"]),
        ("dask", "distributed", "--dask", ["match", "a", "b", "--dask"]),
        ("dask", "distributed", "--dask", ["strength", "--dask"]),
        ("zstd", "zstandard", "compression 'zstd'", ["table", "convert", "{}", "b", "--compression", "zstd"]),
        ("parquet", "pyarrow", "Parquet", ["table", "export", "{}", "b.parquet"]),
    ],
)
def test_a_command_names_the_extra_that_it_misses_before_it_prints_anything(
    extra: str, missing: str, what: str, arguments: list[str], tmp_path: Path
) -> None:
    saved = tmp_path / "saved"
    TranspositionTable(entries=4).save(saved)
    command = [argument.format(saved) for argument in arguments]
    done = python(BLOCK + "from tabiya.cli import main; main()", missing, *command)
    assert (done.returncode, done.stdout) == (1, "")
    sentence = f"{what} needs {missing}, which is not installed: pip install 'tabiya[{extra}]'"
    assert done.stderr == f"tabiya: {sentence}\n"


def test_the_extras_are_those_of_the_project() -> None:
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    for extra, modules in EXTRAS.items():
        assert {re.split(r"[^a-z]", package)[0] for package in listed[extra]} == set(modules)


def test_one_extra_installs_what_any_command_can_need() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    (line,) = extras["all"]
    assert line == f"tabiya[{','.join(sorted(EXTRAS))}]"


def test_the_command_line_works_without_the_native_core() -> None:
    """In the pure wheel. What needs the core says so, and nothing else fails."""
    code = f"{BLOCK}from tabiya.cli import main; main()"
    pure = "tabiya._core,tabiya._lab"
    for arguments in (["--help"], ["bench", "--help"], ["lab", "--help"], ["lab", "run", "--help"], ["info"]):
        done = python(code, pure, *arguments)
        assert done.returncode == 0, done.stderr
    done = python(code, pure, "bench", "table", "--quick")
    assert done.returncode != 0
    assert "bench measures the native core, which this installation does not have" in done.stderr
