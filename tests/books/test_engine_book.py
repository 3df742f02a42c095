"""`Engine(book=…)`: the book is loaded into the table once before a search, and no search trusts it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabiya import Engine, Source, TranspositionTable, chess, shogi
from tabiya.books import BookBuilder, MemoryBook, Prefilled, write_book

RUY_LOPEZ = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7"


def book_of(line: str, game: str = "chess", start: str | None = None) -> MemoryBook:
    builder = BookBuilder(game)
    builder.add_line(line.split(), start=start)
    return builder.book()


def in_table(engine: Engine) -> int:
    assert engine.table is not None
    return int((engine.table.to_numpy()["source"] == Source.BOOK).sum())


def test_the_book_is_in_the_table_when_the_first_search_begins() -> None:
    engine = Engine(hash_mb=4, book=book_of(RUY_LOPEZ))
    assert engine.prefill_depth == 8
    board = chess.Board()
    for move in RUY_LOPEZ.split()[:6]:
        board.push(move)
    engine.search(chess.Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), depth=1)
    assert in_table(engine) == 9
    assert engine.table is not None
    entry = engine.table.probe(board.key)
    assert entry is not None
    assert str(chess.Move.unpack(entry.move)) == "b5a4"


def test_it_is_filled_once_and_again_after_what_may_have_lost_it() -> None:
    engine = Engine(hash_mb=4, book=book_of(RUY_LOPEZ))
    assert engine.prefill() == Prefilled(9, 0, 0)
    assert engine.prefill() is None
    assert engine.table is not None
    engine.table.resize(8)
    assert engine.prefill() == Prefilled(0, 9, 0)  # a resize keeps what it can
    engine.table.clear()
    assert engine.prefill() == Prefilled(9, 0, 0)
    engine.new_game()
    assert engine.prefill() == Prefilled(9, 0, 0)
    engine.table.set_clustered(False)
    assert engine.prefill() == Prefilled(9, 0, 0)
    engine.prefill_depth = 9
    assert engine.prefill() == Prefilled(1, 9, 0)
    engine.prefill_depth = 9
    assert engine.prefill() is None
    engine.table = TranspositionTable(hash_mb=4)
    assert engine.prefill() == Prefilled(10, 0, 0)
    assert engine.prefill() is None


def test_book_and_depth_can_be_changed_between_searches(tmp_path: Path) -> None:
    engine = Engine(hash_mb=4)
    assert (engine.book, engine.prefill()) == (None, None)
    path = tmp_path / "book.bin"
    write_book(path, book_of("d2d4 d7d5"))
    engine.book = path
    assert engine.book is not None
    assert engine.prefill() == Prefilled(2, 0, 0)
    same = engine.book
    engine.book = same
    assert engine.prefill() is None
    engine.book = None
    assert engine.prefill() is None


def test_an_engine_without_a_table_does_without_a_book() -> None:
    engine = Engine(hash_mb=0, book=book_of(RUY_LOPEZ))
    assert engine.prefill() is None
    assert engine.search(chess.Board(), depth=2).best_move is not None


def test_a_switched_off_table_is_filled_when_it_is_on() -> None:
    engine = Engine(hash_mb=4, book=book_of(RUY_LOPEZ))
    assert engine.table is not None
    engine.table.enabled = False
    assert engine.prefill() is None
    engine.table.enabled = True
    assert engine.prefill() == Prefilled(9, 0, 0)


def test_wrong_books_are_refused_and_change_nothing(tmp_path: Path) -> None:
    engine = Engine(hash_mb=1, book=book_of(RUY_LOPEZ))
    book = engine.book
    with pytest.raises(TypeError, match=r"book must be a tabiya.books.Book or the path of one, not int"):
        engine.book = 3  # type: ignore[assignment]
    with pytest.raises(ValueError, match=r"the book is for shogi, but this engine plays chess"):
        engine.book = book_of("7g7f 3c3d", "shogi")
    with pytest.raises(FileNotFoundError):
        engine.book = tmp_path / "none.bin"
    with pytest.raises(ValueError, match=r"prefill_depth must be between 0 and 1000, not -1"):
        engine.prefill_depth = -1
    with pytest.raises(TypeError, match=r"prefill_depth"):
        engine.prefill_depth = "8"  # type: ignore[assignment]
    assert (engine.book, engine.prefill_depth) == (book, 8)


def test_nothing_changes_while_a_search_runs() -> None:
    engine = Engine(hash_mb=4, book=book_of(RUY_LOPEZ))

    def meddle(_: object) -> None:
        for change in (
            lambda: setattr(engine, "book", None),
            lambda: setattr(engine, "prefill_depth", 2),
            engine.prefill,
        ):
            with pytest.raises(RuntimeError, match=r"this engine is searching"):
                change()

    engine.search(chess.Board(), depth=3, on_info=meddle)
    assert engine.prefill_depth == 8


BLUNDERS = [
    ("chess", chess.STARTING_FEN, "e2e4 e7e5 d1g4 d7d5 g4g7 f8g7"),
    ("chess", "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3", "f3e5 c6e5 d1h5"),
    ("chess", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "f1a6 b7a6"),
    ("shogi", shogi.STARTING_SFEN, "7g7f 3c3d 8h3c+ 2b3c 2g2f 8c8d 2h2g 3c9i+"),
    ("shogi", "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3", "8h4d 4c4d"),
]


@pytest.mark.parametrize(("game", "start", "line"), BLUNDERS)
@pytest.mark.parametrize("depth", [6, 7])
def test_a_book_move_that_loses_a_piece_is_not_played(game: str, start: str, line: str, depth: int) -> None:
    module = chess if game == "chess" else shogi
    board = module.Board(start)
    checked = 0
    for text in line.split():
        blunder = module.Move.from_uci(text) if game == "chess" else module.Move.from_usi(text)
        if board.see(board._resolve(blunder.pack())) <= -200:
            book = MemoryBook(game, (p._replace(ply=None) for p in book_of(line, game, start).positions()))
            engine = Engine(game, hash_mb=4, book=book)
            best = engine.search(board, depth=depth).best_move
            assert engine.table is not None
            assert str(best) != text
            checked += 1
        board.push(text)
    assert checked


@pytest.mark.parametrize("game", ["chess", "shogi"])
def test_every_move_of_a_book_of_blunders_is_seen_through(game: str) -> None:
    """The worst move of each position, two plies deep: none is played from the start at depth 6."""
    module = chess if game == "chess" else shogi
    lines = {"chess": ["e2e4 e7e5 f1a6", "d2d4 e7e6 c1h6"], "shogi": ["7g7f 3c3d 8h3c+", "7g7f 4a3b 8h3c+"]}
    for line in lines[game]:
        engine = Engine(game, hash_mb=4, book=book_of(line, game))
        board = module.Board()
        *before, blunder = line.split()
        for move in before:
            board.push(move)
        engine.prefill()
        assert engine.table is not None
        entry = engine.table.probe(board.key)
        assert entry is not None
        assert str(module.Move.unpack(entry.move)) == blunder  # the search is told to try it
        assert str(engine.search(board, depth=6).best_move) != blunder
