"""`tabiya web`: board, analysis, live table and lab in the browser."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import click

from .._utils.extras import need_core, require

if TYPE_CHECKING:
    from ..web.security import Endpoint

__all__ = ["web"]

LOCAL = "127.0.0.1"


@click.command()
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    help="Port to listen on; 0 takes any free one (default: 8123, or a free one if it is taken).",
)
@click.option(
    "--host",
    default=LOCAL,
    metavar="ADDR",
    help="Address to listen on. Any other than the default lets other machines connect.",
)
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
def web(port: int | None, host: str, no_browser: bool) -> None:
    """Play, analyse games and watch the table in the browser.

    Prints the address of the page, with the token that opens it, and serves until Ctrl-C. Only this machine
    can connect, unless --host says otherwise.
    """
    need_core("web")
    require("web", "the web page")
    from ..web.server import serve

    def announce(place: Endpoint) -> None:
        print(place.address, flush=True)
        if not place.is_local:
            click.echo(WARNING.format(host=host), err=True)
        click.echo("Open this address in a browser. Ctrl-C ends the server.", err=True)
        if not no_browser:
            _open_browser(place.address)

    serve(host, port, announce)


WARNING = """\
Listening on {host}: other machines can connect. Whoever has the address above can use this server. It runs
searches and uses memory, within bounds, and gives no access to files. The connection is not encrypted, so
others on the network can read the token. If you do not trust the network, use an SSH tunnel, not --host:
ssh -L 8123:127.0.0.1:8123 THIS-MACHINE"""


def _open_browser(address: str) -> None:
    """Opens the page. A browser may take seconds to start, so the server does not wait for it."""
    import webbrowser

    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
