"""The page of examples/browser in Chromium: Python, boards and search in WebAssembly."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from browsing import until

from tabiya import Engine, chess, othello, shogi

FOLDER = Path(__file__).parents[2] / "build" / "page"
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not (FOLDER / "wheel.txt").exists(), reason="`make page` has not built build/page"),
]
READY = "() => !document.querySelector('#run').disabled"
SEARCHES = """
from tabiya import Engine, chess, othello, shogi
for game, module, depth in (("chess", chess, 7), ("shogi", shogi, 5), ("othello", othello, 8)):
    board = module.Board()
    result = Engine(game).search(board, depth=depth)
    print(f"{board.key:016x}", result.best_move, result.score, result.nodes)
"""


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Says nothing."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(FOLDER))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="module")
def python_page(browser: Any, address: str) -> Iterator[Any]:
    """The page with Python loaded. Whatever it asks of another address fails the test."""
    context = browser.new_context()
    opened = context.new_page()
    strangers: list[str] = []
    opened.on("request", lambda request: strangers.append(request.url))
    opened.goto(address)
    until(opened, READY)
    yield opened
    context.close()
    assert [url for url in strangers if not url.startswith((address, "blob:", "data:"))] == []


def output_of(page: Any, program: str | None = None) -> str:
    if program is not None:
        page.fill("#code", program)
    page.click("#run")
    until(page, READY)
    return str(page.text_content("#output"))


def test_the_program_of_the_page_runs(python_page: Any) -> None:
    said = output_of(python_page)
    assert "r . b q k b . r" in said
    assert "Qxf7# #1" in said
    assert "25470 positions of shogi" in said


def test_a_page_searches_as_this_machine_does(python_page: Any) -> None:
    expected = []
    for game, module, depth in (("chess", chess, 7), ("shogi", shogi, 5), ("othello", othello, 8)):
        board = module.Board()
        result = Engine(game).search(board, depth=depth)
        expected.append(f"{board.key:016x} {result.best_move} {result.score} {result.nodes}")
    assert output_of(python_page, SEARCHES).splitlines() == expected


def test_an_error_is_shown_and_the_next_program_runs(python_page: Any) -> None:
    said = output_of(python_page, "from tabiya import chess\nchess.Board().push_uci('e2e5')")
    assert "e2e5" in said
    assert "Error" in said
    assert output_of(python_page, "print(6 * 7)") == "42\n"
