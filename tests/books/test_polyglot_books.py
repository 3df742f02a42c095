"""Polyglot books: python-chess reads the same moves from the same file."""

from __future__ import annotations

import os
import random
import struct
from pathlib import Path
from typing import Any

import pytest
from book_samples import played, random_book, random_game, texts

from tabiya import chess
from tabiya.books import BookBuilder, BookError, MemoryBook, open_book, write_book
from tabiya.chess.records import PolyglotBook
from tabiya.chess.records.polyglot import RECORD

START_KEY = 0x463B96181691FC9C


def record(key: int, start: str, end: str, promotion: int = 0, weight: int = 1) -> bytes:
    code = chess.parse_square(end) | chess.parse_square(start) << 6 | promotion << 12
    return RECORD.pack(key, code, weight, 0)


@pytest.fixture
def book_file(tmp_path: Path) -> Path:
    path = tmp_path / "book.bin"
    write_book(path, random_book())
    return path


def peer_moves(reader: Any, peer: Any, board: chess.Board, minimum_weight: int) -> list[tuple[str, int]]:
    theirs = peer.Board(board.fen(en_passant="fen"))
    found = reader.find_all(theirs, minimum_weight=minimum_weight)
    return [(entry.move.uci(), entry.weight) for entry in found]


@pytest.mark.parametrize("before", [0, 50, 400])
def test_every_move_of_a_large_group_is_found(tmp_path: Path, before: int) -> None:
    """Keys are looked for near their share of the file. A group may begin before that place, or span it."""
    rng = random.Random(before)
    lower = sorted(rng.randrange(START_KEY) for _ in range(before))
    moves = [(start, end) for start in ("e2", "d2", "c2", "g1") for end in ("e4", "d4", "c4", "f3")] * 10
    rows = [record(key, "a2", "a3") for key in lower]
    rows += [record(START_KEY, start, end, weight=number) for number, (start, end) in enumerate(moves, 1)]
    (tmp_path / "book.bin").write_bytes(b"".join(rows))
    with PolyglotBook(tmp_path / "book.bin") as book:
        assert [move.weight for move in book[START_KEY]] == list(range(1, len(moves) + 1))


@pytest.mark.parametrize("minimum_weight", [0, 1, 2])
def test_python_chess_reads_the_same_moves(book_file: Path, minimum_weight: int) -> None:
    peer = pytest.importorskip("chess.polyglot")
    positions = 0
    with peer.open_reader(book_file) as reader, PolyglotBook(book_file) as book:
        assert len(reader) == book.records
        for seed in range(60):
            board = chess.Board()
            for move in random_game(seed):
                ours = [(str(known.move), known.weight) for known in book.moves(board, minimum_weight)]
                theirs = peer_moves(reader, pytest.importorskip("chess"), board, minimum_weight)
                assert ours == theirs
                positions += bool(ours)
                board.push(move)
        assert book.illegal == 0
    assert positions > 500


def test_python_chess_reads_the_same_castling_en_passant_and_promotion(tmp_path: Path) -> None:
    peer = pytest.importorskip("chess.polyglot")
    builder = BookBuilder("chess")
    starts = {
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1": ("e1g1", "e1c1", "e1e2"),
        "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1": ("e8g8", "e8c8", "h8h1"),
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1": ("e5d6",),
        "3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1": ("e7d8q", "e7d8r", "e7d8b", "e7d8n"),
        "4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1": ("a5b6",),  # capturing en passant is not legal here
    }
    for fen, moves in starts.items():
        for move in moves:
            builder.add_line([move], start=fen)
    path = tmp_path / "special.bin"
    write_book(path, builder.book())
    with peer.open_reader(path) as reader, PolyglotBook(path) as book:
        for fen, moves in starts.items():
            board = chess.Board(fen)
            assert sorted(texts(book.moves(board))) == sorted(moves)
            theirs = peer_moves(reader, pytest.importorskip("chess"), board, 1)
            assert theirs == [(str(known.move), known.weight) for known in book.moves(board)]


def test_we_read_what_python_chess_would_write(tmp_path: Path) -> None:
    """A file written by hand from the published format."""
    path = tmp_path / "hand.bin"
    after_e4 = played("e2e4").polyglot_key
    rows = [
        record(START_KEY, "e2", "e4", weight=5),
        record(START_KEY, "d2", "d4", weight=3),
        record(START_KEY, "e1", "h1", weight=2),  # castling, while the pieces stand between
        record(after_e4, "e7", "e5"),
    ]
    path.write_bytes(b"".join(sorted(rows, key=lambda row: row[:8])))
    book = open_book(path)
    assert [(str(known.move), known.weight) for known in book.moves(chess.Board())] == [
        ("e2e4", 5),
        ("d2d4", 3),
    ]
    assert book.illegal == 1
    assert texts(book.moves(played("e2e4"))) == ["e7e5"]
    assert book.moves(played("e2e4", "e7e5")) == ()
    assert sorted(book) == sorted((START_KEY, after_e4))
    assert len(book) == 2
    assert dict(book.entries()) == dict(book.items())


