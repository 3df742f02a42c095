"""Saves a table to a file, completely or not at all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, BinaryIO

from .ahead import ahead
from .compression import Compression, choose, compressor
from .format import BLOCK_ENTRIES, BlockHead, FileHeader, Kind, SavedHeader, block_checksum
from .second_tier import tier_blocks
from .whole import write_whole

__all__ = ["Progress", "check_target", "contents", "save_table", "write_blocks"]

Progress = Callable[[int, int], object]
"""Called after every block with the work done and the total, in bytes or clusters."""

Blocks = Iterator[tuple[int, int, bytes]]
"""Position of the scan, number of entries, and raw bytes of each block."""


def check_target(table: Any, path: str) -> None:
    """Raises ValueError if a path leads to the file that the table lives in."""
    if table._home is not None and table._home.leads_here(path):
        raise ValueError(f"{path!r} is the file of this table: save to another one")


def save_table(table: Any, path: str, compression: Compression | str, progress: Progress | None) -> int:
    """Saves a table and returns the number of entries (or slots of a small table) written."""
    chosen = choose(compression)
    check_target(table, path)
    with table._pin():
        kind = Kind.ENTRIES if table.full_keys else Kind.SLOTS
        config = table.config
        header = SavedHeader(config, table._generation_count(), kind, chosen)
        blocks = contents(table, config.clusters, kind, config.layout.cluster_bytes, kind.entry_bytes)
        total = config.clusters + config.l2_lines
        tier = tier_blocks(table) if config.l2_mb else None
        return write_whole(path, lambda file: write_blocks(file, header, blocks, total, progress, tier))


def contents(table: Any, clusters: int, kind: Kind, cluster_bytes: int, slot_bytes: int) -> Blocks:
    """Yields the blocks of a table of any kind: its entries, or its slots as in memory."""
    return _entries(table, clusters) if kind is Kind.ENTRIES else _slots(table, cluster_bytes, slot_bytes)


def _entries(table: Any, clusters: int) -> Blocks:
    cluster = 0
    while cluster < clusters:
        cluster, count, raw = table._save_block(cluster, BLOCK_ENTRIES)
        if count:
            yield cluster, count, raw


def _slots(table: Any, cluster_bytes: int, slot_bytes: int) -> Blocks:
    raw = table._save_slots()
    size = slot_bytes * BLOCK_ENTRIES
    for start in range(0, len(raw), size):
        part = raw[start : start + size]
        yield (start + len(part)) // cluster_bytes, len(part) // slot_bytes, part


def write_blocks(
    file: BinaryIO,
    header: FileHeader,
    blocks: Blocks,
    total: int,
    progress: Progress | None,
    tier: Blocks | None = None,
) -> int:
    """Writes header and blocks, the second tier last. Returns the number of entries."""
    squeeze = compressor(header.compression)
    file.write(bytes(header.length))  # invalid until the real header is written
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
