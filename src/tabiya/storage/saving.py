"""Saves a table to a file, completely or not at all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, BinaryIO

from .ahead import ahead
from .compression import Compression, choose, compressor
from .format import BLOCK_ENTRIES, HEADER_BYTES, BlockHead, Kind, SavedHeader, block_checksum
from .second_tier import tier_blocks
from .whole import write_whole

__all__ = ["Progress", "save_table", "write_blocks"]

Progress = Callable[[int, int], object]
"""Called after every block with the work done and the total, in bytes or clusters."""

Blocks = Iterator[tuple[int, int, bytes]]
"""Position of the scan, number of entries, and raw bytes of each block."""


def save_table(table: Any, path: str, compression: Compression | str, progress: Progress | None) -> int:
    """Saves a table and returns the number of entries (or slots of a small table) written."""
    chosen = choose(compression)
    if table._home is not None and table._home.leads_here(path):
        raise ValueError(f"{path!r} is the file of this table: save to another one")
    with table._pin():
        kind = Kind.ENTRIES if table.full_keys else Kind.SLOTS
        header = SavedHeader(table.config, table._generation_count(), kind, chosen)
        blocks = _entries(table) if kind is Kind.ENTRIES else _slots(table._save_slots(), table.config)
        total = table.config.clusters + table.config.l2_lines
        tier = tier_blocks(table) if table.config.l2_mb else None
        return write_whole(path, lambda file: write_blocks(file, header, blocks, total, progress, tier))


def _entries(table: Any) -> Blocks:
    cluster = 0
    while cluster < table.config.clusters:
        cluster, count, raw = table._save_block(cluster, BLOCK_ENTRIES)
        if count:
            yield cluster, count, raw


def _slots(raw: bytes, config: Any) -> Blocks:
    size = Kind.SLOTS.entry_bytes * BLOCK_ENTRIES
    for start in range(0, len(raw), size):
        part = raw[start : start + size]
        done = (start + len(part)) // config.layout.cluster_bytes
        yield done, len(part) // Kind.SLOTS.entry_bytes, part


def write_blocks(
    file: BinaryIO,
    header: SavedHeader,
    blocks: Blocks,
    total: int,
    progress: Progress | None,
    tier: Blocks | None = None,
) -> int:
    """Writes header and blocks, the second tier last. Returns the number of entries."""
    squeeze = compressor(header.compression)
    file.write(bytes(HEADER_BYTES))  # invalid until the real header is written
    entries = number = first_tier = payload = 0
    for section in (blocks, tier or iter(())):
        first_tier, saved = number, entries
        for done, count, raw in ahead(section):
            stored = squeeze(raw)
            head = BlockHead(number, count, len(raw), len(stored), 0)
            head = replace(head, checksum=block_checksum(head, stored))
            file.write(head.to_bytes())
            file.write(stored)
            number += 1
            entries += count
            payload += len(head.to_bytes()) + len(stored)
            if progress is not None:
                progress(done, total)
    file.seek(0)
    tier_count = number - first_tier
    final = replace(header, entries=saved, blocks=first_tier, tier_blocks=tier_count, payload=payload)
    file.write(final.to_bytes())
    return saved