def test_a_book_written_and_read_is_the_same(book_file: Path) -> None:
    original = random_book()
    with PolyglotBook(book_file) as book:
        book.verify()
        for position in original.positions():
            board = chess.Board(position.text)
            assert set(book.moves(board, 0)) == {
                (known.move, known.weight, None, None) for known in position.moves
            }


def test_weights_that_do_not_fit_are_scaled_and_none_vanishes(tmp_path: Path) -> None:
    from tabiya.books import BookMove, BookPosition

    moves = [chess.Move.from_uci(text) for text in ("e2e4", "d2d4", "c2c4", "a2a4")]
    known = tuple(BookMove(move, weight) for move, weight in zip(moves, (10**9, 10**6, 1, 0), strict=True))
    board = chess.Board()
    path = tmp_path / "heavy.bin"
    write_book(path, MemoryBook("chess", [BookPosition(board.key, known, board.fen())]))
    assert [found.weight for found in open_book(path).moves(board, 0)] == [65535, 65, 1, 0]


def test_a_walk_reads_a_book_larger_than_it_loads(tmp_path: Path) -> None:
    """A gigabyte of sorted records: opening it and look-ups touch only a few pages."""
    path = tmp_path / "large.bin"
    count = 1 << 26
    with path.open("wb") as file:
        file.truncate(count * RECORD.size)
        # A sparse file holds zeros, which are no book; only what is looked at is written.
        step = count // 4096
        for i in range(0, count, step):
            file.seek(i * RECORD.size)
            file.write(RECORD.pack(i << 32, 0x0661, 1, 0))
    with PolyglotBook(path) as book:
        assert book.records == count
        assert book.moves(chess.Board()) == ()
        with pytest.raises(BookError, match=r"offset 16: keys are not in order|offset 16: 0x0000 is not"):
            book.verify()


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", r"the file is empty, not a Polyglot book$"),
        (b"0123456789", r"offset 0: 10 bytes is not a multiple of the record size"),
        (bytes(16), r"offset 0: 0x0000 is not a move"),
        (
            RECORD.pack(5, 0x0661, 1, 0) * 2 + b"half",
            r"offset 32: 36 bytes is not a multiple of the record size",
        ),
        (RECORD.pack(5, 0x0661, 1, 0) + RECORD.pack(4, 0x0661, 1, 0), r"offset 16: keys are not in order"),
        (RECORD.pack(5, 0x5661, 1, 0), r"offset 0: 0x5661 is not a move"),
        (RECORD.pack(5, 0x9661, 1, 0), r"offset 0: 0x9661 is not a move"),
        (
            b'[Event "a PGN file"]\n[Site "x"]\n' * 16,
            r"offset \d+: (keys are not in order|0x.* is not a move)",
        ),
    ],
)
def test_a_file_that_is_no_book_is_refused_with_its_offset(
    tmp_path: Path, content: bytes, sentence: str
) -> None:
    path = tmp_path / "broken.bin"
    path.write_bytes(content)
    with pytest.raises(BookError, match=sentence) as caught:
        open_book(path)
    assert str(path) in str(caught.value)


def test_random_bytes_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "random.bin"
    for size in (64, 4096, 1 << 20):
        path.write_bytes(random.Random(size).randbytes(size))
        with pytest.raises(BookError):
            open_book(path)


def test_a_huge_file_of_nothing_is_refused_at_once(tmp_path: Path) -> None:
    path = tmp_path / "huge.bin"
    with path.open("wb") as file:
        file.truncate(1 << 36)
    with pytest.raises(BookError, match="is not a move"):
        open_book(path)


def test_verify_reports_progress(tmp_path: Path) -> None:
    path = tmp_path / "long.bin"
    path.write_bytes(b"".join(struct.pack(">QHHI", i, 0x0661, 1, 0) for i in range(150_000)))
    seen: list[tuple[int, int]] = []
    with PolyglotBook(path) as book:
        book.verify(lambda done, total: seen.append((done, total)))
    assert seen[-1] == (path.stat().st_size, path.stat().st_size)
    assert len(seen) == 3


def test_a_closed_book_says_so(book_file: Path) -> None:
    book = PolyglotBook(book_file)
    book.close()
    book.close()
    with pytest.raises(ValueError, match=r"the book .* is closed"):
        book.moves(chess.Board())


def test_a_write_that_fails_leaves_the_old_book(book_file: Path) -> None:
    from tabiya.books import BookMove, BookPosition

    before = book_file.read_bytes()
    nameless = MemoryBook("chess", [BookPosition(1, (BookMove(chess.Move.from_uci("e2e4")),))])
    with pytest.raises(ValueError, match="has no text"):
        write_book(book_file, nameless)
    with pytest.raises(BookError, match="the book has no positions to write"):
        write_book(book_file, MemoryBook("chess"))
    assert book_file.read_bytes() == before
    assert os.listdir(book_file.parent) == [book_file.name]
