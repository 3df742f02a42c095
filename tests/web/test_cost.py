"""The page is cheap: watching takes little from the search, and the first paint comes at once."""

from __future__ import annotations

import time
from typing import Any

import pytest
from browsing import until
from clients import Client, Running, open_client

from forms import sized
from processes import wait_until
from tabiya.web.limits import TABLE_UPDATES_PER_SECOND, UPDATES_PER_SECOND

MOST = sized(0.1, 0.02)
"""The share of the processor that watching takes from a search. On a busy machine, cold caches double it."""


def serving_seconds(server: Running) -> float:
    """Processor seconds of the server's own thread. Searches have threads of their own."""
    assert server._thread.ident is not None
    return time.clock_gettime(time.pthread_getcpuclockid(server._thread.ident))


@pytest.mark.parametrize("game", ["chess", "shogi"])
def test_watching_a_search_costs_at_most_two_percent(server: Running, game: str) -> None:
    """A busy machine sends fewer updates. So the cost is that of one, times the most per second."""
    with open_client(server) as client:
        client.ask("analysis", "begin", position={"game": game, "moves": []}, multipv=3)
        client.event("lines")
        before, begin, updates = serving_seconds(server), time.monotonic(), 0
        while time.monotonic() - begin < sized(1.5, 20.0):
            client.event("lines")
            updates += 1
        seconds, serving = time.monotonic() - begin, serving_seconds(server) - before
    assert updates <= UPDATES_PER_SECOND * seconds + 1
    assert serving / updates * UPDATES_PER_SECOND <= MOST


def test_watching_a_table_costs_at_most_two_percent(server: Running) -> None:
    with open_client(server) as client:
        client.ask("table", "watch", on=True)
        client.ask("table", "begin", position={"game": "chess", "moves": []}, tables=[{"statistics": False}])
        client.event("tables", searching=True)
        before, begin, updates = serving_seconds(server), time.monotonic(), 0
        while time.monotonic() - begin < sized(1.5, 20.0):
            client.event("tables", searching=True)
            updates += 1
        seconds, serving = time.monotonic() - begin, serving_seconds(server) - before
    assert updates <= TABLE_UPDATES_PER_SECOND * seconds + 1
    assert serving / updates * TABLE_UPDATES_PER_SECOND <= MOST


def test_a_page_that_nobody_sees_gets_no_news_before_the_end(client: Client) -> None:
    client.ask("analysis", "watch", on=False)
    client.ask("analysis", "begin", position={"game": "chess", "moves": []}, run=3)
    time.sleep(0.5)
    client.ask("board", "position", position={"game": "chess"})
    assert not client.news
    client.ask("analysis", "watch", on=True)
    client.event("lines", run=3)


def test_the_server_rests_when_nobody_watches(server: Running) -> None:
    wait_until(lambda: server.quota.searches == 0)
    before = serving_seconds(server), time.process_time() - time.thread_time()
    time.sleep(0.5)
    assert serving_seconds(server) - before[0] < 0.02
    assert time.process_time() - time.thread_time() - before[1] < 0.05


def test_the_first_paint_comes_within_a_second_of_processor_time(page: Any) -> None:
    """The machine may be busy: what counts is how little there is to load before the board is painted."""
    paint = until(page, "performance.getEntriesByName('first-contentful-paint')[0]?.startTime")
    resources = page.evaluate("performance.getEntriesByType('resource').map(each => each.decodedBodySize)")
    assert paint < sized(10_000, 1_000)
    assert sum(resources) < 300_000
