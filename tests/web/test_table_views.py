"""Table, Entry and Glass search: every figure that the server sends or the page shows is the table's own."""

from __future__ import annotations

import json
from typing import Any

import pytest
from clients import Client, Running, open_client

from processes import wait_until
from tabiya import Engine, TranspositionTable
from tabiya.games import game_spec
from tabiya.lab.traces import regret
from tabiya.recording import Ending
from tabiya.web.quota import Quota
from tabiya.web.topics.table import snapshot

START = {"game": "chess", "start": None, "moves": []}
TABLES = [
    {"hash_mb": 0.25, "layout": "cluster4", "policy": "cascade", "statistics": True},
    {"hash_mb": 0.25, "layout": "single", "policy": "always", "statistics": True},
]
NODES = 20_000


def twin(table: dict[str, Any], game: str = "chess", **limits: Any) -> tuple[Engine, Any]:
    """An engine that has made the same search, and its result."""
    engine = Engine(game, table=TranspositionTable(**table))
    return engine, engine.search(game_spec(game).board(), **limits)


def finished(client: Client) -> dict[str, Any]:
    return client.event("tables", searching=False)


def as_json(value: Any) -> Any:
    return json.loads(json.dumps(value))


def recorded(client: Client, **fields: Any) -> Any:
    assert client.ask("glass", "record", position=START, **fields) == {}
    return client.event("recorded")["recording"]


# ---- the table ---------------------------------------------------------------------------------------------


def test_two_tables_side_by_side_are_two_searches_of_their_own(client: Client) -> None:
    client.ask("table", "watch", on=True)
    begun = client.ask("table", "begin", position=START, tables=TABLES, nodes=NODES)
    assert begun["searching"] is True
    shown = finished(client)["tables"]
    for settings, seen in zip(TABLES, shown, strict=True):
        engine, result = twin(settings, nodes=NODES)
        own = as_json(snapshot(engine))
        assert {name: seen[name] for name in own} == own
        assert seen["nodes"] == result.nodes
        assert seen["settings"] == settings
        assert sum(row[1] for row in seen["by_depth"]) == result.stats["probes"]
        assert engine.table is not None
        assert seen["stats"]["stores"] == engine.table.stats.stores == result.stats["stores"]


def test_nothing_is_sent_to_a_page_that_does_not_watch(client: Client) -> None:
    client.ask("table", "watch", on=True)
    client.ask("table", "watch", on=False)
    client.news.clear()
    client.ask("table", "begin", position=START, tables=TABLES[:1], nodes=NODES)
    wait_until(lambda: not client.ask("table", "state")["searching"])
    assert [news for news in client.news if news.get("event") == "tables"] == []


def test_a_stopped_search_keeps_its_tables(client: Client) -> None:
    client.ask("table", "begin", position=START, tables=TABLES)
    stopped = client.ask("table", "stop")
    assert stopped["searching"] is False
    assert len(stopped["tables"]) == 2
    assert client.ask("table", "state")["tables"] == stopped["tables"]


@pytest.mark.parametrize(
    ("tables", "message"),
    [
        ([], "tables must be a list of one or two tables"),
        ([{}] * 3, "tables must be a list of one or two tables"),
        ([{"hash_mb": 1e9}], "hash_mb must be a number from 0.0625 to"),
        ([{"layout": "cluster5"}], "layout must be one of single, cluster3, cluster4, dense, not 'cluster5'"),
        ([{"policy": 7}], "policy must be one of cascade, always"),
        ([{"path": "/etc/passwd"}], "a table must be an object with hash_mb, layout, policy and statistics"),
    ],
)
def test_a_wrong_table_is_refused(client: Client, tables: Any, message: str) -> None:
    assert message in client.ask("table", "begin", position=START, tables=tables)["error"]


def test_a_page_that_leaves_gives_everything_back(server: Running, quota: Quota) -> None:
    with open_client(server) as client:
        client.ask("table", "watch", on=True)
        client.ask("table", "begin", position=START, tables=TABLES)
        client.ask("glass", "record", position=START, depth=20)
    wait_until(lambda: (quota.sockets, quota.searches, quota.hash_mb) == (0, 0, 0.0))


# ---- the entry ---------------------------------------------------------------------------------------------


