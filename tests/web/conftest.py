"""Fixtures of the tests of `tabiya web`: a server, clients, and the page in Chromium.

The browser lives as long as a module of tests: its event loop would be in the way of other modules.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("tabiya._core", reason="the native core is not built", exc_type=ImportError)

from clients import Client, Running, open_client

from tabiya.web.quota import Quota

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
)


@pytest.fixture(scope="module")
def server() -> Iterator[Running]:
    running = Running()
    yield running
    running.stop()


@pytest.fixture
def quota(server: Running) -> Quota:
    """What the server has in use."""
    return server.quota


@pytest.fixture
def client(server: Running) -> Iterator[Client]:
    with open_client(server) as opened:
        yield opened


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    if CHROMIUM is None:
        pytest.skip("no Chromium was found (Debian: apt install chromium): the page is not tested")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS.split())
        yield opened
        opened.close()


@pytest.fixture
def page(browser: Any, server: Running) -> Iterator[Any]:
    """The page, ready. Errors of its scripts and refusals of its policy fail the test."""
    context = browser.new_context(viewport={"width": 1280, "height": 860})
    opened = context.new_page()
    faults: list[str] = []
    opened.on("pageerror", lambda error: faults.append(str(error)))
    opened.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    opened.goto(server.place.address)
    opened.wait_for_selector("html[data-ready]")
    yield opened
    context.close()
    assert not faults, faults
