"""`tabiya info`: version, machine and build."""

from __future__ import annotations

import json
import os
import platform
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from .. import HAS_CORE, __version__
from ..table.config import SETTINGS, TableConfig, chosen_sync
from ..table.memory import kernel_facts
from ..table.settings import shown
from . import options

__all__ = ["info", "machine"]


LEVELS = {"native": "native: this machine's instruction set", "portable": "portable"}
"""Names of build levels. Other levels are those of a wheel."""


def machine() -> dict[str, Any]:
    """Facts about this machine and build. Every stored measurement includes them."""
    facts: dict[str, Any] = {
        "tabiya": __version__,
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.release()}",
        "cpu": _cpu_model(),
        "cores": os.cpu_count(),
        "memory_mb": _memory_mb(),
        **kernel_facts(),
        "core": "none: plain Python",
    }
    if HAS_CORE:
        from .. import _core

        facts["core"] = LEVELS.get(_core.level, f"{_core.level}, chosen at import")
        facts["compiler"] = _core.compiler
        facts["sync_auto"] = str(chosen_sync(TableConfig(sync="auto")))
        facts["wide_scan"] = _core.wide_scan()
        facts["huge_pages_given"] = _given()
    return facts


@click.command()
@click.option("--settings", is_flag=True, help="Show the settings of a table instead.")
@options.as_json
def info(settings: bool, as_json: bool) -> None:
    """Show version, processor, huge pages and how the core was built."""
    if settings:
        show_settings(as_json)
        return
    facts = machine()
    if as_json:
        print(json.dumps(facts, indent=2))
        return
    table = Table(show_header=False, box=None, pad_edge=False)
    for name, value in facts.items():
        table.add_row(name.replace("_", " "), str(value))
    Console().print(table)


def show_settings(as_json: bool) -> None:
    """Prints every table setting with its default, values and the calls that change it."""
    facts = [
        {
            "setting": one.name,
            "default": str(one.default) if isinstance(one.default, str) else one.default,
            "values": one.kind.allowed.replace("`", ""),
            "changed by": one.changed_by,
            "option": one.option,
            "what it does": one.text.replace("`", ""),
        }
        for one in SETTINGS
    ]
    if as_json:
        print(json.dumps(facts, indent=2))
        return
    table = Table(*facts[0], box=None, pad_edge=False)
    for fact in facts:
        table.add_row(*(shown(value) for value in fact.values()))
    Console().print(table)


def _given() -> str:
    """The share of huge pages that the kernel grants a table of 16 MB. It may ignore the request."""
    from .. import TranspositionTable

    table = TranspositionTable(hash_mb=16)
    table._load_raw(bytes(int(table.memory_usage.slots)))
    usage = table.memory_usage
    return "unknown" if usage.huge is None else f"{usage.huge / usage.slots:.0%} of a private table"


def _cpu_model() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or "unknown"


def _memory_mb() -> int | None:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2**20
    except (ValueError, OSError, AttributeError):
        return None
