"""The page is cheap: watching takes little from the search, and the first paint comes at once."""

from __future__ import annotations

import time
from typing import Any

import pytest
from browsing import until
from clients import Client, Running, open_client

from forms import sized
from processes import wait_until
from tabiya.web.limits import LARGEST_SHARE, LONGEST_REST, TABLE_UPDATES_PER_SECOND, UPDATES_PER_SECOND
from tabiya.web.pace import Pace
from tabiya.web.topics.analysis import Analysis

MOST = sized(0.05, 0.02)
"""The share of a processor that watching takes from a search. A short sample may hold one update too many."""


def serving_seconds(server: Running) -> float:
    """Processor seconds of the server's own thread. Searches have threads of their own."""
    assert server._thread.ident is not None
    return time.clock_gettime(time.pthread_getcpuclockid(server._thread.ident))


@pytest.mark.parametrize("game", ["chess", "shogi"])
def test_watching_a_search_costs_at_most_two_percent(server: Running, game: str) -> None:
    with open_client(server) as client:
        client.ask("analysis", "begin", position={"game": game, "moves": []}, multipv=3)
        client.event("lines")
        before, begin, updates = serving_seconds(server), time.monotonic(), 0
        while time.monotonic() - begin < sized(1.5, 20.0):
            client.event("lines")
            updates += 1
        seconds, serving = time.monotonic() - begin, serving_seconds(server) - before
    assert updates <= UPDATES_PER_SECOND * seconds + 1
    assert serving / seconds <= MOST


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
    assert serving / seconds <= MOST


def test_updates_that_cost_more_come_less_often(monkeypatch: pytest.MonkeyPatch) -> None:
    spent = [10.0]
    monkeypatch.setattr(time, "thread_time", lambda: spent[0])
    pace = Pace(5)
    rests = []
    for cost in (0.0, 0.002, 0.006, 0.5, 0.002):
        spent[0] += cost
        rests.append(pace.rest())
    assert rests == pytest.approx([1 / 5, 1 / 5, 0.006 / LARGEST_SHARE, LONGEST_REST, 1 / 5])


def test_a_slow_notation_slows_the_news_not_the_search(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lines that take ten times as long to write are sent less often."""
    told = Analysis._tell

    def slowly(self: Analysis, *arguments: Any, **named: Any) -> None:
        end = time.thread_time() + 0.01
        while time.thread_time() < end:
            pass
        told(self, *arguments, **named)

    monkeypatch.setattr(Analysis, "_tell", slowly)
    with open_client(server) as client:
        client.ask("analysis", "begin", position={"game": "chess", "moves": []}, multipv=3)
        client.event("lines")
        begin, updates = time.monotonic(), 0
        while time.monotonic() - begin < 2.0:
            client.event("lines")
            updates += 1
        seconds = time.monotonic() - begin
    assert updates <= 1 + seconds * LARGEST_SHARE / 0.01


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
