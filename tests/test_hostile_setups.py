"""Unsupported machines get one clear message, and no folder has to be writable."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import tabiya


def python(code: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        input="uci\nquit\n",
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


OLD = "sys.version_info, sys.version = (3, 10, 13, 'final', 0), '3.10.13 (main)'"


@pytest.mark.parametrize(
    ("pretence", "sentence"),
    [
        (OLD, "tabiya needs Python 3.11 or newer; this is 3.10.13"),
        ("sys.maxsize = 2**31 - 1", "tabiya's native core needs a 64-bit little-endian machine"),
        ("sys.byteorder = 'big'", "tabiya's native core needs a 64-bit little-endian machine"),
    ],
)
def test_an_unsupported_machine_is_one_sentence(pretence: str, sentence: str) -> None:
    if pretence != OLD and not tabiya.HAS_CORE:
        pytest.skip("the table in plain Python runs on any machine")
    code = f"import sys; {pretence}\ntry: import tabiya\nexcept ImportError as error: print(error)"
    done = python(code)
    assert done.stderr == ""
    assert done.stdout.startswith(sentence)
    assert len(done.stdout.splitlines()) == 1


@pytest.fixture
def unwritable(tmp_path: Path) -> str:
    """A folder that cannot be created, not even by root, because its parent is a file."""
    (tmp_path / "file").touch()
    return str(tmp_path / "file" / "folder")


COMMAND = "from tabiya.cli import main; main()"


@pytest.mark.parametrize("arguments", [["info"], ["analyse", "--depth", "3"], ["uci"], ["lab", "list"]])
def test_no_home_cache_or_temporary_folder_is_needed(arguments: list[str], unwritable: str) -> None:
    places = dict.fromkeys(
        ("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "TMPDIR"), unwritable
    )
    done = python(COMMAND, *arguments, **places)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    "arguments",
    [
        ["lab", "run", "packing", "--workers", "0", "--results"],
        ["strength", "--opponent", "without-table-chess", "--folder"],
        ["bench", "table", "memory", "--quick", "--output"],
        ["analyse", "--depth", "2", "--trace"],
    ],
)
def test_a_file_that_cannot_be_written_is_one_sentence(arguments: list[str], unwritable: str) -> None:
    done = python(COMMAND, *arguments, unwritable)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    last = done.stderr.splitlines()[-1]
    assert last.startswith("tabiya: ")
    assert str(Path(unwritable).parent) in last
