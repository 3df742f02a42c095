"""`tabiya-uci` and `tabiya-usi` on a command line: options such as --help work and others are refused."""

from __future__ import annotations

import subprocess
import sys

import pytest
from conversation import command

import tabiya

STARTED = {
    f"tabiya{between}{dialect}": [*start, *words]
    for dialect in ("uci", "usi")
    for between, start, words in (
        ("-", command(dialect), []),
        (" ", [sys.executable, "-c", "from tabiya.cli import main; main()"], [dialect]),
    )
}


def run(name: str, *arguments: str, said: str = "") -> subprocess.CompletedProcess[str]:
    started = [*STARTED[name], *arguments]
    return subprocess.run(started, input=said, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize("name", STARTED)
def test_help_says_what_it_is_and_how_to_add_it(name: str) -> None:
    done = run(name, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"Usage: {name} [--help | --version]\n")
    dialect = name[-3:]
    for text in (f"`which tabiya-{dialect}`", "docs/protocols.md", "docs/gui.md"):
        assert text in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert run(name, "-h").stdout == done.stdout


@pytest.mark.parametrize("name", STARTED)
def test_version_is_the_package_version(name: str) -> None:
    done = run(name, "--version")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{name} {tabiya.__version__}\n", "")


@pytest.mark.parametrize("name", STARTED)
@pytest.mark.parametrize("argument", ["--threads=4", "bench"])
def test_an_unknown_argument_is_one_sentence(name: str, argument: str) -> None:
    done = run(name, argument)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"{name}: takes --help or --version, not {argument!r}\n"


@pytest.mark.parametrize("name", STARTED)
def test_without_an_argument_the_engine_runs(name: str) -> None:
    done = run(name, said=f"{name[-3:]}\nquit\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert f"id name Tabiya {tabiya.__version__}" in done.stdout


def test_an_engine_loads_no_library_of_the_command_line() -> None:
    code = "import sys; from tabiya.protocols.programs import uci; uci()\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], input="uci\nquit\n", capture_output=True, text=True)
    assert not {"argparse", "click", "numpy", "rich"} & set(done.stdout.splitlines()[-1].split())
