"""`tabiya uci` and `tabiya usi`: the engines that graphical interfaces talk to."""

from __future__ import annotations

import click

from .. import HAS_CORE

__all__ = ["uci", "usi"]


@click.command()
def uci() -> None:
    """Play chess over the Universal Chess Interface, on standard input and output."""
    _need_core()
    from ..protocols.programs import uci as program

    program()


@click.command()
def usi() -> None:
    """Play shogi over the Universal Shogi Interface, on standard input and output."""
    _need_core()
    from ..protocols.programs import usi as program

    program()


def _need_core() -> None:
    if not HAS_CORE:
        raise ValueError("the engines need the native core, which this installation does not have")
