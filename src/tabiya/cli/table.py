"""`tabiya table`: shared tables that are there, and saved and mapped ones in files."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import Progress
from rich.table import Table

from .. import Layout, TranspositionTable
from ..storage.compression import Compression

app = typer.Typer(help="Look after shared tables and files of tables.", no_args_is_help=True)

File = Annotated[Path, typer.Argument(help="A file that a table was saved to, or lives in.")]
Saved = Annotated[Path, typer.Argument(help="A file that a table was saved to.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Squeeze = Annotated[str, typer.Option(help="auto, none, zlib, lzma or zstd.")]
Size = Annotated[float | None, typer.Option("--hash", help="Megabytes of the new table.", metavar="MB")]
Form = Annotated[Layout | None, typer.Option(help="Layout of the new table.")]


@app.command("list")
def list_shared(as_json: AsJson = False) -> None:
    """List the shared tables of this machine, and which of them dead processes left behind."""
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
    table = Table("name", "MB", "user", "state", "made by process", "at", box=None, pad_edge=False)
    for row in rows:
        made = time.strftime("%Y-%m-%d %H:%M", time.localtime(row["created"])) if row["created"] else ""
        shown = (row["name"], row["megabytes"], row["user"], row["state"], row["creator"] or "", made)
        table.add_row(*(escape(str(value)) for value in shown))
    Console().print(table if rows else "no shared table")


def _state(segment: Any) -> str:
    if segment.used is None:
        return f"cannot be looked at: {segment.fault}"
    state = "in use" if segment.used else "left behind: nobody uses it"
    return f"{state}, {segment.fault}" if segment.fault else state


@app.command("rm")
def remove_shared(
    name: Annotated[str, typer.Argument(help="The name of a shared table.")],
    force: Annotated[bool, typer.Option("--force", help="Even if processes use it; they keep it.")] = False,
) -> None:
    """Remove a shared table that was left behind."""
    from ..storage.shared import remove

    remove(name, force)


@app.command("info")
def show_info(file: File, as_json: AsJson = False) -> None:
    """Show what a file says about its table."""
    facts = _facts(file)
    if as_json:
        print(json.dumps(facts, indent=2))
        return
    table = Table(show_header=False, box=None, pad_edge=False)
    for name, value in facts.items():
        table.add_row(name.replace("_", " "), escape(str(value)))
    Console().print(table)


def _facts(file: Path) -> dict[str, Any]:
    from ..storage import header as mapped
    from ..storage.loading import open_saved

    with open(file, "rb") as opened:
        if opened.read(8) == mapped.MAGIC:
            known = mapped.read_header(opened.fileno(), f"the file {str(file)!r}")
            assert known is not None
            return {
                "kind": "mapped",
                "bytes": os.path.getsize(file),
                "generation": known.generation,
                **known.config.as_dict(),
            }
    with open_saved(str(file)) as saved:
        header = saved.header
        return {
            "kind": "saved",
            "bytes": saved.size,
            "holds": "entries with whole keys" if header.kind == 0 else "slots",
            "saved": header.entries,
            "blocks": header.blocks,
            "compression": str(header.compression),
            "generation": header.generation % 64,
            **header.config.as_dict(),
        }


@app.command("verify")
def verify(file: File) -> None:
    """Check every byte of a saved file, or the header and the entries of a mapped one."""
    if _facts(file)["kind"] == "mapped":
        with TranspositionTable.open(file, shared=True) as table:
            slots = len(table)
            whole = sum(1 for _ in table.items()) if table.full_keys else slots
        print(f"{file}: {whole:,} entries, {slots - whole:,} torn slots")
        return
    from ..storage.loading import open_saved

    with open_saved(str(file)) as saved, _progress("checking") as progress:
        for done, _ in chain(saved.blocks(), saved.tier_blocks()):
            progress(done, saved.size)
        print(
            f"{file}: {saved.header.entries:,} saved in {saved.header.blocks:,} blocks, all checksums right"
        )


@app.command("convert")
def convert(
    source: File,
    target: Annotated[Path, typer.Argument(help="The file to write.")],
    hash_mb: Size = None,
    layout: Form = None,
    compression: Squeeze = "auto",
) -> None:
    """Save a table anew: of another size or layout, or compressed in another way."""
    table = _load(source, hash_mb, layout)
    _save(table, target, compression)


@app.command("merge")
def merge(
    target: Annotated[Path, typer.Argument(help="The file to write.")],
    sources: Annotated[list[Path], typer.Argument(help="The files to merge.")],
    hash_mb: Size = None,
    layout: Form = None,
    compression: Squeeze = "auto",
) -> None:
    """Put several tables into one: of a key the better entry, and the better ones where space ends."""
    table = _load(sources[0], hash_mb, layout)
    for source in sources[1:]:
        table.merge(_load(source, None, None))
    _save(table, target, compression)


@app.command("export")
def export_table(
    source: Saved,
    target: Annotated[Path, typer.Argument(help="The file to write.")],
    format: Annotated[str | None, typer.Option(help="csv, npy, npz or parquet; else by the name.")] = None,
) -> None:
    """Write a saved table's entries for other programs."""
    from ..storage.export import export

    print(f"{target}: {export(str(source), str(target), format):,} entries")


def _load(file: Path, hash_mb: float | None, layout: Layout | None) -> TranspositionTable:
    """A private table with the contents of a saved or a mapped file."""
    changes: dict[str, Any] = {"hash_mb": hash_mb, "layout": layout}
    changes = {name: value for name, value in changes.items() if value is not None}
    if _facts(file)["kind"] == "mapped":
        with TranspositionTable.open(file, shared=True) as mapped:
            if not changes:
                return mapped.copy()
            table = TranspositionTable(mapped.config, **changes)
            table._set_generation(mapped._generation_count())
            table.merge(mapped)
            return table
    with _progress(f"loading {file.name}") as progress:
        return TranspositionTable.load(file, progress=progress, **changes)


def _save(table: TranspositionTable, target: Path, compression: Compression | str) -> None:
    with _progress(f"saving {target.name}") as progress:
        count = table.save(target, compression=compression, progress=progress)
    print(f"{target}: {count:,} saved, {os.path.getsize(target):,} bytes")


@contextmanager
def _progress(what: str) -> Iterator[Callable[[int, int], None]]:
    """A bar on a terminal; nothing elsewhere."""
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
