"""The Lab view: its figures are those of the lab."""

from __future__ import annotations

from typing import Any

from clients import Client

from tabiya.lab.claims import COUNT
from tabiya.lab.compare import Question
from tabiya.lab.compare.games import Match
from tabiya.lab.compare.positions import middlegames

DESIGNS = ["single", "cluster4"]


def test_a_comparison_on_the_page_has_the_figures_of_the_lab(page: Any) -> None:
    page.click("#tab-lab")
    page.fill('[aria-label="Nodes"]', "500")
    page.fill('[aria-label="Positions or games"]', "4")
    page.click(".run")
    page.wait_for_selector("text=4 of 4 positions", timeout=60_000)
    question = Question(
        designs=tuple(DESIGNS), positions=tuple(middlegames("chess", 4)), nodes=500, pressures=(1 / 16,)
    )
    row = question.answer(question.measured()).rows[1]
    cells = page.locator(".results tbody tr").nth(1).locator("td").all_inner_texts()
    assert cells == [
        "cluster4",
        f"{row.unlimited:.3f}",
        f"{row.ratio:.3f} ({row.low:.3f} to {row.high:.3f})",
        row.verdict,
        f"{row.hit_rate:.1%}",
    ]
    assert page.locator(".intervals .range").count() == 1
    assert page.inner_text(".claims h2") == f"{COUNT} claims about transposition tables"


def test_a_match_sends_its_standing_after_every_pair(client: Client) -> None:
    client.ask("lab", "match", game="othello", designs=DESIGNS, nodes=60, games=4, run=7)
    first = client.event("rows", run=7, done=1)
    last = client.event("rows", run=7, done=2)
    assert first["rows"][0]["low"] is None
    match = Match(designs=tuple(DESIGNS), games=4, game="othello", nodes=60, pressures=(1 / 16,))
    (played,) = match.played()
    assert last["rows"][0]["score"] == played.score
    assert client.event("end", run=7)["done"] == 2
