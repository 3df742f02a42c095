"""Crowds of clients: the owner gets in, a lack of descriptors is reported once, closed pages free memory."""

from __future__ import annotations

import asyncio
import gc
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlsplit

import pytest
from clients import Client, Running, open_client

from processes import PATIENCE, child, wait_until
from tabiya import Bound, TranspositionTable, chess
from tabiya.engine.result import Info
from tabiya.games.score import Score
from tabiya.web import connections, desk, fields
from tabiya.web.limits import MAX_CONNECTIONS, MAX_SILENT, MAX_TEXT
from tabiya.web.quota import Quota
from tabiya.web.session import MAX_TASKS, Session

START = {"game": "chess", "moves": []}


def connected(server: Running, stack: ExitStack) -> socket.socket:
    return stack.enter_context(socket.create_connection(("127.0.0.1", server.place.port), timeout=PATIENCE))


def is_ended(connection: socket.socket) -> bool:
    """Whether the server has closed the connection. Waits for it, up to the connection's timeout."""
    try:
        return connection.recv(1) == b""
    except ConnectionResetError:
        return True


@pytest.mark.parametrize("half", [b"", b"GET / HTTP/1.1\r\nHost: "])
def test_connections_without_a_request_do_not_lock_the_owner_out(server: Running, half: bytes) -> None:
    with ExitStack() as stack:
        silent = [connected(server, stack) for _ in range(MAX_CONNECTIONS + 40)]
        for each in silent[-MAX_SILENT:]:
            each.sendall(half)
        assert server.get("/").status == 200
        with open_client(server) as client:
            assert client.refused is None
        assert is_ended(silent[0])


def test_a_connection_without_a_request_is_closed(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "FIRST_REQUEST_SECONDS", 0.2)
    with ExitStack() as stack:
        silent = connected(server, stack)
        silent.sendall(b"GET /")
        assert is_ended(silent)
        # A page that has asked stays, and so does a request that takes longer than this.
        with open_client(server) as client:
            time.sleep(0.5)
            assert "error" not in client.ask("board", "read", text="startpos", game="chess")


def test_strangers_do_not_keep_their_connection(server: Running) -> None:
    assert server.get("/", Cookie="").getheader("Connection") == "close"
    assert server.get("/").getheader("Connection") != "close"


LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
sys.argv = ["tabiya", "web", "--port", "0", "--no-browser"]
from tabiya.cli import main
main()
"""


def test_descriptors_that_run_out_are_reported_in_a_sentence() -> None:
    with (
        tempfile.TemporaryFile() as errors,
        child([sys.executable, "-c", LIMITED], stdout=subprocess.PIPE, stderr=errors, text=True) as process,
        ExitStack() as stack,
    ):
        assert process.stdout is not None
        address = urlsplit(process.stdout.readline().strip())
        assert address.port is not None
        begin = errors.tell()
        for _ in range(150):
            stack.enter_context(socket.create_connection((address.hostname, address.port), timeout=PATIENCE))
        wait_until(lambda: b"no connection can be accepted now" in _contents(errors), "the report")
        time.sleep(1.5)  # asyncio tries again every second
        said = _contents(errors)[begin:]
        assert said.count(b"no connection can be accepted now") == 1
        assert len(said) < 1000
        stack.close()

        def page() -> bool:
            connection = HTTPConnection(str(address.hostname), int(address.port or 0), timeout=PATIENCE)
            try:
                connection.request("GET", f"/?{address.query}")
                return connection.getresponse().status == 200
            except OSError:
                return False
            finally:
                connection.close()

        wait_until(page, "the page after the crowd")


def _contents(file: Any) -> bytes:
    file.seek(0)
    return bytes(file.read())


def test_a_closed_page_frees_its_table_at_once(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    class Kept(TranspositionTable):
        def __init__(self, **settings: Any) -> None:
            super().__init__(**settings)
            made.append(self)

    monkeypatch.setattr(desk, "TranspositionTable", Kept)
    gc.disable()
    try:
        with open_client(server) as client:
            client.ask("analysis", "begin", position=START, run=1)
            client.event("lines", run=1)
            client.ask("analysis", "begin", position={"game": "shogi", "moves": []}, run=2)
            client.event("lines", run=2)
        assert len(made) == 2
        wait_until(lambda: all(map(is_closed, made)), "the end of the tables")
        wait_until(lambda: server.quota.hash_mb == 0, "the quota")
    finally:
        gc.enable()


def is_closed(table: TranspositionTable) -> bool:
    try:
        len(table)
    except ValueError:
        return True
    return False


def test_a_text_within_the_limit_never_closes_the_page(client: Client) -> None:
    assert "error" in client.ask("board", "read", text="歩" * (MAX_TEXT - 1), game="shogi")
    assert "error" in client.ask("board", "read", text="\0" * (MAX_TEXT - 1), game="chess")
    assert "error" not in client.ask("board", "read", text="startpos", game="chess")


def test_a_page_runs_only_so_many_tasks() -> None:
    async def run() -> list[str]:
        session = Session(cast("Any", None), Quota())
        topic = next(iter(session._topics.values()))
        refused = []
        for _ in range(MAX_TASKS + 2):
            try:
                session.start(topic, asyncio.sleep(PATIENCE))
            except ValueError as error:
                refused.append(str(error))
        await session._end([])
        return refused

    refused = asyncio.run(run())
    assert refused == [f"this page runs {MAX_TASKS} tasks, the most at a time: stop one of them"] * 2


def test_more_requests_than_the_server_takes_are_answered_with_503(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tabiya.web.server.MAX_CONNECTIONS", 4)
    server = Running()
    try:
        with ExitStack() as stack:
            for _ in range(4):
                stack.enter_context(open_client(server))
            wait_until(lambda: server.get("/").status == 503, "the refusal")
        wait_until(lambda: server.get("/").status == 200, "room again")
    finally:
        server.stop()


def test_messages_are_never_unpacked(server: Running) -> None:
    """A small compressed message could unpack into a huge one: the server does not offer compression."""
    with socket.create_connection(("127.0.0.1", server.place.port), timeout=PATIENCE) as connection:
        lines = ["GET /socket HTTP/1.1", "Upgrade: websocket", "Connection: Upgrade", f"Host: {server.host}"]
        lines += ["Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="]
        lines += [f"Origin: http://{server.host}", f"Cookie: {server.cookie}"]
        lines += ["Sec-WebSocket-Extensions: permessage-deflate"]
        connection.sendall("\r\n".join([*lines, "", ""]).encode())
        answer = connection.recv(4096)
    assert b" 101 " in answer
    assert b"permessage-deflate" not in answer.lower()


@pytest.mark.parametrize("value", [True, False])
def test_true_and_false_are_no_numbers(value: bool) -> None:
    with pytest.raises(ValueError, match="nodes must be a whole number"):
        fields.integer("nodes", value, 0, 10)
    with pytest.raises(ValueError, match="seconds must be a number"):
        fields.number("seconds", value, 0.0, 10.0)


def test_a_bound_never_replaces_a_whole_line(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """A window that failed has a line of one move and half a score: the whole line stays until the next."""
    move = chess.Move.from_uci("e2e4")

    async def search(self: Any, game: str, board: Any, on_info: Any, **limits: Any) -> None:
        for depth, bound, score in ((5, Bound.EXACT, 30), (6, Bound.LOWER, 60), (6, Bound.UPPER, -60)):
            on_info(Info(depth, depth, Score(score), (move,), depth, 0.1, 0, bound=bound))

    monkeypatch.setattr(desk.Desk, "search", search)
    client.ask("analysis", "begin", position=START, run=5)
    (line,) = client.event("lines", run=5, done=True)["lines"]
    assert (line["bound"], line["depth"], line["score"]["cp"]) == ("exact", 5, 30)


@pytest.mark.parametrize("command", ["compare", "match"])
@pytest.mark.parametrize("design", ["cluster4:policy={}:f", "cluster4:strict=on, policy={}:f"])
def test_a_client_cannot_name_a_file_to_run(
    client: Client, tmp_path: Path, command: str, design: str
) -> None:
    (tmp_path / "evil.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\ndef f(*_): return 0\n")
    designs = ["cluster4", design.format(tmp_path / "evil.py")]
    count = {"positions": 2} if command == "compare" else {"games": 2}
    answer = client.ask("lab", command, game="chess", designs=designs, nodes=1000, pressure=0.25, **count)
    assert "policy must be one of cascade" in answer["error"]
    assert not (tmp_path / "ran").exists()
