"""Changes the settings of an existing table: size, layout, behaviour."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from ..storage.checks import check_private, check_reconfigurable
from .config import SETTINGS, Layout, TableConfig, make_config
from .entry_values import FULL_KEY_CLUSTERS
from .memory_request import sentence_for_memory

if TYPE_CHECKING:
    from .figures import TableFigures

__all__ = ["reconfigure", "resize", "set_layout"]

CHANGED_BY = {one.name: one.changed_by for one in SETTINGS}


def resize(table: TableFigures, hash_mb: float | None, entries: Any, discard: bool) -> int:
    """`TableFront.resize`."""
    check_private(table, "resize")
    if (hash_mb is None) == (entries is None):
        raise TypeError("resize takes either hash_mb or entries=")
    size = {"entries": entries} if hash_mb is None else {"hash_mb": hash_mb}
    make_config(table.config, size)  # reports a wrong size first
    if not discard and not table.config.layout.whole_keys and len(table):
        raise ValueError(
            "resize would lose the entries: layout='dense' does not keep whole keys; "
            "discard=True starts empty"
        )
    if not discard and not table.full_keys and len(table):
        raise ValueError(
            f"resize would lose the entries: {table.config.clusters} clusters are too few to give their keys "
            f"back ({FULL_KEY_CLUSTERS} are needed); discard=True starts empty"
        )
    return _change(table, size, partial(_install, table, keep_entries=True))


def set_layout(table: TableFigures, layout: Layout | str) -> None:
    """`TableFront.set_layout`."""
    make_config(table.config, {"layout": layout})
    check_private(table, "set_layout")
    table._check_open()

    def install(before: TableConfig, config: TableConfig) -> int | None:
        if config.layout is before.layout:
            return 0
        installed = _install(table, before, config, keep_entries=False)
        if installed is not None:
            table._reset_stats()  # scan lengths and occupancy of another layout mean nothing
        return installed

    _change(table, {"layout": layout}, install)


def reconfigure(table: TableFigures, settings: Mapping[str, Any]) -> None:
    """`TableFront.reconfigure`."""
    config = make_config(table.config, settings)
    for name in settings:
        if CHANGED_BY[name] != "reconfigure":
            raise ValueError(f"{name} cannot be reconfigured: use {CHANGED_BY[name]}")
    check_reconfigurable(table, settings, config)
    _change(table, settings, lambda before, config: table._configure(before, table._settings(config)))


def _change(
    table: TableFigures,
    settings: Mapping[str, Any],
    install: Callable[[TableConfig, TableConfig], int | None],
) -> int:
    """Replaces the current settings; tries again if another thread was faster (None)."""
    while True:
        before = table.config
        result = install(before, make_config(before, settings))
        if result is not None:
            return result


def _install(table: TableFigures, before: TableConfig, config: TableConfig, keep_entries: bool) -> int | None:
    with sentence_for_memory.of(config):
        return table._rebuild(before, table._settings(config), keep_entries)
