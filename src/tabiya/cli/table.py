"""`tabiya table`: manages shared tables and table files."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.markup import escape
from rich.progress import Progress
from rich.table import Table

from .. import Layout, TableFileError, TranspositionTable, ValueTable
from ..storage.compression import Compression
from . import options
from .group import Group

file = click.argument("file", type=options.FILE, help="A saved or mapped table file.")
source = click.argument("source", type=options.FILE, help="A saved or mapped table file.")
target = click.argument("target", type=options.FILE, help="The file to write.")
new_size = click.option(
    "--hash", "hash_mb", type=options.MEGABYTES, metavar="MB", help="Size of the new table."
)
new_layout = click.option(
    "--layout", type=click.Choice([layout.value for layout in Layout]), help="Layout of the new table."
)
compression = click.option(
    "--compression", metavar="[auto|none|zlib|lzma|zstd]", default="auto", help="Compression of the file."
)


@click.group(cls=Group)
def table() -> None:
    """Manage shared tables and table files."""


@table.command("list")
@options.as_json
def list_shared(as_json: bool) -> None:
    """List the shared tables of this machine and whether processes still use them."""
    from ..storage.shared import segments

    rows: list[dict[str, Any]] = [
        {
            "name": segment.name,
            "megabytes": round(segment.size / 2**20, 1),
            "user": segment.owner,
            "state": _state(segment),
            "creator": segment.header.creator if segment.header else None,
            "created": segment.header.created if segment.header else None,
        }
        for segment in segments()
    ]
    if as_json:
        print(json.dumps(rows, indent=2))
        return
    shown = Table("name", "MB", "user", "state", "made by process", "at", box=None, pad_edge=False)
    for row in rows:
        made = time.strftime("%Y-%m-%d %H:%M", time.localtime(row["created"])) if row["created"] else ""
        cells = (row["name"], row["megabytes"], row["user"], row["state"], row["creator"] or "", made)
        shown.add_row(*(escape(str(value)) for value in cells))
    Console().print(shown if rows else "no shared table")


def _state(segment: Any) -> str:
    if segment.used is None:
        return f"unreadable: {segment.fault}"
    state = "in use" if segment.used else "left behind: no process uses it"
    return f"{state}, {segment.fault}" if segment.fault else state


@table.command("rm")
@click.argument("name", help="The name of a shared table.")
@click.option("--force", is_flag=True, help="Remove it even while processes use it; they keep their table.")
def remove_shared(name: str, force: bool) -> None:
    """Remove a shared table that no process uses."""
    from ..storage.shared import remove

    remove(name, force)


@table.command("info")
@file
@options.as_json
def show_info(file: Path, as_json: bool) -> None:
    """Show the header of a table file."""
    facts = _facts(file)
    if as_json:
        print(json.dumps(facts, indent=2))
        return
    shown = Table(show_header=False, box=None, pad_edge=False)
    for name, value in facts.items():
        shown.add_row(name.replace("_", " "), escape(str(value)))
    Console().print(shown)


def _facts(file: Path) -> dict[str, Any]:
    from ..storage import header
    from ..storage.loading import open_saved

    magic, what = header.magic_of(str(file)), f"the file {str(file)!r}"
    if magic in (header.MAGIC, header.VALUE_MAGIC):
        read: Any = header.read_header if magic == header.MAGIC else header.read_value_header
        with open(file, "rb") as opened:
            known = read(opened.fileno(), what)
        if known is None:
            raise TableFileError(f"{what} holds a table that was never finished: remove it")
        facts = {"kind": "mapped", "bytes": os.path.getsize(file), "generation": known.generation}
        return facts | (known.config.as_dict() if magic == header.MAGIC else _shape_facts(known.shape))
    values = magic == header.SAVED_VALUES_MAGIC
    with open_saved(str(file), _saved_kind(values)) as saved:
        head: Any = saved.header
        return {
            "kind": "saved",
            "bytes": saved.size,
            "holds": "entries with full keys" if head.contents == 0 else "slots",
            "saved": head.entries,
            "blocks": head.blocks,
            "compression": str(head.compression),
            "generation": head.generation % 64,
            **(_shape_facts(head.shape) if values else head.config.as_dict()),
        }


def _saved_kind(values: bool) -> Any:
    from ..storage.format import SavedTable, SavedValues

    return SavedValues if values else SavedTable


def _shape_facts(shape: Any) -> dict[str, Any]:
    return {
        "table": "ValueTable",
        "dtype": str(shape.dtype),
        "key_bits": shape.key_bits,
        "entry_bytes": shape.entry_bytes,
        "capacity": shape.capacity,
        "hash_mb": shape.bytes / 2**20,
    }


@table.command()
@file
def verify(file: Path) -> None:
    """Check all checksums of a saved file, or the header and entries of a mapped file."""
    facts = _facts(file)
    values = "table" in facts
    if facts["kind"] == "mapped":
        kind: Any = ValueTable if values else TranspositionTable
        with kind.open(file, shared=True) as mapped:
            slots = len(mapped)
            whole = sum(1 for _ in mapped.items()) if mapped.full_keys else slots
        print(f"{file}: {whole:,} entries, {slots - whole:,} torn slots")
        return
    from ..storage.loading import open_saved

    with (
        open_saved(str(file), _saved_kind(values)) as saved,
        _progress("checking") as progress,
    ):
        for done, _ in chain(saved.blocks(), saved.tier_blocks()):
            progress(done, saved.size)
        print(f"{file}: {saved.header.entries:,} saved in {saved.header.blocks:,} blocks, checksums match")


@table.command()
@source
@target
@new_size
@new_layout
@compression
def convert(source: Path, target: Path, hash_mb: float | None, layout: str | None, compression: str) -> None:
    """Save a table with another size, layout or compression."""
    _save(_load(source, hash_mb, layout), target, compression)


@table.command()
@target
@click.argument("sources", type=options.FILE, nargs=-1, required=True, help="The files to merge.")
@new_size
@new_layout
@compression
def merge(
    target: Path, sources: tuple[Path, ...], hash_mb: float | None, layout: str | None, compression: str
) -> None:
    """Merge several tables into one. The better entry of each key is kept."""
    merged = _load(sources[0], hash_mb, layout)
    for other in sources[1:]:
        merged.merge(_load(other, None, None))
    _save(merged, target, compression)


@table.command("export")
@source
@target
@click.option("--format", metavar="[csv|npy|npz|parquet]", help="Format; by default from the file name.")
def export_table(source: Path, target: Path, format: str | None) -> None:
    """Export the entries of a table file for other programs."""
    from ..storage.export import export

    print(f"{target}: {export(str(source), str(target), format):,} entries")


def _load(file: Path, hash_mb: float | None, layout: str | None) -> TranspositionTable:
    """Loads a saved or mapped file into a private table."""
    changes: dict[str, Any] = {"hash_mb": hash_mb, "layout": layout}
    changes = {name: value for name, value in changes.items() if value is not None}
    if _facts(file)["kind"] == "mapped":
        with TranspositionTable.open(file, shared=True) as mapped:
            if not changes:
                return mapped.copy()
            changed = TranspositionTable(mapped.config, **changes)
            changed._set_generation(mapped._generation_count())
            changed.merge(mapped)
            return changed
    with _progress(f"loading {file.name}") as progress:
        return TranspositionTable.load(file, progress=progress, **changes)


def _save(saved: TranspositionTable, target: Path, compression: Compression | str) -> None:
    with _progress(f"saving {target.name}") as progress:
        count = saved.save(target, compression=compression, progress=progress)
    print(f"{target}: {count:,} saved, {os.path.getsize(target):,} bytes")


@contextmanager
def _progress(what: str) -> Iterator[Callable[[int, int], None]]:
    """A progress bar on a terminal; nothing elsewhere."""
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
