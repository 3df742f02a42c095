"""Hostile clients are refused or cleaned up after, and the engine still answers."""

from __future__ import annotations

import json
import socket
import threading
from contextlib import ExitStack, suppress
from typing import Any

import pytest
from clients import Client, Running, open_client

from processes import wait_until
from tabiya.web.limits import MAX_HASH_MB, MAX_MESSAGE, MAX_SEARCHES, MAX_SOCKETS, MAX_TEXT
from tabiya.web.quota import Quota
from tabiya.web.security import Endpoint

START = {"game": "chess", "moves": []}


def answers(client: Client) -> bool:
    """Whether the engine still searches for a client."""
    client.ask("analysis", "begin", position=START, run=77)
    client.event("lines", run=77)
    client.ask("analysis", "stop")
    return True


# ---- who may connect -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Cookie": ""}, 403),
        ({"Cookie": "tabiya-1=wrong"}, 403),
        ({"Cookie": 'tabiya-1="\\'}, 403),
        ({"Host": "evil.example"}, 421),
        ({"Host": "evil.example:80"}, 421),
        ({"Host": "127.0.0.1:1"}, 421),
        ({"Host": "127.0.0.1"}, 421),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
    ],
)
def test_requests_without_token_host_or_origin_are_refused(
    server: Running, headers: dict[str, str], status: int
) -> None:
    assert server.get("/", **headers).status == status
    assert server.get("/static/app.js", **headers).status == status


@pytest.mark.parametrize(
    "headers",
    [
        {"Cookie": None},
        {"Cookie": "tabiya-1=wrong"},
        {"Host": "evil.example:8123"},
        {"Origin": None},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
    ],
)
def test_sockets_without_token_host_or_origin_are_refused(
    server: Running, headers: dict[str, str | None]
) -> None:
    with open_client(server, **headers) as client:
        assert client.refused in (403, 421)


def test_a_token_of_another_server_does_not_open_this_one(server: Running) -> None:
    other = Endpoint("127.0.0.1", server.place.port)
    assert server.get(f"/?token={other.token}", Cookie="").status == 403
    assert server.get(f"/?token={server.place.token}", Cookie="").status == 200
    assert server.get(f"/static/app.js?token={server.place.token}x", Cookie="").status == 403


def test_a_name_that_points_here_is_no_host_even_when_all_machines_may_connect() -> None:
    everywhere = Endpoint("0.0.0.0", 8123)
    assert everywhere.is_host("192.168.1.5:8123")
    assert everywhere.is_host("[::1]:8123")
    assert not everywhere.is_host("evil.example:8123")
    assert not Endpoint("127.0.0.1", 8123).is_host("192.168.1.5:8123")


def test_every_answer_forbids_inline_scripts_and_foreign_frames(server: Running) -> None:
    for path, cookie in (
        ("/", server.cookie),
        ("/static/app.js", server.cookie),
        ("/nowhere", ""),
        ("/", ""),
    ):
        answer = server.get(path, Cookie=cookie)
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'; script-src 'self'; style-src 'self'" in policy
        assert "unsafe" not in policy
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
    page: str = server.get("/").text  # type: ignore[attr-defined]
    assert " style=" not in page
    assert "<style" not in page
    assert " onclick" not in page


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/..%2fapp.py",
        "/static//etc/passwd",
        "/static/%2e%2e/%2e%2e/__init__.py",
        "/x",
    ],
)
def test_no_path_reaches_the_file_system(server: Running, path: str) -> None:
    assert server.get(path).status == 404


def test_only_get_is_answered(server: Running) -> None:
    assert server.get("/", method="POST").status == 405
    assert server.get("/", method="DELETE").status == 405


def test_a_rude_request_is_refused_and_the_next_one_answered(server: Running) -> None:
    for rude in (b"\x00\xff\r\n\r\n", b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", b"G" * 300_000):
        address = ("127.0.0.1", server.place.port)
        with socket.create_connection(address, timeout=60) as connection, suppress(OSError):
            connection.sendall(rude)
            assert b" 200 " not in connection.recv(1000)
    assert server.get("/").status == 200


# ---- what a client may send ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        "[]",
        "42",
        '{"id": 1}',
        '{"topic": "board"}',
        '{"topic": "board", "do": "close"}',
        '{"topic": "board", "do": "__init__"}',
        '{"topic": "nothing", "do": "position"}',
        '{"topic": "board", "do": "position", "position": []}',
        '{"topic": "board", "do": "position", "position": {"game": "checkers"}}',
        '{"topic": "board", "do": "position", "position": {"game": "chess", "moves": ["e2e5"]}}',
        '{"topic": "board", "do": "position", "position": {"game": "chess", "start": "x"}}',
        '{"topic": "board", "do": "position", "position": {"game": "chess"}, "extra": 1}',
        '{"topic": "board", "do": "typed", "position": {"game": "chess"}, "move": "\\ud800"}',
        '{"topic": "analysis", "do": "begin", "position": {"game": "chess"}, "multipv": 1e9}',
        '{"topic": "analysis", "do": "begin", "position": {"game": "chess"}, "threads": 100000}',
        '{"topic": "play", "do": "think", "position": {"game": "chess"}, "seconds": NaN}',
        '{"topic": "lab", "do": "compare", "game": "chess", "designs": ["x"], "nodes": 1, "positions": 2}',
        '{"id": ' + "9" * 5000 + "}",
        "[" * 100_000,
    ],
)
def test_a_malformed_message_is_answered_with_a_sentence(client: Client, text: str) -> None:
    client.send(text)
    answer = json.loads(client.receive())
    assert answer["error"]
    assert "Traceback" not in answer["error"]
    assert client.ask("board", "position", position=START)["turn"] == "white"


