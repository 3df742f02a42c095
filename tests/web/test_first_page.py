"""The address that the command prints opens a page with a board."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit
from urllib.request import urlopen

from clients import Client, Running, Server, open_client

from processes import child
from tabiya.web.security import Endpoint

COMMAND = [sys.executable, "-c", "from tabiya.cli import main; main()", "web", "--no-browser"]


def test_the_command_prints_its_address_serves_the_board_and_ends_with_ctrl_c() -> None:
    with child(COMMAND, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/\?token=[\w-]{20,}", address)
        with urlopen(address) as answer:
            assert '<svg xmlns="http://www.w3.org/2000/svg" class="board chess"' in answer.read().decode()
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0
        assert process.stdout.read() == ""
        assert "Traceback" not in process.stderr.read()


def test_ctrl_c_ends_a_running_search_and_the_server() -> None:
    with child(
        [*COMMAND, "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        address = urlsplit(process.stdout.readline().strip())
        assert address.port is not None
        place = Endpoint("127.0.0.1", address.port, parse_qs(address.query)["token"][0])
        with open_client(Server(place)) as client:
            client.ask("analysis", "begin", position={"game": "chess", "moves": []})
            client.event("lines")
            process.send_signal(signal.SIGINT)
            assert process.wait(60) == 0
        assert "Traceback" not in process.stderr.read()


def test_another_address_says_what_that_means() -> None:
    command = [*COMMAND, "--host", "0.0.0.0", "--port", "0"]
    with child(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert "token=" in process.stdout.readline()
        assert "Listening on 0.0.0.0: other machines can connect" in process.stderr.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0


def test_a_browser_is_sent_on_without_the_token(server: Running) -> None:
    answer = server.get(f"/?token={server.place.token}", Cookie="", Sec_Fetch_Mode="navigate")
    assert (answer.status, answer.headers["Location"]) == (303, "/")
    cookie = answer.headers["Set-Cookie"]
    assert cookie == f"{server.cookie}; HttpOnly; SameSite=Strict; Path=/"


def test_a_port_in_use_is_one_sentence(server: Running) -> None:
    command = [*COMMAND, "--port", str(server.place.port)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith(f"tabiya: cannot listen on 127.0.0.1 port {server.place.port}: ")
    assert done.stderr.count("\n") == 1


def test_the_token_leaves_the_address_bar_and_no_script_can_read_it(page: Any, server: Running) -> None:
    assert page.url == f"http://{server.host}/#board"
    assert page.evaluate("document.cookie") == ""
    (cookie,) = page.context.cookies()
    assert (cookie["httpOnly"], cookie["sameSite"], cookie["value"]) == (True, "Strict", server.place.token)


def test_a_position_is_described_without_a_browser(client: Client) -> None:
    answer = client.ask("board", "position", position={"game": "chess", "moves": ["e2e4"]})
    assert answer["shown"] == ["e4"]
    assert answer["turn"] == "black"
    assert len(answer["legal"]) == 20
    assert 'data-square="e4"' in answer["svg"]


def test_every_view_of_the_page_has_its_module() -> None:
    from tabiya.web.page import VIEWS, static_files

    assert {f"views/{view.name}.js" for view in VIEWS} <= static_files().keys()
    folder = Path(sys.modules["tabiya.web"].__path__[0]) / "static"
    assert {str(path.relative_to(folder)) for path in folder.rglob("*.*")} == static_files().keys()
