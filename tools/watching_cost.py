"""Measures what a watched page costs the search behind it, in nodes per second.

    python tools/watching_cost.py [--pairs 20] [--seconds 3]

The same search runs for the same time, once in a page that is seen and once in a page that is hidden, which
gets no news. Both take turns in one browser and one server, on a machine that should do nothing else. The
table shows nodes per second, watched / hidden, with the 95% interval of a bootstrap over pairs.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from page import browser_and_address, open_page

from tabiya.stats.bootstrap import ratio_interval

POSITION = "r1bqk2r/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R w KQkq - 0 6"
HIDE = """hidden => {
  Object.defineProperty(document, "hidden", { get: () => hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


class News:
    """The messages that a page gets."""

    def __init__(self, page: Any) -> None:
        self.messages: list[dict[str, Any]] = []
        page.on("websocket", lambda socket: socket.on("framereceived", self._note))

    def _note(self, frame: str | bytes) -> None:
        self.messages.append(json.loads(frame))

    def of(self, event: str) -> list[dict[str, Any]]:
        return [message for message in self.messages if message.get("event") == event]


def check(hidden: bool, count: int) -> None:
    """A measurement of the wrong thing ends here."""
    if hidden == (count > 0):
        raise SystemExit(f"a page that is {'hidden' if hidden else 'seen'} got {count} news of its search")


@contextmanager
def ready_page(browser: Any, address: str) -> Iterator[tuple[Any, News]]:
    with open_page(browser, address) as page:
        news = News(page)
        page.reload()  # the socket opens after the listener is there
        page.wait_for_selector("html[data-ready]")
        page.keyboard.press("v")
        page.fill(".setup textarea", POSITION)
        page.click(".load")
        while page.input_value(".position-text") != POSITION:
            page.wait_for_timeout(20)
        yield page, news


def board(browser: Any, address: str, hidden: bool, seconds: float) -> float:
    """Nodes per second of an analysis with three lines."""
    with ready_page(browser, address) as (page, news):
        page.evaluate(HIDE, hidden)
        page.keyboard.press("Space")
        page.wait_for_timeout(1000 * seconds)
        check(hidden, len(news.of("lines")))
        page.evaluate(HIDE, False)  # now the last line comes in any case
        page.wait_for_timeout(300)
        page.keyboard.press("Space")
        last = news.of("lines")[-1]
    return float(last["nodes"] / last["seconds"])


def table(browser: Any, address: str, hidden: bool, seconds: float) -> float:
    """Nodes per second of a search whose table is drawn."""
    with ready_page(browser, address) as (page, news):
        page.click("#tab-table")
        page.select_option("#table-limit", "0")
        page.evaluate(HIDE, hidden)
        page.wait_for_timeout(300)
        news.messages.clear()
        page.click("#table-search")
        page.wait_for_timeout(1000 * seconds)
        page.click("#table-search")
        page.wait_for_timeout(300)
        check(hidden, len(news.of("tables")))
        states = [found for message in news.messages if (found := message.get("answer", {})).get("tables")]
    last = states[-1]["tables"][0]
    return float(last["nodes"] / last["seconds"])


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--pairs", type=int, default=20, help="pairs of searches per view (default: 20)")
    parser.add_argument("--seconds", type=float, default=3.0, help="seconds of a search (default: 3)")
    arguments = parser.parse_args()
    with browser_and_address() as (browser, address):
        for view in (board, table):
            speeds: dict[bool, list[float]] = {False: [], True: []}
            for number in range(arguments.pairs):
                for hidden in (False, True) if number % 2 else (True, False):
                    speeds[hidden].append(view(browser, address, hidden, arguments.seconds))
                print(f"{view.__name__}: pair {number + 1} of {arguments.pairs}", file=sys.stderr)
            found = ratio_interval(speeds[False], speeds[True])
            mean = sum(speeds[True]) / len(speeds[True])
            print(
                f"{view.__name__:8}{mean:14,.0f} nodes per second hidden, "
                f"watched / hidden {found.value:.3f} ({found.low:.3f} to {found.high:.3f})",
                flush=True,
            )


if __name__ == "__main__":
    main()
