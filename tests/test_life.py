"""Memory is never freed during a running call, and a closed table reports that it is closed."""

from __future__ import annotations

import subprocess
import sys
import warnings
from collections.abc import Callable
from typing import Any

import pytest

from small_tables import Make

CHANGES: dict[str, Callable[[Any], Any]] = {
    "resize": lambda table: table.resize(entries=8, discard=True),
    "set_layout": lambda table: table.set_layout("single"),
    "reconfigure": lambda table: table.reconfigure(policy="always"),
    "close": lambda table: table.close(),
}
USES: dict[str, Callable[[Any], Any]] = {
    **{name: change for name, change in CHANGES.items() if name != "close"},
    "probe": lambda table: table.probe(1),
    "in": lambda table: 1 in table,
    "prefetch": lambda table: table.prefetch(1),
    "the same layout": lambda table: table.set_layout(table.config.layout),
    "set_clustered": lambda table: table.set_clustered(True),
    "with_statistics_tracking": lambda table: table.with_statistics_tracking(),
    "reset_stats": lambda table: table.reset_stats(),
    "memory_usage": lambda table: table.memory_usage,
    "probe_with_prefetch": lambda table: table.probe_with_prefetch(1, 2),
    "store": lambda table: table.store(1),
    "len": len,
    "clear": lambda table: table.clear(),
    "hashfull": lambda table: table.hashfull(),
    "fill_rate": lambda table: table.fill_rate(),
    "generation": lambda table: table.generation,
    "new_search": lambda table: table.new_search(),
    "add_nodes": lambda table: table.add_nodes(1),
    "copy": lambda table: table.copy(),
    "verify": lambda table: table.verify(),
    "enabled": lambda table: table.enabled,
    "switching": lambda table: setattr(table, "enabled", False),
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_moves_memory_waits_for_running_calls(make_small: Make, change: str) -> None:
    table = make_small()
    table.store(1, score=7)
    before = table._raw(), table.config
    pins = [table._pin(), table._pin()]
    for last_act in (pins[0].release, pins.clear):  # a pin that dies lets go, too
        with pytest.raises(BufferError, match=r"^the table is in use by a "):
            CHANGES[change](table)
        assert (table._raw(), table.config) == before
        last_act()
    CHANGES[change](table)


@pytest.mark.parametrize("use", USES)
def test_a_closed_table_says_so(make_small: Make, use: str) -> None:
    table = make_small()
    table.store(1)
    table.close()
    with pytest.raises(ValueError, match=r"^the table is closed$"):
        USES[use](table)


def test_a_closed_table_with_whole_keys_says_so(make_table: Make) -> None:
    table, other = (make_table(entries=65_536, layout="single") for _ in range(2))
    table.close()
    for call in (table.items, lambda: table.merge(other), lambda: other.merge(table)):
        with pytest.raises(ValueError, match=r"^the table is closed$"):
            call()


def test_a_closed_table_still_tells_what_it_was_and_what_it_counted(make_small: Make) -> None:
    with make_small() as table:
        table.store(1)
    assert (table.stats.stores, table.config.entries, table.capacity) == (1, 4, 4)
    assert "4 slots" in repr(table)


def test_a_table_may_be_closed_twice(make_small: Make) -> None:
    table = make_small()
    table.close()
    table.close()


def test_a_with_statement_closes_the_table(make_small: Make) -> None:
    with make_small() as table:
        table.store(1)
    with pytest.raises(ValueError, match="closed"):
        table.probe(1)


def test_a_with_statement_passes_on_the_error_of_a_scan(make_table: Make) -> None:
    """The traceback holds the generator expression, which holds the iterator, which pins the table."""
    table = make_table(hash_mb=4)
    table.store(7, depth=3)
    with pytest.raises(KeyboardInterrupt), table:
        sum(interrupt() for _ in table.items())
    with pytest.raises(ValueError, match="closed"):
        table.probe(7)


def test_a_with_statement_does_not_close_a_table_that_others_use(make_table: Make) -> None:
    table = make_table(hash_mb=4)
    with table._pin(), pytest.raises(BufferError), table:
        raise KeyboardInterrupt
    table.close()


def interrupt() -> int:
    raise KeyboardInterrupt


def test_a_second_init_that_fails_changes_nothing(make_small: Make) -> None:
    table = make_small()
    table.store(1, depth=3)
    with pytest.raises(ValueError, match=r"^hash_mb must be above 0"):
        table.__init__(hash_mb=-1)
    if type(table).__name__ == "TranspositionTable":
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # nanobind warns before it refuses
            with pytest.raises(TypeError):
                table.__init__(entries=400)
    assert (table.capacity, table.probe(1).depth) == (4, 3)


def test_a_table_in_use_at_the_end_of_python_is_let_go_silently() -> None:
    pytest.importorskip("tabiya._core", reason="the native core is not built", exc_type=ImportError)
    script = (
        "import threading, numpy as np\n"
        "from tabiya import TranspositionTable\n"
        "table = TranspositionTable(hash_mb=4)\n"
        "items = table.items()\n"
        "started = threading.Event()\n"
        "def work():\n"
        "    keys = np.arange(20_000_000, dtype=np.uint64)\n"
        "    started.set()\n"
        "    table.store_many(keys)\n"
        "threading.Thread(target=work, daemon=True).start()\n"
        "started.wait()\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
