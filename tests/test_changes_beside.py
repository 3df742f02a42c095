"""Memory, settings and configuration change as one: beside other threads, and for callers who come late."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from small_tables import Make

pytest.importorskip("tabiya._core", reason="the native core is not built", exc_type=ImportError)

BESIDE = {
    "copy": ("table.resize(64, discard=True); table.resize(1, discard=True)", "table.copy()"),
    "items": ("table.resize(4, discard=True); table.resize(8, discard=True)", "list(table.items())"),
    "save": ("table.resize(1, discard=True); table.resize(8, discard=True)", "table.save(sys.argv[1])"),
    "merge": ("table.resize(1, discard=True); table.resize(4, discard=True)", "other.merge(table)"),
    "raw": ("table.resize(4, discard=True); table.resize(1, discard=True)", "table._load_raw(table._raw())"),
    "reconfigure": (
        "table.set_layout('single'); table.set_layout('cluster4')",
        "table.reconfigure(statistics=True); table.store_many(keys); table.reconfigure(statistics=False)",
    ),
    "resize": (
        "table.set_layout('single'); table.set_layout('cluster4')",
        "table.resize(4, discard=True); table.resize(1, discard=True)",
    ),
}
PROGRAM = """
import sys, threading, time
import numpy as np
from tabiya import TranspositionTable

table, other = TranspositionTable(hash_mb=4), TranspositionTable(hash_mb=4)
keys = np.arange(1000, dtype=np.uint64)
end = time.monotonic() + 0.5

def again_and_again(call):
    code = compile(call, call, 'exec')
    while time.monotonic() < end:
        try:
            exec(code)
        except (BufferError, ValueError):  # in use; or too small for keys, or of another size by now
            pass

sys.setswitchinterval(1e-6)
threads = [threading.Thread(target=again_and_again, args=[call]) for call in {calls!r}]
for thread in threads: thread.start()
for thread in threads: thread.join()
usage = table.memory_usage
assert usage.slots == table.config.clusters * table.config.layout.cluster_bytes, (usage, table.config)
table.store(7, depth=3)
assert table.copy().probe(7).depth == 3
"""


@pytest.mark.parametrize("name", BESIDE)
def test_threads_find_a_table_before_or_after_a_change(name: str, tmp_path: Any) -> None:
    program = PROGRAM.format(calls=BESIDE[name])
    command = [sys.executable, "-c", program, str(tmp_path / "saved")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_table_keeps_its_size_while_it_is_copied() -> None:
    from tabiya import TranspositionTable

    class Meddling(TranspositionTable):
        def __init__(self, *arguments: Any, **settings: Any) -> None:
            super().__init__(*arguments, **settings)
            with pytest.raises(BufferError):
                table.resize(1)

    table = TranspositionTable(hash_mb=4)
    table.__class__ = Meddling
    assert table.copy().config.hash_mb == table.config.hash_mb == 4


def test_a_change_from_settings_of_the_past_does_nothing(make_table: Make) -> None:
    table = make_table(entries=64)
    before = table.config
    table.set_layout("single")
    now, renewals = table.config, table.renewals
    late = table._settings(before)
    assert table._rebuild(before, late, True) is None
    assert table._configure(before, late) is None
    assert (table.config, table.renewals) == (now, renewals)


def test_only_tables_of_the_same_form_are_copied(make_table: Make) -> None:
    table = make_table(entries=64, layout="single")
    for other in (make_table(entries=128, layout="single"), make_table(entries=64, layout="cluster4")):
        with pytest.raises(ValueError, match="of the same size and layout"):
            other._copy_from(table)


def test_settings_for_another_form_are_refused() -> None:
    from tabiya import TranspositionTable

    table = TranspositionTable(entries=64, layout="single")
    with pytest.raises(ValueError, match="of another size or layout"):
        table._configure(table.config, table._settings(TranspositionTable(entries=128).config))
