"""`tabiya uci` and `tabiya usi`: the engines for graphical interfaces."""

from __future__ import annotations

import click

__all__ = ["uci", "usi"]

# The programs handle --help and --version themselves, so that they also run without click.
own_arguments = {"ignore_unknown_options": True, "help_option_names": []}
arguments = click.argument("arguments", nargs=-1, type=click.UNPROCESSED, help="--help or --version.")


@click.command(context_settings=own_arguments)
@arguments
def uci(arguments: tuple[str, ...]) -> None:
    """Play chess over the Universal Chess Interface, on standard input and output."""
    from ..protocols.programs import uci as program

    program(arguments, "tabiya uci")


@click.command(context_settings=own_arguments)
@arguments
def usi(arguments: tuple[str, ...]) -> None:
    """Play shogi over the Universal Shogi Interface, on standard input and output."""
    from ..protocols.programs import usi as program

    program(arguments, "tabiya usi")
