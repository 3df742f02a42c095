"""The ASGI application: the page, its files, and the WebSocket."""

from __future__ import annotations

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from .page import html, static_files
from .quota import Quota
from .security import Endpoint, Guard
from .session import Session

__all__ = ["make_app"]


def make_app(place: Endpoint, quota: Quota | None = None) -> ASGIApp:
    """Returns the application for a server. `quota` shows what is in use, for tests."""
    shared = quota or Quota()

    async def page(request: Request) -> Response:
        return HTMLResponse(html())

    async def static(request: Request) -> Response:
        found = static_files().get(request.path_params["name"])
        if found is None:
            return PlainTextResponse("There is no such file.\n", 404)
        return Response(found[0], media_type=found[1])

    async def socket(client: WebSocket) -> None:
        with shared.socket() as room:
            if not room:
                sentence = "Too many pages are open: close one.\n"
                await client.send_denial_response(PlainTextResponse(sentence, 503))
                return
            await client.accept()
            await Session(client, shared).run()

    routes = [
        Route("/", page),
        Route("/static/{name:path}", static),
        WebSocketRoute("/socket", socket),
    ]
    return Guard(Starlette(routes=routes), place)
