"""The root command and the list of subcommands."""

from __future__ import annotations

import click

from .. import __version__
from .group import Group

__all__ = ["app"]

# The module of each command, in the order of `tabiya --help`.
MODULES = {
    "info": "info",
    "demo": "demo",
    "perft": "perft",
    "analyse": "analyse",
    "signature": "signature",
    "tune": "tune",
    "play": "play",
    "web": "web",
    "match": "match",
    "strength": "strength",
    "uci": "protocols",
    "usi": "protocols",
    "book": "book",
    "table": "table",
    "bench": "bench",
    "lab": "lab",
}


@click.group(
    cls=Group,
    modules=MODULES,
    context_settings={
        "help_option_names": ["-h", "--help"],
        "max_content_width": 110,
        "show_default": True,
    },
)
@click.version_option(__version__, message="tabiya %(version)s", help="Print the version and exit.")
def app() -> None:
    """Transposition tables for game search: demo, engines, analysis, benchmarks and experiments."""
