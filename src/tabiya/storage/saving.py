"""Saves a table to a file, completely or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, BinaryIO

from .._utils.progress import OnProgress
from .ahead import ahead
from .compression import Compression, choose, compressor
from .format import BLOCK_ENTRIES, BlockHead, Contents, FileHeader, block_checksum
from .second_tier import tier_blocks
from .whole import write_whole

__all__ = ["save"]

Blocks = Iterator[tuple[int, int, bytes]]
"""Position of the scan, number of entries, and raw bytes of each block."""


def save(
    table: Any, kind: type[FileHeader], path: str, compression: Compression | str, progress: OnProgress | None
) -> int:
    """Saves a table and returns the number of entries (or slots of a small table) written."""
    chosen = choose(compression)
    if table._home is not None and table._home.leads_here(path):
        raise ValueError(f"{path!r} is the file of this table: save to another one")
    with table._pin():
        header = kind.of(table, chosen)
        entries = header.contents is Contents.ENTRIES
        blocks = _entries(table, header.clusters) if entries else _slots(table, header)
        tier = tier_blocks(table) if header.tier_lines else iter(())
        return write_whole(path, lambda file: _write_blocks(file, header, blocks, tier, progress))


def _entries(table: Any, clusters: int) -> Blocks:
    cluster = 0
    while cluster < clusters:
        cluster, count, raw = table._save_block(cluster, BLOCK_ENTRIES)
        if count:
            yield cluster, count, raw


def _slots(table: Any, header: FileHeader) -> Blocks:
    raw = table._save_slots()
    size = header.entry_bytes * BLOCK_ENTRIES
    for start in range(0, len(raw), size):
        part = raw[start : start + size]
        yield (start + len(part)) // header.cluster_bytes, len(part) // header.entry_bytes, part


def _write_blocks(
    file: BinaryIO, header: FileHeader, blocks: Blocks, tier: Blocks, progress: OnProgress | None
) -> int:
    """Writes header and blocks, the second tier last. Returns the number of entries."""
    total = header.clusters + header.tier_lines
    squeeze = compressor(header.compression)
    file.write(bytes(header.length))  # invalid until the real header is written
    entries = number = first_tier = payload = 0
    for section in (blocks, tier):
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
