"""Takes the pictures of `tabiya web` for README and docs: every view, on a running server, in Chromium.

make screenshots
python tools/screenshots.py board lab
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from page import browser_and_address, open_page

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
GAME = """[Event "Paris"]
[Date "1858.??.??"]
[White "Paul Morphy"]
[Black "Duke of Brunswick, Count Isouard"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5
11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0
"""
SHOGI = "startpos moves 7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d P*2c 2d2h 8e8f 8g8f 8b8f"


def paste(page: Any, text: str) -> None:
    page.click("#tab-board")
    page.keyboard.press("v")
    page.fill(".setup textarea", text)
    page.click(".load")
    page.wait_for_selector("[aria-current=true]")


def analyse(page: Any, depth: int) -> None:
    """Analyses until a depth is reached."""
    page.click(".analyse")
    while True:
        words = page.inner_text(".engine-facts").replace("/", " ").split()
        if len(words) > 1 and int(words[1]) >= depth:
            return
        page.wait_for_timeout(100)


def board(page: Any) -> None:
    paste(page, GAME)
    page.click(".review")
    page.wait_for_selector(".accuracy:not(:empty)", timeout=600_000)
    for _ in range(17):
        page.keyboard.press("ArrowLeft")
    analyse(page, 14)


def shogi(page: Any) -> None:
    page.click("#theme")
    paste(page, SHOGI)
    analyse(page, 12)


def table(page: Any) -> None:
    paste(page, GAME)
    page.click('.moves button[data-ply="16"]')
    page.click("#tab-table")
    page.click("#compare")
    for number in (1, 2):
        page.select_option(f"fieldset:nth-of-type({number}) .hash_mb", "4")
        page.check(f"fieldset:nth-of-type({number}) .statistics")
    page.select_option("#metric", "depth")
    page.click("#table-search")
    page.wait_for_selector("#table-search[aria-pressed=true]")
    page.wait_for_selector("#table-search[aria-pressed=false]", timeout=600_000)


def glass(page: Any) -> None:
    paste(page, GAME)
    page.click('.moves button[data-ply="16"]')
    page.click("#tab-glass")
    page.select_option("#record-depth", "8")
    page.click("#record")
    page.wait_for_selector(".tree tbody tr", timeout=600_000)
    page.click(".tree tbody tr:last-child button")
    for row in (1, 2):
        page.wait_for_selector("#why")
        page.click(f".tree tbody tr:nth-child({row}) button")
        page.wait_for_timeout(1000)


def entry(page: Any) -> None:
    glass(page)
    page.click("#tab-entry")
    page.wait_for_selector(".cluster tbody tr")


def lab(page: Any) -> None:
    page.click("#tab-lab")
    page.fill('[aria-label="Positions or games"]', "128")
    page.click(".run")
    page.wait_for_selector("text=128 of 128 positions", timeout=600_000)
    page.click("summary >> nth=0")


PICTURES: dict[str, Callable[[Any], None]] = {
    "board": board,
    "shogi": shogi,
    "table": table,
    "entry": entry,
    "glass": glass,
    "lab": lab,
}
"""What to do on a fresh page before the picture, by the name of the file."""


def take(browser: Any, address: str, name: str) -> None:
    with open_page(browser, address) as page:
        PICTURES[name](page)
        page.mouse.move(0, 0)
        page.wait_for_timeout(300)
        path = FOLDER / f"web-{name}.png"
        page.screenshot(path=path)
    print(f"{path.relative_to(FOLDER.parent.parent)}: {path.stat().st_size // 1024} kB", flush=True)


def main(names: list[str]) -> None:
    unknown = set(names) - PICTURES.keys()
    if unknown:
        raise SystemExit(f"no picture is called {', '.join(unknown)}; there are {', '.join(PICTURES)}")
    FOLDER.mkdir(exist_ok=True)
    with browser_and_address() as (browser, address):
        for name in names or PICTURES:
            take(browser, address, name)


if __name__ == "__main__":
    main(sys.argv[1:])
