"""The options of the opening book, which is loaded into the table once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from spoken import Spoken

from tabiya import Source
from tabiya.books import BookBuilder, write_book
from tabiya.protocols import Uci, Usi
from tabiya.protocols.protocol import Protocol

LINES = {
    "chess": "a2a3 a7a6 b2b3 b7b6 c2c3 c7c6 d2d3 d7d6 e2e3 e7e6",
    "shogi": "9g9f 9c9d 8g8f 8c8d 7g7f 7c7d 6g6f 6c6d 5g5f 5c5d",
}
SUFFIXES = {"chess": "bin", "shogi": "db"}
PLIES = len(LINES["chess"].split())


def book_of(folder: Path, game: str) -> Path:
    builder = BookBuilder(game)
    builder.add_line(LINES[game].split())
    path = folder / f"a book.{SUFFIXES[game]}"
    write_book(path, builder.book())
    return path


@pytest.fixture(params=[Uci, Usi])
def spoken(request: pytest.FixtureRequest) -> Iterator[Spoken]:
    engine = Spoken(request.param)
    yield engine
    engine.close()


@pytest.fixture
def book(spoken: Spoken, tmp_path: Path) -> Path:
    return book_of(tmp_path, spoken.engine.game)


def in_table(spoken: Spoken) -> int:
    return int((spoken.table.to_numpy()["source"] == Source.BOOK).sum())


def filled(positions: int) -> list[str]:
    return [f"opening book: {positions} positions stored in the table"]


def test_the_book_is_read_and_in_the_table_at_isready(spoken: Spoken, book: Path) -> None:
    assert spoken.info(f"setoption name BookFile value {book}") == []
    assert spoken.info("isready") == filled(9)  # positions after 0 to 8 plies
    assert in_table(spoken) == 9
    assert spoken.info("isready", "isready") == []  # never twice


def test_the_entry_depth_is_the_depth_of_the_books_entries(spoken: Spoken, book: Path) -> None:
    spoken.do(f"setoption name BookFile value {book}", "isready")
    assert set(spoken.table.to_numpy()["depth"]) == {0}
    spoken.do("setoption name Clear Hash", "setoption name OpeningBookEntryDepth value 5", "isready")
    assert set(spoken.table.to_numpy()["depth"]) == {5}
    assert in_table(spoken) == 9


def test_the_depth_says_how_many_plies(spoken: Spoken, book: Path) -> None:
    lines = ["setoption name OpeningBookPrefillDepth value 3", f"setoption name BookFile value {book}"]
    assert spoken.info(*lines, "isready") == filled(4)
    assert spoken.info("setoption name OpeningBookPrefillDepth value 100", "isready") == [
        f"opening book: {PLIES - 4} positions stored in the table, 4 skipped (already known or no room)"
    ]
    assert in_table(spoken) == PLIES


def test_it_can_be_switched_off(spoken: Spoken, book: Path) -> None:
    off = "setoption name PrefillOpeningBook value false"
    assert spoken.info(f"setoption name BookFile value {book}", off, "isready") == []
    assert in_table(spoken) == 0
    assert spoken.info("setoption name PrefillOpeningBook value true", "isready") == filled(9)


def test_it_is_there_again_after_a_resize_a_clear_and_a_new_game(spoken: Spoken, book: Path) -> None:
    spoken.do(f"setoption name BookFile value {book}", "isready")
    resized = spoken.info(f"setoption name {spoken.hash_name} value 32", "isready")
    assert resized == ["opening book: 0 positions stored in the table, 9 skipped (already known or no room)"]
    cleared = spoken.info("setoption name Clear Hash")
    assert cleared == ["the table is empty", *filled(9)]
    assert in_table(spoken) == 9
    spoken.search("depth 3")
    assert spoken.info(spoken.engine.new_game_word) == [
        "the table starts empty: new game",
        *filled(9),
    ]
    assert in_table(spoken) == 9
    assert spoken.info("setoption name TTLayout value cluster3", "isready")[-1:] == filled(9)
    assert spoken.info("isready", spoken.engine.new_game_word, "isready") == []


def test_it_follows_the_table_into_a_file(spoken: Spoken, book: Path, tmp_path: Path) -> None:
    spoken.do(f"setoption name BookFile value {book}", "isready")
    spoken.do("setoption name Clear Hash", f"setoption name HashFile value {tmp_path}/table")
    assert "opening book" in spoken.info("isready")[-1]
    assert in_table(spoken) == 9


def test_another_book_in_mid_search_waits_for_its_end(spoken: Spoken, book: Path) -> None:
    spoken.do("isready")
    spoken.engine.go("infinite")
    spoken.engine.set_option(f"name BookFile value {book}")
    assert spoken.engine.engine.book is None
    spoken.engine.stop()
    said = spoken.stream.getvalue()
    assert said.count("opening book:") == 1
    assert said.endswith("info string BookFile: applied after the search\n")
    assert spoken.engine.engine.book is not None


def bad_books(folder: Path, protocol: type[Protocol]) -> dict[str, Any]:
    (folder / "cut.bin").write_bytes(b"x" * 17)
    (folder / "book.doc").write_text("e4")
    (folder / "empty.bin").touch()
    other = "shogi" if protocol.game == "chess" else "chess"
    return {
        str(folder / "none.bin"): "No such file",
        str(folder / "cut.bin"): "17 bytes is not a multiple",
        str(folder / "book.doc"): "unknown book suffix",
        str(folder / "empty.bin"): "the file is empty",
        str(book_of(folder, other)): f"the book is for {other}",
    }


def test_a_bad_book_is_told_in_a_line_and_the_old_one_stays(
    spoken: Spoken, book: Path, tmp_path: Path
) -> None:
    spoken.do(f"setoption name BookFile value {book}", "isready")
    old = spoken.engine.engine.book
    for path, complaint in bad_books(tmp_path, type(spoken.engine)).items():
        said = spoken.info(f"setoption name BookFile value {path}", "isready", "isready")
        assert len(said) == 1, said
        assert said[0].startswith(f"BookFile {path!r} cannot be used: ")
        assert complaint in said[0]
        assert spoken.engine.engine.book is old
    assert spoken.search("depth 2")[-1].startswith("bestmove ")


def test_no_book_again(spoken: Spoken, book: Path) -> None:
    spoken.do(f"setoption name BookFile value {book}", "isready")
    spoken.do("setoption name BookFile value <empty>", "setoption name Clear Hash")
    assert spoken.engine.engine.book is None
    assert in_table(spoken) == 0
