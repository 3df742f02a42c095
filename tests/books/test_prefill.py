"""A prefilled table returns a book's moves, with source, depth and age, and misleads no search."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from book_samples import DATA, played, random_book
from hypothesis import given, settings
from hypothesis import strategies as st

from tabiya import Bound, Entry, ReferenceTable, Source, TranspositionTable, chess
from tabiya.books import (
    BookBuilder,
    BookMove,
    BookPosition,
    MemoryBook,
    Prefilled,
    open_book,
    write_book,
)
from tabiya.books.prefill import BOOK_AGE, book_entry, walk
from tabiya.table.entry_values import MAX_SCORE

E4 = chess.Move.from_uci("e2e4")
START = chess.Board().key


def one_move(move: BookMove) -> MemoryBook:
    return MemoryBook("chess", [BookPosition(START, (move,))])


def reached(book: Any, plies: int) -> dict[int, chess.Move]:
    """The positions of a book up to a distance, found path by path."""
    found: dict[int, chess.Move] = {}

    def visit(board: chess.Board, left: int) -> None:
        best = book.best(board)
        if best is None:
            return
        found[board.key] = best.move
        for known in book.moves(board) if left else ():
            board.push(known.move)
            visit(board, left - 1)
            board.pop()

    visit(chess.Board(), plies)
    return found


@pytest.mark.parametrize("generation", [0, 5, 40])
def test_moves_come_back_with_source_depth_and_age(make_table: Any, generation: int) -> None:
    table = make_table(hash_mb=1)
    for _ in range(generation):
        table.new_search()
    book = random_book(20)
    assert table.prefill_from_book(book, plies=40) == Prefilled(_playable(book), 0, 0)
    for position in book.positions():
        board = chess.Board(position.text)
        best = book.best(board)
        entry = table.probe(board.key)
        if best is None:
            assert entry is None
            continue
        assert chess.Move.unpack(entry.move) == best.move
        assert (entry.source, entry.depth, entry.pv) == (Source.BOOK, 0, False)
        assert (table.generation - entry.generation) % 64 == BOOK_AGE == 32


def _playable(book: MemoryBook) -> int:
    return sum(any(known.weight for known in position.moves) for position in book.positions())


def test_a_score_with_a_depth_is_an_exact_entry_of_that_depth(make_table: Any) -> None:
    table = make_table(hash_mb=1)
    table.prefill_from_book(one_move(BookMove(E4, 1, score=-35, depth=21)))
    entry = table.probe(START)
    assert (entry.bound, entry.score, entry.depth, entry.move) == (Bound.EXACT, -35, 21, E4.pack())


@pytest.mark.parametrize(
    "known",
    [
        BookMove(E4),
        BookMove(E4, score=30),
        BookMove(E4, depth=20),
        BookMove(E4, score=30, depth=0),
        BookMove(E4, score=31_999, depth=20),  # some program's mate
        BookMove(E4, score=-(10**9), depth=20),
    ],
)
def test_anything_less_is_a_bound_that_decides_nothing(make_table: Any, known: BookMove) -> None:
    table = make_table(hash_mb=1)
    table.prefill_from_book(one_move(known))
    entry = table.probe(START)
    assert (entry.bound, entry.score, entry.depth) == (Bound.LOWER, -MAX_SCORE, 0)


@given(
    alpha=st.integers(-MAX_SCORE, MAX_SCORE - 1),
    width=st.integers(1, 2 * MAX_SCORE),
    static=st.integers(-20_000, 20_000),
    ply=st.integers(0, 246),
    depth=st.integers(0, 255),
)
def test_no_window_lets_an_unscored_move_cut_off(
    alpha: int, width: int, static: int, ply: int, depth: int
) -> None:
    """The uses of a bound at any depth: a cutoff, a raised alpha, a better eval."""
    entry = book_entry(BookMove(E4), generation=0, entry_depth=depth)
    beta = alpha + width
    for score in (entry.score, entry.score + ply):  # mates are read relative to the root
        assert entry.bound is Bound.LOWER
        if score > -MAX_SCORE + 246:
            assert not score >= beta
        assert not (entry.bound is Bound.UPPER and score <= alpha)
        assert max(alpha, entry.score) == alpha
        assert not score > static


def test_entry_depth_is_the_depth_of_moves_without_a_score_and_of_no_others(make_table: Any) -> None:
    table = make_table(hash_mb=1)
    assert table.prefill_from_book(one_move(BookMove(E4)), entry_depth=12) == (1, 0, 0)
    entry = table.probe(START)
    assert (entry.bound, entry.score, entry.depth) == (Bound.LOWER, -MAX_SCORE, 12)
    table.clear()
    table.prefill_from_book(one_move(BookMove(E4, score=20, depth=7)), entry_depth=12)
    assert (table.probe(START).bound, table.probe(START).depth) == (Bound.EXACT, 7)


def test_an_entry_depth_does_not_displace_what_a_search_found(make_table: Any) -> None:
    table = make_table(hash_mb=1)
    table.store(START, score=11, depth=1, bound=Bound.UPPER)
    assert table.prefill_from_book(one_move(BookMove(E4)), entry_depth=255) == (0, 1, 0)
    assert (table.probe(START).score, table.probe(START).depth) == (11, 1)


def test_plies_goes_as_deep_as_it_says(make_table: Any, tmp_path: Path) -> None:
    write_book(tmp_path / "book.bin", random_book(12, 14))
    with open_book(tmp_path / "book.bin") as polyglot:  # type: ignore[attr-defined]
        for depth in (0, 1, 4, 9):
            table = make_table(hash_mb=1)
            wanted = reached(polyglot, depth)
            assert table.prefill_from_book(polyglot, plies=depth) == (len(wanted), 0, 0)
            assert len(table) == len(wanted)
            for key, move in wanted.items():
                assert table.probe(key).move == move.pack()


def test_a_walk_goes_breadth_first_and_meets_each_position_once() -> None:
    book = random_book(40)
    order = [key for key, _ in walk(book, 12, [chess.Board()])]
    assert len(order) == len(set(order))
    plies = {position.key: position.ply for position in book.positions()}
    assert order[0] == START
    distances = [plies[key] for key in order]
    assert distances == sorted(distances)


def test_positions_to_start_from_can_be_given(make_table: Any) -> None:
    builder = BookBuilder("chess")
    builder.add_line(["e2e4", "e7e5", "g1f3", "b8c6"])
    book = builder.book()
    table = make_table(hash_mb=1)
    starts = [played("e2e4"), played("e2e4")]
    assert table.prefill_from_book(book, plies=1, positions=starts) == (2, 0, 0)
    assert table.probe(START) is None
    assert table.probe(played("e2e4", "e7e5").key) is not None


def test_a_book_in_memory_and_the_same_book_in_a_file_fill_alike(make_table: Any, tmp_path: Path) -> None:
    builder = BookBuilder("chess", max_ply=20)
    for line in ("e2e4 e7e5 g1f3 b8c6 f1b5", "d2d4 g8f6 c2c4 e7e6", "g1f3 d7d5 d2d4 g8f6 c2c4"):
        builder.add_line(line.split())
    write_book(tmp_path / "book.bin", builder.book())
    tables = [make_table(hash_mb=4), make_table(hash_mb=4)]
    for table, book in zip(tables, (builder.book(), open_book(tmp_path / "book.bin")), strict=True):
        table.prefill_from_book(book, plies=3)
    first, second = (dict(table.items()) for table in tables)
    assert first == second
    assert len(first) > 5


def test_both_tables_are_filled_alike() -> None:
    book = random_book(50)
    native, reference = TranspositionTable(entries=512), ReferenceTable(entries=512)
    results = [table.prefill_from_book(book, plies=40) for table in (native, reference)]
    assert results[0] == results[1]
    assert results[0].skipped > 0  # the tables are too small
    assert native._raw() == reference._raw()


def test_what_a_search_found_stays_and_only_lacks_are_filled(make_table: Any) -> None:
    table = make_table(hash_mb=1)
    table.store(START, score=11, depth=1)
    assert table.prefill_from_book(one_move(BookMove(E4, 1, 50, 30))) == (0, 1, 0)
    entry = table.probe(START)
    assert (entry.score, entry.depth, entry.source) == (11, 1, Source.MAIN)
    assert entry.move == E4.pack()


def test_whatever_a_search_finds_displaces_the_book(make_table: Any) -> None:
    table = make_table(hash_mb=1)
    table.prefill_from_book(one_move(BookMove(E4, 1, 50, 30)))
    table.store(START, move=7, score=-3, depth=1, bound=Bound.UPPER, source=Source.QUIESCENCE)
    entry = table.probe(START)
    assert (entry.score, entry.depth, entry.source, entry.generation) == (-3, 1, Source.QUIESCENCE, 0)


def test_a_second_prefill_changes_nothing_and_one_in_a_later_search_renews(make_table: Any) -> None:
    table = make_table(hash_mb=1)
    book = one_move(BookMove(E4))
    assert [table.prefill_from_book(book)[:2] for _ in range(2)] == [(1, 0), (0, 1)]
    table.new_search()
    assert table.prefill_from_book(book)[:2] == (1, 0)
    assert (table.generation - table.probe(START).generation) % 64 == BOOK_AGE


def test_a_prefill_is_not_counted_as_stores(make_table: Any) -> None:
    table = make_table(hash_mb=1, statistics=True)
    table.prefill_from_book(random_book(5))
    assert (table.stats.stores, table.stats.probes) == (0, 0)


def test_a_table_that_is_switched_off_or_closed_takes_nothing(make_table: Any) -> None:
    table = make_table(hash_mb=1)
    table.enabled = False
    assert table.prefill_from_book(random_book(5)) == (0, 0, 0)
    assert len(table) == 0
    table.close()
    with pytest.raises(ValueError, match="closed"):
        table.prefill_from_book(random_book(5))


def test_illegal_moves_are_counted_and_skipped(make_table: Any, tmp_path: Path) -> None:
    from tabiya.chess.records.polyglot import RECORD

    path = tmp_path / "wrong.bin"
    key = chess.Board().polyglot_key
    path.write_bytes(RECORD.pack(key, 0x0904, 9, 0) + RECORD.pack(key, 0x031C, 1, 0))
    table = make_table(hash_mb=1)
    assert table.prefill_from_book(open_book(path)) == (1, 0, 1)
    assert chess.Move.unpack(table.probe(START).move) == E4


def test_wrong_arguments_raise_a_sentence(make_table: Any) -> None:
    table = make_table(hash_mb=1)
    with pytest.raises(TypeError, match=r"book must be a tabiya.books.Book, not dict"):
        table.prefill_from_book({})
    with pytest.raises(ValueError, match="plies must be between 0 and 1000, not -1"):
        table.prefill_from_book(random_book(1), plies=-1)
    with pytest.raises(ValueError, match="entry_depth must be between 0 and 255, not 256"):
        table.prefill_from_book(random_book(1), entry_depth=256)
    with pytest.raises(TypeError, match=r"board must be a tabiya.chess.Board, not str"):
        table.prefill_from_book(random_book(1), positions=["startpos"])


def test_a_game_of_ones_own_has_books_of_integers(make_table: Any) -> None:
    table = make_table(hash_mb=1)
    book = MemoryBook("nim", [BookPosition(key, (BookMove(key % 3 + 1),)) for key in range(100)])
    assert table.prefill_from_book(book) == (100, 0, 0)
    assert table.probe(50).move == 50 % 3 + 1


@settings(deadline=None)
@given(score=st.integers(-(10**9), 10**9) | st.none(), depth=st.integers(-5, 10**6) | st.none())
def test_any_score_and_depth_make_an_entry(score: int | None, depth: int | None) -> None:
    entry = book_entry(BookMove(E4, 1, score, depth), generation=63)
    assert isinstance(entry, Entry)
    assert entry.source is Source.BOOK
    exact = score is not None and abs(score) <= 20_000 and depth is not None and depth >= 1
    assert (entry.bound is Bound.EXACT) == exact


def test_an_epd_book_is_stored_whatever_its_distance(make_table: Any) -> None:
    table = make_table(hash_mb=1)
    assert table.prefill_from_book(open_book(DATA / "positions.epd"), plies=0) == (3, 0, 0)
    assert table.probe(START).depth == 18
