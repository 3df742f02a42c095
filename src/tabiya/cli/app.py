"""The command line's root: names the subcommands."""

from __future__ import annotations

from typing import Annotated

import typer

from .. import __version__
from . import (
    analyse,
    bench,
    book,
    demo,
    info,
    lab,
    match,
    perft,
    play,
    protocols,
    signature,
    strength,
    table,
    tune,
)

app = typer.Typer(
    help="Transposition tables for game search: see the table at work, measure it, count moves.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"tabiya {__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version and exit."),
    ] = False,
) -> None:
    """Holds the options that come before a subcommand."""


app.command("info")(info.info)
app.command("demo")(demo.demo)
app.command("perft")(perft.perft)
app.command("analyse")(analyse.analyse)
app.command("signature")(signature.signature)
app.command("tune")(tune.tune)
app.command("play")(play.play)
app.command("match")(match.match)
app.command("strength")(strength.strength)
app.command("uci")(protocols.uci)
app.command("usi")(protocols.usi)
app.add_typer(book.app, name="book")
app.add_typer(table.app, name="table")
app.add_typer(bench.app, name="bench")
app.add_typer(lab.app, name="lab")
