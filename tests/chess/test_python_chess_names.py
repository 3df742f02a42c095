"""docs/chess.md lists the names of python-chess that are missing, and no others."""

from __future__ import annotations

import re
import subprocess
import sys

from documents import ROOT

PAGE = (ROOT / "docs/chess.md").read_text(encoding="utf-8")
TABLE = PAGE.partition("These public names are not here.")[2].partition("Of the modules")[0]


def test_the_page_lists_the_missing_names_with_a_reason() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "tools/python_chess_names.py"], capture_output=True, text=True, check=True
    )
    *missing, total = done.stdout.splitlines()
    rows = re.findall(r"^\| (`.*?) \| (.+) \|$", TABLE, re.MULTILINE)
    assert all(reason for _, reason in rows)
    listed = [name for names, _ in rows for name in re.findall(r"`([\w.]+)`", names)]
    assert sorted(listed) == sorted(missing)
    assert total.startswith(f"{len(missing)} public names of python-chess")
    assert len(missing) < 80