def test_bytes_are_answered_and_long_messages_close_the_socket(server: Running) -> None:
    with open_client(server) as client:
        client.send(b"\x00\x01")
        assert "bytes" in json.loads(client.receive())["error"]
        assert "at most" in client.ask("board", "read", text="x" * (MAX_TEXT + 1), game="chess")["error"]
        with suppress(OSError):  # the server may close the socket before it has read everything
            client.send("x" * (MAX_MESSAGE + 1))
        with pytest.raises(ConnectionError):
            client.receive()
    with open_client(server) as client:
        assert answers(client)


def test_200_sockets_are_one_page_too_many(server: Running, quota: Quota) -> None:
    with ExitStack() as stack:
        clients = [stack.enter_context(open_client(server)) for _ in range(200)]
        accepted = [client for client in clients if client.refused is None]
        assert len(accepted) == MAX_SOCKETS
        assert {client.refused for client in clients} == {None, 503}
        assert answers(accepted[0])
    wait_until(lambda: quota.sockets == 0, "the end of all sockets")
    with open_client(server) as client:
        assert answers(client)


def test_searches_over_all_pages_are_bounded(server: Running, quota: Quota) -> None:
    with ExitStack() as stack:
        clients = [stack.enter_context(open_client(server)) for _ in range(MAX_SEARCHES + 1)]
        for client in clients[:-1]:
            client.ask("analysis", "begin", position=START)
            client.event("lines")
        clients[-1].ask("analysis", "begin", position=START)
        assert f"{MAX_SEARCHES} searches are running" in clients[-1].event("error")["error"]
        assert quota.searches == MAX_SEARCHES
    wait_until(lambda: quota == Quota(), "the end of all searches")


def test_a_table_larger_than_the_bound_is_refused(quota: Quota) -> None:
    own = Quota()
    own.take_hash(MAX_HASH_MB)
    with pytest.raises(ValueError, match="is too large: 0 MB of"):
        own.take_hash(1)
    own.take_hash(2, MAX_HASH_MB)
    assert own.hash_mb == 2


# ---- how a client may leave ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("topic", "command", "fields"),
    [
        ("analysis", "begin", {"position": START, "multipv": 3}),
        ("play", "think", {"position": START, "seconds": 50}),
        ("review", "begin", {"position": {"game": "chess", "moves": ["e2e4"]}, "nodes": 10_000_000}),
        ("lab", "match", {"game": "othello", "designs": ["single", "cluster4"], "nodes": 50, "games": 1000}),
    ],
)
def test_a_client_that_leaves_in_mid_search_leaves_nothing_behind(
    server: Running, quota: Quota, topic: str, command: str, fields: dict[str, Any]
) -> None:
    threads = threading.active_count()
    with open_client(server) as client:
        client.ask(topic, command, **fields)
        wait_until(lambda: quota.searches == 1, "the search")
    wait_until(lambda: quota == Quota(), "the end of the search")
    wait_until(lambda: threading.active_count() <= threads, "the end of its threads")
    with open_client(server) as client:
        assert answers(client)


def test_a_client_that_does_not_read_loses_its_session(server: Running, quota: Quota) -> None:
    with open_client(server) as client:
        message = json.dumps({"topic": "board", "do": "position", "position": START})
        with suppress(OSError):
            client._socket.settimeout(2)
            for _ in range(3000):
                client.send(message)
    wait_until(lambda: quota == Quota(), "the end of the session")
    with open_client(server) as client:
        assert answers(client)


def test_searches_one_after_another_end_each_other(client: Client, quota: Quota) -> None:
    for run in range(20):
        client.send(
            json.dumps({"topic": "analysis", "do": "begin", "position": START, "run": run, "id": run})
        )
    client.event("lines", run=19)
    assert quota.searches == 1
    client.ask("analysis", "stop")
    wait_until(lambda: quota.searches == 0, "the end of the search")
