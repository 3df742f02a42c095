"""Checks of what a shared or mapped table allows, and of the settings that must match a file or header."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from ..table.config import SETTINGS, Sync, TableConfig, Validation, core_values, make_config

if TYPE_CHECKING:
    from .format import SavedTable
    from .header import TableHeader
    from .placed import Placed

__all__ = ["OWN_FIELDS", "check_private", "check_reconfigurable"]

OWN_FIELDS = tuple(one.name for one in SETTINGS if one.scope == "own")


def check_private(table: Placed, what: str) -> None:
    """Raises for shared memory, which keeps its size and layout: other processes use it."""
    if table._home is not None:
        table._check_open()
        raise ValueError(
            f"{what} is not possible for {table._home}: other processes may be using its memory; "
            f"make a new table and merge this one into it"
        )


def check_reconfigurable(table: Placed, names: Iterable[str], config: TableConfig) -> None:
    """Raises for settings that all users of the same memory share."""
    if table._home is None:
        return
    check_places(config)
    for name in names:
        if name not in OWN_FIELDS:
            raise ValueError(f"{name} cannot be reconfigured: all users of {table._home} share it")


def loaded_config(header: SavedTable, settings: Mapping[str, Any], what: str) -> TableConfig:
    """Returns the configuration of a table into which a saved file can be loaded."""
    from .format import Contents

    config = make_config(header.config, settings)
    if header.contents is Contents.SLOTS and (config.clusters, config.layout, config.random_keys) != (
        header.config.clusters,
        header.config.layout,
        header.config.random_keys,
    ):
        raise ValueError(
            f"{what} holds slots without whole keys, like all tables below 65,536 clusters: "
            f"only a table with {header.config.clusters} clusters of {header.config.layout} can load it"
        )
    _check_same_tier(header.config, config, what)
    return config


def _check_same_tier(saved: TableConfig, wanted: TableConfig, what: str) -> None:
    """Raises unless the second tiers are equal: their lines only fit the same lines."""
    if not saved.l2_mb or not wanted.l2_mb:
        return
    for name in ("l2_lines", "l2_evals", "l2_eviction", "random_keys"):
        ours, theirs = getattr(wanted, name), getattr(saved, name)
        if ours != theirs:
            raise ValueError(
                f"{what} has a second tier with {name}={theirs}, which cannot be loaded into one with "
                f"{name}={ours}; l2_mb=0 loads only the first tier"
            )


def asked_for(config: TableConfig | None, settings: Mapping[str, Any]) -> set[str]:
    """Returns the settings that a caller gave explicitly."""
    return set(settings) | ({one.name for one in SETTINGS} if config is not None else set())


def check_same(header: TableHeader, wanted: TableConfig, given: set[str], what: str) -> None:
    """Raises if the given settings contradict those of an existing file."""
    known = header.config
    if given & {one.name for one in SETTINGS if one.scope == "size"} and (known.clusters != wanted.clusters):
        raise ValueError(f"{what} has {known.clusters} clusters, not the {wanted.clusters} asked for")
    wanted_codes, known_codes = core_values(wanted), core_values(known)
    for one in SETTINGS:
        name = one.name
        if one.scope == "shared" and name in given and wanted_codes[name] != known_codes[name]:
            ours, theirs = (one.kind.decode(codes[name]) for codes in (wanted_codes, known_codes))
            raise ValueError(f"{what} has {name}={str(theirs)!r}, not the {str(ours)!r} asked for")


def check_places(config: TableConfig) -> None:
    """Raises for settings that only private tables can have."""
    if config.validation is Validation.PARANOID:
        raise ValueError(
            "validation='paranoid' is for private tables: stores of other processes would look like faults"
        )
    if config.l2_mb:
        raise ValueError("l2_mb is for private tables: a second tier cannot be shared or mapped")
    if config.huge_pages == "explicit":
        raise ValueError("huge_pages='explicit' is for private tables: a file cannot use reserved pages")


def check_shareable(config: TableConfig) -> None:
    """Raises for settings that several processes cannot share."""
    check_places(config)
    if config.sync is Sync.ONE_THREAD:
        raise ValueError("sync='one_thread' is not for shared tables: use lock_free or bucket_locks")


def check_own(own: Mapping[str, Any]) -> None:
    """Raises for settings that a process cannot choose for itself."""
    for name in own:
        if name not in OWN_FIELDS:
            raise TypeError(
                f"attach cannot change {name}, which belongs to the table; each process chooses only "
                f"{', '.join(OWN_FIELDS)}"
            )
    check_places(make_config(None, own))