def test_an_inspected_position_is_what_the_table_says(client: Client) -> None:
    client.ask("table", "watch", on=True)
    client.ask("table", "begin", position=START, tables=TABLES[:1], nodes=NODES)
    finished(client)
    engine, _ = twin(TABLES[0], nodes=NODES)
    assert engine.table is not None
    board = game_spec("chess").board()
    for move in (None, "e2e4", "g8f6"):
        if move is not None:
            board.push(move)
        position = {**START, "moves": [str(each) for each in board.move_stack]}
        seen = client.ask("entry", "inspect", position=position, depth=5)
        own = engine.table.inspect(board.key, depth=5)
        assert (seen["key"], seen["cluster"], seen["store"]["text"]) == (
            f"{board.key:016x}",
            own.cluster,
            str(own.store),
        )
        assert seen["next_victim"] == own.next_victim
        for slot, given in zip(own.slots, seen["slots"], strict=True):
            fields = (
                None
                if slot.entry is None
                else (slot.entry.depth, slot.entry.score, slot.age, list(slot.value))
            )
            entry = given["entry"]
            assert fields == (entry and (entry["depth"], entry["score"], given["age"], given["value"]))
        assert seen["history"] is None
        for row in seen["moves"]:
            child = board.copy()
            child.push(row["move"])
            entry = engine.table.probe(child.key)
            assert (row["entry"] and row["entry"]["depth"]) == (entry and entry.depth)


def test_without_a_table_a_sentence_says_what_to_do(client: Client) -> None:
    answer = client.ask("entry", "inspect", position={**START, "game": "othello"})
    assert answer["error"] == "no table holds othello yet: analyse a position first, or search in Table"


# ---- the glass search --------------------------------------------------------------------------------------


def test_a_recorded_search_is_walked_as_it_was(client: Client) -> None:
    summary = recorded(client, depth=6)
    _, result = twin({"hash_mb": 32}, depth=6, record=1_000_000)
    own = result.recording
    assert summary["nodes"] == result.nodes
    assert (summary["visits"], summary["operations"]) == (len(own), len(own.operations))
    assert summary["by_depth"] == [list(row) for row in own.hits_by_depth()]
    assert summary["endings"] == {ending.name.lower(): n for ending, n in own.endings().items()}
    number = summary["roots"][-1]["number"]
    for _ in range(4):
        seen, visit = client.ask("glass", "visit", number=number), own[number]
        assert (seen["why"], seen["nodes"], seen["depth"]) == (visit.why, visit.nodes, visit.depth)
        assert (seen["probe"] or "None", seen["store"] or "None") == (str(visit.probe), str(visit.store))
        assert [child["number"] for child in seen["children"]] == [child.number for child in visit.children]
        if not seen["children"]:
            break
        number = max(seen["children"], key=lambda child: child["nodes"])["number"]
    found = client.ask("glass", "find", ending="table")["visits"]
    assert 0 < len(found) == min(len(own.find(ending=Ending.TABLE)), 200)
    best = client.ask("glass", "regret")
    expected = regret(own)
    assert (best["hits"], best["best"]) == (expected.hits, expected.best)


def test_an_entry_of_a_recorded_search_has_a_past(client: Client) -> None:
    recorded(client, depth=5)
    seen = client.ask("entry", "inspect", position=START)
    _, result = twin({"hash_mb": 32}, depth=5, record=1_000_000)
    events = result.recording.history(game_spec("chess").board().key)
    assert seen["history"]["count"] == len(events)
    assert [event["text"] for event in seen["history"]["events"]] == [str(event) for event in events][-20:]


def test_a_search_after_the_recording_ends_it(client: Client, quota: Quota) -> None:
    recorded(client, depth=4, capacity=1000)
    client.ask("table", "watch", on=True)
    client.ask("table", "begin", position=START, tables=TABLES[:1], nodes=2000)
    finished(client)
    assert client.ask("glass", "summary") == {"recording": None}
    assert "no search of this table is recorded" in client.ask("glass", "visit", number=0)["error"]


@pytest.mark.parametrize(
    ("command", "fields", "message"),
    [
        ("record", {"position": START, "depth": 0}, "depth must be a whole number from 1 to 60, not 0"),
        ("record", {"position": START, "capacity": 10**9}, "capacity must be a whole number from 1,000 to"),
        ("find", {"ending": "magic"}, "ending must be one of not_searched"),
        ("find", {"key": "xyz"}, "key must be a hexadecimal number, not 'xyz'"),
        ("visit", {"number": -1}, "number must be a whole number from 0 to"),
    ],
)
def test_wrong_questions_about_a_recording_are_refused(
    client: Client, command: str, fields: dict[str, Any], message: str
) -> None:
    recorded(client, depth=2)
    assert message in client.ask("glass", command, **fields)["error"]


# ---- in the browser ----------------------------------------------------------------------------------------


