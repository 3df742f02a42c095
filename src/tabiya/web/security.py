"""The guard in front of the application: token, Host, Origin, and headers that restrict the page.

A browser runs pages of other sites. Such a page can send requests to any port of this machine, and a name
that it resolves to 127.0.0.1 (DNS rebinding) makes them look local. So every request needs

- the token, first as ``?token=…``, then as a cookie that scripts cannot read and other sites cannot send,
- a Host header with an address or name of this server, never any other name,
- for WebSockets, an Origin that is this server; other requests may leave Origin out, as browsers do.
"""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from ipaddress import ip_address
from socket import gethostname
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, RedirectResponse, Response

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["Endpoint", "Guard"]

LOOPBACK = ("127.0.0.1", "localhost", "::1")
EVERYWHERE = ("0.0.0.0", "::")
HEADERS = {
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self' ws://{host}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""No inline script or style, nothing from elsewhere."""


@dataclass(frozen=True)
class Endpoint:
    """Where the server listens, and the secret that opens it."""

    host: str
    port: int
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24), repr=False)

    @property
    def is_local(self) -> bool:
        """Whether only this machine can connect."""
        return self.host in LOOPBACK or _is_loopback(self.host)

    @property
    def address(self) -> str:
        """The address to open in a browser, with the token."""
        host = gethostname() if self.host in EVERYWHERE else self.host
        return f"http://{_bracketed(host)}:{self.port}/?token={self.token}"

    @property
    def cookie(self) -> str:
        """The name of the cookie. Browsers share cookies between ports, so the name tells servers apart."""
        return f"tabiya-{self.port}"

    def is_host(self, header: str) -> bool:
        """Returns whether a Host header is this server.

        >>> place = Endpoint("127.0.0.1", 8123)
        >>> [place.is_host(host) for host in ("localhost:8123", "127.0.0.1:80", "evil.example:8123")]
        [True, False, False]
        """
        name, port = _split_host(header)
        if port != self.port:
            return False
        if name == self.host.lower() or (self.is_local and name in LOOPBACK):
            return True
        # Listening on all addresses: accept any address, but only our own names. Other names may point here.
        return self.host in EVERYWHERE and (_is_address(name) or name in ("localhost", gethostname().lower()))

    def is_token(self, text: str) -> bool:
        """Compares in constant time."""
        return hmac.compare_digest(text.encode(), self.token.encode())


class Guard:
    """ASGI middleware that lets only requests with token, Host and Origin through, and adds the headers."""

    def __init__(self, app: ASGIApp, place: Endpoint) -> None:
        self.app, self.place = app, place

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        answer = self._refusal(scope, headers)
        cookie = ""
        if answer is None and scope["type"] == "http" and self._has_query(scope):
            cookie = f"{self.place.cookie}={self.place.token}; HttpOnly; SameSite=Strict; Path=/"
            # A browser asks again without the token, so that it stays out of the address bar and the history.
            # Other clients may not keep cookies, and get the page at once.
            if headers.get("sec-fetch-mode") == "navigate":
                answer = RedirectResponse("/", 303)
        guarded = _with_headers(send, headers.get("host", ""), cookie)
        if answer is not None:
            if not cookie:  # many kept connections of strangers would leave none for the owner
                answer.headers["Connection"] = "close"
            await answer(scope, receive, guarded)
        else:
            await self.app(scope, receive, guarded)

    def _refusal(self, scope: Scope, headers: Headers) -> Response | None:
        """The answer to a request that must not pass; None if it may."""
        host = headers.get("host", "")
        if len(headers.getlist("host")) != 1 or not self.place.is_host(host):
            return PlainTextResponse("This server answers to its own address only.\n", 421)
        origin = headers.get("origin")
        socket = scope["type"] == "websocket"
        if (origin is None and socket) or (origin is not None and origin.lower() != f"http://{host}".lower()):
            return PlainTextResponse("Another site's page may not use this server.\n", 403)
        if not socket and scope["method"] not in ("GET", "HEAD"):
            return PlainTextResponse("Only GET is understood here.\n", 405, {"Allow": "GET, HEAD"})
        if not (self._has_cookie(headers) or self._has_query(scope)):
            sentence = (
                "Open the address that `tabiya web` printed: it carries the token that is missing here.\n"
            )
            return PlainTextResponse(sentence, 403)
        return None

    def _has_cookie(self, headers: Headers) -> bool:
        try:
            morsel = SimpleCookie(headers.get("cookie", "")).get(self.place.cookie)
        except CookieError:
            return False
        return morsel is not None and self.place.is_token(morsel.value)

    def _has_query(self, scope: Scope) -> bool:
        query = parse_qs(scope["query_string"].decode("latin-1"), max_num_fields=8) if _short(scope) else {}
        return any(map(self.place.is_token, query.get("token", ())))


def _with_headers(send: Send, host: str, cookie: str) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            headers = MutableHeaders(raw=message.setdefault("headers", []))
            for name, value in HEADERS.items():
                headers[name] = value
            headers["Content-Security-Policy"] = POLICY.format(host=host)
            if cookie:
                headers["Set-Cookie"] = cookie
        await send(message)

    return sending


def _short(scope: Scope) -> bool:
    return len(scope["query_string"]) <= 512 and scope["query_string"].count(b"&") < 8


def _split_host(header: str) -> tuple[str, int]:
    """Name and port of a Host header; port 0 if it cannot be read."""
    name, colon, port = header.rpartition(":")
    if not colon or header.endswith("]"):
        name, port = header, "80"
    return name.strip("[]").lower(), int(port) if port.isascii() and port.isdigit() and len(port) < 6 else 0


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


def _is_loopback(text: str) -> bool:
    return _is_address(text) and bool(ip_address(text).is_loopback)
