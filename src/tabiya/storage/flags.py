"""Settings in a header: as fields with their own names, or as bits of a field of flags."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..table.config import TableConfig
from ..table.settings import Setting

__all__ = ["decoded", "flags_of"]


def flags_of(config: TableConfig, settings: Iterable[Setting], field: str) -> int:
    """Returns the field of flags with these settings."""
    flags = 0
    for one in settings:
        if one.flag is not None and one.flag[0] == field:
            flags |= one.kind.encode(getattr(config, one.name)) << one.flag[1]
    return flags


def decoded(fields: Mapping[str, Any], settings: Iterable[Setting]) -> dict[str, Any]:
    """Returns the settings in the fields. Raises ValueError for an unknown code or flag."""
    values: dict[str, Any] = {}
    unknown = {one.flag[0]: fields[one.flag[0]] for one in settings if one.flag is not None}
    for one in settings:
        if one.flag is None:
            if one.name in fields:
                values[one.name] = one.kind.decode(fields[one.name])
            continue
        field, bit = one.flag
        mask = (1 << one.kind.bits) - 1
        values[one.name] = one.kind.decode(fields[field] >> bit & mask)
        unknown[field] &= ~(mask << bit)
    for field, bits in unknown.items():
        if bits:
            raise ValueError(f"{field} has unknown bits: {bits:#x}")
    return values
