"""The page of `tabiya web` in Chromium, on a server of its own: for pictures and measurements."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

__all__ = ["browser_and_address", "open_page"]

FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
)
SIZE = {"width": 1280, "height": 900}


@contextmanager
def browser_and_address() -> Iterator[tuple[Any, str]]:
    """Starts `tabiya web` and Chromium, and ends both."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        raise SystemExit("this needs Chromium (Debian: apt install chromium)")
    from playwright.sync_api import sync_playwright

    command = [sys.executable, "-c", "from tabiya.cli import main; main()", "web", "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        try:
            assert server.stdout is not None
            address = server.stdout.readline().strip()
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS.split())
                yield browser, address
                browser.close()
        finally:
            server.terminate()


@contextmanager
def open_page(browser: Any, address: str) -> Iterator[Any]:
    """A fresh page, ready for use."""
    context = browser.new_context(viewport=SIZE, color_scheme="light")
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector("html[data-ready]")
    yield page
    context.close()
