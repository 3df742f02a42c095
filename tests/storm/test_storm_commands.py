"""Ctrl-C at any moment of commands, books and traces leaves no file open or half written."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from storms import WARNINGS, storm
from tabiya import TranspositionTable, chess
from tabiya.books import BookBuilder, open_book, write_book
from tabiya.cli import table as commands
from tabiya.lab.traces import record, replay

pytestmark = WARNINGS


def book() -> Any:
    builder = BookBuilder("chess")
    builder.add_line(["e2e4", "e7e5", "g1f3", "b8c6"])
    return builder.book()


def record_and_replay() -> None:
    replay(record("chess", chess.Board(), depth=1, table={"hash_mb": 1}), {"hash_mb": 1})


def command(name: str, *arguments: Any) -> Callable[[], Any]:
    function = commands.table.commands[name].callback
    assert function is not None
    return partial(function, *arguments)


CALLS: dict[str, Callable[[Path], Callable[[], Any]]] = {
    "table info": lambda folder: command("info", folder / "saved", True),
    "table verify": lambda folder: command("verify", folder / "saved"),
    "table verify mapped": lambda folder: command("verify", folder / "mapped"),
    "table convert": lambda folder: command("convert", folder / "saved", folder / "new", 4, None, "zlib"),
    "table convert mapped": lambda folder: command(
        "convert", folder / "mapped", folder / "new", 4, None, "none"
    ),
    "table merge": lambda folder: command(
        "merge", folder / "new", (folder / "saved",) * 2, None, None, "none"
    ),
    "table export": lambda folder: command("export", folder / "saved", folder / "new", "csv"),
    "table list": lambda _: command("list", True),
    "open a book": lambda folder: partial(open_book, folder / "book.bin"),
    "write a book": lambda folder: partial(write_book, folder / "book.epd", book()),
    "a trace": lambda _: record_and_replay,
}


@pytest.mark.usefixtures("capsys")
@pytest.mark.parametrize("name", CALLS)
def test_an_interrupted_command_leaves_nothing(name: str, folder: Path) -> None:
    table = TranspositionTable(hash_mb=4)
    table.store(7, depth=3)
    table.save(folder / "saved")
    with TranspositionTable.open(folder / "mapped", hash_mb=4) as mapped:
        mapped.merge(table)
    write_book(folder / "book.bin", book())
    storm(folder, CALLS[name](folder))
