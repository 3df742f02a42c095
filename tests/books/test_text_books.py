"""EPD files as books, and the common behaviour of all text readers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from book_samples import DATA, random_book, texts

from tabiya import chess
from tabiya.books import BookError, BookMove, MemoryBook, open_book, read_positions, write_book

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -"


def refused(tmp_path: Path, name: str, content: bytes | str) -> str:
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(BookError) as caught:
        open_book(path)
    assert str(caught.value).startswith(str(path))
    return str(caught.value).removeprefix(str(path))


class TestEpd:
    def test_moves_score_and_depth_are_read(self) -> None:
        book = open_book(DATA / "positions.epd")
        e4, d4 = book.moves(chess.Board())
        assert (str(e4.move), e4.weight, e4.score, e4.depth) == ("e2e4", 1, 25, 18)
        assert str(d4.move) == "d2d4"
        castling = chess.Board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
        assert book.moves(castling) == (BookMove(chess.Move.from_uci("e1g1"), 1, -32000, 4),)
        assert (len(book), book.illegal) == (3, 1)

    def test_python_chess_reads_the_same_positions(self) -> None:
        peer = pytest.importorskip("chess")
        lines = [line for line in (DATA / "positions.epd").read_text().splitlines() if "bm" in line]
        book = open_book(DATA / "positions.epd")
        for line in lines:
            theirs = peer.Board()
            operations = theirs.set_epd(line.replace(" Ke9", ""))
            ours = book.moves(chess.Board(theirs.fen()))
            assert texts(ours) == [move.uci() for move in operations["bm"]]
            assert ours[0].score == operations.get("ce")
            assert ours[0].depth == operations.get("acd")

    def test_a_book_written_and_read_has_the_same_best_moves(self, tmp_path: Path) -> None:
        book = MemoryBook("chess", open_book(DATA / "positions.epd").positions())  # type: ignore[attr-defined]
        write_book(tmp_path / "again.epd", book)
        again = open_book(tmp_path / "again.epd")
        for position in book.positions():
            board = chess.Board(position.text)
            assert again.best(board) == book.best(board)

    def test_random_books_survive_the_way_through_a_file(self, tmp_path: Path) -> None:
        book = random_book(20)
        write_book(tmp_path / "random.epd", book)
        again = open_book(tmp_path / "random.epd")
        for position in book.positions():
            board = chess.Board(position.text)
            best, copy = book.best(board), again.best(board)
            assert (best and best.move) == (copy and copy.move)

    @pytest.mark.parametrize(
        ("line", "sentence"),
        [
            ("8/8/8/8/8/8/8/8 w - - bm e4;", ", line 2: invalid FEN"),
            ("hello", ", line 2: invalid EPD 'hello': epd: 1 instead of 4 fields"),
            (f'{KIWIPETE} bm O-O; id "open', ", line 2: invalid EPD"),
            (f"{KIWIPETE} bm O-O; ce much;", ", line 2: ce must be followed by one whole number, not 'much'"),
            (f"{KIWIPETE} bm O-O; ce 1 2;", ", line 2: ce must be followed by one whole number, not '1 2'"),
            (f"{KIWIPETE} bm O-O; acd -1;", ", line 2: acd must be between 0 and 2147483648, not -1"),
            (f"{KIWIPETE} bm O-O; ce {'9' * 5000};", ", line 2: ce must be"),
        ],
    )
    def test_a_broken_line_is_refused_with_its_number(self, tmp_path: Path, line: str, sentence: str) -> None:
        assert refused(tmp_path, "x.epd", f"{KIWIPETE} bm O-O;\n{line}\n").startswith(sentence)


class TestText:
    @pytest.mark.parametrize("suffix", [".epd", ".pgn", ".db", ".sfen", ".txt", ".kif", ".kifu", ".csa"])
    def test_empty_binary_and_endless_files_are_refused(self, tmp_path: Path, suffix: str) -> None:
        if suffix not in (".epd", ".pgn"):
            pytest.importorskip("tabiya.shogi", exc_type=ImportError)
        assert refused(tmp_path, "empty" + suffix, b"") == ": the file is empty"
        assert "line 1" in refused(tmp_path, "blank" + suffix, "\n") or suffix != ".epd"
        assert "zero byte" in refused(tmp_path, "binary" + suffix, bytes(64))
        assert "more than 1,048,576 bytes" in refused(tmp_path, "long" + suffix, b"x" * 3_000_000)

    def test_a_text_in_no_known_encoding_is_refused(self, tmp_path: Path) -> None:
        assert "line 1: the line cannot be decoded as utf-8" in refused(tmp_path, "x.epd", b"\xff\xfe\n")

    def test_a_byte_order_mark_and_windows_line_ends_do_not_matter(self, tmp_path: Path) -> None:
        text = (DATA / "positions.epd").read_text().replace("\n", "\r\n")
        (tmp_path / "windows.epd").write_bytes(b"\xef\xbb\xbf" + text.encode())
        assert dict(open_book(tmp_path / "windows.epd")) == dict(open_book(DATA / "positions.epd"))

    def test_an_unknown_suffix_is_refused_with_those_that_are_known(self, tmp_path: Path) -> None:
        sentence = refused(tmp_path, "book.xyz", "x")
        assert sentence.startswith(": unknown book suffix '.xyz'; known are .bin, .epd, .db")
        with pytest.raises(BookError, match=r"books can only be written as .bin and .epd"):
            write_book(tmp_path / "book.pgn", random_book(1))
        with pytest.raises(BookError, match=r".db is for shogi books, but this book is for chess"):
            write_book(tmp_path / "book.db", random_book(1))

    def test_a_file_that_is_not_there_is_an_error_of_the_system(self, tmp_path: Path) -> None:
        for suffix in (".bin", ".epd", ".pgn"):
            with pytest.raises(FileNotFoundError):
                open_book(tmp_path / f"nowhere{suffix}")

    def test_positions_stream_without_a_book(self) -> None:
        assert [len(position.moves) for position in read_positions(DATA / "positions.epd")] == [2, 1, 1]
        with pytest.raises(BookError, match=r"positions can only be read from .epd and .db"):
            next(read_positions(DATA / "games.pgn"))

    def test_too_many_positions_are_refused(self) -> None:
        with pytest.raises(BookError, match=r"line 5: the file has more than 2 positions \(max_positions\)"):
            open_book(DATA / "positions.epd", max_positions=2)

    def test_progress_reaches_the_end_of_a_large_file(self, tmp_path: Path) -> None:
        path = tmp_path / "large.epd"
        line = (DATA / "positions.epd").read_text().splitlines()[1] + "\n"
        path.write_text(line * 30_000)
        seen: list[tuple[int, int]] = []

        def report(done: int, total: int) -> Any:
            seen.append((done, total))

        book = open_book(path, progress=report)
        assert len(book) == 1
        assert book.moves(chess.Board())[0].weight == 30_000
        assert len(seen) == path.stat().st_size // 2**20 + 1
        assert seen == sorted(seen)
        assert seen[-1] == (path.stat().st_size, path.stat().st_size)
