"""What KIF and CSA files say besides the moves, and what happens to their broken games."""

from __future__ import annotations

import io

import pytest
from book_samples import DATA

from tabiya.books.lines import TextFile
from tabiya.books.record import RecordedGame
from tabiya.shogi.records import RECORDS

KIF = """手合割：平手
先手：A
手数----指手---------消費時間--
   1 ７六歩(77)
{}
   2 ３四歩(33)

"""
CSA = "V2.2\nN+A\nPI\n+\n+7776FU\n{}\n-3334FU\n/\n"


def games(suffix: str, text: str) -> list[RecordedGame]:
    stream = io.BytesIO(text.encode())
    read = RECORDS.games[suffix].read
    assert read is not None
    return list(read(TextFile("x", ("utf-8", "cp932"), stream=stream, tolerant=True)))


def test_kif_has_headers_comments_times_and_variations() -> None:
    first, second, _ = games(".kif", (DATA / "games.kif").read_text("utf-8"))
    assert first.tags == {"開始日時": "2026/01/02", "先手": "A", "後手": "B"}
    assert first.notes == {2: ("a comment",)}
    assert first.seconds == {1: 1, 2: 1, 3: 1, 4: 1, 5: 1}
    assert first.ending[1:] == ("まで5手で先手の勝ち", "変化：4手", "   4 同　飛(82)")
    assert (first.line, second.line) == (1, 19)


def test_csa_says_the_same_in_the_words_of_kif() -> None:
    (game,) = games(".csa", "V2.2\nN+A\nN-B\n$EVENT:Cup\nPI\n+\n'first\n+7776FU\nT7\n'good\n%TORYO\n")
    assert game.tags == {"先手": "A", "後手": "B", "棋戦": "Cup"}
    assert game.notes == {0: ("first",), 1: ("good",)}
    assert game.seconds == {1: 7}
    assert game.ending == ("   2 投了", "まで1手で先手の勝ち")


@pytest.mark.parametrize(
    ("suffix", "form", "broken", "plies", "sentence"),
    [
        (".kif", KIF, "   2 ３三歩(33)", 1, "x, line 11: move 2, '３三歩(33)', is not legal"),
        (".kif", KIF, "   2 ３\ufffd歩(33)", 1, "x, line 11: invalid move"),
        (".kif", KIF, "手合割：百枚落ち\n手数---", 0, "x, line 11: unknown handicap '百枚落ち'"),
        (".csa", CSA, "-3333FU", 1, "x, line 13: move 2, '-3333FU', is not legal"),
        (".csa", CSA, "hello", 1, "x, line 13: unknown CSA statement 'hello'"),
        (".usi", "startpos moves 7g7f {}\n", "3c3c", 1, "x, line 2: move 2, '3c3c', is not legal"),
        (".usi", "startpos moves 7g7f 3c3d\n{}\n", "what moves", 0, "x, line 3: a line must have"),
    ],
)
def test_a_broken_game_has_a_fault_and_the_others_go_on(
    suffix: str, form: str, broken: str, plies: int, sentence: str
) -> None:
    good = form.replace("\n{}", "").replace("{}", "")
    found = games(suffix, good + form.format(broken) + good)
    faulty = next(game for game in found if game.fault is not None)
    assert str(faulty.fault).startswith(sentence)
    assert len(faulty.moves) == plies
    whole = [game for game in found if game.fault is None]
    assert len(whole) >= 2
    assert whole[0].moves == whole[-1].moves
