"""Removing a name removes its table, never a newer one."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress

import pytest

from tabiya import TranspositionTable
from tabiya.storage import shared

pytest.importorskip("tabiya._core", reason="the native core is not built", exc_type=ImportError)


NEWER = """
import sys
from tabiya import TranspositionTable
from tabiya.storage.shared import remove
try:
    remove(sys.argv[1], force=True)
except FileNotFoundError:
    pass
TranspositionTable.create_shared(sys.argv[1], entries=64).close()
"""


@pytest.mark.parametrize("way", ["unlink", "remove"])
def test_removing_never_hits_a_newer_table(name: str, way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process removes the table and makes a new one between the check and the removal."""
    table = TranspositionTable.create_shared(name, entries=64)
    others: list[subprocess.Popen[bytes]] = []
    real_unlink = os.unlink

    def unlink_late(path: str) -> None:
        if not others:
            others.append(subprocess.Popen([sys.executable, "-c", NEWER, name]))
            with suppress(subprocess.TimeoutExpired):
                others[0].wait(2)
        real_unlink(path)

    monkeypatch.setattr(os, "unlink", unlink_late)
    if way == "unlink":
        table.unlink()
    else:
        shared.remove(name, force=True)
    assert others[0].wait() == 0
    assert not table._home.is_still_there()  # type: ignore[union-attr]
    TranspositionTable.attach(name).close()
    table.close()