def test_the_table_view_shows_the_figures_of_both_tables(page: Any) -> None:
    page.click("#tab-table")
    page.check("#compare")
    for number, table in enumerate(TABLES, 1):
        for name in ("layout", "policy"):
            page.select_option(f"fieldset:nth-of-type({number}) .{name}", table[name])
        page.select_option(f"fieldset:nth-of-type({number}) .hash_mb", "0.25")
        page.check(f"fieldset:nth-of-type({number}) .statistics")
    page.select_option("#table-limit", "100000")
    page.click("#table-search")
    page.wait_for_selector(".panes[data-searching=true]")
    page.wait_for_selector(".panes[data-searching=false]")
    page.wait_for_selector('[data-table=B] [data-fact=nodes][data-value="100000"]')
    for letter, table in zip("AB", TABLES, strict=True):
        engine, result = twin(table, nodes=100_000)
        own, pane = snapshot(engine), page.locator(f"[data-table={letter}]")
        shown = {
            "nodes": result.nodes,
            "hashfull": own["hashfull"],
            "filled": own["fill_rate"],
            "slots": own["slots"],
        }
        for name, value in {**shown, "hit rate": result.stats["hits"]}.items():
            assert float(pane.locator(f'[data-fact="{name}"]').get_attribute("data-value")) == value
        for name, count in own["stats"]["reasons"].items():
            row = pane.locator(f'[data-label="{name.replace("_", " ")}"]')
            assert int(row.get_attribute("data-value")) == count
        assert pane.locator(".heatmap rect").count() == 256
    page.select_option("#metric", "bounds")
    engine, _ = twin(TABLES[0], nodes=100_000)
    assert engine.table is not None
    bounds = engine.table.regions()["bounds"].sum(axis=0)
    shown = page.locator("[data-table=A] .legend [data-class]")
    assert [int(shown.nth(i).get_attribute("data-count")) for i in range(3)] == bounds.tolist()


def test_a_recorded_search_is_walked_by_keyboard_and_leads_to_its_entry(page: Any) -> None:
    page.click("#tab-glass")
    page.select_option("#record-depth", "6")
    page.click("#record")
    page.wait_for_selector("#recording-facts[data-nodes]")
    _, result = twin({"hash_mb": 32}, depth=6, record=1_000_000)
    own = result.recording
    facts = page.locator("#recording-facts")
    assert int(facts.get_attribute("data-nodes")) == result.nodes
    visit = own.roots[-1]
    for _ in range(3):
        page.keyboard.press("ArrowRight")
        page.wait_for_selector(f'#why[data-number="{visit.number}"]')
        assert page.locator("#why").text_content() == visit.why
        assert page.locator(".tree tbody tr").count() == len(visit.children)
        if len(visit.children) < 2:
            break
        page.keyboard.press("ArrowDown")
        visit = visit.children[1]
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector(f'#why[data-number="{own.roots[-1].number}"]')
    page.click("text=Show its entry")
    page.wait_for_selector(".cluster .own")
    entry = own.history(game_spec("chess").board().key)[-1].entry
    row = page.locator(".cluster .own")
    assert (int(row.get_attribute("data-depth")), int(row.get_attribute("data-score"))) == (
        entry.depth,
        entry.score,
    )
    assert page.locator("#entry-key").text_content() == f"{game_spec('chess').board().key:016x}"
    page.click('.entry-board [data-square="e2"]')
    moves = page.locator(".moves-known tbody tr")
    assert {moves.nth(i).get_attribute("data-move") for i in range(moves.count())} == {"e2e3", "e2e4"}
    page.click('[data-move="e2e4"] button')
    board = game_spec("chess").board()
    board.push("e2e4")
    page.wait_for_selector(f"#entry-key:text-is('{board.key:016x}')")


def test_a_position_of_a_line_leads_to_its_entry(page: Any) -> None:
    page.click("text=Analyse")
    page.wait_for_selector(".lines li .pv button:nth-of-type(2)")
    page.click("text=Stop")
    shown = page.locator(".lines li .pv button").first
    board = game_spec("chess").board()
    board.push_san(shown.text_content())
    shown.click(modifiers=["Shift"])
    page.wait_for_selector(f"#entry-key:text-is('{board.key:016x}')")
    assert page.url.endswith("#entry")


def test_the_views_work_for_shogi_on_a_phone(page: Any) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    page.select_option("#game", "shogi")
    page.click("#tab-glass")
    page.select_option("#record-depth", "4")
    page.click("#record")
    page.wait_for_selector("#recording-facts[data-nodes]")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("#why")
    page.click("#tab-entry")
    page.wait_for_selector(".cluster .own")
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= 390
