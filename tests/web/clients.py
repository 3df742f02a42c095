"""Clients of the server that are no browsers, and may be rude."""

from __future__ import annotations

import http.client
import itertools
import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import wsproto
from wsproto.events import CloseConnection, Ping, TextMessage

from tabiya.web.quota import Quota
from tabiya.web.security import Endpoint
from tabiya.web.server import listen, make_server

PATIENCE = 60.0


class Server:
    """A server at a place."""

    def __init__(self, place: Endpoint) -> None:
        self.place = place

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.place.port}"

    @property
    def cookie(self) -> str:
        return f"{self.place.cookie}={self.place.token}"

    def get(self, path: str = "/", method: str = "GET", **headers: str) -> http.client.HTTPResponse:
        """A request with the cookie, unless `cookie` is given. The body has been read: see `body`."""
        connection = http.client.HTTPConnection("127.0.0.1", self.place.port, timeout=PATIENCE)
        sent = {"Cookie": self.cookie, **{name.replace("_", "-"): value for name, value in headers.items()}}
        try:
            connection.request(method, path, headers={name: value for name, value in sent.items() if value})
            answer = connection.getresponse()
            answer.text = answer.read().decode()  # type: ignore[attr-defined]
            return answer
        finally:
            connection.close()


class Running(Server):
    """A server in a thread of this process."""

    def __init__(self) -> None:
        self.quota = Quota()
        self._socket = listen("127.0.0.1", 0)
        super().__init__(Endpoint("127.0.0.1", self._socket.getsockname()[1]))
        self._server = make_server(self.place, self.quota)
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [self._socket]})
        self._thread.start()

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join()
        self._socket.close()


class Client:
    """A WebSocket. `refused` is the status of the answer if the server did not accept it."""

    def __init__(self, server: Server, **headers: str | None) -> None:
        self.news: list[dict[str, Any]] = []
        self.refused: int | None = None
        self.closed: int | None = None
        self._numbers = itertools.count(1)
        self._texts: list[str] = []
        self._part = ""
        self._socket = socket.create_connection(("127.0.0.1", server.place.port), timeout=PATIENCE)
        sent = {"Host": server.host, "Origin": f"http://{server.host}", "Cookie": server.cookie, **headers}
        self._shake(sent)
        self._ws = wsproto.connection.Connection(wsproto.ConnectionType.CLIENT)

    def _shake(self, headers: dict[str, str | None]) -> None:
        lines = ["GET /socket HTTP/1.1", "Upgrade: websocket", "Connection: Upgrade"]
        lines += ["Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="]
        lines += [f"{name}: {value}" for name, value in headers.items() if value is not None]
        self._socket.sendall("\r\n".join([*lines, "", ""]).encode())
        answer = b""
        while b"\r\n\r\n" not in answer:
            data = self._socket.recv(1)
            if not data:
                break
            answer += data
        status = int(answer.split()[1]) if answer else 0
        self.refused = None if status == 101 else status

    def send(self, text: str | bytes) -> None:
        event = TextMessage(text) if isinstance(text, str) else wsproto.events.BytesMessage(text)
        self._socket.sendall(self._ws.send(event))

    def ask(self, topic: str, command: str, **fields: Any) -> dict[str, Any]:
        """Sends a command; returns the answer, or ``{"error": …}``."""
        number = next(self._numbers)
        self.send(json.dumps({"id": number, "topic": topic, "do": command, **fields}))
        message = self.wait(lambda message: message.get("id") == number)
        return message.get("answer", message)

    def wait(self, wanted: Any) -> dict[str, Any]:
        """The first message that is wanted. Others are kept in `news`."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            message = json.loads(self.receive())
            if wanted(message):
                return dict(message)
            self.news.append(message)
        raise AssertionError("no such message came")

    def event(self, name: str, **values: Any) -> dict[str, Any]:
        """The next news with a name and values."""
        return self.wait(
            lambda message: (
                message.get("event") == name
                and all(message.get(key) == value for key, value in values.items())
            )
        )

    def receive(self) -> str:
        """The next message. Raises ConnectionError when the server has closed the socket."""
        while not self._texts:
            data = self._socket.recv(1 << 16)
            if not data:
                raise ConnectionError(f"closed with {self.closed}")
            self._ws.receive_data(data)
            for event in self._ws.events():
                if isinstance(event, TextMessage):
                    self._part += event.data
                    if event.message_finished:
                        self._texts.append(self._part)
                        self._part = ""
                elif isinstance(event, CloseConnection):
                    self.closed = event.code
                elif isinstance(event, Ping):
                    self._socket.sendall(self._ws.send(event.response()))
        return self._texts.pop(0)

    def close(self) -> None:
        with suppress(OSError):
            self._socket.close()


@contextmanager
def open_client(server: Server, **headers: str | None) -> Iterator[Client]:
    client = Client(server, **headers)
    try:
        yield client
    finally:
        client.close()
