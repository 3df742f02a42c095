"""Runs the server: binds the port, prints the address, opens a browser, ends cleanly."""

from __future__ import annotations

import errno
import socket
from collections.abc import Callable
from ipaddress import ip_address

import uvicorn

from .app import make_app
from .connections import Connection, Server
from .limits import BACKLOG, MAX_CONNECTIONS, MAX_MESSAGE
from .page import html, static_files
from .quota import Quota
from .security import Endpoint

__all__ = ["DEFAULT_PORT", "listen", "make_server", "serve"]

DEFAULT_PORT = 8123
GRACE_SECONDS = 5


def listen(host: str, port: int | None) -> socket.socket:
    """Binds the port. Without one, takes the default port, or any free one if it is in use.

    Raises OSError that names the address.
    """
    ports = (DEFAULT_PORT, 0) if port is None else (port,)
    for number in ports:
        try:
            return _bound(host, number)
        except OSError as error:
            if number == ports[-1] or error.errno != errno.EADDRINUSE:
                where = f"{host} port {number}" if number else host
                raise OSError(f"cannot listen on {where}: {error.strerror or error}") from None
    raise AssertionError("unreachable")


def _bound(host: str, port: int) -> socket.socket:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family, kind, protocol, _, address = found[0]
    bound = socket.socket(family, kind, protocol)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(address)
        bound.listen(BACKLOG)
    except BaseException:
        bound.close()
        raise
    return bound


def make_server(place: Endpoint, quota: Quota | None = None) -> uvicorn.Server:
    """Returns a server that has not started."""
    config = uvicorn.Config(
        make_app(place, quota),
        log_level="error",
        access_log=False,
        server_header=False,
        lifespan="off",
        http=Connection,
        backlog=BACKLOG,
        ws="wsproto",
        ws_max_size=MAX_MESSAGE,
        ws_per_message_deflate=False,  # a small message could unpack into a huge one
        limit_concurrency=MAX_CONNECTIONS,
        timeout_graceful_shutdown=GRACE_SECONDS,
        proxy_headers=False,
    )
    return Server(config)


def serve(host: str, port: int | None, announce: Callable[[Endpoint], object]) -> None:
    """Serves until Ctrl-C. Calls `announce` once connections are accepted."""
    bound = listen(host, port)
    with bound:
        place = Endpoint(_numeric(host), bound.getsockname()[1])
        try:
            html(), static_files()  # made before the first request, not by it
            announce(place)
            make_server(place).run(sockets=[bound])
        except KeyboardInterrupt:
            return


def _numeric(host: str) -> str:
    """An address in its usual spelling; names stay."""
    try:
        return str(ip_address(host))
    except ValueError:
        return host
