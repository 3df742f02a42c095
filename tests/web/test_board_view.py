"""The Board view in a real browser: set up, move, analyse, play."""

from __future__ import annotations

from typing import Any

import pytest
from browsing import at, click, drag, paste, until

MATED = (
    "1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 "
    "10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 "
    "17. Rd8# 1-0"
)
KIF = """手合割：平手
手数----指手---------消費時間--
   1 ７六歩(77)
   2 ３四歩(33)
   3 ２二角成(88)
   4 同　銀(31)
"""


def test_a_pasted_game_is_walked_through_and_analysed_with_arrows(page: Any) -> None:
    paste(page, MATED)
    at(page, "1n1Rkb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2K5 b k")
    assert page.inner_text(".status") == "Checkmate: 1-0"
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    at(page, "4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k")
    page.keyboard.press("Space")
    best = page.locator(".lines li").first
    until(page, "document.querySelector('.lines .score')?.textContent === '#2'")
    assert best.locator(".pv").inner_text().split() == ["Qb8+", "Nxb8", "Rd8#"]
    arrow = page.locator(".arrow.rank-0")
    assert (arrow.get_attribute("data-from"), arrow.get_attribute("data-to")) == ("b3", "b8")

    best.locator(".pv button").nth(2).hover()
    preview = page.locator(".preview svg")
    preview.wait_for()
    assert "1n1Rkb1r" in preview.get_attribute("aria-label")
    page.keyboard.press("Space")
    assert page.inner_text(".analyse") == "Analyse"


def test_a_wrong_text_is_answered_in_the_dialog(page: Any) -> None:
    paste(page, "this is no game")
    fault = page.locator(".setup .fault")
    fault.wait_for()
    assert fault.inner_text().startswith("this text is not a game or position")


def test_pieces_move_by_click_drag_keyboard_and_text(page: Any) -> None:
    click(page, "e2", "e4")
    at(page, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b")
    drag(page, "d7", "d5")
    at(page, "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w")
    page.fill('[aria-label="Type a move"]', "exd5")
    page.keyboard.press("Enter")
    at(page, "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b")
    page.click('[aria-label^="Take back"]')
    at(page, "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w")
    page.click('[aria-label^="Flip"]')
    height = "document.querySelector('rect[data-square={}]').y.baseVal.value"
    until(page, f"{height.format('a1')} < {height.format('a8')}")
    page.focus("#board")
    for key in ("Enter", *["ArrowDown"] * 2):
        page.keyboard.press(key)
    cursor = "document.querySelector('.cursor')"
    assert page.evaluate(f"{cursor} !== null")


def test_a_pawn_asks_what_it_becomes(page: Any) -> None:
    paste(page, "8/P7/8/8/8/8/k7/2K5 w - - 0 1")
    at(page, "8/P7")
    click(page, "a7", "a8")
    page.click('[data-move="a7a8n"]')
    at(page, "N7/8")


def test_another_move_in_mid_game_is_a_branch_and_the_game_stays(page: Any) -> None:
    paste(page, "1. e4 e5 2. Nf3 Nc6")
    at(page, "r1bqkbnr")
    for _ in range(2):
        page.keyboard.press("ArrowLeft")
    at(page, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w")
    click(page, "d2", "d4")
    at(page, "rnbqkbnr/pppp1ppp/8/4p3/3PP3")
    assert page.locator(".variation button").first.inner_text() == "d4"
    page.click('[title="Back to the game"]')
    page.keyboard.press("End")
    at(page, "r1bqkbnr")


@pytest.mark.parametrize(
    ("game", "share"),
    [("1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7#", 100), ("1. f3 e5 2. g4 Qh4#", 0)],
)
def test_the_gauge_shows_the_result_of_a_finished_game(page: Any, game: str, share: int) -> None:
    paste(page, game)
    until(page, "document.querySelector('.status').textContent.startsWith('Checkmate')")
    until(page, "share => parseFloat(document.getElementById('gauge-fill').style.height) === share", share)


def test_a_number_stands_beside_its_move(page: Any) -> None:
    paste(page, "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8")
    at(page, "rnbq1rk1")
    page.set_viewport_size({"width": 420, "height": 900})
    tops = page.evaluate(
        """[...document.querySelectorAll('.moves .no')].map(each => {
          const move = each.nextElementSibling;
          return [each.offsetTop, move.offsetTop, move.offsetHeight];
        })"""
    )
    assert len(tops) == 9
    assert len({number for number, _, _ in tops}) > 1, "the moves fill one row: nothing could wrap"
    for number, move, height in tops:
        assert abs(number - move) < height / 2


def test_shogi_is_pasted_played_and_dropped(page: Any) -> None:
    paste(page, KIF)
    at(page, "lnsgkg1nl/1r5s1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL b Bb 5")
    assert page.input_value("#game") == "shogi"
    click(page, "B*", "5e")
    at(page, "lnsgkg1nl/1r5s1/pppppp1pp/6p2/4B4/2P6/PP1PPPPPP/7R1/LNSGKGSNL w b 6")


def test_othello_is_played_against_the_engine(page: Any) -> None:
    page.select_option("#game", "othello")
    at(page, "---------------------------OX")
    page.fill('[aria-label="Level"]', "0")
    page.select_option('[aria-label="Seconds per move"]', "0.2")
    page.select_option('[aria-label="Your side"]', "first")
    click(page, "d3")
    page.wait_for_selector('.moves button[data-ply="2"]', timeout=60_000)
    assert page.inner_text('.moves button[data-ply="1"]') == "d3"
    assert page.inner_text(".status") == "Black to move"


def test_the_page_fits_a_phone_and_can_be_dark(page: Any) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    board = page.locator("#board svg").bounding_box()
    assert board["width"] > 330
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.click("#theme")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != light


@pytest.mark.parametrize("text", ["", "1. e4 e5 2. Ke2 Nc6 3. Ke3"])
def test_a_reload_shows_the_same_game(page: Any, text: str) -> None:
    if text:
        paste(page, text)
        at(page, "r1bqkbnr")
    before = page.input_value(".position-text")
    page.reload()
    page.wait_for_selector("html[data-ready]")
    at(page, before or "rnbqkbnr")


def test_a_whole_game_is_analysed_and_its_figures_are_those_of_the_analysis(page: Any) -> None:
    from tabiya import Engine, TranspositionTable
    from tabiya.analysis import analyse_game, parse_games
    from tabiya.web.desk import DEFAULT_HASH_MB

    text = "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7#"
    paste(page, text)
    at(page, "r1bqkb1r/pppp1Qpp")
    page.evaluate(
        "document.querySelector('[aria-label=Effort]').append(new Option('Tiny', '2000', true, true))"
    )
    page.click(".review")
    page.wait_for_selector(".graph .curve")
    accuracy = page.locator(".accuracy")
    until(page, "document.querySelector('.accuracy').textContent !== ''")
    (game,) = parse_games(text)
    table = TranspositionTable(hash_mb=DEFAULT_HASH_MB)
    analysis = analyse_game(game, engine=Engine("chess", table=table), nodes=2000)
    sides = [analysis.side(first) for first in (True, False)]
    shown = [f"{side.name.capitalize()} {side.accuracy:.1f}%" for side in sides]
    assert accuracy.inner_text() == " · ".join(shown)
    judged = [move.ply for move in analysis.moves if move.judgement]
    assert [
        int(found.get_attribute("data-ply"))
        for found in page.locator(".moves .inaccuracy, .moves .mistake, .moves .blunder").all()
    ] == judged
    assert page.inner_text('.moves button[data-ply="6"]') == "Nf6??"
