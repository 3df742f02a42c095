"""What tests of shared tables share: a name of their own, and another process that attaches."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

from tabiya.storage.shared import FOLDER, PREFIX

SCRIPT = """
import sys
from tabiya import TranspositionTable
with TranspositionTable.attach(sys.argv[1]) as table:
    {work}
"""


def in_another_process(name: str, work: str, **settings: Any) -> str:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT.format(work=work), name],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        **settings,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def path_of(name: str) -> Path:
    return Path(FOLDER, PREFIX + name)
